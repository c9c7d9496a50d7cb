package gogen

import (
	"slices"

	"up4/pipelines/lir"
)

// stmt is a statement of Go. A list of them runs on into what stands behind it.
type stmt interface{ stmt() }

type (
	// do is an instruction.
	do struct{ i lir.Instr }
	// state stands where a parser state begins.
	state struct{ name string }
	// label stands where a block begins that something goes to.
	label struct{ b *lir.Block }
	// branch is if and else.
	branch struct {
		t         *lir.If
		not       bool // then is what runs if the condition does not hold
		then, els []stmt
	}
	// choice is a switch.
	choice struct {
		t     *lir.Switch
		cases []arm
		def   []stmt
	}
	// loop is a for without end, whose head is b.
	loop struct {
		b    *lir.Block
		body []stmt
	}
	// jump is goto, continue or break.
	jump struct {
		to  *lir.Block
		how string
		at  lir.Span
	}
	// leave is return.
	leave struct{ t *lir.Return }
)

// arm is a case of a switch.
type arm struct {
	values []uint64
	body   []stmt
}

func (*do) stmt()     {}
func (*state) stmt()  {}
func (*label) stmt()  {}
func (*branch) stmt() {}
func (*choice) stmt() {}
func (*loop) stmt()   {}
func (*jump) stmt()   {}
func (*leave) stmt()  {}

// Limits of how code is nested. What would be deeper stands behind a label of its own.
const (
	maxDepth = 5
	maxSmall = 6  // instructions and branches of what is written in place nevertheless
	maxGuard = 12 // of what is left at once for the sake of what follows
)

// shape makes statements of a graph. A block that several ways lead to stands behind the
// block that they all come through, where each of them can go to its label.
type shape struct {
	*graph
	loops []round
	depth int
	// apart are blocks that stand behind a label though one way leads there alone.
	apart map[int]bool
	used  map[*lir.Block]bool // labels that something goes to
	size  []int               // of a block with what it dominates
}

// round is a loop that code is in.
type round struct {
	head  *lir.Block
	after *lir.Block // behind it
	plain bool       // break and continue mean this loop
}

// statements are those of a function.
func statements(f *lir.Func) ([]stmt, *shape) {
	s := &shape{graph: newGraph(f), apart: map[int]bool{}, used: map[*lir.Block]bool{}}
	s.size = make([]int, len(s.blocks))
	for b := len(s.blocks) - 1; b >= 0; b-- {
		s.size[b] += 1 + len(s.blocks[b].Instrs)
		if b > 0 {
			s.size[s.idom[b]] += s.size[b]
		}
	}
	list := s.sequence(0, nil)
	return s.prune(list), s
}

// sequence is a block with all that it dominates. Behind the list is next, nil for
// nothing.
func (s *shape) sequence(b int, next *lir.Block) []stmt {
	if !s.heads[b] {
		return s.block(b, next, s.behind(b))
	}
	// What the loop leaves for stands behind it.
	in := s.loopOf(b)
	var exits []int
	for m := range in {
		for _, c := range s.under[m] {
			if !in[c] && !s.apart[c] && !s.bare(c) && (s.forward(c) > 1 || s.size[c] > maxSmall) {
				exits = append(exits, c)
				s.apart[c] = true
			}
		}
	}
	slices.Sort(exits)
	behind := s.behind(b)
	after := next
	if len(exits) > 0 {
		after = s.blocks[exits[0]]
	}
	head := s.blocks[b]
	l := &loop{b: head}
	for i := range s.loops {
		s.loops[i].plain = false
	}
	s.loops = append(s.loops, round{head, after, true})
	s.depth++
	l.body = s.block(b, head, behind)
	s.depth--
	s.loops = s.loops[:len(s.loops)-1]
	if n := len(s.loops); n > 0 {
		s.loops[n-1].plain = true
	}
	return append([]stmt{&label{head}, l}, s.labelled(exits, next)...)
}

// behind are the blocks that stand behind a block, since several ways lead there from it.
func (s *shape) behind(b int) (list []int) {
	for _, c := range s.under[b] {
		if s.apart[c] || s.bare(c) {
			continue
		}
		if s.forward(c) > 1 && !s.together(b, c) || s.depth >= maxDepth && s.size[c] > maxSmall {
			list = append(list, c)
		}
	}
	return list
}

// bare says whether a block does nothing but return, which is as short as to go there.
func (s *shape) bare(b int) bool {
	t, ok := s.blocks[b].Term.(*lir.Return)
	return ok && b > 0 && len(s.blocks[b].Instrs) == 0 && isConst(t.Status)
}

// together says whether all ways to a block are cases of the switch at the end of another.
func (s *shape) together(b, c int) bool {
	_, ok := s.blocks[b].Term.(*lir.Switch)
	return ok && !slices.ContainsFunc(s.preds[c], func(p int) bool { return p != b })
}

// block is a block and what follows it: behind, and then next.
func (s *shape) block(b int, next *lir.Block, behind []int) []stmt {
	for _, c := range behind {
		s.apart[c] = true
	}
	fall := next
	if len(behind) > 0 {
		fall = s.blocks[behind[0]]
	}
	var list []stmt
	if x := s.blocks[b].State; x != "" {
		list = append(list, &state{x})
	}
	for _, i := range s.blocks[b].Instrs {
		list = append(list, &do{i})
	}
	list = append(list, s.term(b, fall)...)
	return append(list, s.labelled(behind, next)...)
}

// labelled is blocks one after the other, each behind its label.
func (s *shape) labelled(blocks []int, next *lir.Block) (list []stmt) {
	for i, c := range blocks {
		fall := next
		if i+1 < len(blocks) {
			fall = s.blocks[blocks[i+1]]
		}
		if !s.heads[c] { // a loop has its own
			list = append(list, &label{s.blocks[c]})
		}
		list = append(list, s.sequence(c, fall)...)
	}
	return list
}

func (s *shape) term(b int, fall *lir.Block) []stmt {
	switch t := s.blocks[b].Term.(type) {
	case *lir.Goto:
		return s.way(b, t.To, fall, t.Src)
	case *lir.If:
		if t.Then == t.Else {
			return s.way(b, t.Then, fall, t.Src)
		}
		return s.branch(b, t, fall)
	case *lir.Switch:
		return s.choice(b, t, fall)
	case *lir.Return:
		return []stmt{&leave{t}}
	}
	return nil
}

// way goes from a block to another: what only this leads to is written here.
func (s *shape) way(b int, to, fall *lir.Block, at lir.Span) []stmt {
	n := s.number[to]
	switch {
	case s.bare(n):
		return []stmt{&leave{to.Term.(*lir.Return)}}
	case to == fall:
		return nil
	case n > 0 && s.idom[n] == b && !s.apart[n]:
		return s.sequence(n, fall)
	}
	return []stmt{s.jump(to, at)}
}

func (s *shape) jump(to *lir.Block, at lir.Span) *jump {
	for _, l := range s.loops {
		switch {
		case to == l.head && l.plain:
			return &jump{to, "continue", at}
		case to == l.after && l.plain:
			return &jump{to, "break", at}
		}
	}
	s.used[to] = true
	return &jump{to, "goto", at}
}

// branch is if and else. What is little and does not run on comes first, so that the rest
// need not be nested.
func (s *shape) branch(b int, t *lir.If, fall *lir.Block) []stmt {
	x, yes, no := &branch{t: t}, t.Then, t.Else
	if s.weight(b, yes, fall) > s.weight(b, no, fall) {
		x.not, yes, no = true, no, yes
	}
	rest := s.weight(b, no, fall)
	s.depth++
	x.then = s.way(b, yes, fall, t.Src)
	s.depth--
	if !ends(x.then) && fall != nil && rest > maxGuard && (len(x.then) == 0 || s.depth >= maxDepth-2 && s.weight(b, yes, fall) <= maxSmall) {
		x.then = append(x.then, s.jump(fall, t.Src))
	}
	if ends(x.then) {
		return append([]stmt{x}, s.way(b, no, fall, t.Src)...)
	}
	if _, ok := no.Term.(*lir.If); !ok || len(no.Instrs) > 0 {
		s.depth++
		defer func() { s.depth-- }()
	}
	x.els = s.way(b, no, fall, t.Src)
	if !x.not && len(x.then) > 0 {
		return []stmt{x}
	}
	x.not, x.then, x.els = !x.not, x.els, x.then
	switch {
	case len(x.then) == 0 && len(x.els) == 0:
		return nil
	case ends(x.then):
		rest := x.els
		x.els = nil
		return append([]stmt{x}, rest...)
	}
	return []stmt{x}
}

// weight is how much is written for the way from a block to another.
func (s *shape) weight(b int, to, fall *lir.Block) int {
	switch n := s.number[to]; {
	case to == fall:
		return 0
	case n > 0 && s.idom[n] == b && !s.apart[n]:
		return s.size[n]
	}
	return 1
}

func (s *shape) choice(b int, t *lir.Switch, fall *lir.Block) []stmt {
	x := &choice{t: t}
	s.depth += 2
	if n := len(s.loops); n > 0 { // break would leave the switch alone
		after := s.loops[n-1].after
		s.loops[n-1].after = nil
		defer func() { s.loops[n-1].after = after }()
	}
	var order []*lir.Block
	values := map[*lir.Block][]uint64{}
	for _, c := range t.Cases {
		if c.To == t.Default {
			continue
		}
		if values[c.To] == nil {
			order = append(order, c.To)
		}
		values[c.To] = append(values[c.To], c.Values...)
	}
	for _, to := range order {
		x.cases = append(x.cases, arm{values[to], s.way(b, to, fall, t.Src)})
	}
	x.def = s.way(b, t.Default, fall, t.Src)
	s.depth -= 2
	if len(x.cases) == 0 {
		return x.def
	}
	return []stmt{x}
}

// ends says whether nothing runs on behind a list.
func ends(list []stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch x := list[len(list)-1].(type) {
	case *jump, *leave:
		return true
	case *branch:
		return ends(x.then) && ends(x.els)
	case *choice:
		for _, c := range x.cases {
			if !ends(c.body) {
				return false
			}
		}
		return ends(x.def)
	}
	return false
}

// prune drops labels that nothing goes to.
func (s *shape) prune(list []stmt) []stmt {
	return slices.DeleteFunc(list, func(x stmt) bool {
		switch x := x.(type) {
		case *label:
			return !s.used[x.b]
		case *branch:
			x.then, x.els = s.prune(x.then), s.prune(x.els)
		case *choice:
			for i := range x.cases {
				x.cases[i].body = s.prune(x.cases[i].body)
			}
			x.def = s.prune(x.def)
		case *loop:
			x.body = s.prune(x.body)
		}
		return false
	})
}
