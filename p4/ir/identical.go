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
	case *BoolType, *ErrorType, *StringType, *IntType, *VoidType:
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
	case *StringType:
		_, ok = b.(*StringType)
	case *IntType:
		_, ok = b.(*IntType)
	case *VoidType:
		_, ok = b.(*VoidType)
	}
	return ok
}
