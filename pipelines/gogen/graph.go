package gogen

import (
	"slices"

	"up4/pipelines/lir"
)

// graph is what the shape of code depends on: the blocks that can be reached, numbered in
// an order in which, but for ways back, a block comes before those that it leads to.
type graph struct {
	blocks []*lir.Block
	number map[*lir.Block]int
	preds  [][]int // a block more than once if several ways lead from it
	// idom is the block that all ways to a block lead through last; under are the blocks
	// that it is that for, in order.
	idom  []int
	under [][]int
	// heads are the blocks that a way leads back to from one that they dominate: of loops.
	heads []bool
	// tangled says that a way leads back to a block which does not dominate where it is from.
	tangled bool
}

func newGraph(f *lir.Func) *graph {
	g := &graph{number: map[*lir.Block]int{}}
	seen := map[*lir.Block]bool{}
	var visit func(b *lir.Block)
	visit = func(b *lir.Block) {
		seen[b] = true
		for _, to := range slices.Backward(b.Successors()) {
			if !seen[to] {
				visit(to)
			}
		}
		g.blocks = append(g.blocks, b)
	}
	visit(f.Blocks[0])
	slices.Reverse(g.blocks)
	n := len(g.blocks)
	for i, b := range g.blocks {
		g.number[b] = i
	}
	g.preds = make([][]int, n)
	for i, b := range g.blocks {
		for _, to := range b.Successors() {
			g.preds[g.number[to]] = append(g.preds[g.number[to]], i)
		}
	}
	g.dominators()
	g.heads = make([]bool, n)
	for to := range g.blocks {
		for _, from := range g.preds[to] {
			back := g.dominates(to, from)
			g.heads[to] = g.heads[to] || back
			g.tangled = g.tangled || from >= to && !back
		}
	}
	return g
}

// dominators is the algorithm of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
// Algorithm" (2001).
func (g *graph) dominators() {
	n := len(g.blocks)
	g.idom = make([]int, n)
	for i := 1; i < n; i++ {
		g.idom[i] = -1
	}
	for changed := true; changed; {
		changed = false
		for b := 1; b < n; b++ {
			d := -1
			for _, p := range g.preds[b] {
				switch {
				case g.idom[p] < 0 && p != 0:
				case d < 0:
					d = p
				default:
					d = g.meet(p, d)
				}
			}
			if d != g.idom[b] {
				g.idom[b], changed = d, true
			}
		}
	}
	g.under = make([][]int, n)
	for b := 1; b < n; b++ {
		g.under[g.idom[b]] = append(g.under[g.idom[b]], b)
	}
}

// meet is the last block that the ways to two blocks share.
func (g *graph) meet(a, b int) int {
	for a != b {
		for a > b {
			a = g.idom[a]
		}
		for b > a {
			b = g.idom[b]
		}
	}
	return a
}

// dominates says whether all ways to b lead through a.
func (g *graph) dominates(a, b int) bool {
	for b > a {
		b = g.idom[b]
	}
	return a == b
}

// forward is how many ways lead to a block but those back to a loop's head.
func (g *graph) forward(b int) (n int) {
	for _, p := range g.preds[b] {
		if !g.dominates(b, p) {
			n++
		}
	}
	return n
}

// loopOf is the blocks of the loop with a head: those from which a way leads back to it
// that does not leave what it dominates.
func (g *graph) loopOf(head int) map[int]bool {
	in := map[int]bool{head: true}
	var add func(b int)
	add = func(b int) {
		if in[b] {
			return
		}
		in[b] = true
		for _, p := range g.preds[b] {
			add(p)
		}
	}
	for _, p := range g.preds[head] {
		if g.dominates(head, p) {
			add(p)
		}
	}
	return in
}
