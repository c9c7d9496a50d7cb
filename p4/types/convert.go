package types

// assignable says whether an expression of type from can stand where to is
// expected, without a cast (8.11.2, 8.12, 8.13, 8.26).
func assignable(from, to Type) bool {
	if Identical(from, to) {
		return true
	}
	switch f := from.(type) {
	case Basic:
		switch f {
		case Int:
			return numberLike(to)
		case NoHeader:
			return recordOf(to, Header, Union) != nil || isVar(to)
		}
	case *Bits:
		if to == Int { // an int takes any number
			return true
		}
	case *Enum:
		// A member of a serializable enum is its representation where one is expected.
		return f.Repr != nil && Identical(f.Repr, to)
	case *Tuple:
		if f.Literal {
			return tupleFits(f, to)
		}
	case *Anonymous:
		return anonymousFits(f, to)
	case *Block:
		return blockFits(f, to)
	}
	if s, ok := to.(*Set); ok {
		return assignable(from, s.Elem)
	}
	return false
}

func isVar(t Type) bool {
	_, ok := t.(*TypeVar)
	return ok
}

// numberLike is true for what an int can become.
func numberLike(t Type) bool {
	if s, ok := t.(*Set); ok {
		return numberLike(s.Elem)
	}
	if n, ok := t.(*NewType); ok {
		return numberLike(n.Under)
	}
	return bitsOf(t) != nil
}

func tupleFits(f *Tuple, to Type) bool {
	elems, dots := f.Elems, false
	if n := len(elems); n > 0 && elems[n-1] == Any {
		elems, dots = elems[:n-1], true
	}
	n := len(elems)
	switch t := to.(type) {
	case *Record:
		if t.Kind == Union || n > len(t.Fields) || n < len(t.Fields) && !dots {
			return false
		}
		return fit(elems, func(i int) Type { return t.Fields[i].Type })
	case *Tuple:
		if n > len(t.Elems) || n < len(t.Elems) && !dots {
			return false
		}
		return fit(elems, func(i int) Type { return t.Elems[i] })
	case *Stack:
		return n <= t.Size && (n == t.Size || dots) && fit(elems, func(int) Type { return t.Elem })
	case *List:
		return fit(elems, func(int) Type { return t.Elem })
	case *Set:
		return tupleFits(f, t.Elem)
	}
	return false
}

func fit(from []Type, to func(int) Type) bool {
	for i, f := range from {
		if !assignable(f, to(i)) {
			return false
		}
	}
	return true
}

func anonymousFits(f *Anonymous, to Type) bool {
	r := recordOf(to, Struct, Header)
	if r == nil || len(f.Fields) > len(r.Fields) || len(f.Fields) < len(r.Fields) && !f.Dots {
		return false
	}
	for _, a := range f.Fields {
		t := r.field(a.Name)
		if t == nil || !assignable(a.Type, t.Type) {
			return false
		}
	}
	return true
}

// blockFits says whether a parser or control can stand for a parser or control type
// (7.2.12).
func blockFits(f *Block, to Type) bool {
	t, ok := to.(*Block)
	return ok && newInference(nil).unifyBlock(t, f)
}

// castable is the list of explicit casts (8.11.1), besides what is assignable.
func castable(from, to Type) bool {
	if assignable(from, to) {
		return true
	}
	if n, ok := from.(*NewType); ok {
		return Identical(base(n), base(to)) || assignable(n.Under, to)
	}
	switch t := to.(type) {
	case *NewType:
		return Identical(fixed(from), base(t)) || from == Int && castable(from, base(t))
	case Basic:
		switch t {
		case Bool:
			b := bitsOf(from)
			return from == Int || b != nil && b.Width == 1 && !b.Signed
		case Int:
			return bitsOf(fixed(from)) != nil || from == Bool
		}
	case *Bits:
		return castableToBits(from, t)
	case *Enum:
		return t.Repr != nil && (from == Int || Identical(from, t.Repr) || enumRepr(from) != nil && Identical(enumRepr(from), t.Repr))
	}
	return false
}

// base is what a type made by type … stands on.
func base(t Type) Type {
	for {
		n, ok := t.(*NewType)
		if !ok {
			return t
		}
		t = n.Under
	}
}

func castableToBits(from Type, t *Bits) bool {
	switch f := fixed(from).(type) {
	case Basic:
		return f == Int || f == Bool && t.Width == 1 && !t.Signed
	case *Bits:
		return f.Signed == t.Signed || f.Width == t.Width
	}
	return false
}

func enumRepr(t Type) Type {
	if e, ok := t.(*Enum); ok {
		return e.Repr
	}
	return nil
}
