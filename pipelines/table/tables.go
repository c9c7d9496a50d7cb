package table

import (
	"encoding/binary"
	"fmt"

	"up4/internal/arena"
)

// version is what a table's descriptor says.
type version struct {
	desc   arena.Off
	def    arena.Off   // record of the default action
	zero   arena.Off   // trie: record of the prefix of length 0, 0 for none
	top    arena.Off   // trie: root node
	idx    index       // exact, tuple
	groups arena.Off   // tuple, list: first chunk
	blocks []arena.Off // list: of entries; the batch under way has a copy
	relist bool        // groups is not the list of blocks
}

// state is one table as the writer sees it. Guarded by Store.mu.
type state struct {
	*layout
	m    *memory
	seed uint64
	v    version
	c    *contents
	hits hitPool

	bounds arena.Off // list: how fields are compared, in every version
	ranges int       // list: range fields

	begun bool    // the batch under way has touched the table
	saved version // as it was before
}

func newState(l *layout, m *memory, seed uint64) (*state, error) {
	t := &state{layout: l, m: m, seed: seed, c: newContents(l, seed)}
	t.hits = hitPool{next: 1, limit: uint32(l.spec.HitSlots())}
	t.v.top, t.v.idx = m.emptyNode, newIndex(m)
	var err error
	if t.kind == kindList {
		if err = t.makeBounds(); err != nil {
			return nil, err
		}
	}
	t.v.def, err = t.newRecord("", l.spec.DefaultAction, l.spec.DefaultData, 0)
	return t, err
}

// lead is how many bytes stand before a record: what a search of the index
// compares. Of a tuple first priority and mask, then the key.
func (t *state) lead() int {
	switch t.kind {
	case kindExact:
		return pad8(t.bytes)
	case kindTuple:
		return tupleLeadBytes + pad8(t.bytes)
	}
	return 0
}

// newRecord writes a record; for an entry with an id also what leads it.
func (t *state) newRecord(id string, action uint16, data []byte, hit uint32) (arena.Off, error) {
	lead := 0
	if id != "" {
		lead = t.lead()
	}
	n := max(pad8(len(data)), 8)
	obj, err := t.m.alloc(lead + recordBytes + n)
	if err != nil {
		return 0, err
	}
	b := arena.Slice[byte](t.m.base, obj, lead+recordBytes+n)
	clear(b)
	if id != "" && t.kind == kindTuple {
		*arena.At[tupleLead](t.m.base, obj) = tupleLead{Priority: prioOf(id), ID: t.c.tuples.id(t.mask(id))}
		copy(b[tupleLeadBytes:], id[:t.bytes])
	} else if lead > 0 {
		copy(b, id[:t.bytes])
	}
	r := Record{Action: action, Hit: hit}
	switch {
	case id == "" || !t.prefix:
	case t.kind == kindTrie:
		r.Prefix = uint16(id[t.bytes])
	default:
		r.Prefix = uint16(prioOf(id) - 1)
	}
	rec := obj + arena.Off(lead)
	*t.m.record(rec) = r
	copy(b[lead+recordBytes:], data)
	return rec, nil
}

// data is the parameters of a record, copied.
func (t *state) data(rec arena.Off) []byte {
	n := t.spec.DataBytes[t.m.record(rec).Action]
	return append([]byte{}, arena.Slice[byte](t.m.base, rec+recordBytes, n)...)
}

// prefixKey is the left-aligned value of a trie's key.
func (t *state) prefixKey(key string) uint32 {
	v := uint32(0)
	for i := range len(key) {
		v = v<<8 | uint32(key[i])
	}
	return v << (32 - t.spec.Fields[0].Bits)
}

// show makes the entry with this id visible to lookups. Precondition: it is
// linked.
func (t *state) show(id string, rec arena.Off) error {
	switch t.kind {
	case kindList:
		return t.insertRow(id, rec)
	case kindTrie:
		plen := int(id[t.bytes])
		if plen == 0 {
			t.v.zero = rec
			return nil
		}
		tr := trie{m: t.m, top: t.v.top}
		err := tr.insert(t.prefixKey(id[:t.bytes]), plen, rec)
		t.v.top = tr.top
		return err
	case kindTuple:
		if r := t.c.tuples.ranks[t.pattern(id)]; r[0] != prioOf(id) {
			return nil // hidden by one of higher priority
		} else if len(r) > 1 {
			return t.v.idx.replace(t.c.hash(t.layout, t.seed, id), t.sibling(id, r[1]), rec)
		}
	}
	return t.v.idx.insert(t.c.hash(t.layout, t.seed, id), rec)
}

// hide takes an entry that show has shown away from lookups. Precondition: it
// is not linked any more.
func (t *state) hide(id string, rec arena.Off) error {
	switch t.kind {
	case kindList:
		return t.removeRow(id, rec)
	case kindTrie:
		plen := int(id[t.bytes])
		if plen == 0 {
			t.v.zero = 0
			return nil
		}
		tr := trie{m: t.m, top: t.v.top}
		err := tr.remove(t.prefixKey(id[:t.bytes]), plen, rec, t.shorter(id, plen))
		t.v.top = tr.top
		return err
	case kindTuple:
		if top := t.c.tuples.top(t.pattern(id)); top > prioOf(id) {
			return nil
		} else if top > 0 {
			return t.v.idx.replace(t.c.hash(t.layout, t.seed, id), rec, t.sibling(id, top))
		}
	}
	return t.v.idx.remove(t.c.hash(t.layout, t.seed, id), rec)
}

// swap puts rec in the place of an entry's old record.
func (t *state) swap(id string, old, rec arena.Off) error {
	switch t.kind {
	case kindList:
		return t.replaceRow(id, old, rec)
	case kindTrie:
		plen := int(id[t.bytes])
		if plen == 0 {
			t.v.zero = rec
			return nil
		}
		tr := trie{m: t.m, top: t.v.top}
		err := tr.replace(t.prefixKey(id[:t.bytes]), plen, old, rec)
		t.v.top = tr.top
		return err
	case kindTuple:
		if t.c.tuples.top(t.pattern(id)) != prioOf(id) {
			return nil
		}
	}
	return t.v.idx.replace(t.c.hash(t.layout, t.seed, id), old, rec)
}

// sibling is the record of the entry with the same key and mask and another
// priority.
func (t *state) sibling(id string, prio int32) arena.Off {
	other := binary.BigEndian.AppendUint32([]byte(t.pattern(id)), uint32(prio))
	return t.c.entries[string(other)].rec
}

// shorter is the record of the longest prefix that covers the trie entry id,
// itself and the prefix of length 0 left out; 0 if there is none.
func (t *state) shorter(id string, plen int) arena.Off {
	b := []byte(id)
	key := b[:t.bytes]
	for n := plen - 1; n > 0; n-- {
		i := n + 8*t.bytes - t.spec.Fields[0].Bits
		key[i/8] &^= 1 << (7 - i%8)
		if t.c.lengths[n] == 0 {
			continue
		}
		b[t.bytes] = byte(n)
		if e, ok := t.c.entries[string(b)]; ok {
			return e.rec
		}
	}
	return 0
}

// clearIndex drops what leads to the records.
func (t *state) clearIndex() {
	switch t.kind {
	case kindTrie:
		tr := trie{m: t.m, top: t.v.top}
		tr.clear()
		t.v.top, t.v.zero = tr.top, 0
	case kindList:
		t.clearBlocks()
	default:
		t.v.idx.clear()
	}
}

// publish writes the table's new descriptor.
func (t *state) publish() error {
	if len(t.c.entries) == 0 {
		t.clearIndex() // a directory does not shrink by itself
	}
	var err error
	switch {
	case t.kind == kindTuple && t.c.tuples.dirty:
		dropChunks(t.m, t.v.groups)
		t.v.groups, err = t.c.tuples.list(t.m, pad8(t.bytes))
	case t.kind == kindList && t.v.relist:
		dropChunks(t.m, t.v.groups)
		t.v.groups, err = t.listBlocks()
	}
	if err != nil {
		return fmt.Errorf("write the entries of table %s: %w", t.spec.Name, err)
	}
	off, err := t.m.alloc(descriptorBytes)
	if err != nil {
		return fmt.Errorf("write descriptor of table %s: %w", t.spec.Name, err)
	}
	d := descriptor{
		Kind: t.kind, KeyBytes: uint16(t.bytes), Entries: uint32(len(t.c.entries)),
		Default: uint32(t.v.def), Miss: uint32(t.v.def), Top: uint32(t.v.idx.top),
		Shift: uint32(64 - t.v.idx.depth), Start: t.seed,
		Groups: uint32(t.v.groups), KeyWords: uint32(pad8(t.bytes) / 8),
	}
	switch t.kind {
	case kindTrie:
		d.Top, d.Shift = uint32(t.v.top), uint32(32-t.spec.Fields[0].Bits)
		if t.v.zero != 0 {
			d.Miss = uint32(t.v.zero)
		}
	case kindList:
		d.Top, d.Shift = uint32(t.bounds), uint32(t.ranges)
	}
	*arena.At[descriptor](t.m.base, off) = d
	if t.v.desc != 0 {
		t.m.drop(t.v.desc)
	}
	t.v.desc = off
	return nil
}
