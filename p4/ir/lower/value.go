package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/p4/types"
)

// value is a value known when compiled, as one of type t, or nil if it is not known
// whole.
func (l *lowerer) value(v types.Value, t ir.Type) ir.Value {
	switch v := v.(type) {
	case *types.IntValue:
		c, _ := convert(&ir.Const{Value: &ir.IntConst{V: v.V, T: ir.IntT}}, t).(*ir.Const)
		if c == nil {
			return nil
		}
		return c.Value
	case types.BoolValue:
		if c, ok := convert(&ir.Const{Value: ir.BoolConst(v)}, t).(*ir.Const); ok {
			return c.Value
		}
	case types.StringValue:
		return ir.StringConst(v)
	case *types.MemberValue:
		return l.memberValue(v, t)
	case *types.ListValue:
		return l.listValue(v, t)
	case *types.InvalidHeader:
		return &ir.InvalidConst{T: t}
	}
	return nil
}

func (l *lowerer) memberValue(v *types.MemberValue, t ir.Type) ir.Value {
	var members []string
	switch t := t.(type) {
	case *ir.EnumType:
		members = t.Members
	case *ir.ErrorType:
		members = l.prog.Errors
	case *ir.MatchKindType:
		members = l.prog.MatchKinds
	}
	i := slices.Index(members, v.Name)
	if i < 0 {
		return nil
	}
	return &ir.MemberConst{T: t, Index: i, Name: v.Name}
}

func (l *lowerer) listValue(v *types.ListValue, t ir.Type) ir.Value {
	elems := v.Elems
	var elem func(int) ir.Type
	switch t := t.(type) {
	case *ir.RecordType:
		if a, ok := v.Type.(*types.Anonymous); ok {
			elems = byName(elems, a, t)
		}
		if len(elems) != len(t.Fields) || t.Kind == ir.Union {
			return nil
		}
		elem = func(i int) ir.Type { return t.Fields[i].Type }
	case *ir.StackType:
		if len(elems) != t.Size {
			return nil
		}
		elem = func(int) ir.Type { return t.Elem }
	case *ir.ListType:
		elem = func(int) ir.Type { return t.Elem }
	default:
		return nil
	}
	out := &ir.ListConst{T: t}
	for i, e := range elems {
		x := l.value(e, elem(i))
		if x == nil {
			return nil
		}
		out.Elems = append(out.Elems, x)
	}
	return out
}

// byName puts the values of {f = a} in the order of a record's fields.
func byName(elems []types.Value, a *types.Anonymous, t *ir.RecordType) []types.Value {
	out := make([]types.Value, len(t.Fields))
	for i, f := range t.Fields {
		for j, g := range a.Fields {
			if g.Name == f.Name && j < len(elems) {
				out[i] = elems[j]
			}
		}
	}
	return out
}

// defaultValue is what ... stands for (7.3).
func (l *lowerer) defaultValue(t ir.Type) ir.Value {
	switch t := t.(type) {
	case *ir.BoolType:
		return ir.BoolConst(false)
	case *ir.StringType:
		return ir.StringConst("")
	case *ir.ErrorType, *ir.MatchKindType:
		members := l.prog.Errors
		if _, ok := t.(*ir.MatchKindType); ok {
			members = l.prog.MatchKinds
		}
		if i := max(0, slices.Index(members, "NoError")); i < len(members) {
			return &ir.MemberConst{T: t, Index: i, Name: members[i]}
		}
		return nil
	case *ir.EnumType:
		if t.Repr == nil && len(t.Members) > 0 {
			return &ir.MemberConst{T: t, Name: t.Members[0]}
		}
	case *ir.RecordType:
		if t.Kind == ir.Header || t.Kind == ir.Union {
			return &ir.InvalidConst{T: t}
		}
		v := &ir.ListConst{T: t}
		for _, f := range t.Fields {
			v.Elems = append(v.Elems, l.defaultValue(f.Type))
		}
		return v
	case *ir.StackType:
		v := &ir.ListConst{T: t}
		for range t.Size {
			v.Elems = append(v.Elems, l.defaultValue(t.Elem))
		}
		return v
	case *ir.ListType:
		return &ir.ListConst{T: t}
	}
	return &ir.IntConst{V: ir.NewInt(0), T: t}
}

// convert makes x, an expression of another type, one of type t (8.11), folded.
func convert(x ir.Expr, t ir.Type) ir.Expr {
	from := x.Type()
	if ir.Identical(from, t) {
		return x
	}
	switch f := from.(type) {
	case *ir.NewType:
		return convert(cast(x, f.Under), t)
	case *ir.EnumType:
		if f.Repr != nil {
			return convert(cast(x, f.Repr), t)
		}
	case *ir.RecordType, *ir.StackType:
		return convertParts(x, t)
	case *ir.ListType:
		return convertList(x, t)
	}
	switch to := t.(type) {
	case *ir.IntType: // when it runs: as many bits as it takes
		if f, ok := from.(*ir.BitsType); ok && !f.Signed {
			return toBits(x, &ir.BitsType{Width: f.Width + 1, Signed: true})
		} else if ok {
			return x
		}
	case *ir.NewType:
		return cast(convert(x, to.Under), t)
	case *ir.EnumType:
		if to.Repr != nil {
			return cast(convert(x, to.Repr), t)
		}
	case *ir.BitsType:
		return toBits(x, to)
	}
	return cast(x, t)
}

func cast(x ir.Expr, t ir.Type) ir.Expr { return ir.Fold(&ir.Cast{X: x, T: t}) }

// toBits changes width and sign one after the other, and bool by way of bit<1>.
func toBits(x ir.Expr, t *ir.BitsType) ir.Expr {
	switch f := x.Type().(type) {
	case *ir.BitsType:
		if f.Width != t.Width && f.Signed != t.Signed {
			x = cast(x, &ir.BitsType{Width: t.Width, Signed: f.Signed})
		}
	case *ir.BoolType:
		x = cast(x, ir.Bits(1))
		if t.Width != 1 || t.Signed {
			return toBits(x, t)
		}
		return x
	}
	return cast(x, t)
}

// parts is the elements of a value that is made of some.
func parts(x ir.Expr) []ir.Expr {
	var out []ir.Expr
	switch x := x.(type) {
	case *ir.Make:
		return x.Elems
	case *ir.Const:
		if l, ok := x.Value.(*ir.ListConst); ok {
			for _, e := range l.Elems {
				out = append(out, &ir.Const{Value: e})
			}
		}
	case *ir.Load:
		switch t := x.Place.T.(type) {
		case *ir.RecordType:
			for i := range t.Fields {
				out = append(out, &ir.Load{Place: x.Place.Then(ir.Step{Kind: ir.FieldStep, Field: i})})
			}
		case *ir.StackType:
			for i := range t.Size {
				index := &ir.Const{Value: &ir.IntConst{V: ir.NewInt(int64(i)), T: ir.Bits(32)}}
				out = append(out, &ir.Load{Place: x.Place.Then(ir.Step{Kind: ir.IndexStep, Index: index})})
			}
		}
	}
	return out
}

// convertParts makes a tuple a struct, header, tuple or stack of the same parts.
func convertParts(x ir.Expr, t ir.Type) ir.Expr {
	elems := parts(x)
	m := &ir.Make{T: t}
	switch t := t.(type) {
	case *ir.RecordType:
		if len(elems) != len(t.Fields) {
			return x
		}
		for i, e := range elems {
			m.Elems = append(m.Elems, convert(e, t.Fields[i].Type))
		}
	case *ir.StackType:
		if len(elems) != t.Size {
			return x
		}
		for _, e := range elems {
			m.Elems = append(m.Elems, convert(e, t.Elem))
		}
	case *ir.ListType:
		return convertList(x, t)
	default:
		return x
	}
	return ir.Fold(m)
}

// convertList makes a list of known elements.
func convertList(x ir.Expr, t ir.Type) ir.Expr {
	lt, ok := t.(*ir.ListType)
	if !ok {
		return x
	}
	v := &ir.ListConst{T: t}
	for _, e := range parts(x) {
		c, ok := convert(e, lt.Elem).(*ir.Const)
		if !ok {
			return x
		}
		v.Elems = append(v.Elems, c.Value)
	}
	return &ir.Const{Value: v}
}
