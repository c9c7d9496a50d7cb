// Package arena is the one piece of memory that every shard, engine and table
// of a process shares: a sealed memfd mapped once, addressed by 32-bit offsets.
//
// Offsets, not pointers, because the same bytes are read by Go, by BPF code
// whose "pointers" are arena offsets, and by WebAssembly instances that map the
// arena at another address. The package knows nothing of what lies in it.
//
// In builds with the race detector the arena is a Go heap object, since the
// detector does not see accesses to mapped memory.
package arena

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
)

// Off is a byte offset from the arena's base. Zero means "nothing": the first
// PageSize bytes are never handed out.
type Off uint32

const (
	// PageSize is the unit of table pages and of the arena's size, in bytes.
	PageSize = 4096

	// MaxSize is the largest arena in bytes: with the 16 MiB private part that
	// a WebAssembly instance keeps below it, it fills 65,535 pages of 64 KiB
	// (a module with 65,536 traps).
	MaxSize = 65535<<16 - 16<<20
)

var (
	// ErrFull is returned by Alloc when the arena has no room left.
	ErrFull = errors.New("arena full")
	// ErrTooLarge is returned by New for a size above MaxSize.
	ErrTooLarge = errors.New("arena too large")
)

// Arena is a fixed-size region. Alloc may be called from any goroutine; what
// the bytes mean and who may write them is the caller's to say.
type Arena struct {
	mem []byte // the whole region, base first
	fd  int    // the memfd, or -1 on the heap

	mu   sync.Mutex
	next uint64 // guarded by mu: first free byte
}

// New maps an arena of size bytes, rounded up to whole pages. The memory is
// zero and costs nothing until it is touched.
func New(size uint64) (*Arena, error) {
	size = (size + PageSize - 1) &^ (PageSize - 1)
	if size > MaxSize {
		return nil, fmt.Errorf("%w: %d bytes asked for, %d at most", ErrTooLarge, size, uint64(MaxSize))
	}
	if size < 2*PageSize {
		size = 2 * PageSize
	}
	a := &Arena{fd: -1, next: PageSize}
	if err := a.mapMemory(size); err != nil {
		return nil, err
	}
	return a, nil
}

// Alloc reserves n bytes aligned to align, a power of two, and returns their
// offset. Reserved memory is never given back: whoever reserves a region
// recycles inside it.
func (a *Arena) Alloc(n uint64, align uint64) (Off, error) {
	if align == 0 || bits.OnesCount64(align) != 1 {
		return 0, fmt.Errorf("arena alignment %d is not a power of two", align)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	start := (a.next + align - 1) &^ (align - 1)
	if start+n > uint64(len(a.mem)) || start+n < start {
		return 0, fmt.Errorf("%w: %d bytes asked for, %d of %d left", ErrFull, n, uint64(len(a.mem))-a.next, len(a.mem))
	}
	a.next = start + n
	return Off(start), nil
}

// Size is the length of the arena in bytes.
func (a *Arena) Size() uint64 { return uint64(len(a.mem)) }

// Free is how many bytes Alloc can still hand out, alignment aside.
func (a *Arena) Free() uint64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return uint64(len(a.mem)) - a.next
}

// FD is the memfd behind the arena, for mapping it a second time; -1 for a
// heap arena.
func (a *Arena) FD() int { return a.fd }

// Bytes is the memory [off, off+n), aliased. It panics if the range is not
// inside the arena.
func (a *Arena) Bytes(off Off, n int) []byte {
	return a.mem[off : uint64(off)+uint64(n) : uint64(off)+uint64(n)]
}
