package lower

import (
	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
	"up4/p4/types"
)

// expr is an expression with the implicit conversion that it has.
func (c *code) expr(e syntax.Expr) ir.Expr {
	if t := c.l.info.Implicit[e]; t != nil {
		return c.as(e, c.typ(t))
	}
	return c.as(e, c.typeOf(e))
}

// as is an expression as a value of type t. What it does besides becomes
// instructions.
func (c *code) as(e syntax.Expr, t ir.Type) ir.Expr {
	if v := c.l.info.Values[e]; v != nil {
		if k := c.l.value(v, t); k != nil {
			return &ir.Const{Value: k}
		}
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.as(e.X, t)
	case *syntax.ListExpr:
		return c.list(e, t)
	case *syntax.StructExpr:
		return c.structExpr(e, t)
	case *syntax.Dots, *syntax.DefaultExpr:
		return &ir.Const{Value: c.l.defaultValue(t)}
	case *syntax.InvalidExpr:
		return &ir.Const{Value: &ir.InvalidConst{T: t}}
	case *syntax.CondExpr:
		return c.cond(e, t)
	}
	return convert(c.raw(e), t)
}

// raw is an expression of the type it has by itself.
func (c *code) raw(e syntax.Expr) ir.Expr {
	switch e := e.(type) {
	case *syntax.Ident:
		return c.ident(e)
	case *syntax.UnaryExpr:
		return c.unary(e)
	case *syntax.BinaryExpr:
		return c.binary(e)
	case *syntax.CastExpr:
		return convert(c.expr(e.X), c.typ(c.l.info.TypeExprs[e.Type]))
	case *syntax.MemberExpr:
		return c.member(e)
	case *syntax.IndexExpr:
		return c.index(e)
	case *syntax.SliceExpr:
		return c.loadFrom(c.slice(e))
	case *syntax.CallExpr:
		if x := c.call(e, true); x != nil {
			return x
		}
	}
	return c.bad(e.Span(), CodeUnsupported, c.typeOf(e), "this is not a value")
}

func (c *code) ident(e *syntax.Ident) ir.Expr {
	o := c.l.info.Uses[e]
	t, ok := c.lookup(o)
	switch {
	case !ok:
	case t.local != nil:
		return load(ir.PlaceOf(t.local))
	case t.value != nil:
		return &ir.Const{Value: t.value}
	}
	return c.bad(e.Span(), CodeUnsupported, c.typeOf(e), "%s is not a value", e.Name)
}

// lookup is what a name stands for; instances and constants of the top level are
// made when they are first used.
func (c *code) lookup(o *types.Object) (thing, bool) {
	if o == nil {
		return thing{}, false
	}
	if t, ok := c.env.lookup(o); ok {
		return t, true
	}
	switch d := o.Decl.(type) {
	case *syntax.ConstDecl:
		t := c.l.typ(o.Type, nil)
		v := c.l.value(o.Value, t)
		if v == nil {
			v = c.l.top.constant(d.Value, t)
		}
		c.l.env.m[o] = thing{value: v}
	case *syntax.Instantiation:
		c.l.env.m[o] = c.l.top.instance(d)
	case *syntax.ActionDecl:
		c.l.env.m[o] = thing{fn: c.l.topAction(d)}
	default:
		return thing{}, false
	}
	return c.l.env.m[o], true
}

var unaryOps = map[token.Kind]ir.Op{token.Not: ir.Not, token.BitNot: ir.BitNot, token.Sub: ir.Neg}

func (c *code) unary(e *syntax.UnaryExpr) ir.Expr {
	x := c.expr(e.X)
	if op, ok := unaryOps[e.Op]; ok {
		return ir.NewUnary(op, x)
	}
	return x // +x
}

var binaryOps = map[token.Kind]ir.Op{
	token.Add: ir.Add, token.Sub: ir.Sub, token.Mul: ir.Mul, token.Div: ir.Div, token.Mod: ir.Mod,
	token.SatAdd: ir.SatAdd, token.SatSub: ir.SatSub, token.And: ir.And, token.Or: ir.Or, token.Xor: ir.Xor,
	token.AndAnd: ir.And, token.OrOr: ir.Or, token.Shl: ir.Shl, token.Shr: ir.Shr, token.Concat: ir.Concat,
	token.Eq: ir.Eq, token.Ne: ir.Ne, token.Lt: ir.Lt, token.Le: ir.Le, token.Gt: ir.Gt, token.Ge: ir.Ge,
}

func (c *code) binary(e *syntax.BinaryExpr) ir.Expr {
	if (e.Op == token.AndAnd || e.Op == token.OrOr) && c.acts(e.Y) {
		return c.shortCircuit(e)
	}
	if t := c.comparedAs(e); t != nil {
		x := c.as(e.X, t)
		if c.writes(e.Y) {
			x = c.saved(x)
		}
		return c.operator(e.Op, x, c.as(e.Y, t))
	}
	xs := c.exprs([]syntax.Expr{e.X, e.Y})
	if c.isInt(e.X) && c.isInt(e.Y) && e.Op != token.Shl && e.Op != token.Shr && e.Op != token.Concat {
		xs[0], xs[1] = exactInts(binaryOps[e.Op], xs[0], xs[1])
	}
	return c.operator(e.Op, xs[0], xs[1])
}

func (c *code) operator(k token.Kind, x, y ir.Expr) ir.Expr {
	op := binaryOps[k]
	if op == ir.Shl || op == ir.Shr {
		y = amount(y, x.Type())
	} else if op != ir.Concat {
		// One may still be an int that is known by now.
		if _, ok := x.Type().(*ir.IntType); ok {
			x = convert(x, y.Type())
		} else {
			y = convert(y, x.Type())
		}
	}
	return ir.NewBinary(op, x, y)
}

// isInt says whether an expression is an int, without a width of its own.
func (c *code) isInt(e syntax.Expr) bool {
	t := c.l.info.Implicit[e]
	if t == nil {
		t = c.l.info.Types[e]
	}
	return t == types.Int
}

// exactInts gives ints that are not known when compiled, signed and of any widths,
// the one width that the result needs (8.8).
func exactInts(op ir.Op, x, y ir.Expr) (ir.Expr, ir.Expr) {
	a, b := intWidth(x), intWidth(y)
	_, known := x.Type().(*ir.IntType)
	_, known2 := y.Type().(*ir.IntType)
	if a == 0 || b == 0 || known && known2 {
		return x, y
	}
	w := max(a, b)
	switch op {
	case ir.Add, ir.Sub:
		w++
	case ir.Mul:
		w = a + b
	}
	to := &ir.BitsType{Width: min(w, ir.MaxWidth), Signed: true}
	return convert(x, to), convert(y, to)
}

// intWidth is the bits of a signed number that hold x, 0 if it is none.
func intWidth(x ir.Expr) int {
	switch t := x.Type().(type) {
	case *ir.BitsType:
		return t.Width
	case *ir.IntType:
		if n, ok := intOf(x); ok {
			return n.BitLen() + 1
		}
	}
	return 0
}

// amount is a number of bits to shift by: of bit<> unless an int is shifted.
func amount(y ir.Expr, shifted ir.Type) ir.Expr {
	k, ok := y.(*ir.Const)
	if !ok { // an int that a parser or control was given
		if t, ok := y.Type().(*ir.BitsType); ok && t.Signed {
			return convert(y, ir.Bits(t.Width))
		}
		return y
	}
	n, ok := k.Value.(*ir.IntConst)
	if !ok {
		return y
	}
	if _, ok := shifted.(*ir.IntType); ok {
		return y
	}
	if t, ok := n.T.(*ir.BitsType); ok && !t.Signed {
		return y
	}
	width := max(32, n.V.BitLen())
	return &ir.Const{Value: &ir.IntConst{V: n.V, T: ir.Bits(width)}}
}

// exprs are expressions from left to right (6.8, 8.1): what is evaluated is not
// changed by those behind.
func (c *code) exprs(es []syntax.Expr) []ir.Expr {
	out := make([]ir.Expr, len(es))
	for i, e := range es {
		out[i] = c.expr(e)
		if c.writeIn(es[i+1:]) {
			out[i] = c.saved(out[i])
		}
	}
	return out
}

func (c *code) writeIn(es []syntax.Expr) bool {
	for _, e := range es {
		if c.writes(e) {
			return true
		}
	}
	return false
}

// writes says whether an expression may change something: it calls.
func (c *code) writes(e syntax.Expr) bool {
	found := false
	if e == nil {
		return false
	}
	syntax.Inspect(e, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.CallExpr); ok && !c.pure(call) {
			found = true
		}
		return !found
	})
	return found
}

func (c *code) pure(call *syntax.CallExpr) bool {
	info := c.l.info.Calls[call]
	if info == nil || info.Constructed != nil || c.l.info.Values[call] != nil {
		return true
	}
	if info.Sig.Kind == types.Builtin {
		switch info.Sig.Name {
		case "apply", "setValid", "setInvalid", "push_front", "pop_front":
			return false
		}
		return true
	}
	return info.Sig.Kind == types.ExternFunction && info.Sig.Name == "static_assert"
}

// acts says whether an expression does something besides giving a value: writes, or
// fails.
func (c *code) acts(e syntax.Expr) bool {
	found := c.writes(e)
	syntax.Inspect(e, func(n syntax.Node) bool {
		if m, ok := n.(*syntax.MemberExpr); ok && m.Sel != nil && (m.Sel.Text == "next" || m.Sel.Text == "last") {
			if _, stack := c.l.info.Types[m.X].(*types.Stack); stack {
				found = true
			}
		}
		return !found
	})
	return found
}

// shortCircuit evaluates the right side only if the left does not decide (8.5).
func (c *code) shortCircuit(e *syntax.BinaryExpr) ir.Expr {
	x := c.expr(e.X)
	t := c.temp("tmp", ir.Bool)
	c.assign(t, x)
	rest, join := c.block("rest"), c.block("join")
	branch := &ir.If{At: c.here(), Cond: load(t), Then: rest, Else: join}
	if e.Op == token.OrOr {
		branch.Then, branch.Else = join, rest
	}
	c.end(branch, rest)
	c.assign(t, c.expr(e.Y))
	c.jump(join, join)
	return load(t)
}

// cond evaluates one side only (8.5.1).
func (c *code) cond(e *syntax.CondExpr, t ir.Type) ir.Expr {
	cond := c.expr(e.Cond)
	if k, ok := cond.(*ir.Const); ok {
		if k.Value == ir.BoolConst(true) {
			return c.as(e.Then, t)
		}
		return c.as(e.Else, t)
	}
	if !c.acts(e.Then) && !c.acts(e.Else) {
		return ir.Fold(&ir.Mux{Cond: cond, Then: c.as(e.Then, t), Else: c.as(e.Else, t)})
	}
	tmp := c.temp("tmp", t)
	yes, no, join := c.block("yes"), c.block("no"), c.block("join")
	c.end(&ir.If{At: c.here(), Cond: cond, Then: yes, Else: no}, yes)
	c.assign(tmp, c.as(e.Then, t))
	c.jump(join, no)
	c.assign(tmp, c.as(e.Else, t))
	c.jump(join, join)
	return load(tmp)
}
