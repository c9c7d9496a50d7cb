package table

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"up4/internal/arena"
)

// group is the entries of a tuple table under one mask, as the writer sees it.
type group struct {
	mask    string
	id      uint32
	set     int // bits set in mask
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

	// ids numbers the masks. All groups of a version share one index, in which a
	// key under one mask may equal a key under another: the number, which stands
	// before each record, tells them apart. A mask that goes and comes back
	// within one batch keeps its number, for the sake of undoing.
	ids     map[string]uint32
	freeIDs []uint32
}

func newTuples(seed uint64) *tuples {
	return &tuples{seed: seed, groups: map[string]*group{}, ranks: map[string][]int32{}, ids: map[string]uint32{}}
}

// id is the number of a mask.
func (t *tuples) id(mask string) uint32 {
	id, ok := t.ids[mask]
	if ok {
		return id
	}
	if n := len(t.freeIDs); n > 0 {
		id, t.freeIDs = t.freeIDs[n-1], t.freeIDs[:n-1]
	} else {
		id = uint32(len(t.ids))
	}
	t.ids[strings.Clone(mask)] = id
	return id
}

// settle forgets the numbers of masks that are gone. To be called when there is
// nothing to undo.
func (t *tuples) settle() {
	if len(t.ids) == len(t.groups) {
		return
	}
	for mask, id := range t.ids {
		if t.groups[mask] == nil {
			delete(t.ids, mask)
			t.freeIDs = append(t.freeIDs, id)
		}
	}
}

// startOf is the hash of the empty key under a mask.
func (t *tuples) startOf(id uint32) uint64 { return hashWord(t.seed, uint64(id)+1) }

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
		g = &group{mask: strings.Clone(mask), id: t.id(mask), prios: map[int32]int{}}
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

	first, err := writeChunks(m, len(all), groupHeadBytes+keyPad, func(i int, at arena.Off) {
		g := all[i]
		*arena.At[groupHead](m.base, at) = groupHead{Max: g.max, Rank: rank[g], Start: t.startOf(g.id), ID: g.id}
		mask := arena.Slice[byte](m.base, at+groupHeadBytes, keyPad)
		clear(mask[copy(mask, g.mask):])
	})
	t.dirty = t.dirty && err != nil
	return first, err
}
