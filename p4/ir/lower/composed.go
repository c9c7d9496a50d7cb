package lower

import (
	"up4/p4/ir"
	"up4/p4/syntax"
)

// list is {a, b} (8.12).
func (c *code) list(e *syntax.ListExpr, t ir.Type) ir.Expr {
	own := c.asTuple(e, t)
	n, elem := elems(own, len(e.Elems))
	m := &ir.Make{T: own}
	for i := range n {
		if i >= len(e.Elems) || isDots(e.Elems[i]) {
			m.Elems = append(m.Elems, &ir.Const{Value: c.l.defaultValue(elem(i))})
			continue
		}
		x := c.as(e.Elems[i], elem(i))
		if c.writeIn(e.Elems[i+1:]) {
			x = c.saved(x)
		}
		m.Elems = append(m.Elems, x)
	}
	if lt, ok := own.(*ir.ListType); ok {
		return c.knownList(e, m.Elems, lt)
	}
	return convert(ir.Fold(m), t)
}

// asTuple is t, or where t is not made of elements the type that the literal has by
// itself.
func (c *code) asTuple(e *syntax.ListExpr, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.RecordType:
		if t.Kind != ir.Union {
			return t
		}
	case *ir.StackType, *ir.ListType:
		return t
	}
	return c.typeOf(e)
}

func isDots(e syntax.Expr) bool {
	_, ok := e.(*syntax.Dots)
	return ok
}

// elems is how many elements a value of t has, and their types.
func elems(t ir.Type, given int) (int, func(int) ir.Type) {
	switch t := t.(type) {
	case *ir.RecordType:
		return len(t.Fields), func(i int) ir.Type { return t.Fields[i].Type }
	case *ir.StackType:
		return t.Size, func(int) ir.Type { return t.Elem }
	case *ir.ListType:
		return given, func(int) ir.Type { return t.Elem }
	}
	return 0, nil
}

func (c *code) knownList(e syntax.Expr, xs []ir.Expr, t *ir.ListType) ir.Expr {
	v := &ir.ListConst{T: t}
	for _, x := range xs {
		k, ok := x.(*ir.Const)
		if !ok {
			return c.bad(e.Span(), CodeNotKnown, ir.Bool, "a list's elements have to be known when the program is instantiated")
		}
		v.Elems = append(v.Elems, k.Value)
	}
	return &ir.Const{Value: v}
}

// structExpr is {f = a} (8.13): evaluated in the order written.
func (c *code) structExpr(e *syntax.StructExpr, t ir.Type) ir.Expr {
	r, ok := t.(*ir.RecordType)
	if !ok {
		return c.bad(e.Span(), CodeUnsupported, t, "the struct type of this is not known")
	}
	m := &ir.Make{T: t, Elems: make([]ir.Expr, len(r.Fields))}
	for n, f := range e.Fields {
		for i, g := range r.Fields {
			if g.Name != f.Name.Text {
				continue
			}
			m.Elems[i] = c.as(f.Value, g.Type)
			for _, later := range e.Fields[n+1:] {
				if c.writes(later.Value) {
					m.Elems[i] = c.saved(m.Elems[i])
					break
				}
			}
		}
	}
	for i, g := range r.Fields {
		if m.Elems[i] == nil {
			m.Elems[i] = &ir.Const{Value: c.l.defaultValue(g.Type)}
		}
	}
	return ir.Fold(m)
}
