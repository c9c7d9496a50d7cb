package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// ref is where a place is: a cell, bits of a header in memory, or one of several.
type ref struct {
	t    ir.Type // without names
	cell *cell
	// Of a header and of its parts: whether it is valid, the address of its first byte,
	// and, of a part, the first bit from there and the header.
	valid, ptr lir.Expr
	bit        int
	head       *header // of which cell the varbit's length is, nil in a variable element
	many       []option
	union      *cell // whose member this is
	next       *cell // the stack of which this is the next element
	none       bool  // there is no such place
}

// option is a place that is meant if guard holds; of several guards one holds at most.
type option struct {
	guard lir.Expr
	ref   *ref
}

// find follows the way to a place.
func (g *gen) find(p *ir.Place) *ref {
	r := g.given[p.Root]
	if r == nil {
		r = &ref{t: under(p.Root.Type), cell: g.cellOf(p.Root)}
	}
	for _, s := range p.Path {
		if r = g.step(r, s); r.none {
			r.t = under(p.T)
			return r
		}
	}
	return r
}

// cellOf is the cell of a variable, made when it is met first.
func (g *gen) cellOf(l *ir.Local) *cell {
	c := g.cells[l]
	if c == nil {
		c = g.vars.cell(l.Name, l.Type)
		g.cells[l] = c
		g.addresses(c)
	}
	return c
}

// addresses gives the headers of a variable their room where the function begins: all
// else begins as zero, and the program says itself how it does.
func (g *gen) addresses(c *cell) {
	if c.head != nil {
		g.init = append(g.init, &lir.Set{Dst: c.head.ptr.local, X: g.home(c.head)})
	}
	for _, p := range c.parts {
		g.addresses(p)
	}
}

func (g *gen) step(r *ref, s ir.Step) *ref {
	t, record := r.t.(*ir.RecordType)
	switch {
	case record && t.Kind == ir.Header:
		return g.field(g.asHeader(r), t, s.Field)
	case record && r.many != nil:
		return g.each(r, under(t.Fields[s.Field].Type), func(r *ref) *ref { return g.step(r, s) })
	case record && r.cell == nil: // a struct within a header
		bit := r.bit
		for _, f := range t.Fields[:s.Field] {
			bit += packetWidth(f.Type)
		}
		return &ref{t: under(t.Fields[s.Field].Type), head: r.head, ptr: r.ptr, valid: r.valid, bit: bit}
	case record:
		n := &ref{t: under(t.Fields[s.Field].Type), cell: r.cell.parts[s.Field], next: r.next}
		if t.Kind == ir.Union {
			n.union = r.cell
		}
		return n
	}
	st, ok := r.t.(*ir.StackType)
	if !ok {
		g.refusal("a way into a %s is not supported", r.t)
	}
	return g.element(r, st, s)
}

// each is a place that is reached from one of several.
func (g *gen) each(r *ref, t ir.Type, to func(*ref) *ref) *ref {
	out := &ref{t: t, next: r.next}
	for _, o := range r.many {
		out.many = append(out.many, option{o.guard, to(o.ref)})
	}
	return g.joined(out)
}

// joined gives a header that is one of several an address: what is written where there
// is none goes to memory that no one reads.
func (g *gen) joined(r *ref) *ref {
	t, ok := r.t.(*ir.RecordType)
	if !ok || t.Kind != ir.Header || len(r.many) == 0 {
		return r
	}
	valid, ptr := truth(false), g.recordAt(g.void(t))
	for _, o := range r.many {
		h := g.asHeader(o.ref)
		valid, ptr = cond(o.guard, h.valid, valid), cond(o.guard, h.ptr, ptr)
	}
	r.valid, r.ptr = g.temp("valid", valid), g.temp("header", ptr)
	return r
}

// asHeader gives the header at a place its address.
func (g *gen) asHeader(r *ref) *ref {
	if r.ptr == nil && r.cell != nil && r.cell.head != nil {
		h := r.cell.head
		r.valid, r.ptr, r.head = g.read(h.valid), g.read(h.ptr), h
	}
	return r
}

// field is a field of a header.
func (g *gen) field(h *ref, t *ir.RecordType, field int) *ref {
	bit, ptr := 0, h.ptr
	for _, f := range t.Fields[:field] {
		if _, ok := under(f.Type).(*ir.VarbitType); ok {
			ptr = plus(ptr, shr(g.lengthOf(h), 3))
		}
		bit += packetWidth(f.Type)
	}
	return &ref{t: under(t.Fields[field].Type), head: h.head, valid: h.valid, ptr: ptr, bit: bit}
}

// lengthOf is the bits of a header's varbit.
func (g *gen) lengthOf(h *ref) lir.Expr {
	if h.head == nil || h.head.length == nil {
		g.refusal("a varbit in a stack of headers with a variable index is not supported")
	}
	return g.read(h.head.length)
}

// element is an element of a stack or array.
func (g *gen) element(r *ref, t *ir.StackType, s ir.Step) *ref {
	elem := under(t.Elem)
	if r.many != nil {
		return g.each(r, elem, func(r *ref) *ref { return g.element(r, t, s) })
	}
	var index value
	switch s.Kind {
	case ir.IndexStep:
		index = g.index(s.Index)
	case ir.NextStep:
		index = wordValue(g.read(r.cell.next), 32)
	case ir.LastStep:
		index = wordValue(bin(lir.Sub, g.read(r.cell.next), num(1, 32), 64), 64) // of 0 it is beyond all
	}
	out := g.choose(index, elem, t.Size, func(i int) *ref {
		if r.cell == nil { // an array within a header
			return &ref{t: elem, head: r.head, valid: r.valid, ptr: r.ptr, bit: r.bit + i*packetWidth(elem)}
		}
		return &ref{t: elem, cell: r.cell.parts[i]}
	})
	if s.Kind == ir.NextStep {
		out.next = r.cell
	}
	return out
}

// index is the value of an index: a negative one is larger than any stack.
func (g *gen) index(x ir.Expr) value {
	v := g.value(x)
	if isSigned(x.Type()) && v.bits <= 64 {
		return wordValue(sign(v.w[0], v.bits), 64)
	}
	return v
}

// choose is the element with an index, of n.
func (g *gen) choose(index value, t ir.Type, n int, at func(int) *ref) *ref {
	if i, ok := constantValue(index); ok {
		if i >= uint64(n) {
			return &ref{t: t, none: true}
		}
		return at(int(i))
	}
	index = g.keep("i", index)
	low, inside := index.w[0], truth(true)
	for _, x := range index.w[1:] {
		inside = and(inside, cmp(lir.Eq, x, num(0, 64)))
	}
	out := &ref{t: t}
	for i := 0; i < n && uint64(i) <= mask(low.Type().Bits); i++ {
		out.many = append(out.many, option{g.temp("at", and(inside, cmp(lir.Eq, low, num(uint64(i), low.Type().Bits)))), at(i)})
	}
	if out.many == nil {
		out.none = true
	}
	return g.joined(out)
}

// constantValue is a constant; one of more than 64 bits is as large as can be.
func constantValue(v value) (n uint64, ok bool) {
	if n, ok = constant(v.w[0]); !ok {
		return 0, false
	}
	for _, x := range v.w[1:] {
		high, ok := constant(x)
		if !ok {
			return 0, false
		}
		if high != 0 {
			n = ^uint64(0)
		}
	}
	return n, true
}

// load is what a place without parts holds. What is unspecified is zero, or what lies
// there.
func (g *gen) load(r *ref) value {
	switch {
	case r.none:
		return zero(r.t)
	case r.many != nil:
		v := zero(r.t)
		for _, o := range r.many {
			v = choice(o.guard, g.load(o.ref), v)
		}
		return v
	case r.ptr != nil:
		return loadBits(r.ptr, r.bit, widthOf(r.t)).like(r.t)
	}
	return g.readWords(r.cell.words, r.t)
}

// zero is the value of a type of which all bits are 0.
func zero(t ir.Type) value {
	if isBool(t) {
		return boolValue(truth(false))
	}
	v := value{bits: widthOf(t)}
	for range words(v.bits) {
		v.w = append(v.w, num(0, 1))
	}
	return v
}

// choice is c ? x : y, of values of one type.
func choice(c lir.Expr, x, y value) value {
	v := value{bits: x.bits, bool: x.bool}
	for i := range x.w {
		v.w = append(v.w, cond(c, x.w[i], y.w[i]))
	}
	return v
}

// store puts a value where a place without parts is.
func (g *gen) store(r *ref, v value) {
	switch {
	case r.none:
	case r.many != nil:
		v = g.keep("v", v)
		for _, o := range r.many {
			g.when(o.guard, func() { g.store(o.ref, v) })
		}
	case r.ptr != nil:
		w := widthOf(r.t)
		if v.bool {
			v = wordValue(v.asWord(), 1)
		}
		g.storeBits(r.ptr, r.bit, w, v)
	default:
		g.writeWords(r.cell.words, v)
	}
}
