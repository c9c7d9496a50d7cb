package table

import (
	"errors"
	"fmt"

	"up4/internal/arena"
)

// errCorrupt is a fault of this package: the index lost an entry it was given.
var errCorrupt = errors.New("table index does not hold an entry it should")

// index is an extendible hash table (Fagin et al., 1979) of records by 64-bit
// hashes. A directory of 2^depth offsets, indexed by the first bits of the
// hash, leads to buckets of one page; buckets that need fewer bits stand in
// several neighbouring places. At depth 10 a place can hold a second directory
// of 1,024 offsets, indexed by the next ten bits. The keys are the caller's to
// compare: the index holds half the hash, seven bits more of
// it, and the record.
type index struct {
	m     *memory
	top   arena.Off
	depth int // 1–dirBits
}

func newIndex(m *memory) index { return index{m: m, top: m.emptyDir, depth: 1} }

// place is one place of a directory that may be written.
type place struct {
	dir   []uint32
	i     int
	inner bool // the directory is a second one
}

func (p place) bucket() arena.Off { return arena.Off(p.dir[p.i] &^ tagged) }

// block is the largest aligned run of places around p with the same bucket.
func (p place) block() (from, n int) {
	from, n = p.i, 1
	for n < len(p.dir) {
		buddy := from ^ n
		for _, v := range p.dir[buddy : buddy+n] {
			if v != p.dir[p.i] {
				return from, n
			}
		}
		from, n = from&^n, 2*n
	}
	return from, n
}

// find goes to the place for hash h, owning the directories on the way.
func (x *index) find(h uint64) (place, error) {
	top, err := x.m.own(x.top)
	if err != nil {
		return place{}, err
	}
	x.top = top
	p := place{dir: x.m.words(top, 1<<x.depth), i: int(h >> (64 - x.depth))}
	if p.dir[p.i]&tagged != 0 {
		return p, nil
	}
	inner, err := x.m.own(arena.Off(p.dir[p.i]))
	if err != nil {
		return place{}, err
	}
	p.dir[p.i] = uint32(inner)
	return place{dir: x.m.words(inner, 1<<dirBits), i: innerPlace(h), inner: true}, nil
}

func innerPlace(h uint64) int { return int(h >> (64 - 2*dirBits) & (1<<dirBits - 1)) }

// ownBucket makes the bucket at p writable.
func (x *index) ownBucket(p place) ([]line, *page, error) {
	from, n := p.block()
	b, err := x.m.own(p.bucket())
	if err != nil {
		return nil, nil, err
	}
	p.point(from, n, b)
	return x.lines(b), x.m.bucketPage(b), nil
}

func (p place) point(from, n int, bucket arena.Off) {
	for i := range p.dir[from : from+n] {
		p.dir[from+i] = uint32(bucket) | tagged
	}
}

func (x *index) lines(bucket arena.Off) []line {
	return arena.Slice[line](x.m.base, bucket, bucketLines)
}

// insert adds a record. It fails with ErrFull when too many keys share the bits
// that tell buckets apart, which a seeded hash makes a matter of luck.
func (x *index) insert(h uint64, rec arena.Off) error {
	for {
		p, err := x.find(h)
		if err != nil {
			return err
		}
		used := int(x.m.bucketPage(p.bucket()).count)
		if used >= splitAt {
			ok, err := x.grow(p)
			if err != nil {
				return err
			}
			if ok {
				continue
			}
			if used >= bucketSlots-1 { // one place stays free, for put to end
				return fmt.Errorf("%w: %d keys share one hash bucket", ErrFull, used)
			}
		}
		s, pg, err := x.ownBucket(p)
		if err != nil {
			return err
		}
		put(s, h, tagOf(h), uint32(rec))
		pg.count++
		return nil
	}
}

// grow divides the bucket at p, or makes room in the directory for dividing it.
// It returns false if no bit is left to divide it by.
func (x *index) grow(p place) (bool, error) {
	switch from, n := p.block(); {
	case n > 1:
		return true, x.split(p, from, n)
	case p.inner:
		return false, nil
	case x.depth < dirBits:
		return true, x.double()
	}
	inner, err := x.m.alloc(4 << dirBits)
	if err != nil {
		return false, err
	}
	dir := x.m.words(inner, 1<<dirBits)
	for i := range dir {
		dir[i] = p.dir[p.i]
	}
	p.dir[p.i] = uint32(inner)
	return true, nil
}

func (x *index) double() error {
	to, err := x.m.alloc(8 << x.depth)
	if err != nil {
		return err
	}
	old, dir := x.m.words(x.top, 1<<x.depth), x.m.words(to, 2<<x.depth)
	for i, v := range old {
		dir[2*i], dir[2*i+1] = v, v
	}
	x.m.drop(x.top)
	x.top = to
	x.depth++
	return nil
}

// split gives the upper half of the places [from, from+n) a bucket of its own.
func (x *index) split(p place, from, n int) error {
	old := p.bucket()
	var half [2]arena.Off
	for i := range half {
		b, err := x.m.alloc(arena.PageSize)
		if err != nil {
			return err
		}
		clear(x.lines(b))
		half[i] = b
	}
	for _, l := range x.lines(old) {
		for j, tag := range l.Tags {
			if tag == 0 {
				continue
			}
			h := uint64(l.Slots[j].Hash) << 32
			i := int(h >> (64 - x.depth))
			if p.inner {
				i = innerPlace(h)
			}
			to := half[0]
			if i >= from+n/2 {
				to = half[1]
			}
			put(x.lines(to), h, tag, l.Slots[j].Rec)
			x.m.bucketPage(to).count++
		}
	}
	x.m.drop(old)
	p.point(from, n/2, x.settled(half[0]))
	p.point(from+n/2, n/2, x.settled(half[1]))
	return nil
}

// settled is the bucket itself, or the empty one if nothing is in it.
func (x *index) settled(b arena.Off) arena.Off {
	if x.m.bucketPage(b).count > 0 {
		return b
	}
	x.m.drop(b)
	return x.m.emptyBucket
}

// remove takes a record out.
func (x *index) remove(h uint64, rec arena.Off) error {
	p, err := x.find(h)
	if err != nil {
		return err
	}
	from, n := p.block()
	s, pg, err := x.ownBucket(p)
	if err != nil {
		return err
	}
	if !takeOut(s, h, uint32(rec)) {
		return errCorrupt
	}
	pg.count--
	if pg.count == 0 {
		p.point(from, n, x.settled(p.bucket()))
	}
	return nil
}

// replace puts another record with the same hash in a record's place.
func (x *index) replace(h uint64, old, rec arena.Off) error {
	p, err := x.find(h)
	if err != nil {
		return err
	}
	s, _, err := x.ownBucket(p)
	if err != nil {
		return err
	}
	i, j := search(s, h, uint32(old))
	if i < 0 {
		return errCorrupt
	}
	s[i].Slots[j].Rec = uint32(rec)
	return nil
}

// clear drops every bucket and directory. The records belong to the caller.
func (x *index) clear() {
	x.dropDir(x.top, 1<<x.depth)
	*x = newIndex(x.m)
}

func (x *index) dropDir(dir arena.Off, n int) {
	last := uint32(0)
	for _, v := range x.m.words(dir, n) {
		switch {
		case v == last:
		case v&tagged != 0:
			x.m.drop(arena.Off(v &^ tagged))
		default:
			x.dropDir(arena.Off(v), 1<<dirBits)
		}
		last = v
	}
	x.m.drop(dir)
}

func home(h uint64) int { return int(h >> lineShift & (bucketLines - 1)) }

// put stores an entry in the first line with room from its home on.
// Precondition: there is one. Of h only the upper half counts.
func put(lines []line, h uint64, tag uint8, rec uint32) {
	for i := home(h); ; i = (i + 1) % bucketLines {
		l := &lines[i]
		for j := range l.Tags {
			if l.Tags[j] == 0 {
				l.Tags[j] = tag
				l.Slots[j] = lineSlot{Hash: uint32(h >> 32), Rec: rec}
				return
			}
		}
		if l.Over < 255 {
			l.Over++
		}
	}
}

// search finds an entry's line and slot, or -1.
func search(lines []line, h uint64, rec uint32) (i, j int) {
	i = home(h)
	for range bucketLines {
		l := &lines[i]
		for j, s := range l.Slots {
			if l.Tags[j] != 0 && s.Rec == rec {
				return i, j
			}
		}
		i = (i + 1) % bucketLines
	}
	return -1, -1
}

// takeOut frees an entry's place. It returns false if the entry is not there.
func takeOut(lines []line, h uint64, rec uint32) bool {
	at, j := search(lines, h, rec)
	if at < 0 {
		return false
	}
	lines[at].Tags[j], lines[at].Slots[j] = 0, lineSlot{}
	for i := home(h); i != at; i = (i + 1) % bucketLines {
		if lines[i].Over < 255 { // else nobody knows how many they were
			lines[i].Over--
		}
	}
	return true
}
