package table

import (
	"fmt"
	"slices"

	"up4/internal/arena"
)

// auditor walks everything that the newest root of a store leads to.
type auditor struct {
	m     *memory
	seen  map[arena.Off]bool
	bytes uint64
	err   error
}

// audit checks that what the newest root leads to is exactly what the store
// believes to be in use, apart from what waits.
func audit(s *Store) error {
	a := &auditor{m: s.m, seen: map[arena.Off]bool{}}
	for _, off := range []arena.Off{s.m.emptyNode, s.m.emptyBucket, s.m.emptyDir, s.root} {
		a.visit(off)
	}
	a.visit(s.groups)
	for _, low := range s.m.node(s.groups) {
		if low == 0 {
			continue
		}
		a.visit(arena.Off(low))
		for _, g := range s.m.node(arena.Off(low)) {
			a.visit(arena.Off(g))
		}
	}
	for _, t := range s.tables {
		a.table(t)
	}
	if u := s.Usage(); a.err == nil && a.bytes+u.Waiting != u.Objects {
		return fmt.Errorf("%d bytes reachable and %d waiting, but %d in use", a.bytes, u.Waiting, u.Objects)
	}
	return a.err
}

// visit counts an object, once.
func (a *auditor) visit(off arena.Off) {
	if off == 0 || a.seen[off] {
		return
	}
	a.seen[off] = true
	p, w, bit := a.m.place(off)
	pg := &a.m.pages[p]
	if pg.free[w]&bit != 0 {
		a.err = fmt.Errorf("object %#x is reachable and free", off)
	}
	a.bytes += uint64(classes[pg.class])
}

func (a *auditor) table(t *state) {
	a.counters(t)
	a.visit(t.v.desc)
	a.visit(t.v.def)
	for _, e := range t.c.entries {
		a.visit(e.rec - arena.Off(t.lead()))
	}
	for g := t.v.groups; g != 0; g = arena.Off(arena.At[chunk](a.m.base, g).Next) {
		a.visit(g)
	}
	switch t.kind {
	case kindTrie:
		a.node(t.v.top)
		return
	case kindList:
		a.list(t)
		return
	}
	a.directory(t.v.idx.top, 1<<t.v.idx.depth)
	if t.kind == kindTuple && len(t.c.tuples.ids) != len(t.c.tuples.groups) {
		a.err = fmt.Errorf("table %s: %d masks have a number, %d are in use", t.spec.Name, len(t.c.tuples.ids), len(t.c.tuples.groups))
	}
}

// list checks that the rows in the blocks that the chunks name are the entries.
func (a *auditor) list(t *state) {
	a.visit(t.bounds)
	var blocks []arena.Off
	for g := t.v.groups; g != 0; g = arena.Off(arena.At[chunk](a.m.base, g).Next) {
		n := int(arena.At[chunk](a.m.base, g).N)
		for _, b := range a.m.words(g+chunkBytes, n) {
			blocks = append(blocks, arena.Off(b))
		}
	}
	if !slices.Equal(blocks, t.v.blocks) || t.v.relist {
		a.err = fmt.Errorf("table %s: blocks %v are listed, there are %v", t.spec.Name, blocks, t.v.blocks)
	}
	rows := 0
	for _, b := range blocks {
		a.visit(b)
		n := int(t.block(b).N)
		if n == 0 || n > t.blockRows() {
			a.err = fmt.Errorf("table %s: a block of %d rows", t.spec.Name, n)
		}
		rows += n
		for i := range n {
			if !a.seen[arena.Off(t.row(b, i).Rec)] {
				a.err = fmt.Errorf("table %s: a row leads to no entry's record", t.spec.Name)
			}
		}
	}
	if rows != len(t.c.entries) {
		a.err = fmt.Errorf("table %s: %d rows, %d entries", t.spec.Name, rows, len(t.c.entries))
	}
}

// counters checks that no hit counter is in use twice.
func (a *auditor) counters(t *state) {
	used := map[uint32]bool{}
	for _, hit := range t.hits.free {
		used[hit] = true
	}
	for _, e := range t.c.entries {
		if used[e.hit] || e.hit == 0 || int(e.hit) >= t.spec.HitSlots() {
			a.err = fmt.Errorf("table %s: hit counter %d is used twice or out of range", t.spec.Name, e.hit)
		}
		used[e.hit] = true
	}
}

// bucket checks the counts in a bucket against its entries.
func (a *auditor) bucket(b arena.Off) {
	lines := arena.Slice[line](a.m.base, b, bucketLines)
	var over [bucketLines]int
	entries := 0
	for at := range lines {
		for j, tag := range lines[at].Tags {
			if tag == 0 {
				continue
			}
			entries++
			for i := home(uint64(lines[at].Slots[j].Hash) << 32); i != at; i = (i + 1) % bucketLines {
				over[i]++
			}
		}
	}
	if int(a.m.bucketPage(b).count) != entries {
		a.err = fmt.Errorf("bucket %#x holds %d entries, not %d", b, entries, a.m.bucketPage(b).count)
	}
	for i := range lines {
		if n := lines[i].Over; n < 255 && int(n) != over[i] {
			a.err = fmt.Errorf("bucket %#x line %d: %d entries went past, not %d", b, i, over[i], n)
		}
	}
}

func (a *auditor) node(n arena.Off) {
	a.visit(n)
	for _, slot := range a.m.node(n) {
		if slot&tagged != 0 {
			a.node(arena.Off(slot &^ tagged))
		}
	}
}

func (a *auditor) directory(dir arena.Off, n int) {
	a.visit(dir)
	last := uint32(0)
	for _, v := range a.m.words(dir, n) {
		if v == last {
			continue
		}
		last = v
		if v&tagged != 0 {
			a.visit(arena.Off(v &^ tagged))
			a.bucket(arena.Off(v &^ tagged))
		} else {
			a.directory(arena.Off(v), 1<<dirBits)
		}
	}
}
