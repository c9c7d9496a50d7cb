package ir

// Identical says whether two types are the same: declared ones by pointer, the
// others by structure.
func Identical(a, b Type) bool {
	switch a := a.(type) {
	case *BitsType:
		b, ok := b.(*BitsType)
		return ok && *a == *b
	case *VarbitType:
		b, ok := b.(*VarbitType)
		return ok && *a == *b
	case *BoolType, *ErrorType, *MatchKindType, *StringType, *IntType, *VoidType:
		return sameBasic(a, b)
	case *StackType:
		b, ok := b.(*StackType)
		return ok && a.Size == b.Size && Identical(a.Elem, b.Elem)
	case *ListType:
		b, ok := b.(*ListType)
		return ok && Identical(a.Elem, b.Elem)
	case *ActionEnum:
		b, ok := b.(*ActionEnum)
		return ok && a.Table == b.Table
	case *ObjectType:
		b, ok := b.(*ObjectType)
		return ok && a.Name == b.Name && identicalAll(a.Args, b.Args)
	}
	return a == b
}

func identicalAll(as, bs []Type) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !Identical(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// sameBasic compares types without structure: pointers to empty structs need not
// differ, nor be equal.
func sameBasic(a, b Type) bool {
	ok := false
	switch a.(type) {
	case *BoolType:
		_, ok = b.(*BoolType)
	case *ErrorType:
		_, ok = b.(*ErrorType)
	case *MatchKindType:
		_, ok = b.(*MatchKindType)
	case *StringType:
		_, ok = b.(*StringType)
	case *IntType:
		_, ok = b.(*IntType)
	case *VoidType:
		_, ok = b.(*VoidType)
	}
	return ok
}

// StepType is the type of what a step leads to from a value of type t, or nil if it
// leads nowhere.
func StepType(t Type, s Step) Type {
	switch t := t.(type) {
	case *RecordType:
		if s.Kind == FieldStep && s.Field >= 0 && s.Field < len(t.Fields) {
			return t.Fields[s.Field].Type
		}
	case *StackType:
		if s.Kind != FieldStep {
			return t.Elem
		}
	}
	return nil
}

// Fixed says whether a place is the same whenever it is evaluated.
func (p *Place) Fixed() bool {
	for _, s := range p.Path {
		if s.Kind == FieldStep {
			continue
		}
		if _, ok := s.Index.(*Const); !ok || s.Kind != IndexStep {
			return false
		}
	}
	return true
}

// Overlap says whether two places may have a part in common, or are headers of one
// union.
func Overlap(a, b *Place) bool {
	if a.Root != b.Root {
		return false
	}
	t := a.Root.Type
	for i := range min(len(a.Path), len(b.Path)) {
		if isUnion(t) { // a store to one of its headers changes the others
			return true
		}
		if apart(a.Path[i], b.Path[i]) {
			return false
		}
		t = StepType(t, a.Path[i])
	}
	return true
}

func isUnion(t Type) bool {
	r, ok := t.(*RecordType)
	return ok && r.Kind == Union
}

// InUnion says whether a place is a union's header, or within one: a store to it may
// change the union's other headers.
func (p *Place) InUnion() bool {
	t := p.Root.Type
	for _, s := range p.Path {
		if isUnion(t) {
			return true
		}
		t = StepType(t, s)
	}
	return false
}

// apart says whether two steps from one place lead to different ones for sure.
func apart(a, b Step) bool {
	if a.Kind == FieldStep {
		return b.Kind == FieldStep && a.Field != b.Field
	}
	x, ok := a.Index.(*Const)
	y, ok2 := b.Index.(*Const)
	if !ok || !ok2 || a.Kind != IndexStep || b.Kind != IndexStep {
		return false
	}
	m, ok := x.Value.(*IntConst)
	n, ok2 := y.Value.(*IntConst)
	return ok && ok2 && m.V.Cmp(n.V) != 0
}

// Leaves is the types of a record's fields, those of records within it one by one; of
// any other type itself.
func Leaves(t Type) []Type {
	r, ok := t.(*RecordType)
	if !ok {
		return []Type{t}
	}
	var out []Type
	for _, f := range r.Fields {
		out = append(out, Leaves(f.Type)...)
	}
	return out
}
