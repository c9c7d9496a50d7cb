package types

import "up4/p4/syntax"

// Identical says whether two types are the same: declared types if they
// are one declaration with equal arguments, others if they are built the same.
// Invalid and Any are identical to everything, so that one mistake is reported
// once. Whether a tuple is still a literal does not matter.
func Identical(a, b Type) bool {
	if a == b {
		return true
	}
	if isAny(a) || isAny(b) {
		return true
	}
	switch a := a.(type) {
	case *Bits:
		b, ok := b.(*Bits)
		return ok && *a == *b
	case *Varbit:
		b, ok := b.(*Varbit)
		return ok && *a == *b
	case *Record:
		b, ok := b.(*Record)
		return ok && a.Decl == b.Decl && a.Decl != nil && identicalAll(a.Args, b.Args)
	case *Enum:
		b, ok := b.(*Enum)
		return ok && a.Decl == b.Decl && a.Decl != nil
	case *NewType:
		b, ok := b.(*NewType)
		return ok && a.Decl == b.Decl
	case *Stack:
		b, ok := b.(*Stack)
		return ok && a.Size == b.Size && Identical(a.Elem, b.Elem)
	case *Tuple:
		b, ok := b.(*Tuple)
		return ok && identicalAll(a.Elems, b.Elems)
	case *List:
		b, ok := b.(*List)
		return ok && Identical(a.Elem, b.Elem)
	case *Set:
		b, ok := b.(*Set)
		return ok && Identical(a.Elem, b.Elem)
	case *TypeOf:
		b, ok := b.(*TypeOf)
		return ok && Identical(a.Of, b.Of)
	}
	return identicalRest(a, b)
}

func identicalRest(a, b Type) bool {
	switch a := a.(type) {
	case *Anonymous:
		b, ok := b.(*Anonymous)
		if !ok || len(a.Fields) != len(b.Fields) || a.Dots != b.Dots {
			return false
		}
		for i, f := range a.Fields {
			if f.Name != b.Fields[i].Name || !Identical(f.Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	case *Extern:
		b, ok := b.(*Extern)
		return ok && a.Decl == b.Decl && identicalAll(a.Args, b.Args)
	case *Block:
		b, ok := b.(*Block)
		return ok && a.Decl == b.Decl && identicalAll(a.Args, b.Args)
	}
	return false
}

func identicalAll(a, b []Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Identical(a[i], b[i]) {
			return false
		}
	}
	return true
}

// sameParams says whether two parameter lists agree in direction and type; names
// count only where named is set.
func sameParams(a, b []*Param, named bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Dir != b[i].Dir || !Identical(a[i].Type, b[i].Type) || named && a[i].Name != b[i].Name {
			return false
		}
	}
	return true
}

func isAny(t Type) bool     { return t == Any || t == Invalid || t == nil }
func isInvalid(t Type) bool { return t == Invalid || t == nil }

// bitsOf is t as bit<> or int<>, or nil.
func bitsOf(t Type) *Bits {
	b, _ := t.(*Bits)
	return b
}

// isNumber is true for bit<>, int<> and int.
func isNumber(t Type) bool { return t == Int || bitsOf(t) != nil }

// fixed is the type that t stands for in arithmetic: a serializable enum its
// representation (8.11.2), any other itself.
func fixed(t Type) Type {
	if e, ok := t.(*Enum); ok && e.Repr != nil {
		return e.Repr
	}
	return t
}

// recordOf is t as a record of one of the kinds, or nil.
func recordOf(t Type, kinds ...RecordKind) *Record {
	r, ok := t.(*Record)
	if !ok {
		return nil
	}
	for _, k := range kinds {
		if r.Kind == k {
			return r
		}
	}
	return nil
}

// stackOf is t as a header stack, or nil. What an array holds besides headers has
// none of a stack's properties (8.18).
func stackOf(t Type) *Stack {
	s, ok := t.(*Stack)
	if !ok || recordOf(s.Elem, Header, Union) == nil {
		if _, ok := elemOf(s).(*TypeVar); ok {
			return s
		}
		return nil
	}
	return s
}

func elemOf(s *Stack) Type {
	if s == nil {
		return nil
	}
	return s.Elem
}

// field is the field of a record by its name, or nil.
func (t *Record) field(name string) *Field {
	const few = 16
	if len(t.Fields) > few && t.index == nil {
		t.index = make(map[string]*Field, len(t.Fields))
		for _, f := range t.Fields {
			t.index[f.Name] = f
		}
	}
	if t.index != nil {
		return t.index[name]
	}
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func (t *Record) fieldNames() []string {
	names := make([]string, 0, len(t.Fields))
	for _, f := range t.Fields {
		names = append(names, f.Name)
	}
	return names
}

func (k RecordKind) String() string { return [...]string{"struct", "header", "header union"}[k] }

func (k BlockKind) String() string { return [...]string{"parser", "control", "package"}[k] }

func (k FuncKind) String() string {
	return [...]string{"function", "extern function", "action", "method", "constructor", "method"}[k]
}

// dirText is a direction in words.
func dirText(d syntax.Direction) string {
	return [...]string{"no direction", "direction in", "direction out", "direction inout"}[d]
}
