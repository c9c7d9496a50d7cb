package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// leave puts the headers in front of the payload, and writes the verdict. What stands
// there already, as most of it does, is left alone: a packet whose headers are emitted as
// they were parsed is where it was.
func (m *mainWay) leave() {
	f := m.blocks[5]
	m.cells[f.Params[1]] = m.fused.headers
	list, straight := m.emitted(f)
	if !straight || !wholeHeadersOf(list) {
		m.rebuild(f, m.temp("pay", plus(m.start, m.payload)))
		return
	}
	// From the payload on towards the front, as long as each header ends where the next
	// begins.
	front := m.local("front", pointer)
	m.set(front, plus(m.start, m.payload))
	moved, inPlace := m.block("moved"), m.block("in_place")
	for i := len(list) - 1; i >= 0; i-- {
		s := m.sourceOf(list[i])
		yes, next := m.block("valid"), m.block("next")
		m.branch(s.valid, yes, next)
		if v, ok := constant(s.valid); !ok || v == 1 {
			m.begin(yes)
			after := m.block("stays")
			m.branch(cmp(lir.Eq, plus(s.ptr, m.bytesOf(list[i], s)), use(front)), after, moved)
			m.begin(after)
			m.set(front, s.ptr)
			m.jump(next)
		}
		m.begin(next)
	}
	m.jump(inPlace)
	m.begin(inPlace)
	m.setField(descEgress, 2, m.leaves)
	same, shorter := m.block("same"), m.block("shorter")
	m.branch(cmp(lir.Eq, use(front), m.start), same, shorter)
	m.begin(shorter)
	m.body(use(front))
	m.give(statusDone)
	m.begin(same)
	m.give(statusDone)
	m.begin(moved)
	m.rebuild(f, m.temp("pay", plus(m.start, m.payload)))
}

// body makes the frame begin at an address.
func (m *mainWay) body(at lir.Expr) {
	m.setField(descBody, 4, toOff(at))
	m.setField(descBodyLen, 2, distance(m.end, at))
}

// bytesOf is the length of a header.
func (g *gen) bytesOf(r *ref, s bytesAt) lir.Expr {
	n := num(uint64(packetWidth(r.t)/8), 32)
	if s.length == nil {
		return n
	}
	return bin(lir.Add, shr(s.length, 3), n, 32)
}

// emitted is the headers that a deparser emits, if it does nothing else.
func (m *mainWay) emitted(f *ir.Func) (list []*ref, straight bool) {
	for b, seen := f.Blocks[0], map[*ir.Block]bool{}; !seen[b]; {
		seen[b] = true
		for _, i := range b.Instrs {
			e, ok := i.(*ir.Emit)
			if !ok {
				return nil, false
			}
			l, ok := e.Value.(*ir.Load)
			if !ok {
				return nil, false
			}
			list = m.headersOf(list, m.find(l.Place))
		}
		switch t := b.Term.(type) {
		case *ir.Goto:
			b = t.To
		case *ir.Return:
			return list, true
		}
	}
	return nil, false
}

// headersOf is the headers within a value, in order.
func (g *gen) headersOf(list []*ref, r *ref) []*ref {
	switch t := r.t.(type) {
	case *ir.StackType:
		for i := range t.Size {
			list = g.headersOf(list, g.step(r, ir.Step{Kind: ir.IndexStep, Index: indexConst(i)}))
		}
	case *ir.RecordType:
		if t.Kind == ir.Header {
			return append(list, r)
		}
		for i := range t.Fields {
			list = g.headersOf(list, g.step(r, ir.Step{Field: i}))
		}
	}
	return list
}

func wholeHeadersOf(list []*ref) bool {
	for _, r := range list {
		if packetWidth(r.t)%8 != 0 {
			return false
		}
	}
	return true
}

// rebuild writes all headers that the deparser emits aside, and then in front of the
// payload: into the packet where the headers that were there leave room, else into a head
// cell.
func (m *mainWay) rebuild(f *ir.Func, pay lir.Expr) {
	aside := m.recordAt(m.scratch(maxHead + 16))
	m.output(f, aside, plus(aside, num(maxHead+8, 32)))
	m.control(f)
	n := distance(m.read(m.out.cursor), aside)
	if m.out.bits != nil {
		n = bin(lir.Add, n, cond(cmp(lir.Ne, m.read(m.out.bits), num(0, 3)), num(1, 1), num(0, 1)), 32)
	}
	n = m.temp("n", n)
	m.setField(descEgress, 2, m.leaves)
	fits, cell := m.block("fits"), m.block("head")
	m.branch(cmp(lir.Le, n, distance(pay, m.start)), fits, cell)
	m.begin(fits)
	front := m.temp("front", plus(pay, bin(lir.Sub, num(0, 1), n, 64)))
	m.emit(&lir.Copy{At: m.at, Dst: front, Src: aside, N: n})
	m.body(front)
	m.give(statusDone)
	m.begin(cell)
	head := m.local("head", pointer)
	m.call(lir.TakeHead, 0, nil, head)
	none, some := m.block("no_cell"), m.block("cell")
	m.branch(cmp(lir.Eq, toOff(use(head)), num(0, 32)), none, some)
	m.begin(none)
	m.setField(descReason, 1, num(reasonNoCell, 8))
	m.drop()
	m.begin(some)
	m.emit(&lir.Copy{At: m.at, Dst: use(head), Src: aside, N: n})
	m.setField(descHead, 4, toOff(use(head)))
	m.setField(descHeadLen, 2, n)
	m.body(pay)
	m.give(statusDone)
}
