package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/types"
)

// lval is what can be assigned to: a place, or a slice of an lval.
type lval struct {
	place *ir.Place

	of     *lval
	hi, lo int     // constant bounds, if low is nil
	low    ir.Expr // of [low+:width]
	width  int
}

func (v *lval) typ() ir.Type {
	if v.place != nil {
		return v.place.T
	}
	return ir.Bits(v.width)
}

// member is X.Sel.
func (c *code) member(e *syntax.MemberExpr) ir.Expr {
	x := c.l.info.Types[e.X]
	name := e.Sel.Text
	if call, ok := syntax.Unparen(e.X).(*syntax.CallExpr); ok && c.tableCall(call) != nil {
		return c.applyMember(call, name)
	}
	if _, ok := x.(*types.Stack); ok && name == "lastIndex" {
		return &ir.LastIndex{Place: c.place(e.X)}
	}
	of := func() *ir.Place { return c.place(e.X) }
	if !c.isPlace(e.X) { // a part of a value, which is evaluated once
		v := c.expr(e.X)
		if r, ok := v.Type().(*ir.RecordType); ok {
			i := slices.IndexFunc(r.Fields, func(f ir.Field) bool { return f.Name == name })
			if ps := parts(v); i >= 0 && i < len(ps) {
				return ps[i]
			}
		}
		of = func() *ir.Place { return c.kept(v) }
	}
	if p := c.memberPlace(e, of); p != nil {
		return load(p)
	}
	return c.bad(e.Span(), CodeUnsupported, c.typeOf(e), "%s is not a value", name)
}

// isPlace says whether an expression begins at a variable.
func (c *code) isPlace(e syntax.Expr) bool {
	switch e := syntax.Unparen(e).(type) {
	case *syntax.Ident:
		t, ok := c.lookup(c.l.info.Uses[e])
		return ok && t.local != nil
	case *syntax.MemberExpr:
		return c.isPlace(e.X)
	case *syntax.IndexExpr:
		return c.isPlace(e.X)
	}
	return false
}

func (c *code) index(e *syntax.IndexExpr) ir.Expr {
	if c.isPlace(e.X) {
		return load(c.indexPlace(e, c.place(e.X)))
	}
	v := c.expr(e.X)
	if k, ok := c.l.info.Values[e.Index].(*types.IntValue); ok && k.V.IsInt64() {
		if ps := parts(v); k.V.Sign() >= 0 && int64(len(ps)) > k.V.Int64() {
			return ps[k.V.Int64()]
		}
	}
	return load(c.indexPlace(e, c.kept(v)))
}

// kept is where a value is: its place, or a new temporary.
func (c *code) kept(x ir.Expr) *ir.Place {
	if l, ok := x.(*ir.Load); ok {
		return l.Place
	}
	t := c.temp("tmp", x.Type())
	c.assign(t, x)
	return t
}

// place is where an expression's value is kept: in a variable, or else in a new
// temporary.
func (c *code) place(e syntax.Expr) *ir.Place {
	e = syntax.Unparen(e)
	switch e := e.(type) {
	case *syntax.Ident: // the variable itself, not what it would be converted to
		if t, ok := c.lookup(c.l.info.Uses[e]); ok && t.local != nil {
			return ir.PlaceOf(t.local)
		}
	case *syntax.MemberExpr:
		if p := c.memberPlace(e, func() *ir.Place { return c.place(e.X) }); p != nil {
			return p
		}
	case *syntax.IndexExpr:
		return c.indexPlace(e, c.place(e.X))
	}
	return c.kept(c.expr(e))
}

// memberPlace is a member of the place that of gives; nil, and of is not asked, if it
// is none.
func (c *code) memberPlace(e *syntax.MemberExpr, of func() *ir.Place) *ir.Place {
	name := e.Sel.Text
	switch c.l.info.Types[e.X].(type) {
	case *types.Stack:
		if name != "next" && name != "last" {
			return nil
		}
		p := of()
		c.emit(&ir.CheckStack{At: c.here(), Place: p, Last: name == "last"})
		kind := ir.NextStep
		if name == "last" {
			kind = ir.LastStep
		}
		return p.Then(ir.Step{Kind: kind})
	case *types.Record, *types.Anonymous, *types.TypeVar:
		if call, ok := syntax.Unparen(e.X).(*syntax.CallExpr); ok && c.tableCall(call) != nil {
			return nil
		}
		p := of()
		if r, ok := p.T.(*ir.RecordType); ok {
			if i := slices.IndexFunc(r.Fields, func(f ir.Field) bool { return f.Name == name }); i >= 0 {
				return p.Then(ir.Step{Kind: ir.FieldStep, Field: i})
			}
		}
	}
	return nil
}

// indexPlace is an element of the place p.
func (c *code) indexPlace(e *syntax.IndexExpr, p *ir.Place) *ir.Place {
	if c.writes(e.Index) {
		p = c.freeze(p)
	}
	i := c.expr(e.Index)
	if _, ok := p.T.(*ir.StackType); ok {
		return c.element(e, p, i)
	}
	if k, ok := i.(*ir.Const); ok {
		if n, ok := k.Value.(*ir.IntConst); ok && n.V.IsInt64() {
			if q := p.Then(ir.Step{Kind: ir.FieldStep, Field: int(n.V.Int64())}); q != nil {
				return q
			}
		}
	}
	c.l.errorf(e.Span(), CodeUnsupported, "this has no elements")
	return c.temp("bad", c.typeOf(e))
}

// element is one of a stack (8.18). An index that was known when instantiated only is
// checked here.
func (c *code) element(e *syntax.IndexExpr, p *ir.Place, i ir.Expr) *ir.Place {
	t := i.Type()
	for {
		if _, ok := t.(*ir.BitsType); ok {
			break
		}
		if k, ok := i.(*ir.Const); ok {
			i = convert(k, ir.Bits(32))
		} else {
			i = convert(i, ir.Underlying(t))
		}
		t = i.Type()
		if _, ok := t.(*ir.BitsType); !ok {
			c.l.errorf(e.Index.Span(), CodeIndex, "an index has to be a number")
			return c.temp("bad", c.typeOf(e))
		}
	}
	if k, ok := i.(*ir.Const); ok {
		n := k.Value.(*ir.IntConst).V
		size := p.T.(*ir.StackType).Size
		if n.Sign() < 0 || !n.IsInt64() || n.Int64() >= int64(size) {
			c.l.errorf(e.Index.Span(), CodeIndex, "there is no element %s in a stack of %d", n, size)
			return c.temp("bad", c.typeOf(e))
		}
		i = number(n.Int64(), ir.Bits(32))
	}
	return p.Then(ir.Step{Kind: ir.IndexStep, Index: i})
}

// freeze is the same place whatever changes afterwards: its indices are saved (6.8,
// step 3), next and last become the elements that they are now.
func (c *code) freeze(p *ir.Place) *ir.Place {
	if p.Fixed() {
		return p
	}
	q := ir.PlaceOf(p.Root)
	for _, s := range p.Path {
		var i ir.Expr
		switch s.Kind {
		case ir.IndexStep:
			i = s.Index
		case ir.NextStep: // the last index wraps where there is none
			i = ir.NewBinary(ir.Add, &ir.LastIndex{Place: q}, number(1, ir.Bits(32)))
		case ir.LastStep:
			i = &ir.LastIndex{Place: q}
		}
		if i != nil {
			s = ir.Step{Kind: ir.IndexStep, Index: c.saved(i)}
		}
		q = q.Then(s)
	}
	return q
}

// freezeButNext is freeze for what is extracted to: where that is a stack's next
// element, or a header of it, it stays so, as the next index has to grow. stack is that
// stack, nil if there is none.
func (c *code) freezeButNext(p *ir.Place) (q, stack *ir.Place) {
	n := slices.IndexFunc(p.Path, func(s ir.Step) bool { return s.Kind == ir.NextStep })
	if n < 0 {
		return c.freeze(p), nil
	}
	q = ir.PlaceOf(p.Root)
	for _, s := range p.Path[:n] {
		q = q.Then(s)
	}
	q = c.freeze(q)
	stack = q
	for _, s := range p.Path[n:] { // behind next only a header of a union
		q = q.Then(s)
	}
	return q, stack
}

func (c *code) freezeLval(v *lval) *lval {
	if v.place != nil {
		return &lval{place: c.freeze(v.place)}
	}
	w := *v
	w.of = c.freezeLval(v.of)
	if w.low != nil {
		w.low = c.saved(w.low)
	}
	return &w
}

// lvalue is what an expression on the left stands for (6.7).
func (c *code) lvalue(e syntax.Expr) *lval {
	base := syntax.Unparen(e)
	for s, ok := base.(*syntax.SliceExpr); ok; s, ok = base.(*syntax.SliceExpr) {
		base = syntax.Unparen(s.X)
	}
	if !c.isPlace(base) {
		c.l.errorf(e.Span(), CodeUnsupported, "nothing can be stored here: this begins at no variable")
	}
	if s, ok := syntax.Unparen(e).(*syntax.SliceExpr); ok {
		return c.slice(s)
	}
	return &lval{place: c.place(e)}
}

// slice is X[Hi:Lo] or X[Lo+:Width] (8.6).
func (c *code) slice(e *syntax.SliceExpr) *lval {
	of := c.lvalueOrValue(e.X)
	all := 0
	if t, ok := ir.Underlying(of.typ()).(*ir.BitsType); ok {
		all = t.Width
	}
	// Bounds that a constructor was given are checked here.
	if e.Width == nil {
		hi, lo := c.constInt(e.Hi), c.constInt(e.Lo)
		if lo > hi || hi >= all {
			return c.badSlice(e, of, "there are no bits %d to %d in %s", hi, lo, of.typ())
		}
		return &lval{of: of, hi: hi, lo: lo, width: hi - lo + 1}
	}
	w := c.constInt(e.Width)
	if w < 1 || w > all {
		return c.badSlice(e, of, "there are no %d bits in %s", w, of.typ())
	}
	if c.writes(e.Lo) {
		of = c.freezeLval(of)
	}
	low := c.expr(e.Lo)
	if n, ok := intOf(low); ok {
		if n.Sign() < 0 {
			return c.badSlice(e, of, "there is no bit %d in %s", n, of.typ())
		}
		if n.IsInt64() && n.Int64() <= int64(all-w) {
			lo := int(n.Int64())
			return &lval{of: of, hi: lo + w - 1, lo: lo, width: w}
		}
		low = &ir.Const{Value: &ir.IntConst{V: n, T: ir.Bits(max(32, n.BitLen()))}}
	}
	if _, ok := low.Type().(*ir.BitsType); !ok {
		low = convert(low, ir.Underlying(low.Type()))
	}
	if t, ok := low.Type().(*ir.BitsType); ok && t.Signed {
		low = convert(low, ir.Bits(t.Width))
	}
	return &lval{of: of, low: low, width: w}
}

// badSlice reports a slice outside what it is of.
func (c *code) badSlice(e *syntax.SliceExpr, of *lval, format string, args ...any) *lval {
	c.l.errorf(e.Span(), CodeIndex, format, args...)
	return of
}

// lvalueOrValue is what a slice is of: a place, or a value in a temporary.
func (c *code) lvalueOrValue(e syntax.Expr) *lval {
	if s, ok := syntax.Unparen(e).(*syntax.SliceExpr); ok {
		return c.slice(s)
	}
	if c.isPlace(e) {
		return &lval{place: c.place(e)}
	}
	return &lval{place: c.kept(c.expr(e))}
}

// bitsOf is a value as unsigned bits.
func bitsOf(x ir.Expr) ir.Expr {
	t, ok := ir.Underlying(x.Type()).(*ir.BitsType)
	if !ok {
		return x
	}
	return convert(x, ir.Bits(t.Width))
}

func (c *code) loadFrom(v *lval) ir.Expr {
	if v.place != nil {
		return load(v.place)
	}
	x := c.loadFrom(v.of)
	if v.low == nil {
		if _, ok := x.Type().(*ir.BitsType); !ok {
			x = bitsOf(x)
		}
		return ir.Fold(&ir.Slice{X: x, Hi: v.hi, Lo: v.lo})
	}
	x = ir.NewBinary(ir.Shr, bitsOf(x), v.low)
	return ir.Fold(&ir.Slice{X: x, Hi: v.width - 1, Lo: 0})
}

// store assigns to an lval. Bits of a slice beyond what it is of are dropped.
func (c *code) store(v *lval, x ir.Expr) {
	if v.place != nil {
		c.assign(v.place, x)
		return
	}
	if v.low == nil && v.of.place != nil {
		if _, ok := v.of.place.T.(*ir.BitsType); ok {
			c.emit(&ir.Assign{At: c.here(), Dst: v.of.place, Sliced: true, Hi: v.hi, Lo: v.lo, Value: x})
			return
		}
	}
	old := c.loadFrom(v.of)
	bits := bitsOf(old)
	t := bits.Type().(*ir.BitsType)
	low := v.low
	if low == nil {
		low = number(int64(v.lo), ir.Bits(32))
	}
	ones := convert(number(-1, ir.IntT), ir.Bits(v.width))
	mask := ir.NewBinary(ir.Shl, convert(ones, t), low)
	kept := ir.NewBinary(ir.And, bits, ir.NewUnary(ir.BitNot, mask))
	set := ir.NewBinary(ir.Shl, convert(x, t), low)
	c.store(v.of, convert(ir.NewBinary(ir.Or, kept, set), old.Type()))
}
