// Package ring is a bounded queue between exactly two threads: one pushes, one
// pops, neither ever waits for the other. It is how shards hand frames to each
// other and hand the memory back.
//
// Elements must hold no Go pointers (frame descriptors, handles), so the
// garbage collector never looks inside. The package knows nothing of frames.
//
// # Memory ordering
//
// head and tail only grow; an index is taken modulo the capacity. The producer
// owns tail, the consumer owns head.
//
//   - Push writes the elements, then stores tail. Pop loads tail, then reads the
//     elements. Go's atomics are sequentially consistent (go.dev/ref/mem), so a
//     Pop that sees the new tail sees the elements written before it.
//   - Pop reads the elements, then stores head. Push loads head, then writes.
//     A Push that sees the new head can overwrite only slots already read.
//   - Each side keeps a private copy of the other's index and re-reads the shared
//     word only when the copy says "full" or "empty". A stale copy errs on the
//     safe side: it shows less room, or fewer elements, than there are.
//   - Sleeping is not the ring's business, but relies on it: the consumer stores
//     its "sleeping" flag and then calls Len; the producer pushes and then loads
//     the flag. Both are sequentially consistent store-then-load pairs, so at
//     least one side sees the other (Dekker), and no element is left behind.
package ring

import (
	"fmt"
	"math/bits"
	"sync/atomic"
)

const cacheLine = 64

// SPSC is a single-producer, single-consumer ring of pointer-free elements.
type SPSC[T any] struct {
	slots []T
	mask  uint64
	_     [cacheLine]byte

	// Producer's line.
	tail     atomic.Uint64 // written by the producer, read by the consumer
	headSeen uint64        // producer only: last head it read
	_        [cacheLine - 16]byte

	// Consumer's line.
	head     atomic.Uint64 // written by the consumer, read by the producer
	tailSeen uint64        // consumer only: last tail it read
	_        [cacheLine - 16]byte
}

// New makes a ring of the given capacity in elements, a power of two.
func New[T any](capacity int) (*SPSC[T], error) {
	if capacity <= 0 || bits.OnesCount(uint(capacity)) != 1 {
		return nil, fmt.Errorf("ring capacity %d is not a power of two", capacity)
	}
	return &SPSC[T]{slots: make([]T, capacity), mask: uint64(capacity - 1)}, nil
}

// Cap is the capacity in elements.
func (r *SPSC[T]) Cap() int { return len(r.slots) }

// Len is how many elements wait. From the producer's side it may be too high,
// from the consumer's too low, by what the other does meanwhile.
func (r *SPSC[T]) Len() int {
	// head first: read the other way round, a busy consumer could make it
	// overtake the older tail.
	head := r.head.Load()
	return int(r.tail.Load() - head)
}

// Push copies as many elements of v as there is room for into the ring, in
// order, and returns their number. Producer only. A full ring returns 0: the
// caller drops and counts.
func (r *SPSC[T]) Push(v []T) int {
	tail := r.tail.Load()
	room := uint64(len(r.slots)) - (tail - r.headSeen)
	if room < uint64(len(v)) {
		r.headSeen = r.head.Load()
		room = uint64(len(r.slots)) - (tail - r.headSeen)
	}
	n := min(uint64(len(v)), room)
	if n == 0 {
		return 0
	}
	at := tail & r.mask
	k := copy(r.slots[at:], v[:n])
	copy(r.slots, v[k:n])
	r.tail.Store(tail + n)
	return int(n)
}

// Pop copies up to len(dst) elements out of the ring, oldest first, and returns
// their number. Consumer only.
func (r *SPSC[T]) Pop(dst []T) int {
	head := r.head.Load()
	ready := r.tailSeen - head
	if ready < uint64(len(dst)) {
		r.tailSeen = r.tail.Load()
		ready = r.tailSeen - head
	}
	n := min(uint64(len(dst)), ready)
	if n == 0 {
		return 0
	}
	at := head & r.mask
	k := copy(dst[:n], r.slots[at:])
	copy(dst[k:n], r.slots)
	r.head.Store(head + n)
	return int(n)
}
