package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// body is the statements of a function, action or control.
func (c *code) body(b *syntax.BlockStmt) {
	if b != nil {
		c.stmt(b)
	}
}

// enter begins a region for what is annotated @atomic, unless it is in one already,
// and says whether it did.
func (c *code) enter(as []*syntax.Annotation) bool {
	if c.region != 0 || !slices.ContainsFunc(as, func(a *syntax.Annotation) bool { return a.Name != nil && a.Name.Text == "atomic" }) {
		return false
	}
	c.regions++
	c.region = c.regions
	return true
}

// atomically makes what f adds a region, if it is annotated @atomic (20.3.4) and not in
// one already.
func (c *code) atomically(as []*syntax.Annotation, f func()) {
	if !c.enter(as) {
		f()
		return
	}
	if in := c.block("atomic"); c.cur != nil {
		c.jump(in, in)
	} else {
		c.cur = in
	}
	f()
	c.region = 0
	if c.cur != nil {
		out := c.block("after")
		c.jump(out, out)
	}
}

func (c *code) scoped(list []syntax.Stmt) {
	outer := c.env
	c.env = outer.within()
	c.stmts(list)
	c.env = outer
}

func (c *code) stmts(list []syntax.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *code) stmt(s syntax.Stmt) {
	if s == nil {
		return
	}
	c.at = s.Span()
	switch s := s.(type) {
	case *syntax.AssignStmt:
		c.assignment(s)
	case *syntax.CallStmt:
		if s.Call != nil {
			c.callStmt(s.Call)
		}
	case *syntax.DeclStmt:
		c.decl(s.Decl)
	case *syntax.BlockStmt:
		c.atomically(s.Annotations, func() { c.scoped(s.Stmts) })
	case *syntax.IfStmt:
		c.ifStmt(s)
	case *syntax.ReturnStmt:
		t := &ir.Return{At: c.here()}
		if s.Value != nil {
			t.Value = c.as(s.Value, c.fn.Result)
		}
		c.end(t, nil)
	case *syntax.ExitStmt:
		c.end(&ir.Exit{At: c.here()}, nil)
	case *syntax.BreakStmt:
		c.leave(func(l loop) *ir.Block { return l.breaks })
	case *syntax.ContinueStmt:
		c.leave(func(l loop) *ir.Block { return l.continues })
	case *syntax.SwitchStmt:
		c.switchStmt(s)
	case *syntax.ForStmt:
		c.forStmt(s)
	case *syntax.ForInStmt:
		c.forIn(s)
	}
}

func (c *code) leave(to func(loop) *ir.Block) {
	if n := len(c.loops); n > 0 {
		c.jump(to(c.loops[n-1]), nil)
	}
}

// callStmt drops the result.
func (c *code) callStmt(e *syntax.CallExpr) { c.call(e, false) }

var compoundOps = map[token.Kind]token.Kind{
	token.AddAssign: token.Add, token.SubAssign: token.Sub, token.MulAssign: token.Mul,
	token.DivAssign: token.Div, token.ModAssign: token.Mod, token.AndAssign: token.And,
	token.OrAssign: token.Or, token.XorAssign: token.Xor, token.ShlAssign: token.Shl,
	token.ShrAssign: token.Shr, token.SatAddAssign: token.SatAdd, token.SatSubAssign: token.SatSub,
}

// assignment evaluates the left side to an lvalue, then the right side, then assigns
// (12.1).
func (c *code) assignment(s *syntax.AssignStmt) {
	lv := c.lvalue(s.L)
	writes := c.writes(s.R)
	if writes {
		lv = c.freezeLval(lv)
	}
	t := lv.typ()
	op, compound := compoundOps[s.Op]
	if !compound {
		c.store(lv, c.as(s.R, t))
		return
	}
	x := c.loadFrom(lv)
	if writes { // L op= R is L = L op R
		x = c.saved(x)
	}
	x = plain(x)
	var y ir.Expr
	if op == token.Shl || op == token.Shr {
		y = plain(c.expr(s.R))
	} else {
		y = convert(c.expr(s.R), x.Type())
	}
	c.store(lv, convert(c.operator(op, x, y), t))
}

// plain is a number as what arithmetic is defined on: without an enum's name.
func plain(x ir.Expr) ir.Expr {
	if e, ok := x.Type().(*ir.EnumType); ok && e.Repr != nil {
		return convert(x, e.Repr)
	}
	return x
}

func (c *code) ifStmt(s *syntax.IfStmt) {
	yes, join := c.block("yes"), c.block("join")
	no := join
	if s.Else != nil {
		no = c.block("no")
	}
	c.branch(s.Cond, yes, no)
	c.cur = yes
	c.scoped([]syntax.Stmt{s.Then})
	c.jump(join, nil)
	if s.Else != nil {
		c.cur = no
		c.scoped([]syntax.Stmt{s.Else})
		c.jump(join, nil)
	}
	c.cur = join
}

// branch goes to yes or no. The right sides of && and || are reached only where they
// decide (8.5).
func (c *code) branch(e syntax.Expr, yes, no *ir.Block) {
	if b, ok := syntax.Unparen(e).(*syntax.BinaryExpr); ok && (b.Op == token.AndAnd || b.Op == token.OrOr) && c.acts(b.Y) {
		rest := c.block("rest")
		if b.Op == token.AndAnd {
			c.branch(b.X, rest, no)
		} else {
			c.branch(b.X, yes, rest)
		}
		c.cur = rest
		c.branch(b.Y, yes, no)
		return
	}
	cond := c.expr(e)
	c.end(&ir.If{At: c.here(), Cond: cond, Then: yes, Else: no}, nil)
}
