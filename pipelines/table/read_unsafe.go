package table

import (
	"math/bits"
	"unsafe"

	"up4/internal/arena"
)

// View is a version seen by a reader: an engine opens one for each batch. It
// allocates nothing and locks nothing. A View and all that comes from it are
// valid until the garbage of a change after its root is freed.
//
// Preconditions of its methods: the root is one that the Store published for
// the same program, t is a table of the program, and the method is that of the
// table's match kind (Spec.Match).
type View struct {
	base unsafe.Pointer
	root *root
}

// Open looks at the version under root in the arena at base.
func Open(base arena.Base, at arena.Off) View {
	return View{base: base, root: (*root)(unsafe.Add(base, at))}
}

// Version is the version's number: 1 for the first, one more for each change.
func (v View) Version() uint64 { return v.root.Version }

// Tables is the number of tables.
func (v View) Tables() int { return int(v.root.Tables) }

func (v View) table(t int) *descriptor {
	off := *(*uint32)(unsafe.Add(unsafe.Pointer(v.root), rootBytes+4*t))
	return (*descriptor)(unsafe.Add(v.base, off))
}

// Len is the number of entries of table t.
func (v View) Len(t int) int { return int(v.table(t).Entries) }

// Group is the replicas of multicast group id in the order in which they were
// given, aliased; nil if it does not exist.
func (v View) Group(id uint16) []Replica {
	low := *(*uint32)(unsafe.Add(v.base, v.root.Groups+uint32(id>>8)<<2))
	if low == 0 {
		return nil
	}
	off := *(*uint32)(unsafe.Add(v.base, low+uint32(id&255)<<2))
	if off == 0 {
		return nil
	}
	n := *(*uint32)(unsafe.Add(v.base, off))
	return unsafe.Slice((*Replica)(unsafe.Add(v.base, off+8)), n)
}

// Data is the first n bytes of the record's data, aliased: the packed
// parameters, big-endian, and the padding after them. Precondition: n is at
// most the action's length, rounded up to a multiple of 8 and at least 8.
func (r *Record) Data(n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(r), recordBytes)), n)
}

// Word is the 8 bytes of data from byte 8*i on, as a little-endian number: the
// first byte of data is the least significant. Precondition as for Data.
func (r *Record) Word(i int) uint64 {
	return *(*uint64)(unsafe.Add(unsafe.Pointer(r), recordBytes+8*i))
}

// LPMTable is a table with an LPM field, and maybe exact ones.
type LPMTable struct {
	base unsafe.Pointer
	top  unsafe.Pointer
	miss uint32
	d    *descriptor
}

// LPM is table t.
func (v View) LPM(t int) LPMTable {
	d := v.table(t)
	return LPMTable{base: v.base, top: unsafe.Add(v.base, d.Top), miss: d.Miss, d: d}
}

// Find32 is the record of the longest prefix that matches addr, or of the
// default action. Precondition: the table's key is one LPM field of at most 32
// bits. addr is its value, shifted left so that its first bit is bit 31.
func (l LPMTable) Find32(addr uint32) *Record {
	s := *(*uint32)(unsafe.Add(l.top, addr>>24<<2))
	for s&tagged != 0 {
		addr <<= 8
		s = *(*uint32)(unsafe.Add(l.base, s-tagged+addr>>24<<2))
	}
	if s == 0 {
		s = l.miss
	}
	return (*Record)(unsafe.Add(l.base, s))
}

// Find is the same for a packed key of any LPM table. A key of another length
// than the table's gives the default action.
func (l LPMTable) Find(key []byte) *Record {
	if l.d.Kind == kindTrie {
		if len(key) != int(l.d.KeyBytes) {
			return (*Record)(unsafe.Add(l.base, l.d.Default))
		}
		v := uint32(0)
		for _, b := range key {
			v = v<<8 | uint32(b)
		}
		return l.Find32(v << (l.d.Shift & 31))
	}
	return TernaryTable{l.base, l.d}.Find(key)
}

// ExactTable is a table whose fields are all exact.
type ExactTable struct {
	base  unsafe.Pointer
	dir   unsafe.Pointer
	start uint64
	d     *descriptor // four fields fit in registers, five do not
}

// Exact is table t.
func (v View) Exact(t int) ExactTable {
	d := v.table(t)
	return ExactTable{base: v.base, dir: unsafe.Add(v.base, d.Top), start: d.Start, d: d}
}

// Find64 is the record of a key of at most 8 bytes, or of the default action.
// key is the packed key, padded with zero bytes to 8 and loaded as a
// little-endian number. Precondition: the table's key is 1 to 8 bytes long.
func (x ExactTable) Find64(key uint64) *Record {
	h := hashEnd(hashWord(x.start, key))
	b := *(*uint32)(unsafe.Add(x.dir, h>>(x.d.Shift&63)<<2))
	if b&tagged == 0 {
		b = *(*uint32)(unsafe.Add(x.base, b+innerOf(h)<<2))
	}
	bucket := unsafe.Add(x.base, b-tagged)
	tags := uint64(tagOf(h)) * everyByte
	for i := range uint64(bucketLines) {
		l := unsafe.Add(bucket, (h>>lineShift+i)&(bucketLines-1)*lineBytes)
		ctrl := *(*uint64)(l)
		for m := matching(ctrl, tags); m != 0; m &= m - 1 {
			r := unsafe.Add(x.base, *(*uint32)(unsafe.Add(l, recAt+bits.TrailingZeros64(m))))
			if *(*uint64)(unsafe.Add(r, -8)) == key {
				return (*Record)(r)
			}
		}
		if ctrl>>overShift == 0 {
			break
		}
	}
	return (*Record)(unsafe.Add(x.base, x.d.Miss))
}

// A line as it is searched: its first 8 bytes are the tags and, on top, Over.
const (
	lineBytes = 64
	overShift = 56
	// recAt leads from the bit of a tag that matches, bit 8j+7, to the record of
	// slot j.
	recAt = 8 + 4 - 7

	everyByte = 0x0101010101010101
	tagBits   = 0x0080808080808080
)

// The constants above are those of the types.
var (
	_ [lineBytes]struct{} = [unsafe.Sizeof(line{})]struct{}{}
	_ [overShift]struct{} = [8 * unsafe.Offsetof(line{}.Over)]struct{}{}
	_ [recAt]struct{}     = [unsafe.Offsetof(line{}.Slots) + unsafe.Offsetof(lineSlot{}.Rec) - 7]struct{}{}
)

// matching has bit 8j+7 set for each tag j of a line that equals the byte that
// fills tags, and maybe for one above such a tag ("Bit Twiddling Hacks",
// haszero): the caller compares keys.
func matching(ctrl, tags uint64) uint64 {
	x := ctrl ^ tags
	return (x - everyByte) &^ x & tagBits
}

func innerOf(h uint64) uint32 { return uint32(h >> (64 - 2*dirBits) & (1<<dirBits - 1)) }

// Find is the same for a packed key of any length. A key of another length than
// the table's gives the default action.
func (x ExactTable) Find(key []byte) *Record {
	if len(key) != int(x.d.KeyBytes) || len(key) == 0 {
		return (*Record)(unsafe.Add(x.base, x.d.Miss))
	}
	k := load(key)
	if len(key) <= 8 {
		return x.Find64(k.last)
	}
	h := x.start
	for i := range k.whole {
		h = hashWord(h, k.word(i))
	}
	if k.tail {
		h = hashWord(h, k.last)
	}
	if r := k.probe(x.base, x.d, hashEnd(h), nil, 0); r != nil {
		return r
	}
	return (*Record)(unsafe.Add(x.base, x.d.Miss))
}

// TernaryTable is a table with a ternary field.
type TernaryTable struct {
	base unsafe.Pointer
	d    *descriptor
}

// Ternary is table t.
func (v View) Ternary(t int) TernaryTable { return TernaryTable{v.base, v.table(t)} }

// Find is the record of the matching entry that wins, or of the default action.
// The highest priority wins; among equal priorities the mask with more bits set,
// then the mask that is larger as a big-endian number. So the same entries give
// the same answers in whatever order they were written. A key of another length
// than the table's gives the default action.
//
// It takes time for each mask, not for each entry, and ends early when no mask
// that is left has a priority that could win.
func (t TernaryTable) Find(key []byte) *Record {
	best := (*Record)(unsafe.Add(t.base, t.d.Miss))
	if len(key) != int(t.d.KeyBytes) || len(key) == 0 {
		return best
	}
	k := load(key)
	var (
		prio, rank = int32(0), uint32(0)
		lead       = -tupleLeadBytes - int(t.d.KeyWords)*8
		stride     = groupHeadBytes + uintptr(t.d.KeyWords)*8
	)
	for next := t.d.Groups; next != 0; {
		c := (*chunk)(unsafe.Add(t.base, next))
		g := unsafe.Add(unsafe.Pointer(c), chunkBytes)
		for range c.N {
			head := (*groupHead)(g)
			if head.Max < prio {
				return best
			}
			mask := unsafe.Add(g, groupHeadBytes)
			if r := k.probe(t.base, t.d, k.hash(head.Start, mask), mask, head.ID); r != nil {
				p := (*tupleLead)(unsafe.Add(unsafe.Pointer(r), lead)).Priority
				if p > prio || p == prio && head.Rank < rank {
					best, prio, rank = r, p, head.Rank
				}
			}
			g = unsafe.Add(g, stride)
		}
		next = c.Next
	}
	return best
}

// words is a key taken apart: whole words that stay where they are, and the
// bytes after them, zero-padded.
type words struct {
	at    unsafe.Pointer
	whole int
	last  uint64
	tail  bool // last holds bytes
}

// load takes a key apart. Precondition: it is not empty.
func load(key []byte) words {
	n := len(key)
	k := words{at: unsafe.Pointer(unsafe.SliceData(key)), whole: n >> 3, tail: n&7 != 0}
	switch {
	case n >= 8:
		// The last 8 bytes, of which those above n&7 belong to the word before.
		k.last = *(*uint64)(unsafe.Add(k.at, n-8))
		if k.tail {
			k.last >>= 64 - uint(n&7)*8
		}
	default:
		for i := n - 1; i >= 0; i-- {
			k.last = k.last<<8 | uint64(*(*byte)(unsafe.Add(k.at, i)))
		}
	}
	return k
}

func (k *words) word(i int) uint64 { return *(*uint64)(unsafe.Add(k.at, i<<3)) }

// hash is the key's hash under a mask.
func (k *words) hash(h uint64, mask unsafe.Pointer) uint64 {
	for i := range k.whole {
		h = hashWord(h, k.word(i)&*(*uint64)(unsafe.Add(mask, i<<3)))
	}
	if k.tail {
		h = hashWord(h, k.last&*(*uint64)(unsafe.Add(mask, k.whole<<3)))
	}
	return hashEnd(h)
}

// probe looks the key up in a table's index, under the mask with this number;
// mask is nil for an exact table. It returns nil if the key is not there.
func (k *words) probe(base unsafe.Pointer, d *descriptor, h uint64, mask unsafe.Pointer, id uint32) *Record {
	b := *(*uint32)(unsafe.Add(base, d.Top+uint32(h>>(d.Shift&63))<<2))
	if b&tagged == 0 {
		b = *(*uint32)(unsafe.Add(base, b+innerOf(h)<<2))
	}
	bucket := unsafe.Add(base, b-tagged)
	tags := uint64(tagOf(h)) * everyByte
	for i := range uint64(bucketLines) {
		l := unsafe.Add(bucket, (h>>lineShift+i)&(bucketLines-1)*lineBytes)
		ctrl := *(*uint64)(l)
		for m := matching(ctrl, tags); m != 0; m &= m - 1 {
			r := unsafe.Add(base, *(*uint32)(unsafe.Add(l, recAt+bits.TrailingZeros64(m))))
			if k.equal(unsafe.Add(r, -8*int(d.KeyWords)), mask, id) {
				return (*Record)(r)
			}
		}
		if ctrl>>overShift == 0 {
			break
		}
	}
	return nil
}

// equal compares the key, masked, with one that is stored, and the mask's number.
func (k *words) equal(stored, mask unsafe.Pointer, id uint32) bool {
	if mask != nil && (*tupleLead)(unsafe.Add(stored, -tupleLeadBytes)).ID != id {
		return false
	}
	for i := range k.whole {
		w := k.word(i)
		if mask != nil {
			w &= *(*uint64)(unsafe.Add(mask, i<<3))
		}
		if w != *(*uint64)(unsafe.Add(stored, i<<3)) {
			return false
		}
	}
	if !k.tail {
		return true
	}
	w := k.last
	if mask != nil {
		w &= *(*uint64)(unsafe.Add(mask, k.whole<<3))
	}
	return w == *(*uint64)(unsafe.Add(stored, k.whole<<3))
}
