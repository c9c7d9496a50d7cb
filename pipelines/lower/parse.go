package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// input is the packet that a parser reads.
type input struct {
	start lir.Expr // its first byte
	end   lir.Expr // behind its last one
	// cursor is the next byte; bits is how many of it are read, nil where only whole bytes
	// ever are.
	cursor *scalar
	bits   *scalar
	err    *scalar // parser_error
}

// fail rejects with an error; one that the program does not declare leaves NoError.
func (g *gen) fail(name string, to exits) {
	if i, ok := g.errors[name]; ok && g.in != nil {
		g.write(g.in.err, num(uint64(i), indexBits))
	}
	g.jump(to.reject)
}

// failUnless fails where c does not hold.
func (g *gen) failUnless(c lir.Expr, name string, to exits) {
	ok, bad := g.block("ok"), g.block("fail")
	g.branch(c, ok, bad)
	g.begin(bad)
	g.fail(name, to)
	g.begin(ok)
}

// room says whether so many bits are left to read.
func (g *gen) room(bits lir.Expr) lir.Expr {
	left := distance(g.in.end, g.read(g.in.cursor))
	if g.in.bits == nil {
		n := shr(bin(lir.Add, bits, num(7, 3), 64), 3)
		return cmp(lir.Le, n, left)
	}
	all := bin(lir.Sub, bin(lir.Mul, left, num(8, 4), 64), g.read(g.in.bits), 64)
	return cmp(lir.Le, bits, all)
}

// step moves the cursor by bits that are there.
func (g *gen) moveBy(bits lir.Expr) {
	if g.in.bits == nil {
		g.write(g.in.cursor, plus(g.read(g.in.cursor), shr(bits, 3)))
		return
	}
	sum := g.temp("bits", bin(lir.Add, g.read(g.in.bits), bits, 64))
	g.write(g.in.cursor, plus(g.read(g.in.cursor), shr(sum, 3)))
	g.write(g.in.bits, cut(sum, 3))
}

// parse translates the instructions that stand in parsers only.
func (g *gen) parse(i ir.Instr, to exits) {
	switch i := i.(type) {
	case *ir.CheckStack:
		r := g.find(i.Place)
		if r.none || r.cell == nil || r.cell.next == nil {
			g.refusal("a stack in a variable element of another is not supported")
		}
		next := g.read(r.cell.next)
		if i.Last {
			g.failUnless(cmp(lir.Ne, next, num(0, 1)), "StackOutOfBounds", to)
		} else {
			g.failUnless(cmp(lir.Lt, next, num(uint64(len(r.cell.parts)), 32)), "StackOutOfBounds", to)
		}
	case *ir.Extract:
		g.extract(i, to)
	case *ir.Lookahead:
		r := g.find(i.Dst)
		g.failUnless(g.room(num(uint64(packetWidth(i.Dst.T)), 32)), "PacketTooShort", to)
		g.lookahead(r)
	case *ir.Advance:
		n := g.keep("bits", g.value(i.Bits))
		bits := n.limb(0)
		for k := 1; k < len(n.w); k++ {
			bits = cond(cmp(lir.Eq, n.limb(k), num(0, 1)), bits, num(1<<40, 41))
		}
		bits = g.temp("bits", bits)
		g.failUnless(g.room(bits), "PacketTooShort", to)
		g.moveBy(bits)
	case *ir.Length:
		g.store(g.find(i.Dst), wordValue(distance(g.in.end, g.in.start), 32).resizedTo(widthOf(i.Dst.T)))
	case *ir.Verify:
		ok, bad := g.block("ok"), g.block("fail")
		g.branch(g.truth(i.Cond), ok, bad)
		g.begin(bad)
		g.write(g.in.err, g.value(i.Error).limb(0))
		g.jump(to.reject)
		g.begin(ok)
	default:
		g.refusal("%T is not supported", i)
	}
}

func (v value) resizedTo(width int) value { return resized(v, width, false) }

// extract gives a header its place in the packet (13.8.2). What fails changes nothing.
func (g *gen) extract(i *ir.Extract, to exits) {
	t := under(i.Dst.T).(*ir.RecordType)
	fixed := packetWidth(t)
	bits := num(uint64(fixed), 32)
	var size lir.Expr
	if i.Size != nil {
		v := g.keep("size", resized(g.value(i.Size), 64, false))
		size = v.limb(0)
		g.failUnless(cmp(lir.Eq, cut(size, 3), num(0, 1)), "ParserInvalidArgument", to)
		bits = g.temp("bits", bin(lir.Add, size, bits, 64))
	}
	g.failUnless(g.room(bits), "PacketTooShort", to)
	if size != nil {
		g.failUnless(cmp(lir.Le, size, num(uint64(varbitOf(t)), 32)), "HeaderTooShort", to)
	}
	r := g.find(i.Dst)
	g.only(r, func(r *ref) {
		h := r.cell.head
		g.alone(r.union, h)
		if g.in.bits == nil {
			g.write(h.ptr, g.read(g.in.cursor))
		} else {
			g.write(h.ptr, g.home(h))
			g.call(lir.MoveBits, 0, []lir.Expr{g.home(h), num(0, 1), g.read(g.in.cursor), g.read(g.in.bits), bits})
		}
		g.write(h.valid, truth(true))
		if h.length != nil {
			n := lir.Expr(num(0, 32))
			if size != nil {
				n = cutTo(size, 32)
			}
			g.write(h.length, n)
		}
	})
	if s := r.next; s != nil && s.next != nil {
		g.write(s.next, bin(lir.Add, g.read(s.next), num(1, 1), 32))
	}
	g.moveBy(bits)
}

// lookahead reads without moving; headers that it reads become valid.
func (g *gen) lookahead(r *ref) {
	ptr := g.temp("ahead", g.read(g.in.cursor))
	if g.in.bits != nil {
		n := packetWidth(r.t)
		at := g.recordAt(g.scratch((n + 7) / 8))
		g.call(lir.MoveBits, 0, []lir.Expr{at, num(0, 1), ptr, g.read(g.in.bits), num(uint64(n), 32)})
		ptr = at
	}
	g.lookAt(r, ptr, 0)
}

// lookAt fills a place with the bits from bit at of what ptr points to, and says where
// they end.
func (g *gen) lookAt(r *ref, ptr lir.Expr, at int) int {
	switch t := r.t.(type) {
	case *ir.StackType:
		for i := range t.Size {
			at = g.lookAt(g.step(r, ir.Step{Kind: ir.IndexStep, Index: indexConst(i)}), ptr, at)
		}
		return at
	case *ir.RecordType:
		if t.Kind == ir.Header {
			return g.lookAtHeader(r, ptr, at)
		}
		for i := range t.Fields {
			at = g.lookAt(g.step(r, ir.Step{Field: i}), ptr, at)
		}
		return at
	}
	w := widthOf(r.t)
	g.store(r, loadBits(ptr, at, w).like(r.t))
	return at + w
}

func (g *gen) lookAtHeader(r *ref, ptr lir.Expr, at int) int {
	n := packetWidth(r.t)
	g.only(r, func(r *ref) {
		h := r.cell.head
		g.alone(r.union, h)
		g.write(h.valid, truth(true))
		g.write(h.ptr, g.home(h))
		if at%8 == 0 {
			g.emit(&lir.Copy{At: g.at, Dst: g.home(h), Src: plus(ptr, num(uint64(at/8), 32)), N: num(uint64((n+7)/8), 32)})
		} else {
			g.call(lir.MoveBits, 0, []lir.Expr{g.home(h), num(0, 1), ptr, num(uint64(at), 32), num(uint64(n), 32)})
		}
		if h.length != nil {
			g.write(h.length, num(0, 32))
		}
	})
	return at + n
}
