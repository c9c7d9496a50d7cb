package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// assign stores a value of any type at a place, evaluated whole before.
func (g *gen) assign(to *ref, x ir.Expr, root *ir.Local) {
	if !isAggregate(to.t) && !isVarbit(to.t) {
		if !g.copyBytes(to, x) {
			g.store(to, g.value(x).like(to.t))
		}
		return
	}
	if _, load := x.(*ir.Load); !load && root != nil && mentions(x, root) {
		t := g.fresh("t", to.t)
		g.fill(t, x)
		g.copyRef(to, t)
		return
	}
	g.fill(to, x)
}

// copyBytes stores what is whole bytes in memory to whole bytes in memory, as it lies.
func (g *gen) copyBytes(to *ref, x ir.Expr) bool {
	l, ok := x.(*ir.Load)
	if !ok || !inBytes(to) {
		return false
	}
	from := g.find(l.Place)
	if !inBytes(from) || widthOf(from.t) != widthOf(to.t) {
		return false
	}
	var parts []lir.Expr
	var sizes []int
	for at, n := 0, widthOf(to.t)/8; n > 0; {
		size := 8
		for size > n {
			size /= 2
		}
		parts = append(parts, g.temp("v", &lir.Load{Ptr: from.ptr, Off: from.bit/8 + at, Bytes: size}))
		sizes = append(sizes, size)
		at += size
		n -= size
	}
	off := to.bit / 8
	for i, v := range parts {
		g.emit(&lir.Store{At: g.at, Ptr: to.ptr, Off: off, Bytes: sizes[i], X: v})
		off += sizes[i]
	}
	return true
}

// inBytes says whether a place is whole bytes of memory.
func inBytes(r *ref) bool {
	return r.ptr != nil && !r.none && r.many == nil && r.bit%8 == 0 && widthOf(r.t)%8 == 0 && !isBool(r.t) && !isAggregate(r.t) && !isVarbit(r.t)
}

func isVarbit(t ir.Type) bool {
	_, ok := under(t).(*ir.VarbitType)
	return ok
}

// fresh is a variable of a type.
func (g *gen) fresh(name string, t ir.Type) *ref {
	c := g.vars.cell(name, t)
	g.resetCell(c)
	return &ref{t: under(t), cell: c}
}

// fill stores an expression with parts, whose parts do not read the place.
func (g *gen) fill(to *ref, x ir.Expr) {
	switch x := x.(type) {
	case *ir.Load:
		g.copyRef(to, g.find(x.Place))
	case *ir.Cast:
		g.fill(to, x.X)
	case *ir.Mux:
		yes, no, join := g.block("then"), g.block("else"), g.block("join")
		g.branch(g.truth(x.Cond), yes, no)
		g.begin(yes)
		g.fill(to, x.Then)
		g.jump(join)
		g.begin(no)
		g.fill(to, x.Else)
		g.begin(join)
	case *ir.Make:
		g.fillParts(to, len(x.Elems), func(part *ref, i int) { g.fillPart(part, x.Elems[i]) })
	case *ir.Const:
		g.fillConst(to, x.Value)
	default:
		g.refusal("a value of type %s is not supported here", x.Type())
	}
}

func (g *gen) fillPart(to *ref, x ir.Expr) {
	if isAggregate(to.t) || isVarbit(to.t) {
		g.fill(to, x)
		return
	}
	g.store(to, g.value(x).like(to.t))
}

func (g *gen) fillConst(to *ref, c ir.Value) {
	switch c := c.(type) {
	case *ir.ListConst:
		g.fillParts(to, len(c.Elems), func(part *ref, i int) { g.fillPart(part, &ir.Const{Value: c.Elems[i]}) })
	case *ir.InvalidConst:
		g.setValid(to, false)
	case *ir.IntConst: // of a varbit: the empty one
		g.setLength(to, num(0, 32))
	}
}

// fillParts makes a struct, tuple, stack, or valid header of its parts.
func (g *gen) fillParts(to *ref, n int, fill func(part *ref, i int)) {
	kind := ir.FieldStep
	if _, ok := to.t.(*ir.StackType); ok {
		kind = ir.IndexStep
		g.only(to, func(to *ref) {
			if to.cell != nil && to.cell.next != nil {
				g.write(to.cell.next, num(0, 32))
			}
		})
	}
	if isHeader(to.t) {
		g.setValid(to, true)
		to = &ref{t: to.t, cell: to.cell, many: to.many, union: to.union, none: to.none}
		g.joined(to)
	}
	for i := range n {
		fill(g.step(to, ir.Step{Kind: kind, Field: i, Index: indexConst(i)}), i)
	}
}

// copyRef makes a place a copy of another of its type.
func (g *gen) copyRef(to, from *ref) {
	switch t := to.t.(type) {
	case *ir.VarbitType:
		g.copyVarbit(to, from)
	case *ir.StackType:
		for i := range t.Size {
			s := ir.Step{Kind: ir.IndexStep, Index: indexConst(i)}
			g.copyRef(g.step(to, s), g.step(from, s))
		}
		if to.cell != nil && to.cell.next != nil && from.cell != nil {
			g.write(to.cell.next, g.read(from.cell.next))
		}
	case *ir.RecordType:
		switch t.Kind {
		case ir.Header:
			g.copyHeader(to, g.sourceOf(from))
		case ir.Union:
			g.copyUnion(to, from)
		default:
			for i := range t.Fields {
				s := ir.Step{Field: i}
				g.copyRef(g.step(to, s), g.step(from, s))
			}
		}
	default:
		g.store(to, g.load(from))
	}
}

// copyUnion copies all members, of which one is valid at most.
func (g *gen) copyUnion(to, from *ref) {
	if from.none {
		g.setValid(to, false)
		return
	}
	g.only(to, func(to *ref) {
		g.only(from, func(from *ref) {
			for i, p := range to.cell.parts {
				g.copyHeader(&ref{t: p.t, cell: p}, g.sourceOf(&ref{t: p.t, cell: from.cell.parts[i]}))
			}
		})
	})
}

func (g *gen) copyVarbit(to, from *ref) {
	p, n := g.varbit(from)
	p, n = g.temp("from", p), g.temp("length", n)
	if to.ptr == nil {
		g.setLength(to, n)
		q, _ := g.varbit(to)
		g.emit(&lir.Copy{At: g.at, Dst: q, Src: p, N: shr(n, 3)})
		return
	}
	h := to.head
	if h == nil || h.length == nil || to.bit%8 != 0 {
		g.refusal("an assignment to this varbit is not supported")
	}
	// What stands behind it moves, so the header goes to the room of its own: what was
	// behind is kept aside meanwhile, and what is assigned may lie in that room too.
	front, tail := to.bit/8, (packetWidth(h.t)-to.bit)/8
	size := (varbitOf(h.t) + 7) / 8
	aside, home := g.recordAt(g.scratch(size+tail)), g.home(h)
	was := g.temp("behind", plus(plus(to.ptr, num(uint64(front), 32)), shr(g.read(h.length), 3)))
	bytes := g.temp("n", shr(n, 3))
	g.emit(&lir.Copy{At: g.at, Dst: aside, Src: p, N: bytes})
	g.emit(&lir.Copy{At: g.at, Dst: plus(aside, bytes), Src: was, N: num(uint64(tail), 32)})
	g.emit(&lir.Copy{At: g.at, Dst: home, Src: to.ptr, N: num(uint64(front), 32)})
	g.emit(&lir.Copy{At: g.at, Dst: plus(home, num(uint64(front), 32)), Src: aside, N: bin(lir.Add, bytes, num(uint64(tail), 32), 32)})
	g.write(h.ptr, home)
	g.write(h.length, n)
}

// setLength sets how many bits a varbit has.
func (g *gen) setLength(to *ref, n lir.Expr) {
	switch {
	case to.ptr != nil && to.head != nil && to.head.length != nil:
		g.write(to.head.length, n)
	case to.cell != nil && to.cell.length != nil:
		g.write(to.cell.length, n)
	default:
		g.refusal("a varbit in a variable element of a stack is not supported")
	}
}

// refOf is where the value of an expression with parts lies.
func (g *gen) refOf(x ir.Expr) *ref {
	switch x := x.(type) {
	case *ir.Load:
		return g.find(x.Place)
	case *ir.Cast:
		if isAggregate(x.T) {
			return g.refOf(x.X)
		}
	}
	t := g.fresh("t", x.Type())
	g.fillPart(t, x)
	return t
}

// mentions says whether an expression reads a variable.
func mentions(x ir.Expr, l *ir.Local) bool {
	switch x := x.(type) {
	case *ir.Load:
		return x.Place.Root == l
	case *ir.IsValid:
		return x.Place.Root == l
	case *ir.LastIndex:
		return x.Place.Root == l
	case *ir.Unary:
		return mentions(x.X, l)
	case *ir.Binary:
		return mentions(x.X, l) || mentions(x.Y, l)
	case *ir.Mux:
		return mentions(x.Cond, l) || mentions(x.Then, l) || mentions(x.Else, l)
	case *ir.Cast:
		return mentions(x.X, l)
	case *ir.Slice:
		return mentions(x.X, l)
	case *ir.Matches:
		return true
	case *ir.Make:
		for _, e := range x.Elems {
			if mentions(e, l) {
				return true
			}
		}
	}
	return false
}
