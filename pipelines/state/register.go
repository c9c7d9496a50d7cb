package state

import (
	"sync/atomic"

	"golang.org/x/sys/unix"

	"up4/internal/arena"
)

// ReadWord is a cell of a register of at most 64 bits, 0 if there is none.
func (s *State) ReadWord(array, i int) (v uint64, ok bool) {
	w := s.cell(array, 0, i)
	if w == nil {
		return 0, false
	}
	return atomic.LoadUint64(&w[0]), true
}

// WriteWord stores a cell of a register of at most 64 bits; false if there is none.
func (s *State) WriteWord(array, i int, v uint64) bool {
	w := s.cell(array, 0, i)
	if w != nil {
		atomic.StoreUint64(&w[0], v)
	}
	return w != nil
}

// Read copies a cell of a register to dst, the least significant word first; false, and
// zeros, if there is none.
func (s *State) Read(array, i int, dst []uint64) bool {
	w := s.cell(array, 0, i)
	clear(dst)
	switch {
	case w == nil:
		return false
	case len(w) == 1 && len(dst) > 0:
		dst[0] = atomic.LoadUint64(&w[0])
	case len(w) > 1:
		stripe := s.Lock(array, i)
		copy(dst, w)
		s.Unlock(stripe)
	}
	return true
}

// Write stores a cell of a register; false if there is none.
func (s *State) Write(array, i int, src []uint64) bool {
	w := s.cell(array, 0, i)
	switch {
	case w == nil:
		return false
	case len(w) == 1 && len(src) > 0:
		atomic.StoreUint64(&w[0], src[0])
	case len(w) > 1:
		stripe := s.Lock(array, i)
		clear(w[copy(w, src):])
		s.Unlock(stripe)
	}
	return true
}

// Lock takes the lock that guards a cell and says which it is, for Unlock. Whoever
// holds it must neither wait for anything nor take another.
func (s *State) Lock(array, i int) (stripe int) {
	stripe = int((uint(array)*0x9e3779b1 + uint(i)) % Stripes)
	s.take(stripe)
	return stripe
}

// Enter begins an @atomic region, Leave ends it: between them no other thread is in
// one, and what an earlier one stored is seen. There is one lock for all regions: which
// cells a region touches is known only while it runs, so locks of cells would be taken
// in any order and two threads could wait for each other. Regions do not nest. Cells may
// be used inside, since no one who holds the lock of a cell asks for this one.
func (s *State) Enter() { s.take(Stripes) }

// Leave ends a region.
func (s *State) Leave() { s.Unlock(Stripes) }

func (s *State) take(stripe int) {
	word := s.lock(stripe)
	for spins := 1; !atomic.CompareAndSwapUint64(word, 0, 1); spins++ {
		if spins%spinsBeforeYield == 0 {
			// The owner may have lost its CPU: let it have this one. It does not sleep, so a
			// raw call holds up no collection of garbage.
			_, _, _ = unix.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
		}
	}
}

// spinsBeforeYield is a few microseconds: more than any owner takes.
const spinsBeforeYield = 1000

// Unlock gives a lock back.
func (s *State) Unlock(stripe int) { atomic.StoreUint64(s.lock(stripe), 0) }

func (s *State) lock(stripe int) *uint64 {
	return arena.At[uint64](s.base, s.locks+arena.Off(8*stripe))
}
