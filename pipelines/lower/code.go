package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// exits is where the ways out of a function lead.
type exits struct {
	done   *lir.Block // return, accept
	exit   *lir.Block // exit (12.5)
	reject *lir.Block // of a parser
	result *ref       // of a function, nil without one
}

// code translates a function's blocks, from where control is now. Behind it no code is
// open: all ways lead to the exits.
func (g *gen) code(f *ir.Func, to exits) {
	blocks := map[*ir.Block]*lir.Block{}
	for _, b := range f.Blocks {
		blocks[b] = g.block(b.Name)
		blocks[b].State = b.State
	}
	g.loops(f, blocks)
	g.jump(blocks[f.Blocks[0]])
	outer := g.within
	defer func() { g.within = outer }()
	for _, b := range f.Blocks {
		g.begin(blocks[b])
		g.within = outer || b.Atomic != 0 // what is called within belongs to the region
		g.region(g.within)
		if blocks[b].Loop {
			g.budget(f, to)
		}
		for _, i := range b.Instrs {
			if g.cur == nil {
				break
			}
			g.span(i.Span())
			g.instr(i, blocks, to)
		}
		g.span(b.Term.Span())
		g.term(b.Term, blocks, to)
	}
}

// loops marks the blocks that a way leads back to.
func (g *gen) loops(f *ir.Func, blocks map[*ir.Block]*lir.Block) {
	const (
		open = 1 + iota
		closed
	)
	state := map[*ir.Block]int{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		state[b] = open
		for _, to := range b.Successors() {
			switch state[to] {
			case 0:
				visit(to)
			case open:
				blocks[to].Loop = true
			}
		}
		state[b] = closed
	}
	visit(f.Blocks[0])
}

// budget takes a step from the packet's, and gives up where there is none: a parser
// with ParserTimeout (13.8), the rest as a fault.
func (g *gen) budget(f *ir.Func, to exits) {
	left := g.temp("steps", g.read(g.steps))
	more, out := g.block("more"), g.block("timeout")
	g.branch(cmp(lir.Eq, left, num(0, 1)), out, more)
	g.begin(out)
	if f.Kind == ir.Parser {
		g.fail("ParserTimeout", to)
	} else {
		g.jump(g.fault)
	}
	g.begin(more)
	g.write(g.steps, bin(lir.Sub, left, num(1, 1), 32))
}

// region enters or leaves an @atomic region (20.3.4), if this is another than before.
func (g *gen) region(within bool) {
	if !g.atomic() {
		return
	}
	if g.inside == nil {
		g.inside = g.vars.scalar("inside", boolean)
	}
	was := g.read(g.inside)
	if within {
		g.when(not(was), func() { g.call(lir.Enter, 0, nil); g.write(g.inside, truth(true)) })
	} else {
		g.when(was, func() { g.call(lir.Leave, 0, nil); g.write(g.inside, truth(false)) })
	}
}

// atomic says whether the program has such regions.
func (p *program) atomic() bool {
	for _, f := range p.ir.Funcs {
		for _, b := range f.Blocks {
			if b.Atomic != 0 {
				return true
			}
		}
	}
	return false
}

func (g *gen) instr(i ir.Instr, blocks map[*ir.Block]*lir.Block, to exits) {
	switch i := i.(type) {
	case *ir.Assign:
		g.assignInstr(i)
	case *ir.Reset:
		g.reset(g.find(i.Place))
	case *ir.SetValid:
		g.setValid(g.find(i.Place), i.Valid)
	case *ir.Shift:
		g.shift(g.find(i.Place), i.Count)
	case *ir.CallExtern:
		g.extern(g, i)
	case *ir.Apply:
		g.apply(i, blocks, to)
	case *ir.Emit:
		g.emitValue(g.refOf(i.Value))
	case *ir.Call:
		g.inline(i, blocks, to)
	default:
		g.parse(i, to)
	}
}

func (g *gen) assignInstr(i *ir.Assign) {
	to := g.find(i.Dst)
	if !i.Sliced {
		g.assign(to, i.Value, i.Dst.Root)
		return
	}
	// The bits of a slice (8.6).
	v := g.keep("v", g.value(i.Value))
	old := g.load(to)
	w := old.bits
	parts := value{w: []lir.Expr{num(0, 1)}}
	if i.Hi < w-1 {
		parts = sliceOf(old, w-1, i.Hi+1)
	}
	parts = joinParts(parts, resized(v, i.Hi-i.Lo+1, false))
	if i.Lo > 0 {
		parts = joinParts(parts, sliceOf(old, i.Lo-1, 0))
	}
	g.store(to, parts)
}

func joinParts(x, y value) value {
	if x.bits == 0 {
		return y
	}
	return concat(x, y)
}

func (g *gen) term(t ir.Term, blocks map[*ir.Block]*lir.Block, to exits) {
	switch t := t.(type) {
	case *ir.Goto:
		g.jump(blocks[t.To])
	case *ir.If:
		g.branch(g.truth(t.Cond), blocks[t.Then], blocks[t.Else])
	case *ir.Switch:
		g.switchTerm(t, blocks)
	case *ir.Select:
		g.selectTerm(t, blocks, to)
	case *ir.Return:
		if t.Value != nil && to.result != nil && g.cur != nil {
			g.assign(to.result, t.Value, nil)
		}
		g.jump(to.done)
	case *ir.Exit:
		g.jump(to.exit)
	case *ir.Accept:
		g.jump(to.done)
	case *ir.Reject:
		g.jump(to.reject)
	}
}

// switchTerm goes to the first case that holds: by a switch where all are constants of
// one word, otherwise one after the other.
func (g *gen) switchTerm(t *ir.Switch, blocks map[*ir.Block]*lir.Block) {
	v := g.keep("x", g.value(t.X))
	if cases, ok := g.wordCases(t, v, blocks); ok {
		g.end(&lir.Switch{At: g.at, X: v.w[0], Cases: cases, Default: blocks[t.Default]})
		return
	}
	for _, c := range t.Cases {
		next := g.block("next")
		g.branch(g.holds(c.Set, v, t.X.Type()), blocks[c.To], next)
		g.begin(next)
	}
	g.jump(blocks[t.Default])
}

func (g *gen) wordCases(t *ir.Switch, v value, blocks map[*ir.Block]*lir.Block) (cases []lir.Case, ok bool) {
	if v.bool || len(v.w) != 1 {
		return nil, false
	}
	if _, isConst := constant(v.w[0]); isConst {
		return nil, false
	}
	seen := map[uint64]bool{}
	for _, c := range t.Cases {
		e, isExact := c.Set.(*ir.Exactly)
		if !isExact {
			return nil, false
		}
		n, isConst := constantValue(g.value(e.V))
		if !isConst {
			return nil, false
		}
		if !seen[n] {
			seen[n] = true
			cases = append(cases, lir.Case{Values: []uint64{n}, To: blocks[c.To]})
		}
	}
	return cases, len(cases) > 0
}

// selectTerm goes to the first case all of whose sets hold (13.6).
func (g *gen) selectTerm(t *ir.Select, blocks map[*ir.Block]*lir.Block, to exits) {
	var keys []value
	var leaves []leaf
	for _, k := range t.Keys {
		if isAggregate(k.Type()) {
			leaves = g.leavesOf(leaves, g.refOf(k))
			keys = append(keys, value{})
			continue
		}
		v := g.keep("key", g.value(k))
		keys = append(keys, v)
		leaves = append(leaves, leaf{v: v, t: k.Type()})
	}
	for _, c := range t.Cases {
		holds := truth(true)
		if c.Whole != nil {
			holds = g.inSet(c.Whole, leaves)
		}
		for i, s := range c.Sets {
			if in, ok := s.(*ir.InSet); ok && isAggregate(t.Keys[i].Type()) {
				holds = and(holds, g.inSet(in.Set, g.leavesOf(nil, g.refOf(t.Keys[i]))))
				continue
			}
			holds = and(holds, g.holds(s, keys[i], t.Keys[i].Type()))
		}
		next := g.block("next")
		g.branch(holds, blocks[c.To], next)
		g.begin(next)
	}
	g.fail("NoMatch", to)
}

// leaf is a value without parts; a varbit is where its bits are, and how many.
type leaf struct {
	v           value
	t           ir.Type
	ptr, length lir.Expr
}

// leavesOf is the parts of what lies at a place that have none, in order.
func (g *gen) leavesOf(to []leaf, r *ref) []leaf {
	switch t := r.t.(type) {
	case *ir.RecordType:
		for i := range t.Fields {
			to = g.leavesOf(to, g.step(r, ir.Step{Field: i}))
		}
		return to
	case *ir.StackType:
		for i := range t.Size {
			to = g.leavesOf(to, g.step(r, ir.Step{Kind: ir.IndexStep, Index: indexConst(i)}))
		}
		return to
	}
	if isVarbit(r.t) {
		p, n := g.varbit(r)
		return append(to, leaf{t: r.t, ptr: g.temp("from", p), length: g.temp("length", n)})
	}
	return append(to, leaf{v: g.load(r), t: r.t})
}
