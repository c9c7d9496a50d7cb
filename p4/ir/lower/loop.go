package lower

import (
	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// forStmt is for (init; cond; update) body (12.8).
func (c *code) forStmt(s *syntax.ForStmt) {
	outer := c.env
	c.env = outer.within()
	c.stmts(s.Init)
	head, body, update, after := c.block("loop"), c.block("body"), c.block("update"), c.block("after")
	c.at = s.Span()
	c.jump(head, head)
	if s.Cond != nil {
		c.branch(s.Cond, body, after)
	} else {
		c.jump(body, nil)
	}
	c.cur = body
	c.loopBody(s.Body, loop{after, update})
	c.jump(update, update)
	c.stmts(s.Update)
	c.jump(head, after)
	c.env = outer
}

func (c *code) loopBody(s syntax.Stmt, l loop) {
	c.loops = append(c.loops, l)
	c.scoped([]syntax.Stmt{s})
	c.loops = c.loops[:len(c.loops)-1]
}

// forIn runs the body for each value of a range, or each element of a list or stack;
// these are evaluated once, before (12.8).
func (c *code) forIn(s *syntax.ForInStmt) {
	outer := c.env
	c.env = outer.within()
	defer func() { c.env = outer }()
	var v *lval
	declare := func() {
		if s.Decl != nil {
			x := c.variable(s.Decl.Name.Text, c.typ(c.l.info.TypeExprs[s.Decl.Type]), s.Decl.Annots())
			c.env.m[c.l.info.Defs[s.Decl]] = thing{local: x}
			v = &lval{place: ir.PlaceOf(x)}
			return
		}
		v = c.freezeLval(c.lvalue(s.Var))
	}
	if b, ok := syntax.Unparen(s.Coll).(*syntax.BinaryExpr); ok && b.Op == token.Range {
		bounds := c.exprs([]syntax.Expr{b.X, b.Y})
		declare()
		c.overRange(s, v, bounds[0], bounds[1])
		return
	}
	if l, ok := syntax.Unparen(s.Coll).(*syntax.ListExpr); ok {
		// Its elements become the variable's type one by one.
		xs := make([]ir.Expr, len(l.Elems))
		t := c.loopType(s)
		for i, e := range l.Elems {
			xs[i] = c.saved(c.as(e, t))
		}
		declare()
		c.overList(s, v, xs)
		return
	}
	x := c.expr(s.Coll)
	if p, ok := x.(*ir.Load); ok {
		copied := c.temp("over", p.Place.T)
		c.assign(copied, x)
		declare()
		c.overStack(s, v, copied)
		return
	}
	xs := parts(x)
	declare()
	c.overList(s, v, xs)
}

// loopType is the type of a loop's variable.
func (c *code) loopType(s *syntax.ForInStmt) ir.Type {
	if s.Decl != nil {
		return c.typ(c.l.info.TypeExprs[s.Decl.Type])
	}
	return c.typeOf(s.Var)
}

// overRange counts from lo to hi, both included, without passing the greatest value.
func (c *code) overRange(s *syntax.ForInStmt, v *lval, lo, hi ir.Expr) {
	t := v.typ()
	i, last := c.temp("i", t), c.temp("last", t)
	c.assign(i, convert(lo, t))
	c.assign(last, convert(hi, t))
	body, update, step, after := c.block("body"), c.block("update"), c.block("step"), c.block("after")
	one := convert(number(1, ir.IntT), plain(load(i)).Type())
	c.end(&ir.If{At: c.here(), Cond: ir.NewBinary(ir.Le, plain(load(i)), plain(load(last))), Then: body, Else: after}, body)
	c.store(v, load(i))
	c.loopBody(s.Body, loop{after, update})
	c.at = s.Span()
	c.jump(update, update)
	c.end(&ir.If{At: c.here(), Cond: ir.NewBinary(ir.Eq, load(i), load(last)), Then: after, Else: step}, step)
	c.assign(i, convert(ir.NewBinary(ir.Add, plain(load(i)), one), t))
	c.jump(body, after)
}

// overList chooses the element by a counter, so that the body stands once.
func (c *code) overList(s *syntax.ForInStmt, v *lval, xs []ir.Expr) {
	t := v.typ()
	c.counted(s, len(xs), func(i *ir.Place, body *ir.Block) {
		sw := &ir.Switch{At: c.here(), X: load(i), Default: body}
		c.end(sw, nil)
		for n, x := range xs {
			b := c.block("element")
			if n == len(xs)-1 { // the counter is no greater, so the variable has a value for sure
				sw.Default = b
			} else {
				sw.Cases = append(sw.Cases, ir.Case{Set: &ir.Exactly{V: number(int64(n), ir.Bits(32))}, To: b})
			}
			c.cur = b
			c.store(v, convert(x, t))
			c.jump(body, nil)
		}
	})
}

func (c *code) overStack(s *syntax.ForInStmt, v *lval, stack *ir.Place) {
	t, ok := stack.T.(*ir.StackType)
	if !ok {
		c.l.errorf(s.Coll.Span(), CodeUnsupported, "a loop goes over a range, a list or a stack")
		return
	}
	c.counted(s, t.Size, func(i *ir.Place, body *ir.Block) {
		c.store(v, convert(load(stack.Then(ir.Step{Kind: ir.IndexStep, Index: load(i)})), v.typ()))
		c.jump(body, nil)
	})
}

// counted runs the body n times; choose sets the variable and goes to it.
func (c *code) counted(s *syntax.ForInStmt, n int, choose func(i *ir.Place, body *ir.Block)) {
	i := c.temp("i", ir.Bits(32))
	c.assign(i, number(0, ir.Bits(32)))
	head, next, body, update, after := c.block("loop"), c.block("next"), c.block("body"), c.block("update"), c.block("after")
	c.jump(head, head)
	c.end(&ir.If{At: c.here(), Cond: ir.NewBinary(ir.Lt, load(i), number(int64(n), ir.Bits(32))), Then: next, Else: after}, next)
	choose(i, body)
	c.cur = body
	c.loopBody(s.Body, loop{after, update})
	c.at = s.Span()
	c.jump(update, update)
	c.assign(i, ir.NewBinary(ir.Add, load(i), number(1, ir.Bits(32))))
	c.jump(head, after)
}
