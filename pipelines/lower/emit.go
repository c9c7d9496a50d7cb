package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// output is what a deparser writes to: memory that grows.
type output struct {
	// cursor is the next byte, and bits how many of it are written, nil where all headers
	// are whole bytes.
	cursor, bits *scalar
	start        lir.Expr
	end          lir.Expr // behind the last byte that there is room for
}

// emitValue appends what is valid of a value (16.1).
func (g *gen) emitValue(r *ref) {
	switch t := r.t.(type) {
	case *ir.StackType:
		for i := range t.Size {
			g.emitValue(g.step(r, ir.Step{Kind: ir.IndexStep, Index: indexConst(i)}))
		}
	case *ir.RecordType:
		if t.Kind == ir.Header {
			g.emitHeader(r)
			return
		}
		for i := range t.Fields {
			g.emitValue(g.step(r, ir.Step{Field: i}))
		}
	}
}

func (g *gen) emitHeader(r *ref) {
	if r.none {
		return
	}
	s := g.sourceOf(r)
	g.when(s.valid, func() {
		bits := num(uint64(packetWidth(r.t)), 32)
		if s.length != nil {
			bits = g.temp("bits", bin(lir.Add, s.length, bits, 32))
		}
		g.roomFor(bits)
		if g.out.bits == nil {
			n := g.temp("n", shr(bits, 3))
			g.emit(&lir.Copy{At: g.at, Dst: g.read(g.out.cursor), Src: s.ptr, N: n})
			g.write(g.out.cursor, plus(g.read(g.out.cursor), n))
			g.noteEnd()
			return
		}
		g.call(lir.MoveBits, 0, []lir.Expr{g.read(g.out.cursor), g.read(g.out.bits), s.ptr, num(0, 1), bits})
		sum := g.temp("sum", bin(lir.Add, g.read(g.out.bits), bits, 64))
		g.write(g.out.cursor, plus(g.read(g.out.cursor), shr(sum, 3)))
		g.write(g.out.bits, cut(sum, 3))
		g.noteEnd()
	})
}

// noteEnd writes down where a header ends, where that is asked for: in bytes, one that is
// begun whole.
func (g *gen) noteEnd() {
	if g.ends == 0 || g.fused != nil {
		return
	}
	s := g.slot("headers")
	n := g.temp("n", g.read(s))
	ok := g.block("ok")
	g.branch(cmp(lir.Lt, n, num(maxEnds, 32)), ok, g.fault)
	g.begin(ok)
	at := distance(g.read(g.out.cursor), g.out.start)
	if g.out.bits != nil {
		at = bin(lir.Add, at, cond(cmp(lir.Ne, g.read(g.out.bits), num(0, 3)), num(1, 1), num(0, 1)), 32)
	}
	g.emit(&lir.Store{At: g.at, Ptr: plus(g.recordAt(g.ends), shl(n, 3, 32)), Bytes: 8, X: at})
	g.write(s, bin(lir.Add, n, num(1, 1), 32))
}

// roomFor gives the packet up where its headers become longer than any packet.
func (g *gen) roomFor(bits lir.Expr) {
	n := bin(lir.Add, shr(bits, 3), num(2, 2), 32)
	ok := g.block("ok")
	g.branch(cmp(lir.Le, n, distance(g.out.end, g.read(g.out.cursor))), ok, g.fault)
	g.begin(ok)
}
