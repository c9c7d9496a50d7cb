package table

import (
	"errors"
	"fmt"

	"up4/internal/arena"
)

// errCorrupt is a fault of this package: the index lost an entry it was given.
var errCorrupt = errors.New("table index does not hold an entry it should")

// index is an extendible hash table (Fagin et al., 1979) of records by 32-bit
// hashes. A directory of 2^depth offsets, indexed by the first bits of the
// hash, leads to buckets of one page; buckets that need fewer bits stand in
// several neighbouring places. At depth 10 a place can hold a second directory
// of 1,024 offsets, indexed by the next ten bits. The keys are the caller's to
// compare: the index holds hash and record only.
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
func (x *index) find(h uint32) (place, error) {
	top, err := x.m.own(x.top)
	if err != nil {
		return place{}, err
	}
	x.top = top
	p := place{dir: x.m.words(top, 1<<x.depth), i: int(h >> (32 - x.depth))}
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

func innerPlace(h uint32) int { return int(h >> (32 - 2*dirBits) & (1<<dirBits - 1)) }

// ownBucket makes the bucket at p writable.
func (x *index) ownBucket(p place) ([]uint64, *page, error) {
	from, n := p.block()
	b, err := x.m.own(p.bucket())
	if err != nil {
		return nil, nil, err
	}
	p.point(from, n, b)
	return x.slots(b), x.m.bucketPage(b), nil
}

func (p place) point(from, n int, bucket arena.Off) {
	for i := range p.dir[from : from+n] {
		p.dir[from+i] = uint32(bucket) | tagged
	}
}

func (x *index) slots(bucket arena.Off) []uint64 {
	return arena.Slice[uint64](x.m.base, bucket, bucketSlots)
}

// insert adds a record. It fails with ErrFull when too many keys share the bits
// that tell buckets apart, which a seeded hash makes a matter of luck.
func (x *index) insert(h uint32, rec arena.Off) error {
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
			if used >= bucketSlots-1 { // one slot stays empty, or probing would not end
				return fmt.Errorf("%w: %d keys share one hash bucket", ErrFull, used)
			}
		}
		s, pg, err := x.ownBucket(p)
		if err != nil {
			return err
		}
		put(s, slot(h, rec))
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
		clear(x.slots(b))
		half[i] = b
	}
	for _, s := range x.slots(old) {
		if s == 0 {
			continue
		}
		i := int(uint32(s) >> (32 - x.depth))
		if p.inner {
			i = innerPlace(uint32(s))
		}
		side := 0
		if i >= from+n/2 {
			side = 1
		}
		put(x.slots(half[side]), s)
		x.m.bucketPage(half[side]).count++
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
func (x *index) remove(h uint32, rec arena.Off) error {
	p, err := x.find(h)
	if err != nil {
		return err
	}
	from, n := p.block()
	s, pg, err := x.ownBucket(p)
	if err != nil {
		return err
	}
	i, ok := search(s, slot(h, rec))
	if !ok {
		return errCorrupt
	}
	takeOut(s, i)
	pg.count--
	if pg.count == 0 {
		p.point(from, n, x.settled(p.bucket()))
	}
	return nil
}

// replace puts another record with the same hash in a record's place.
func (x *index) replace(h uint32, old, rec arena.Off) error {
	p, err := x.find(h)
	if err != nil {
		return err
	}
	s, _, err := x.ownBucket(p)
	if err != nil {
		return err
	}
	i, ok := search(s, slot(h, old))
	if !ok {
		return errCorrupt
	}
	s[i] = slot(h, rec)
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

func slot(h uint32, rec arena.Off) uint64 { return uint64(rec)<<32 | uint64(h) }

func home(s uint64) int { return int(s>>homeShift) & homeMask }

// put stores a slot in the first free place from its home on.
func put(s []uint64, v uint64) {
	i := home(v)
	for s[i] != 0 {
		i = (i + 1) & homeMask
	}
	s[i] = v
}

func search(s []uint64, v uint64) (int, bool) {
	i := home(v)
	for range bucketSlots {
		if s[i] == v {
			return i, true
		}
		i = (i + 1) & homeMask
	}
	return 0, false
}

// takeOut empties place i and moves back what probing would not find any more
// (Knuth 6.4, algorithm R).
func takeOut(s []uint64, i int) {
	for j := (i + 1) & homeMask; s[j] != 0; j = (j + 1) & homeMask {
		if (j-home(s[j]))&homeMask >= (j-i)&homeMask {
			s[i] = s[j]
			i = j
		}
	}
	s[i] = 0
}
