package table

import (
	"fmt"
	"math/bits"

	"up4/internal/arena"
)

// classes are the object sizes in bytes; each page holds objects of one.
var classes = [...]int{16, 32, 48, 64, 96, 128, 192, 256, 384, 512, 1024, 2048, 4096}

// none ends a list of pages.
const none = -1

// page is what the writer knows about one page. A set bit stands for one object.
type page struct {
	free  [4]uint64
	fresh [4]uint64 // made by the batch under way: may be written in place
	prev  int32     // neighbours among the pages of this class with room
	next  int32
	live  uint16 // objects
	count uint16 // slots in use, if the page is a hash bucket
	class uint8
	noted bool // is in memory.fresh
}

// memory hands out objects of a region of the arena. An object is written only
// by the batch that made it. The batch drops what the next version does not
// reach any more; dropped objects are freed by the owner of the version, later.
// Not safe for concurrent use.
type memory struct {
	base    arena.Base
	first   arena.Off // of the region
	limit   int       // pages in the region
	pages   []page    // those ever used
	empties []int32   // pages without an object
	room    [len(classes)]int32

	fresh   []int32     // pages with fresh objects
	dropped []arena.Off // by the batch under way
	// Objects that stand for "nothing" in every version and are never dropped.
	emptyNode, emptyBucket, emptyDir arena.Off

	usedBytes    uint64 // in objects
	pendingBytes uint64 // in objects that were dropped and not yet freed
}

func newMemory(a *arena.Arena, size uint64) (*memory, error) {
	size &^= arena.PageSize - 1
	first, err := a.Alloc(size, arena.PageSize)
	if err != nil {
		return nil, fmt.Errorf("reserve table memory: %w", err)
	}
	m := &memory{base: a.Base(), first: first, limit: int(size / arena.PageSize)}
	for i := range m.room {
		m.room[i] = none
	}
	return m, nil
}

// makeEmpties makes the objects that stand for nothing.
func (m *memory) makeEmpties() error {
	for _, e := range []struct {
		off  *arena.Off
		size int
	}{{&m.emptyNode, nodeBytes}, {&m.emptyBucket, arena.PageSize}, {&m.emptyDir, 8}} {
		off, err := m.alloc(e.size)
		if err != nil {
			return err
		}
		clear(arena.Slice[byte](m.base, off, e.size))
		*e.off = off
	}
	dir := m.words(m.emptyDir, 2)
	dir[0], dir[1] = uint32(m.emptyBucket)|tagged, uint32(m.emptyBucket)|tagged
	return nil
}

func classOf(n int) int {
	for c, size := range classes {
		if n <= size {
			return c
		}
	}
	return none
}

// alloc makes an object of n bytes or a little more. Its content is undefined.
func (m *memory) alloc(n int) (arena.Off, error) {
	c := classOf(n)
	if c == none {
		return 0, fmt.Errorf("%w: object of %d bytes", ErrMemory, n)
	}
	p := m.room[c]
	if p == none {
		var err error
		if p, err = m.newPage(c); err != nil {
			return 0, err
		}
	}
	pg := &m.pages[p]
	w := 0
	for pg.free[w] == 0 {
		w++
	}
	bit := bits.TrailingZeros64(pg.free[w])
	pg.free[w] &^= 1 << bit
	pg.fresh[w] |= 1 << bit
	pg.live++
	pg.count = 0
	if !pg.noted {
		pg.noted = true
		m.fresh = append(m.fresh, p)
	}
	if pg.free == [4]uint64{} {
		m.unlist(p)
	}
	m.usedBytes += uint64(classes[c])
	return m.pageOff(p) + arena.Off((w<<6|bit)*classes[c]), nil
}

func (m *memory) newPage(c int) (int32, error) {
	var p int32
	switch {
	case len(m.empties) > 0:
		p = m.empties[len(m.empties)-1]
		m.empties = m.empties[:len(m.empties)-1]
	case len(m.pages) < m.limit:
		p = int32(len(m.pages))
		m.pages = append(m.pages, page{})
	default:
		return 0, fmt.Errorf("%w: all %d MiB are in use (%d MiB of it wait for readers of older versions)",
			ErrMemory, m.limit*arena.PageSize>>20, m.pendingBytes>>20)
	}
	pg := &m.pages[p]
	pg.class, pg.free = uint8(c), [4]uint64{}
	for i := range arena.PageSize / classes[c] {
		pg.free[i>>6] |= 1 << (i & 63)
	}
	m.list(p)
	return p, nil
}

func (m *memory) list(p int32) {
	pg := &m.pages[p]
	pg.prev, pg.next = none, m.room[pg.class]
	if pg.next != none {
		m.pages[pg.next].prev = p
	}
	m.room[pg.class] = p
}

func (m *memory) unlist(p int32) {
	pg := &m.pages[p]
	if pg.prev != none {
		m.pages[pg.prev].next = pg.next
	} else {
		m.room[pg.class] = pg.next
	}
	if pg.next != none {
		m.pages[pg.next].prev = pg.prev
	}
}

func (m *memory) pageOff(p int32) arena.Off { return m.first + arena.Off(p)*arena.PageSize }

// place finds the page of an object, and its bit. off may point into it.
func (m *memory) place(off arena.Off) (p int32, w int, bit uint64) {
	rel := int(off - m.first)
	p = int32(rel / arena.PageSize)
	i := rel % arena.PageSize / classes[m.pages[p].class]
	return p, i >> 6, 1 << (i & 63)
}

// own returns an object that may be written: off itself, or a copy of it, and
// off is dropped.
func (m *memory) own(off arena.Off) (arena.Off, error) {
	p, w, bit := m.place(off)
	if m.pages[p].fresh[w]&bit != 0 {
		return off, nil
	}
	n := classes[m.pages[p].class]
	to, err := m.alloc(n)
	if err != nil {
		return 0, err
	}
	copy(arena.Slice[byte](m.base, to, n), arena.Slice[byte](m.base, off, n))
	if n == arena.PageSize {
		q, _, _ := m.place(to)
		m.pages[q].count = m.pages[p].count
	}
	m.drop(off)
	return to, nil
}

// drop says that the next version does not reach the object.
func (m *memory) drop(off arena.Off) {
	switch off {
	case m.emptyNode, m.emptyBucket, m.emptyDir:
		return
	}
	p, w, bit := m.place(off)
	if m.pages[p].fresh[w]&bit != 0 {
		m.free(off)
		return
	}
	m.dropped = append(m.dropped, off)
	m.pendingBytes += uint64(classes[m.pages[p].class])
}

// free makes the object's place available.
func (m *memory) free(off arena.Off) {
	p, w, bit := m.place(off)
	pg := &m.pages[p]
	full := pg.free == [4]uint64{}
	pg.free[w] |= bit
	pg.fresh[w] &^= bit
	pg.live--
	m.usedBytes -= uint64(classes[pg.class])
	switch {
	case pg.live == 0:
		if !full {
			m.unlist(p)
		}
		m.empties = append(m.empties, p)
	case full:
		m.list(p)
	}
}

// release frees what a batch dropped.
func (m *memory) release(offs []arena.Off) {
	for _, off := range offs {
		p, _, _ := m.place(off)
		m.pendingBytes -= uint64(classes[m.pages[p].class])
		m.free(off)
	}
}

// commit ends a batch: what it made is fixed. It returns what it dropped.
func (m *memory) commit() []arena.Off {
	for _, p := range m.fresh {
		m.pages[p].fresh = [4]uint64{}
		m.pages[p].noted = false
	}
	m.fresh = m.fresh[:0]
	dropped := m.dropped
	m.dropped = nil
	return dropped
}

// rollback ends a batch as if it had never been.
func (m *memory) rollback() {
	for _, p := range m.fresh {
		for w := range m.pages[p].fresh {
			for m.pages[p].fresh[w] != 0 {
				i := w<<6 | bits.TrailingZeros64(m.pages[p].fresh[w])
				m.free(m.pageOff(p) + arena.Off(i*classes[m.pages[p].class]))
			}
		}
		m.pages[p].noted = false
	}
	m.fresh = m.fresh[:0]
	for _, off := range m.dropped {
		p, _, _ := m.place(off)
		m.pendingBytes -= uint64(classes[m.pages[p].class])
	}
	m.dropped = m.dropped[:0]
}

func (m *memory) words(off arena.Off, n int) []uint32 { return arena.Slice[uint32](m.base, off, n) }

func (m *memory) node(off arena.Off) []uint32 { return m.words(off, nodeSlots) }

func (m *memory) record(off arena.Off) *Record { return arena.At[Record](m.base, off) }

// bucketPage is what the writer knows about the page of a bucket.
func (m *memory) bucketPage(off arena.Off) *page { return &m.pages[(off-m.first)/arena.PageSize] }
