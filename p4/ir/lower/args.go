package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/types"
)

// out is a temporary to copy out of after a call.
type out struct {
	to   *lval
	temp *ir.Place
}

// callSite is a call, and its arguments as they stand there.
type callSite struct {
	*types.Call
	given []*syntax.Arg
}

// order is the parameters in the order in which their arguments stand in the call,
// named ones too (6.8); behind them those that none was given for.
func (s *callSite) order() []int {
	at := map[syntax.Expr]int{}
	for i, a := range s.given {
		at[a.Value] = i
	}
	place := func(i int) int {
		if n, ok := at[s.Args[i]]; ok && s.Args[i] != nil {
			return n
		}
		return len(s.given) + i
	}
	out := make([]int, len(s.Args))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return place(a) - place(b) })
	return out
}

// args evaluates a call's arguments from left to right as they are written (6.8). An
// out or inout argument is passed as it is where it is a place of its own that nothing
// changes meanwhile, else by way of a temporary. fixed marks parameters to leave out.
func (c *code) args(call *callSite, callee *ir.Func, fixed []bool) ([]ir.Operand, []out) {
	a := &arguments{c: c, callee: callee}
	es := make([]syntax.Expr, len(call.Args))
	for i, e := range call.Args {
		if es[i] = e; e == nil {
			es[i] = call.Sig.Params[i].Default
		}
	}
	order := slices.DeleteFunc(call.order(), func(i int) bool { return fixed != nil && fixed[i] })
	sorted := slices.Sorted(slices.Values(order))
	to := make([]int, len(order)) // operands are in the order of the parameters
	for n, i := range order {
		var behind []syntax.Expr
		for _, j := range order[n+1:] {
			behind = append(behind, es[j])
		}
		to[n], _ = slices.BinarySearch(sorted, i)
		a.add(call.Sig.Params[i], es[i], to[n], c.writeIn(nonNil(behind)))
	}
	operands, outs := a.finish()
	out := make([]ir.Operand, len(order))
	for n, k := range to {
		out[k] = operands[n]
	}
	return out, outs
}

func nonNil(es []syntax.Expr) []syntax.Expr {
	var out []syntax.Expr
	for _, e := range es {
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}

// arguments is what was evaluated of a call's.
type arguments struct {
	c        *code
	callee   *ir.Func // nil for an extern
	operands []ir.Operand
	lvals    []*lval // of out and inout operands that have no place yet
	outs     []out
}

// add evaluates an argument, that of the callee's parameter n. later says whether one
// that is evaluated after it may change something.
func (a *arguments) add(p *types.Param, e syntax.Expr, n int, later bool) {
	c := a.c
	t := c.typ(p.Type)
	dir := ir.Direction(p.Dir)
	op := ir.Operand{Dir: dir}
	var lv *lval
	_, object := t.(*ir.ObjectType)
	switch {
	case e == nil && a.callee != nil && !object: // an optional one is of any value
		t := c.temp("left_out", t)
		c.emit(&ir.Reset{At: c.here(), Place: t})
		if op.Place = t; dir == ir.In || dir == ir.None {
			op.Place, op.Value = nil, load(t)
		}
	case e == nil:
		op = ir.Operand{}
	case object:
		x := c.thing(e)
		op = ir.Operand{Object: x.object, Param: x.local}
		if x.object == nil && x.local == nil {
			c.l.errorf(e.Span(), CodeUnsupported, "this is no object that is known when the program is instantiated")
		}
	case dir == ir.In || dir == ir.None:
		if _, any := t.(*ir.VoidType); any {
			op.Value = c.expr(e)
		} else {
			op.Value = c.as(e, t)
		}
		if a.callee != nil {
			op.Value = c.intArg(e, op.Value, a.callee.Params[n].Type)
		}
		if later {
			op.Value = c.saved(op.Value)
		}
	default:
		if _, drop := e.(*syntax.DefaultExpr); drop {
			op.Place = c.temp("dropped", t)
			break
		}
		lv = c.lvalue(e)
		if later {
			lv = c.freezeLval(lv)
			if dir == ir.InOut {
				op.Place = c.temp("copy", lv.typ())
				c.assign(op.Place, c.loadFrom(lv))
				a.outs = append(a.outs, out{lv, op.Place})
			}
		}
	}
	a.operands = append(a.operands, op)
	if op.Place != nil {
		lv = nil
	}
	a.lvals = append(a.lvals, lv)
}

// finish gives the places that wait one: their own if none overlaps another, nor is a
// union's header: copying out may make the others invalid (8.19).
func (a *arguments) finish() ([]ir.Operand, []out) {
	c := a.c
	direct := func(i int) bool {
		p := a.lvals[i].place
		if p == nil || !p.Fixed() || p.InUnion() {
			return false
		}
		for j, o := range a.lvals {
			if j != i && o != nil && o.root() == p.Root && (o.place == nil || ir.Overlap(o.place, p)) {
				return false
			}
		}
		for _, o := range a.outs {
			if o.to.root() == p.Root && (o.to.place == nil || ir.Overlap(o.to.place, p)) {
				return false
			}
		}
		return true
	}
	places := make([]*ir.Place, len(a.operands))
	for i, lv := range a.lvals {
		if lv != nil && direct(i) {
			places[i] = lv.place
		}
	}
	var outs []out
	n := 0 // of a.outs
	for i := range a.operands {
		op := &a.operands[i]
		switch lv := a.lvals[i]; {
		case lv == nil && n < len(a.outs) && op.Place != nil && op.Place == a.outs[n].temp:
			outs = append(outs, a.outs[n])
			n++
		case lv == nil:
		case places[i] != nil:
			op.Place = places[i]
		default:
			lv = c.freezeLval(lv)
			op.Place = c.temp("copy", lv.typ())
			if op.Dir == ir.InOut {
				c.assign(op.Place, c.loadFrom(lv))
			}
			outs = append(outs, out{lv, op.Place})
		}
	}
	return a.operands, outs
}

func (v *lval) root() *ir.Local {
	for v.place == nil {
		v = v.of
	}
	return v.place.Root
}

// copyOut copies temporaries to where they belong, from left to right.
func (c *code) copyOut(outs []out) {
	for _, o := range outs {
		c.store(o.to, load(o.temp))
	}
}

// intArg is an int as a parser or control takes one.
func (c *code) intArg(e syntax.Expr, x ir.Expr, t ir.Type) ir.Expr {
	if !ir.Identical(x.Type(), ir.IntT) || !ir.Identical(t, intParam) {
		return x
	}
	if n, ok := intOf(x); ok && !ir.Fits(n, intParam) {
		c.l.errorf(e.Span(), CodeUnsupported, "%s has more than %d bits", n, intParam.Width)
	}
	return convert(x, t)
}
