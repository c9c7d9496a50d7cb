package warn

import (
	"fmt"
	"slices"

	"up4/p4/syntax"
	"up4/p4/types"
)

// cell is a place that holds a value, a variable or a part of one, and its slots in
// a state: one for a simple value (one for each bit where the program assigns to
// slices of it), one for a header's validity, and those of its parts behind.
type cell struct {
	name    string
	kind    cellKind
	slot, n int
	parts   []*cell
	union   *cell // that a header is a member of, or nil
	typ     types.Type
}

type cellKind uint8

const (
	leaf   cellKind = iota
	header          // slot is its validity
	record          // a struct or header union
	stack           // a header stack or an array
)

// Limits of what is kept track of; a variable beyond is taken as assigned.
const (
	maxCellSlots = 1 << 12
	maxSlots     = 1 << 15
	maxBits      = 1 << 8 // the widest value whose bits are told apart
)

// newCell makes the cell of a variable, or gives nil for what holds no value or is
// too large.
func (f *flow) newCell(name string, t types.Type, decl syntax.Node) *cell {
	first := f.slots
	c := f.build(name, t, decl)
	if c == nil || f.slots > maxSlots {
		f.slots = first
		return nil
	}
	return c
}

func (f *flow) build(name string, t types.Type, decl syntax.Node) *cell {
	c := &cell{name: name, slot: f.slots, typ: t}
	ok := true
	switch t := t.(type) {
	case *types.Record:
		ok = f.buildRecord(c, t)
	case *types.Stack:
		c.kind = stack
		for i := range t.Size {
			e := f.build(fmt.Sprintf("%s[%d]", name, i), t.Elem, nil)
			if e == nil || f.slots-c.slot > maxCellSlots || len(c.parts) > maxCellSlots {
				return nil
			}
			c.parts = append(c.parts, e)
		}
	case *types.Extern, *types.Block, *types.Signature:
		return nil
	default:
		f.slots += f.bits(t, decl)
	}
	c.n = f.slots - c.slot
	if !ok || c.n > maxCellSlots {
		return nil
	}
	return c
}

// bits is how many slots a simple value needs.
func (f *flow) bits(t types.Type, decl syntax.Node) int {
	if b, ok := t.(*types.Bits); ok && decl != nil && f.c.sliced[decl] && b.Width > 0 && b.Width <= maxBits {
		return b.Width
	}
	return 1
}

func (f *flow) buildRecord(c *cell, t *types.Record) bool {
	c.kind = record
	if t.Kind == types.Header {
		c.kind = header
		f.slots++
	}
	for _, field := range t.Fields {
		var decl syntax.Node
		if field.Decl != nil {
			decl = field.Decl
		}
		p := f.build(c.name+"."+field.Name, field.Type, decl)
		if p == nil || f.slots-c.slot > maxCellSlots {
			return false
		}
		if t.Kind == types.Union {
			p.union = c
		}
		c.parts = append(c.parts, p)
	}
	return true
}

// field is the part of a record of a name, or nil.
func (c *cell) field(name string) *cell {
	r, ok := c.typ.(*types.Record)
	if !ok {
		return nil
	}
	for i, f := range r.Fields {
		if f.Name == name && i < len(c.parts) {
			return c.parts[i]
		}
	}
	return nil
}

// headers calls do for every header in c, members of unions included.
func (c *cell) headers(do func(*cell)) {
	if c.kind == header {
		do(c)
		return
	}
	for _, p := range c.parts {
		p.headers(do)
	}
}

// state is what can be so at a point of the program: for every slot, whether there
// is a way there on which it has a value (a header: is valid), and whether there is
// one on which it has none. Slots beyond its end have neither: they are not declared
// yet.
type state struct {
	dead      bool // nothing comes here
	good, bad []uint64
	hidden    []uint64 // of bad, while a condition is trusted
}

func (s *state) clone() *state {
	return &state{s.dead, slices.Clone(s.good), slices.Clone(s.bad), slices.Clone(s.hidden)}
}

func (s *state) can(slot int) (good, bad bool) {
	w, m := slot/64, uint64(1)<<(slot%64)
	if w >= len(s.good) {
		return false, false
	}
	return s.good[w]&m != 0, s.bad[w]&m != 0
}

func (s *state) set(slot int, good, bad bool) {
	w, m := slot/64, uint64(1)<<(slot%64)
	for w >= len(s.good) {
		s.grow()
	}
	s.good[w] &^= m
	s.bad[w] &^= m
	s.hidden[w] &^= m
	if good {
		s.good[w] |= m
	}
	if bad {
		s.bad[w] |= m
	}
}

// fill sets slots from, up to to.
func (s *state) fill(from, n int, good, bad bool) {
	for i := from; i < from+n; i++ {
		s.set(i, good, bad)
	}
}

// join adds the ways of t, and says whether that changed anything.
func (s *state) join(t *state) bool {
	if t.dead {
		return false
	}
	if s.dead {
		*s = *t.clone()
		return true
	}
	changed := false
	for len(s.good) < len(t.good) {
		s.grow()
	}
	for i := range t.good {
		g, b := s.good[i]|t.good[i], s.bad[i]|t.bad[i]
		h := s.hidden[i] | t.hidden[i]
		changed = changed || g != s.good[i] || b != s.bad[i] || h != s.hidden[i]
		s.good[i], s.bad[i], s.hidden[i] = g, b, h
	}
	return changed
}

// sure is for a header that was found valid: where its fields have no value it may
// have been the invalid one.
func (s *state) sure(h *cell) {
	for i := h.slot + 1; i < h.slot+h.n; i++ {
		if good, bad := s.can(i); good && bad {
			s.set(i, true, false)
		}
	}
}

func (s *state) grow() {
	s.good, s.bad, s.hidden = append(s.good, 0), append(s.bad, 0), append(s.hidden, 0)
}

// trust takes what may have a value as having one, for the time being.
func (s *state) trust() {
	for i := range s.good {
		s.hidden[i] |= s.good[i] & s.bad[i]
		s.bad[i] &^= s.good[i]
	}
}

// reveal ends trust: what was not assigned to meanwhile is as before. What was hidden
// before trust stays so.
func (s *state) reveal(before []uint64) {
	for i := range s.hidden {
		keep := uint64(0)
		if i < len(before) {
			keep = before[i]
		}
		s.bad[i] |= s.hidden[i] &^ keep
		s.hidden[i] &= keep
	}
}

func (s *state) kill() { *s = state{dead: true} }

func unreachable() *state { return &state{dead: true} }

// value marks c as holding a value; whether its headers are valid is not known.
func (s *state) value(c *cell) {
	s.fill(c.slot, c.n, true, false)
	c.headers(func(h *cell) { s.set(h.slot, true, true) })
}

// none marks c as a variable just declared: without value, headers invalid (11.2).
func (s *state) none(c *cell) { s.fill(c.slot, c.n, false, true) }

// valid makes a header valid, and the other members of its union invalid (8.19).
func (s *state) valid(h *cell) {
	if h.union != nil {
		for _, m := range h.union.parts {
			if m != h {
				s.none(m)
			}
		}
	}
	s.set(h.slot, true, false)
}

// maybeValid is valid, where it is not known which header of a stack it is.
func (s *state) maybeValid(h *cell) {
	_, bad := s.can(h.slot)
	s.set(h.slot, true, bad)
	s.fill(h.slot+1, h.n-1, true, false)
	if h.union != nil {
		for _, m := range h.union.parts {
			if good, _ := s.can(m.slot); m != h && good {
				s.set(m.slot, true, true)
			}
		}
	}
}

// canBeValid says whether c, a header, can be valid.
func (s *state) canBeValid(h *cell) bool {
	good, bad := s.can(h.slot)
	return good || !bad
}

// lacks is the first part of c that can be without a value, and whether it is so on
// every way, or nil. An invalid header is a value; with deep, one that is valid on
// every way has all its fields.
func (s *state) lacks(c *cell, deep bool) (part *cell, always bool) {
	switch c.kind {
	case leaf:
		all, some := true, false
		for i := c.slot; i < c.slot+c.n; i++ {
			good, bad := s.can(i)
			all = all && bad && !good
			some = some || bad
		}
		if some {
			return c, all
		}
		return nil, false
	case header:
		if good, bad := s.can(c.slot); !deep || !good || bad {
			return nil, false
		}
	}
	for _, p := range c.parts {
		if part, always = s.lacks(p, deep); part != nil {
			return part, always
		}
	}
	return nil, false
}

// move makes dst what src is. Both are of one type.
func (s *state) move(dst, src *cell) {
	if dst.kind != src.kind || len(dst.parts) != len(src.parts) {
		s.value(dst)
		return
	}
	if dst.kind == leaf && dst.n != src.n {
		part, always := s.lacks(src, true)
		s.fill(dst.slot, dst.n, part == nil || !always, part != nil)
		return
	}
	if dst.kind == leaf || dst.kind == header {
		for i := range dst.n - sum(dst.parts) {
			good, bad := s.can(src.slot + i)
			s.set(dst.slot+i, good, bad)
		}
	}
	for i := range dst.parts {
		s.move(dst.parts[i], src.parts[i])
	}
}

func sum(parts []*cell) (n int) {
	for _, p := range parts {
		n += p.n
	}
	return n
}
