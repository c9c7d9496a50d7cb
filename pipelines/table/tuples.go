package table

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"

	"up4/internal/arena"
)

// group is the entries of a tuple table under one mask, as the writer sees it.
type group struct {
	mask    string
	set     int    // bits set in mask
	start   uint64 // hash of the empty key under this mask
	entries int
	prios   map[int32]int // entries by priority
	max     int32         // highest priority, computed by tuples.list
}

// tuples is the masks of a tuple table. Changing it can always be undone by
// the inverse change.
type tuples struct {
	seed   uint64
	groups map[string]*group
	// ranks holds the priorities of the entries that share key and mask, the
	// highest first; only that one stands in the index.
	ranks map[string][]int32
	dirty bool // the list of groups in the arena is out of date
}

func newTuples(seed uint64) *tuples {
	return &tuples{seed: seed, groups: map[string]*group{}, ranks: map[string][]int32{}}
}

// startOf is the hash of the empty key under mask. It depends on nothing else,
// so that a mask that goes and comes back hashes its keys as before.
func (t *tuples) startOf(mask string) uint64 {
	h := t.seed
	for b := []byte(mask); len(b) > 0; {
		var w [8]byte
		b = b[copy(w[:], b):]
		h = hashWord(h, binary.LittleEndian.Uint64(w[:]))
	}
	return h * hashK2
}

// top is the highest priority among the entries with this key and mask, 0 if
// there is none.
func (t *tuples) top(match string) int32 {
	if r := t.ranks[match]; len(r) > 0 {
		return r[0]
	}
	return 0
}

// link adds an entry with this key and mask.
func (t *tuples) link(match, mask string, prio int32) {
	r := t.ranks[match]
	i, _ := slices.BinarySearchFunc(r, prio, func(a, b int32) int { return cmp.Compare(b, a) })
	t.ranks[match] = slices.Insert(r, i, prio)
	g := t.groups[mask]
	if g == nil {
		g = &group{mask: strings.Clone(mask), start: t.startOf(mask), prios: map[int32]int{}}
		for _, b := range []byte(mask) {
			g.set += bits.OnesCount8(b)
		}
		t.groups[g.mask] = g
	}
	g.entries++
	g.prios[prio]++
	t.dirty = t.dirty || g.prios[prio] == 1
}

// unlink takes one out.
func (t *tuples) unlink(match, mask string, prio int32) {
	r := t.ranks[match]
	if i := slices.Index(r, prio); i >= 0 {
		r = slices.Delete(r, i, i+1)
	}
	if len(r) == 0 {
		delete(t.ranks, match)
	} else {
		t.ranks[match] = r
	}
	g := t.groups[mask]
	g.entries--
	if g.prios[prio]--; g.prios[prio] == 0 {
		delete(g.prios, prio)
		t.dirty = true
	}
	if g.entries == 0 {
		delete(t.groups, mask)
	}
}

// byRank orders masks for entries of equal priority: the one that asks for more
// bits wins, then the one that is larger as a big-endian number.
func byRank(setA int, maskA string, setB int, maskB string) int {
	if c := cmp.Compare(setB, setA); c != 0 {
		return c
	}
	return strings.Compare(maskB, maskA)
}

// list writes the groups to the arena in the order in which they are searched,
// and returns the first chunk, 0 if there are no groups.
func (t *tuples) list(m *memory, keyPad int) (arena.Off, error) {
	all := make([]*group, 0, len(t.groups))
	for _, g := range t.groups {
		g.max = 0
		for p := range g.prios {
			g.max = max(g.max, p)
		}
		all = append(all, g)
	}
	slices.SortFunc(all, func(a, b *group) int { return byRank(a.set, a.mask, b.set, b.mask) })
	rank := make(map[*group]uint32, len(all))
	for i, g := range all {
		rank[g] = uint32(i)
	}
	slices.SortStableFunc(all, func(a, b *group) int { return cmp.Compare(b.max, a.max) })

	stride := groupHeadBytes + keyPad
	each := (arena.PageSize - chunkBytes) / stride
	next := arena.Off(0)
	for len(all) > 0 { // the last chunk first, since each names the next
		n := (len(all)-1)%each + 1
		part := all[len(all)-n:]
		all = all[:len(all)-n]
		off, err := m.alloc(chunkBytes + n*stride)
		if err != nil {
			return 0, err
		}
		*arena.At[chunk](m.base, off) = chunk{N: uint32(n), Next: uint32(next)}
		for i, g := range part {
			at := off + chunkBytes + arena.Off(i*stride)
			*arena.At[groupHead](m.base, at) = groupHead{Max: g.max, Rank: rank[g], Start: g.start}
			mask := arena.Slice[byte](m.base, at+groupHeadBytes, keyPad)
			clear(mask[copy(mask, g.mask):])
		}
		next = off
	}
	t.dirty = false
	return next, nil
}

// dropList drops a list of groups.
func dropList(m *memory, first arena.Off) {
	for first != 0 {
		next := arena.Off(arena.At[chunk](m.base, first).Next)
		m.drop(first)
		first = next
	}
}
