package gogen

import (
	"slices"

	"up4/pipelines/lir"
)

// scopes says where variables are declared: where they are set first, if all that reads
// them stands behind that in the same list, or in front of a statement.
type scopes struct {
	// fresh are the instructions that declare what they set.
	fresh map[lir.Instr]bool
	// before are the variables that are declared in front of a statement, nil for those
	// at the beginning of the function.
	before map[stmt][]*lir.Local
	// needed are the locals that anything but a dropped instruction reads.
	needed map[*lir.Local]bool
}

// braces is a list of statements in braces.
type braces struct {
	parent *braces
	index  int // of the statement of parent that it is in
	loop   bool
	list   []stmt
	// sources is, of each label that something goes to, by its index, the first statement
	// that does.
	sources map[int]int
}

// place is a statement.
type place struct {
	in    *braces
	index int
}

// scoper finds scopes.
type scoper struct {
	scopes
	at     map[*lir.Local][]place // where they occur
	reads  map[*lir.Local]map[place]bool
	labels map[*lir.Block]place
	jumps  []place
}

func scopesOf(f *lir.Func, list []stmt, tangled bool) *scopes {
	s := &scoper{
		scopes: scopes{fresh: map[lir.Instr]bool{}, before: map[stmt][]*lir.Local{}, needed: needed(list)},
		at:     map[*lir.Local][]place{}, reads: map[*lir.Local]map[place]bool{}, labels: map[*lir.Block]place{},
	}
	s.walk(&braces{list: list})
	for _, j := range s.jumps {
		to := s.labels[j.in.list[j.index].(*jump).to]
		from := inside(j, to.in)
		if first, ok := to.in.sources[to.index]; !ok || from < first {
			to.in.sources[to.index] = from
		}
	}
	for _, l := range f.Locals {
		if !s.needed[l] || len(s.at[l]) == 0 {
			continue
		}
		if apart := s.apart(s.at[l], l); apart != nil {
			for _, i := range apart {
				s.fresh[i] = true
			}
			continue
		}
		s.declare(l, tangled)
	}
	return &s.scopes
}

// inside is the statement of a list that a place is in.
func inside(p place, in *braces) int {
	for p.in != in {
		p = place{p.in.parent, p.in.index}
	}
	return p.index
}

// walk notes what there is in a list.
func (s *scoper) walk(b *braces) {
	b.sources = map[int]int{}
	for n, x := range b.list {
		here := place{b, n}
		occurs := func(l *lir.Local) {
			if list := s.at[l]; len(list) == 0 || list[len(list)-1] != here {
				s.at[l] = append(list, here)
			}
		}
		reads := func(l *lir.Local) {
			occurs(l)
			if s.reads[l] == nil {
				s.reads[l] = map[place]bool{}
			}
			s.reads[l][here] = true
		}
		nested := func(list []stmt, loop bool) { s.walk(&braces{parent: b, index: n, loop: loop || b.loop, list: list}) }
		switch x := x.(type) {
		case *do:
			if !dropped(x.i, s.needed) {
				lir.EachRead(x.i, reads)
				for _, l := range lir.Sets(x.i) {
					occurs(l)
				}
			}
		case *label:
			s.labels[x.b] = here
		case *jump:
			if x.how == "goto" {
				s.jumps = append(s.jumps, here)
			}
		case *leave:
			lir.EachTermRead(x.t, reads)
		case *branch:
			lir.EachTermRead(x.t, reads)
			nested(x.then, false)
			nested(x.els, false)
		case *choice:
			lir.EachTermRead(x.t, reads)
			for _, c := range x.cases {
				nested(c.body, false)
			}
			nested(x.def, false)
		case *loop:
			nested(x.body, true)
		}
	}
}

// apart is the instructions that declare a variable in lists of their own, each for what
// stands behind it there; nil where values pass between them.
func (s *scoper) apart(at []place, l *lir.Local) (list []lir.Instr) {
	in, first := at[0].in, at[0].index
	for _, p := range at[1:] {
		in, first = common(place{in, first}, p)
	}
	for len(at) > 0 {
		// What is within one statement of the list.
		here := inside(at[0], in)
		n := 1
		for n < len(at) && inside(at[n], in) == here {
			n++
		}
		if at[0].in == in {
			d, ok := in.list[here].(*do)
			if !ok || !setsAnew(d.i, l) || !in.allowed(here) {
				return nil
			}
			if !slices.ContainsFunc(at[n:], func(p place) bool { return s.reads[l][p] }) {
				return nil // Go wants variables to be read
			}
			return append(list, d.i)
		}
		// Its arms, each by itself.
		for of := at[:n]; len(of) > 0; {
			arm := armOf(of[0], in)
			k := 1
			for k < len(of) && armOf(of[k], in) == arm {
				k++
			}
			inner := s.apart(of[:k], l)
			if inner == nil {
				return nil
			}
			list, of = append(list, inner...), of[k:]
		}
		at = at[n:]
	}
	return list
}

// armOf is the list in one of in's statements that a place is in.
func armOf(p place, in *braces) *braces {
	b := p.in
	for b.parent != in {
		b = b.parent
	}
	return b
}

// declare finds a place for a variable's declaration.
func (s *scoper) declare(l *lir.Local, tangled bool) {
	// The innermost list that it occurs in alone, and the first statement there.
	in, first := s.at[l][0].in, s.at[l][0].index
	for _, p := range s.at[l][1:] {
		in, first = common(place{in, first}, p)
	}
	for ; in != nil; in, first = in.parent, in.index {
		if d, ok := in.list[first].(*do); ok && setsAnew(d.i, l) && in.allowed(first) {
			s.fresh[d.i] = true
			return
		}
		if in.loop || tangled {
			continue
		}
		if _, ok := in.list[first].(*loop); ok && first > 0 {
			if _, ok := in.list[first-1].(*label); ok {
				first--
			}
		}
		for !in.allowed(first) {
			first = in.earlier(first)
		}
		s.before[in.list[first]] = append(s.before[in.list[first]], l)
		return
	}
	s.before[nil] = append(s.before[nil], l)
}

// common is the innermost list that two places are in, and the first of the statements
// that hold them.
func common(p, q place) (*braces, int) {
	within := map[*braces]int{}
	for in, i := p.in, p.index; in != nil; in, i = in.parent, in.index {
		within[in] = i
	}
	for in, i := q.in, q.index; ; in, i = in.parent, in.index {
		if j, ok := within[in]; ok {
			return in, min(i, j)
		}
	}
}

// setsAnew says whether an instruction sets a local without reading it.
func setsAnew(i lir.Instr, l *lir.Local) bool {
	reads := false
	lir.EachRead(i, func(r *lir.Local) { reads = reads || r == l })
	return !reads && slices.Contains(lir.Sets(i), l)
}

// allowed says whether a variable may be declared in front of a statement: nothing in
// front of it may go to a label behind it.
func (b *braces) allowed(index int) bool {
	for label, from := range b.sources {
		if label >= index && from < index {
			return false
		}
	}
	return true
}

// earlier is the first statement that goes over another.
func (b *braces) earlier(index int) int {
	first := index
	for label, from := range b.sources {
		if label >= index {
			first = min(first, from)
		}
	}
	return first
}

// dropped says whether an instruction does nothing but to set what no one needs.
func dropped(i lir.Instr, needed map[*lir.Local]bool) bool {
	switch i := i.(type) {
	case *lir.Set:
		return !needed[i.Dst]
	case *lir.Lookup:
		return i.Silent && !needed[i.Entry]
	case *lir.Call:
		return !i.Service.Changes() && !slices.ContainsFunc(i.Dst, func(l *lir.Local) bool { return needed[l] })
	}
	return false
}

// needed are the locals that are read by what does something, or by what sets such.
func needed(list []stmt) map[*lir.Local]bool {
	need := map[*lir.Local]bool{}
	add := func(l *lir.Local) { need[l] = true }
	var instrs []lir.Instr
	var gather func(list []stmt)
	gather = func(list []stmt) {
		for _, x := range list {
			switch x := x.(type) {
			case *do:
				instrs = append(instrs, x.i)
			case *leave:
				lir.EachTermRead(x.t, add)
			case *branch:
				lir.EachTermRead(x.t, add)
				gather(x.then)
				gather(x.els)
			case *choice:
				lir.EachTermRead(x.t, add)
				for _, c := range x.cases {
					gather(c.body)
				}
				gather(x.def)
			case *loop:
				gather(x.body)
			}
		}
	}
	gather(list)
	for n := -1; n != len(need); {
		n = len(need)
		for _, i := range instrs {
			if !dropped(i, need) {
				lir.EachRead(i, add)
			}
		}
	}
	return need
}
