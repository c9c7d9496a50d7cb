package frame

import (
	"fmt"

	"up4/internal/arena"
)

// Sizes in bytes. A slab takes one receive of up to 64 KiB (less truncates a
// train without an error) with Headroom before it. The stride is no multiple of
// 4 KiB: equal page offsets alias in the cache and cost six times as much a frame.
const (
	Headroom    = 128
	SlabPayload = 64 << 10
	slabStride  = Headroom + SlabPayload

	// HeadSpace is what a sender may overwrite before a frame's first byte.
	HeadSpace = 12

	// HeadCellSize holds HeadSpace bytes and the changed headers of one frame.
	HeadCellSize = 256
	// MaxHead is the longest head in bytes.
	MaxHead = HeadCellSize - headCellStart
	// headCellStart leaves HeadSpace and keeps the head 8-byte aligned.
	headCellStart = 16

	// CellSize holds one whole frame that outlives its batch.
	CellSize  = 2048
	cellStart = 64
	// MaxCellFrame is the longest frame a cell takes, in bytes.
	MaxCellFrame = CellSize - cellStart
)

// Handle names a slab or a cell of one shard's pool:
// shard << 24 | cell flag << 23 | index.
type Handle uint32

const (
	handleShardShift = 24
	handleCell       = 1 << 23
	handleIndex      = handleCell - 1
)

// Shard is the shard whose pool the memory belongs to; only it may release it.
func (h Handle) Shard() int { return int(h >> handleShardShift) }

// PoolSize is how much a pool holds.
type PoolSize struct {
	Slabs     int
	HeadCells int
	Cells     int
	Scratch   int // bytes, for the link to gather short frames in; 0 if it need not
}

// DefaultPool is 18 MiB of 256 slabs, 4,096 head cells and 512 cells, and
// scratch memory that costs nothing until it is used.
var DefaultPool = PoolSize{Slabs: 256, HeadCells: 4096, Cells: 512, Scratch: 9 << 20}

// Bytes is the arena space the pool takes, batches included.
func (s PoolSize) Bytes() uint64 {
	return uint64(s.Slabs)*slabStride + uint64(s.HeadCells)*HeadCellSize + uint64(s.Cells)*CellSize + uint64(s.Scratch) +
		(BatchCap+CopyCap)*DescSize + 5*4096
}

// Pool is the frame memory of one shard. Every method is for the shard's own
// thread only; handles that travelled to another shard come back by a ring and
// are released here.
type Pool struct {
	base  arena.Base
	shard int

	slab0 arena.Off
	cell0 arena.Off
	head0 arena.Off

	scratch  arena.Off
	nScratch int

	slabRefs  []int32  // references by slab index
	freeSlabs []uint32 // stack: the slab used last is the one in cache
	freeCells []uint32
	cellRefs  []int32
	heads     int // head cells in all
	headsUsed int // since the last ResetHeads
	batch     Batch
}

// NewPool reserves the memory of one shard's pool in a.
func NewPool(a *arena.Arena, shard int, size PoolSize) (*Pool, error) {
	if shard < 0 || shard > 255 {
		return nil, fmt.Errorf("shard %d is outside 0–255", shard)
	}
	p := &Pool{base: a.Base(), shard: shard, heads: size.HeadCells}
	reserve := func(n, align uint64) (off arena.Off, err error) { return a.Alloc(n, align) }
	var err error
	if p.slab0, err = reserve(uint64(size.Slabs)*slabStride, 64); err != nil {
		return nil, fmt.Errorf("reserve %d slabs: %w", size.Slabs, err)
	}
	if p.head0, err = reserve(uint64(size.HeadCells)*HeadCellSize, 64); err != nil {
		return nil, fmt.Errorf("reserve %d head cells: %w", size.HeadCells, err)
	}
	if p.cell0, err = reserve(uint64(size.Cells)*CellSize, 64); err != nil {
		return nil, fmt.Errorf("reserve %d cells: %w", size.Cells, err)
	}
	if p.scratch, err = reserve(uint64(size.Scratch), 64); err != nil {
		return nil, fmt.Errorf("reserve %d bytes of scratch: %w", size.Scratch, err)
	}
	p.nScratch = size.Scratch
	descs, err := reserve((BatchCap+CopyCap)*DescSize, 64)
	if err != nil {
		return nil, fmt.Errorf("reserve batch: %w", err)
	}
	p.slabRefs = make([]int32, size.Slabs)
	p.cellRefs = make([]int32, size.Cells)
	for i := size.Slabs - 1; i >= 0; i-- {
		p.freeSlabs = append(p.freeSlabs, uint32(i))
	}
	for i := size.Cells - 1; i >= 0; i-- {
		p.freeCells = append(p.freeCells, uint32(i))
	}
	all := descsAt(p.base, descs, BatchCap+CopyCap)
	p.batch = Batch{Frames: all[:BatchCap:BatchCap], Copies: all[BatchCap:], Pool: p}
	return p, nil
}

// Base is the arena's address of offset zero.
func (p *Pool) Base() arena.Base { return p.base }

// Scratch is memory for the link's own use: where it begins, and its bytes.
func (p *Pool) Scratch() (arena.Off, int) { return p.scratch, p.nScratch }

// Batch is the pool's one batch.
func (p *Pool) Batch() *Batch { return &p.batch }

// TakeSlab hands out a free slab with one reference: its handle and the offset
// of its payload, SlabPayload bytes with Headroom before it.
func (p *Pool) TakeSlab() (Handle, arena.Off, bool) {
	n := len(p.freeSlabs)
	if n == 0 {
		return 0, 0, false
	}
	i := p.freeSlabs[n-1]
	p.freeSlabs = p.freeSlabs[:n-1]
	p.slabRefs[i] = 1
	return Handle(p.shard)<<handleShardShift | Handle(i), p.slab0 + arena.Off(i)*slabStride + Headroom, true
}

// TakeCell hands out a free cell with one reference: its handle and the offset
// where a frame of up to MaxCellFrame bytes goes.
func (p *Pool) TakeCell() (Handle, arena.Off, bool) {
	n := len(p.freeCells)
	if n == 0 {
		return 0, 0, false
	}
	i := p.freeCells[n-1]
	p.freeCells = p.freeCells[:n-1]
	p.cellRefs[i] = 1
	return Handle(p.shard)<<handleShardShift | handleCell | Handle(i), p.cell0 + arena.Off(i)*CellSize + cellStart, true
}

// Retain adds n references to h.
func (p *Pool) Retain(h Handle, n int32) {
	if h&handleCell != 0 {
		p.cellRefs[h&handleIndex] += n
		return
	}
	p.slabRefs[h&handleIndex] += n
}

// Release takes n references from h and frees its memory with the last one.
func (p *Pool) Release(h Handle, n int32) {
	i := uint32(h & handleIndex)
	if h&handleCell != 0 {
		if p.cellRefs[i] -= n; p.cellRefs[i] == 0 {
			p.freeCells = append(p.freeCells, i)
		}
		return
	}
	if p.slabRefs[i] -= n; p.slabRefs[i] == 0 {
		p.freeSlabs = append(p.freeSlabs, i)
	}
}

// Refs is the number of references to h.
func (p *Pool) Refs(h Handle) int32 {
	if h&handleCell != 0 {
		return p.cellRefs[h&handleIndex]
	}
	return p.slabRefs[h&handleIndex]
}

// SlabsScarce says that fewer than an eighth of the slabs are free: a frame
// that outlives its batch must then move to a cell.
func (p *Pool) SlabsScarce() bool { return len(p.freeSlabs) < len(p.slabRefs)/8 }

// FreeSlabs and FreeCells are how many are free now.
func (p *Pool) FreeSlabs() int { return len(p.freeSlabs) }
func (p *Pool) FreeCells() int { return len(p.freeCells) }

// TakeHead hands out a head cell: the offset where a head of up to MaxHead
// bytes goes, 8-byte aligned, with HeadSpace bytes before it. It lasts until
// ResetHeads.
func (p *Pool) TakeHead() (arena.Off, bool) {
	if p.headsUsed == p.heads {
		return 0, false
	}
	off := p.head0 + arena.Off(p.headsUsed)*HeadCellSize + headCellStart
	p.headsUsed++
	return off, true
}

// FreeHeads is how many head cells TakeHead can still hand out.
func (p *Pool) FreeHeads() int { return p.heads - p.headsUsed }

// HeadsUnused says that no head cell is in use: nothing that was decided waits to be
// sent.
func (p *Pool) HeadsUnused() bool { return p.headsUsed == 0 }

// ResetHeads takes all head cells back. Precondition: no frame that uses one is
// still waiting to be sent.
func (p *Pool) ResetHeads() { p.headsUsed = 0 }
