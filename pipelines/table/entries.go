package table

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"up4/internal/arena"
)

// Entries is the entries of table t in the newest version, exactly as they were
// written, copied. The order depends on nothing but what they are: exact and
// LPM tables by key and then by prefix length, tables with priorities in the order
// in which entries win. A table that does not exist has no entries.
func (s *Store) Entries(t int) []Listed {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t < 0 || t >= len(s.tables) {
		return nil
	}
	tab := s.tables[t]
	ids := make([]string, 0, len(tab.c.entries))
	for id := range tab.c.entries {
		ids = append(ids, id)
	}
	tab.sort(ids)
	out := make([]Listed, len(ids))
	for i, id := range ids {
		at := tab.c.entries[id]
		e := tab.entry(id)
		e.Action, e.Data = tab.m.record(at.rec).Action, tab.data(at.rec)
		out[i] = Listed{Entry: e, Hit: at.hit}
	}
	return out
}

func (t *state) sort(ids []string) {
	compare := strings.Compare
	switch {
	case t.kind == kindList:
		compare = t.byRow
	case t.match == Ternary:
		ones := func(mask string) (n int) {
			for i := range len(mask) {
				n += bits.OnesCount8(mask[i])
			}
			return n
		}
		compare = func(a, b string) int {
			ma, mb := t.mask(a), t.mask(b)
			return cmp.Or(cmp.Compare(prioOf(b), prioOf(a)), byRank(ones(ma), ma, ones(mb), mb), strings.Compare(a, b))
		}
	case t.kind == kindTuple:
		compare = func(a, b string) int {
			return cmp.Or(strings.Compare(a[:t.bytes], b[:t.bytes]), cmp.Compare(prioOf(a), prioOf(b)), strings.Compare(a, b))
		}
	}
	slices.SortFunc(ids, compare)
}

// Default is the default action of table t in the newest version and its packed
// parameters, copied.
func (s *Store) Default(t int) (action uint16, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t < 0 || t >= len(s.tables) {
		return 0, nil
	}
	tab := s.tables[t]
	return tab.m.record(tab.v.def).Action, tab.data(tab.v.def)
}

// Group is a multicast group.
type Group struct {
	ID       uint16
	Replicas []Replica
}

// Groups is all multicast groups that exist in the newest version, by id,
// copied.
func (s *Store) Groups() []Group {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Group
	for hi, low := range s.m.node(s.groups) {
		if low == 0 {
			continue
		}
		for lo, off := range s.m.node(arena.Off(low)) {
			if off == 0 {
				continue
			}
			n := int(*arena.At[uint32](s.m.base, arena.Off(off)))
			r := arena.Slice[Replica](s.m.base, arena.Off(off)+8, n)
			out = append(out, Group{ID: uint16(hi<<8 | lo), Replicas: slices.Clone(r)})
		}
	}
	return out
}

// Len is the number of entries of table t in the newest version.
func (s *Store) Len(t int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t < 0 || t >= len(s.tables) {
		return 0
	}
	return len(s.tables[t].c.entries)
}

// Usage is how a store's memory is used, in bytes.
type Usage struct {
	Region  uint64 // reserved in the arena
	Pages   uint64 // in pages that hold anything
	Objects uint64 // in objects, those that wait included
	Waiting uint64 // in objects that wait for Free
}

// Usage is how the memory is used now.
func (s *Store) Usage() Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Usage{
		Region:  uint64(s.m.limit) * arena.PageSize,
		Pages:   uint64(len(s.m.pages)-len(s.m.empties)) * arena.PageSize,
		Objects: s.m.usedBytes,
		Waiting: s.m.pendingBytes,
	}
}
