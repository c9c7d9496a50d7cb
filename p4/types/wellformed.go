package types

import (
	"fmt"

	"up4/p4/source"
	"up4/p4/syntax"
)

// container is what another type can be part of (clause 7.2.8).
type container uint8

const (
	inHeader container = iota
	inUnion
	inStruct
	inTuple
	inList
	inArray // header stacks, arrays, arrays of extern objects (7.2.3)
)

// allowedIn says whether t can be part of a container: the table of clause 7.2.8. A
// type variable is decided when its argument is known.
func (c *checker) allowedIn(t Type, in container) bool {
	if isAny(t) || isVar(t) {
		return true
	}
	switch in {
	case inHeader:
		return c.headerField(t)
	case inUnion:
		return recordOf(t, Header) != nil
	}
	switch t := t.(type) {
	case Basic:
		switch t {
		case Void, State, TableType:
			return false
		case Int, String, MatchKind:
			return in != inStruct && in != inArray
		}
	case *Block:
		return in == inList && t.Kind != Package
	case *Generic:
		_, ok := t.Of.(*Extern)
		return ok && in == inArray
	case *Extern:
		return in == inList || in == inArray
	case *Signature, *TypeOf, *Set:
		return false
	case *List:
		return in != inStruct
	case *Tuple, *Anonymous:
		return true
	}
	return true
}

// headerField: bit, int, varbit, bool, serializable enums, and structs of these
// (7.2.2).
func (c *checker) headerField(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return t == Bool
	case *Bits, *Varbit, *TypeVar:
		return true
	case *Enum:
		return t.Repr != nil
	case *NewType:
		return c.headerField(t.Under)
	case *Stack:
		return recordOf(t.Elem, Header, Union) == nil && c.headerField(t.Elem)
	case *Record:
		if t.Kind != Struct {
			return false
		}
		for _, f := range t.Fields {
			if !isAny(f.Type) && !c.headerField(f.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// checkFields checks the fields of a generic record once its arguments are known.
func (c *checker) checkFields(at syntax.Node, t Type) Type {
	r, ok := t.(*Record)
	if !ok {
		return c.bounded(at, t)
	}
	for _, f := range r.Fields {
		if !c.fieldAllowed(r.Kind, f.Type) {
			c.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeBadNesting, At: f.Decl.Type.Span(),
				Msg:   fmt.Sprintf("the field %s of %s %s cannot be of type %s%s", f.Name, r.Kind, r, f.Type, c.misfit(r.Kind, f.Type)),
				Notes: []source.Note{{At: at.Span(), Msg: "the type is used here"}}})
			return Invalid
		}
	}
	return c.bounded(at, t)
}

// misfit is which part of a struct keeps it out of a record of a kind.
func (c *checker) misfit(kind RecordKind, t Type) string {
	r := recordOf(t, Struct)
	if r == nil || kind == Union {
		return ""
	}
	for _, f := range r.Fields {
		if !c.fieldAllowed(kind, f.Type) {
			return fmt.Sprintf(": its field %s is of type %s", f.Name, f.Type)
		}
	}
	return ""
}

func (c *checker) fieldAllowed(kind RecordKind, t Type) bool {
	return c.allowedIn(t, map[RecordKind]container{Struct: inStruct, Header: inHeader, Union: inUnion}[kind])
}

// newTypeOver: type makes types over base types only (7.6).
func newTypeOver(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return t == Bool || t == Invalid
	case *Bits:
		return true
	case *NewType:
		return true
	}
	return false
}

// FixedWidth is the width of a type in bits, if all values have the same (clause 9).
func FixedWidth(t Type) (int, bool) {
	least, most, ok := Widths(t)
	return most, ok && least == most
}

// Widths are the least and the greatest width in bits of a type (clause 9).
func Widths(t Type) (least, most int, ok bool) {
	switch t := t.(type) {
	case Basic:
		return 1, 1, t == Bool
	case *Bits:
		return t.Width, t.Width, true
	case *Varbit:
		return 0, t.Max, true
	case *NewType:
		return Widths(t.Under)
	case *Enum:
		if t.Repr == nil {
			return 0, 0, false
		}
		return Widths(t.Repr)
	case *Stack:
		least, most, ok = Widths(t.Elem)
		return least * t.Size, most * t.Size, ok
	case *Tuple:
		return sumWidths(t.Elems)
	case *Record:
		if t.Kind == Union {
			return unionWidths(t)
		}
		return sumWidths(fieldTypes(t.Fields))
	}
	return 0, 0, false
}

func sumWidths(ts []Type) (least, most int, ok bool) {
	for _, t := range ts {
		l, m, ok := Widths(t)
		if !ok {
			return 0, 0, false
		}
		least, most = least+l, most+m
	}
	return least, most, true
}

func unionWidths(t *Record) (least, most int, ok bool) {
	for i, f := range t.Fields {
		l, m, ok := Widths(f.Type)
		if !ok {
			return 0, 0, false
		}
		if i == 0 || l < least {
			least = l
		}
		most = max(most, m)
	}
	return least, most, true
}
