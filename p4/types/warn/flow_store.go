package warn

import "up4/p4/syntax"

// store gives c the value of e, which was read.
func (f *flow) store(c *cell, e syntax.Expr, st *state) {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		f.store(c, e.X, st)
		return
	case *syntax.CastExpr:
		f.store(c, e.X, st)
		return
	case *syntax.InvalidExpr:
		st.none(c)
		return
	case *syntax.ListExpr, *syntax.StructExpr:
		f.storeList(c, e, st)
		return
	case *syntax.CondExpr:
		other := st.clone()
		f.store(c, e.Then, st)
		f.store(c, e.Else, other)
		st.join(other)
		return
	}
	if f.rooted(e) && f.c.info.Values[e] == nil {
		f.quiet++
		p := f.place(e, st)
		f.quiet--
		if len(p.all) == 1 && !p.weak && !p.sliced {
			// What has no value was warned of where it was read.
			st.move(c, p.all[0])
			c.eachLeaf(func(l *cell) { st.fill(l.slot, l.n, true, false) })
			if good, bad := st.can(c.slot); c.kind == header && c.union != nil && good {
				st.valid(c)
				st.set(c.slot, good, bad)
			}
			return
		}
	}
	st.value(c)
}

// storeList gives c the parts of a list or struct expression. A header is then valid
// (8.13, 8.17); what ... stands for has its default (8.26).
func (f *flow) storeList(c *cell, e syntax.Expr, st *state) {
	if c.kind == header {
		st.fill(c.slot, c.n, true, false)
		st.valid(c)
		return
	}
	st.value(c)
	switch e := e.(type) {
	case *syntax.ListExpr:
		for i, x := range e.Elems {
			if _, dots := x.(*syntax.Dots); !dots && i < len(c.parts) {
				f.store(c.parts[i], x, st)
			}
		}
	case *syntax.StructExpr:
		for _, x := range e.Fields {
			if p := c.field(x.Name.Text); p != nil {
				f.store(p, x.Value, st)
			}
		}
	}
	c.eachLeaf(func(l *cell) { st.fill(l.slot, l.n, true, false) })
}
