package table

import (
	"bytes"
	"cmp"
	"errors"
	"math/big"
	"slices"
)

// model is the tables as the P4 language describes them: lists of entries that
// are searched from end to end. It shares no code with the store.
type model struct {
	specs  []Spec
	tables []modelTable
	groups map[uint16][]Replica
}

type modelTable struct {
	entries []Entry
	action  uint16
	data    []byte
}

func newModel(specs []Spec) *model {
	m := &model{specs: specs, groups: map[uint16][]Replica{}}
	for _, s := range specs {
		m.tables = append(m.tables, modelTable{action: s.DefaultAction, data: s.DefaultData})
	}
	return m
}

func (m *model) clone() *model {
	c := &model{specs: m.specs, groups: map[uint16][]Replica{}}
	for _, t := range m.tables {
		t.entries = slices.Clone(t.entries)
		c.tables = append(c.tables, t)
	}
	for id, r := range m.groups {
		c.groups[id] = r
	}
	return c
}

func sameEntry(a, b Entry) bool {
	return bytes.Equal(a.Key, b.Key) && bytes.Equal(a.Mask, b.Mask) && a.PrefixLen == b.PrefixLen && a.Priority == b.Priority
}

// apply applies valid operations; it returns the index of the one that fails,
// and why.
func (m *model) apply(ops []Op) (int, error) {
	for i, op := range ops {
		t := &m.tables[op.Table]
		if op.Kind < SetDefault && len(m.specs[op.Table].Fields) == 0 {
			return i, ErrInvalid
		}
		at := slices.IndexFunc(t.entries, func(e Entry) bool { return sameEntry(e, op.Entry) })
		switch op.Kind {
		case Insert:
			if at >= 0 {
				return i, ErrExists
			}
			if len(t.entries) == m.specs[op.Table].Size {
				return i, ErrFull
			}
			t.entries = append(t.entries, op.Entry)
		case Modify:
			if at < 0 {
				return i, ErrNotFound
			}
			t.entries[at] = op.Entry
		case Delete:
			if at < 0 {
				return i, ErrNotFound
			}
			t.entries = slices.Delete(t.entries, at, at+1)
		case SetDefault:
			t.action, t.data = op.Entry.Action, op.Entry.Data
		case Clear:
			t.entries = nil
		}
	}
	return -1, nil
}

// bit is bit i of a packed field, 0 the most significant of its width.
func bit(field []byte, width, i int) byte {
	i += 8*len(field) - width
	return field[i/8] >> (7 - i%8) & 1
}

// matches says whether an entry matches a key, field by field.
func (m *model) matches(t int, e Entry, key []byte) bool {
	at := 0
	for _, f := range m.specs[t].Fields {
		n := (f.Bits + 7) / 8
		k, v := key[at:at+n], e.Key[at:at+n]
		if f.Match == Range {
			x := new(big.Int).SetBytes(k)
			if x.Cmp(new(big.Int).SetBytes(v)) < 0 || x.Cmp(new(big.Int).SetBytes(e.Mask[at:at+n])) > 0 {
				return false
			}
			at += n
			continue
		}
		for i := range f.Bits {
			counts := true
			switch {
			case len(e.Mask) > 0:
				counts = bit(e.Mask[at:at+n], f.Bits, i) == 1
			case f.Match == LPM:
				counts = i < e.PrefixLen
			}
			if counts && bit(k, f.Bits, i) != bit(v, f.Bits, i) {
				return false
			}
		}
		at += n
	}
	return true
}

// wins says whether entry a wins over b, both matching.
func (m *model) wins(t int, a, b Entry) bool {
	if !m.specs[t].Ranked() {
		return cmp.Or(cmp.Compare(a.PrefixLen, b.PrefixLen), bytes.Compare(a.Mask, b.Mask)) > 0
	}
	if a.Priority != b.Priority {
		return a.Priority > b.Priority
	}
	if m.specs[t].Match() == Range {
		return cmp.Or(bytes.Compare(a.Key, b.Key), bytes.Compare(a.Mask, b.Mask)) > 0
	}
	ones := func(e Entry) (n int) {
		for i := range 8 * len(e.Mask) {
			n += int(bit(e.Mask, 8*len(e.Mask), i))
		}
		return n
	}
	if x, y := ones(a), ones(b); x != y {
		return x > y
	}
	return bytes.Compare(a.Mask, b.Mask) > 0
}

// find is what a lookup must give; hit says that an entry matched.
func (m *model) find(t int, key []byte) (action uint16, data []byte, hit bool) {
	best := -1
	for i, e := range m.tables[t].entries {
		if m.matches(t, e, key) && (best < 0 || m.wins(t, e, m.tables[t].entries[best])) {
			best = i
		}
	}
	if best < 0 {
		return m.tables[t].action, m.tables[t].data, false
	}
	e := m.tables[t].entries[best]
	return e.Action, e.Data, true
}

// cause is the sentinel behind an error.
func cause(err error) error {
	for _, e := range []error{ErrExists, ErrNotFound, ErrFull, ErrInvalid, ErrMemory} {
		if errors.Is(err, e) {
			return e
		}
	}
	return err
}
