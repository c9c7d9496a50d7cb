package table

import (
	"encoding/binary"

	"up4/internal/arena"
)

// contents is what the writer knows of a table's entries besides what stands in
// the arena: by id, the record and the hit counter.
//
// An id holds all that names an entry:
//
//	exact  key
//	trie   key, prefix length (1 byte)
//	tuple  key, mask, priority (4 bytes, big-endian)
//	list   the same
//
// An entry of a wide LPM table, or of one with several LPM fields, is a tuple whose
// mask is the prefixes and whose priority is the sum of their lengths + 1.
type contents struct {
	entries map[string]stored
	lengths [33]int // trie: entries by prefix length
	tuples  *tuples // tuple tables only
}

// stored is one entry.
type stored struct {
	rec  arena.Off
	hit  uint32
	born uint64 // number of the version that has it first
}

func newContents(l *layout, seed uint64) *contents {
	c := &contents{entries: map[string]stored{}}
	if l.kind == kindTuple {
		c.tuples = newTuples(seed)
	}
	return c
}

// link adds an entry, unlink takes it out.
func (c *contents) link(l *layout, id string, e stored) {
	c.entries[id] = e
	switch l.kind {
	case kindTrie:
		c.lengths[id[len(id)-1]]++
	case kindTuple:
		c.tuples.link(l.pattern(id), l.mask(id), prioOf(id))
	}
}

func (c *contents) unlink(l *layout, id string) {
	delete(c.entries, id)
	switch l.kind {
	case kindTrie:
		c.lengths[id[len(id)-1]]--
	case kindTuple:
		c.tuples.unlink(l.pattern(id), l.mask(id), prioOf(id))
	}
}

// appendID appends the id of an entry that checkMatch has passed.
func (l *layout) appendID(b []byte, e *Entry) []byte {
	b = append(b, e.Key...)
	switch {
	case l.kind == kindTrie:
		return append(b, byte(e.PrefixLen))
	case l.kind == kindExact:
		return b
	case l.ranked:
		b = append(b, e.Mask...)
		return binary.BigEndian.AppendUint32(b, uint32(e.Priority))
	case l.masked:
		b = append(b, e.Mask...)
		return binary.BigEndian.AppendUint32(b, uint32(e.PrefixLen)+1)
	}
	for i, f := range l.spec.Fields {
		n := f.Bits
		if i == l.lpm {
			n = e.PrefixLen
		}
		at := len(b)
		b = append(b, make([]byte, f.Bytes())...)
		setPrefix(b[at:], f.Bits, n)
	}
	return binary.BigEndian.AppendUint32(b, uint32(e.PrefixLen)+1)
}

// entry is the inverse of appendID; action and data are the record's.
func (l *layout) entry(id string) Entry {
	e := Entry{Key: []byte(id[:l.bytes])}
	switch {
	case l.kind == kindTrie:
		e.PrefixLen = int(id[l.bytes])
	case l.kind == kindExact:
	case l.ranked:
		e.Mask, e.Priority = []byte(l.mask(id)), prioOf(id)
	default:
		e.PrefixLen = int(prioOf(id)) - 1
		if l.masked {
			e.Mask = []byte(l.mask(id))
		}
	}
	return e
}

// pattern is key and mask of a tuple's or a list's id, mask the mask, prioOf the priority.
func (l *layout) pattern(id string) string { return id[:2*l.bytes] }
func (l *layout) mask(id string) string    { return id[l.bytes : 2*l.bytes] }

func prioOf(id string) int32 {
	b := id[len(id)-4:]
	return int32(uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]))
}

// hash is the hash of an entry's key, for tables that have an index.
func (c *contents) hash(l *layout, seed uint64, id string) uint64 {
	h := seed
	if l.kind == kindTuple {
		h = c.tuples.startOf(c.tuples.id(l.mask(id)))
	}
	key := id[:l.bytes]
	for ; len(key) >= 8; key = key[8:] {
		h = hashWord(h, uint64(key[0])|uint64(key[1])<<8|uint64(key[2])<<16|uint64(key[3])<<24|
			uint64(key[4])<<32|uint64(key[5])<<40|uint64(key[6])<<48|uint64(key[7])<<56)
	}
	if len(key) > 0 {
		w := uint64(0)
		for i := range len(key) {
			w |= uint64(key[i]) << (8 * i)
		}
		h = hashWord(h, w)
	}
	return hashEnd(h)
}
