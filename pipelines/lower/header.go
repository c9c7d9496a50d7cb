package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// options are the places that a ref can mean, with what has to hold.
func (r *ref) options() []option {
	switch {
	case r.none:
		return nil
	case r.many != nil:
		return r.many
	}
	return []option{{truth(true), r}}
}

// only runs f for each header or union that a place can mean, where it is meant.
func (g *gen) only(r *ref, f func(*ref)) {
	for _, o := range r.options() {
		g.when(o.guard, func() { f(o.ref) })
	}
}

// home is the room of a header's own.
func (g *gen) home(h *header) lir.Expr { return g.recordAt(h.home) }

// alone makes all headers of a union but one invalid (8.19); keep is nil for all.
func (g *gen) alone(union *cell, keep *header) {
	if union == nil {
		return
	}
	for _, p := range union.parts {
		if p.head != keep {
			g.write(p.head.valid, truth(false))
		}
	}
}

// setValid makes a header valid, its fields zero if it was not, or invalid (8.17).
func (g *gen) setValid(r *ref, valid bool) {
	g.only(r, func(r *ref) {
		if isUnion(r.t) {
			g.alone(r.cell, nil)
			return
		}
		h := r.cell.head
		g.alone(r.union, h)
		if !valid {
			g.write(h.valid, truth(false))
			return
		}
		g.when(not(g.read(h.valid)), func() {
			g.write(h.valid, truth(true))
			g.write(h.ptr, g.home(h))
			g.emit(&lir.Clear{At: g.at, Dst: g.home(h), N: h.bytes})
			if h.length != nil {
				g.write(h.length, num(0, 32))
			}
		})
	})
}

// isValid is isValid() of a header, or of a union: that one of its headers is.
func (g *gen) isValid(r *ref) lir.Expr {
	if r.none {
		return truth(false)
	}
	if r.many != nil && !isHeader(r.t) {
		x := truth(false)
		for _, o := range r.many {
			x = cond(o.guard, g.isValid(o.ref), x)
		}
		return x
	}
	if isUnion(r.t) {
		x := truth(false)
		for _, p := range r.cell.parts {
			x = either(x, g.read(p.head.valid))
		}
		return x
	}
	return g.asHeader(r).valid
}

// bytesAt is a header that is read as a whole.
type bytesAt struct {
	valid, ptr lir.Expr
	length     lir.Expr // of its varbit, nil without one
}

func (g *gen) sourceOf(r *ref) bytesAt {
	if r.none {
		return bytesAt{valid: truth(false), ptr: g.rec}
	}
	h := g.asHeader(r)
	s := bytesAt{valid: h.valid, ptr: h.ptr}
	if varbitOf(r.t.(*ir.RecordType)) >= 0 {
		s.length = g.lengthOf(h)
	}
	return s
}

// copyHeader makes the header at a place a copy of another.
func (g *gen) copyHeader(to *ref, from bytesAt) {
	from = bytesAt{g.temp("valid", from.valid), g.temp("from", from.ptr), from.length}
	if from.length != nil {
		from.length = g.temp("length", from.length)
	}
	g.only(to, func(to *ref) {
		h := to.cell.head
		g.alone(to.union, h)
		g.when(from.valid, func() {
			g.when(not(g.read(h.valid)), func() { g.write(h.ptr, g.home(h)) })
			n := num(uint64((packetWidth(h.t)+7)/8), 32)
			if h.length != nil {
				// The room where it is may be too small.
				g.write(h.ptr, g.home(h))
				g.write(h.length, from.length)
				n = shr(bin(lir.Add, from.length, num(uint64(packetWidth(h.t)+7), 32), 32), 3)
			}
			g.emit(&lir.Copy{At: g.at, Dst: g.read(h.ptr), Src: from.ptr, N: n})
		})
		g.write(h.valid, from.valid)
	})
}

// reset begins a variable's life: headers invalid, next indices 0, varbits empty, and
// zeros.
func (g *gen) reset(r *ref) {
	for _, o := range r.options() {
		g.when(o.guard, func() { g.resetOne(o.ref) })
	}
}

func (g *gen) resetOne(r *ref) {
	if r.cell == nil {
		if isAggregate(r.t) {
			g.emit(&lir.Clear{At: g.at, Dst: plus(r.ptr, num(uint64(r.bit/8), 32)), N: packetWidth(r.t) / 8})
			return
		}
		g.store(r, zero(r.t))
		return
	}
	g.resetCell(r.cell)
}

func (g *gen) resetCell(c *cell) {
	if h := c.head; h != nil {
		g.write(h.valid, truth(false))
		g.write(h.ptr, g.home(h))
		if h.length != nil {
			g.write(h.length, num(0, 32))
		}
	}
	for _, p := range c.parts {
		g.resetCell(p)
	}
	if c.next != nil {
		g.write(c.next, num(0, 32))
	}
	if c.length != nil {
		g.write(c.length, num(0, 32))
	}
	for _, w := range c.words {
		if w.t.Kind == lir.Bool {
			g.write(w, truth(false))
		} else {
			g.write(w, num(0, 1))
		}
	}
}

func isAggregate(t ir.Type) bool {
	switch under(t).(type) {
	case *ir.RecordType, *ir.StackType:
		return true
	}
	return false
}

// shift is push_front (n > 0) and pop_front (8.18).
func (g *gen) shift(r *ref, n int) {
	g.only(r, func(r *ref) {
		parts := r.cell.parts
		size := len(parts)
		order := make([]int, size) // so that none is overwritten before it has moved
		for i := range order {
			order[i] = i
			if n > 0 {
				order[i] = size - 1 - i
			}
		}
		for _, i := range order {
			if from := i - n; from >= 0 && from < size {
				g.move(parts[i], parts[from])
			} else {
				g.resetCell(parts[i])
			}
		}
		next := r.cell.next
		if next == nil {
			return
		}
		was := g.temp("next", g.read(next))
		if n > 0 {
			sum := g.temp("next", bin(lir.Add, was, num(uint64(min(n, size)), 32), 32))
			g.write(next, cond(cmp(lir.Lt, num(uint64(size), 32), sum), num(uint64(size), 32), sum))
		} else {
			by := num(uint64(min(-n, size)), 32)
			g.write(next, cond(cmp(lir.Lt, was, by), num(0, 32), bin(lir.Sub, was, by, 32)))
		}
	})
}

// move makes an element of a stack what another is. A header that is in the packet stays
// there; one in the room of its element goes to that of the other.
func (g *gen) move(to, from *cell) {
	for i, p := range to.parts {
		g.move(p, from.parts[i])
	}
	for i, w := range to.words {
		g.write(w, g.read(from.words[i]))
	}
	if to.length != nil {
		g.refusal("a varbit in an element of a stack that is shifted is not supported")
	}
	h, o := to.head, from.head
	if h == nil {
		return
	}
	g.write(h.valid, g.read(o.valid))
	own := g.temp("own", cmp(lir.Eq, g.read(o.ptr), g.home(o)))
	g.write(h.ptr, cond(own, g.home(h), g.read(o.ptr)))
	g.when(own, func() {
		g.emit(&lir.Copy{At: g.at, Dst: g.home(h), Src: g.home(o), N: num(uint64(h.bytes), 32)})
	})
	if h.length != nil {
		g.write(h.length, g.read(o.length))
	}
}
