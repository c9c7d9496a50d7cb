package types

import "math/big"

// castValue is v as a value of another type it can be cast to, or nil.
func castValue(v Value, to Type) Value {
	switch v := v.(type) {
	case *IntValue:
		return castInt(v, to)
	case BoolValue:
		if to == Bool {
			return v
		}
		n := new(big.Int)
		if v {
			n.SetInt64(1)
		}
		return number(n, to)
	case *ListValue:
		return castList(v, to)
	case *InvalidHeader:
		return &InvalidHeader{to}
	}
	return v
}

func castInt(v *IntValue, to Type) Value {
	switch t := to.(type) {
	case Basic:
		if t == Bool {
			return BoolValue(v.V.Sign() != 0)
		}
		return &IntValue{v.V, Int}
	case *Bits:
		return &IntValue{wrap(v.V, t), t}
	case *NewType:
		under := castInt(v, t.Under)
		if n, ok := under.(*IntValue); ok {
			return &IntValue{n.V, n.Type}
		}
		return under
	case *Enum:
		if b := bitsOf(t.Repr); b != nil {
			return &IntValue{wrap(v.V, b), b}
		}
	case *Set:
		return castInt(v, t.Elem)
	}
	return v
}

// castList gives the parts of a literal the types of a record's, tuple's, list's or
// stack's.
func castList(v *ListValue, to Type) Value {
	r := &ListValue{Type: to}
	if s, ok := to.(*Set); ok {
		return castList(v, s.Elem)
	}
	if a, ok := v.Type.(*Anonymous); ok {
		return castNamed(v, a, to)
	}
	for i, e := range v.Elems {
		t := elemType(to, i)
		if t == nil || e == nil {
			return nil
		}
		r.Elems = append(r.Elems, castValue(e, t))
	}
	switch t := to.(type) {
	case *Record:
		if len(r.Elems) != len(t.Fields) {
			return nil
		}
	case *Tuple:
		if len(r.Elems) != len(t.Elems) {
			return nil
		}
	}
	return r
}

func castNamed(v *ListValue, a *Anonymous, to Type) Value {
	t, ok := to.(*Record)
	if !ok || len(t.Fields) != len(v.Elems) {
		return nil
	}
	r := &ListValue{Type: to, Elems: make([]Value, len(t.Fields))}
	given := make(map[string]Value, len(v.Elems))
	for j, g := range a.Fields {
		given[g.Name] = v.Elems[j]
	}
	for i, f := range t.Fields {
		if given[f.Name] == nil {
			return nil
		}
		r.Elems[i] = castValue(given[f.Name], f.Type)
	}
	return r
}
