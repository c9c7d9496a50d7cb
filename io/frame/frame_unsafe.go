package frame

import (
	"unsafe"

	"up4/internal/arena"
)

// DescSize is the size of a Desc in bytes.
const DescSize = uint64(unsafe.Sizeof(Desc{}))

func descsAt(base arena.Base, off arena.Off, n int) []Desc {
	return arena.Slice[Desc](base, off, n)
}

// Arrival is what the frames of one train have in common when they arrive, as
// three of the four words of a Desc (its layout is drawn there).
type Arrival struct{ shape, home, stamp uint64 }

// NewArrival prepares descriptors of frames of n bytes.
func NewArrival(n int, ingress uint16, home Handle, stamp uint32) Arrival {
	return Arrival{
		shape: uint64(uint16(n))<<16 | uint64(ingress)<<32 | DropPort<<48,
		home:  uint64(home) << 32,
		stamp: uint64(stamp),
	}
}

// Arrive makes d the frame at body, not decided yet (a drop by the program).
func (d *Desc) Arrive(a *Arrival, body arena.Off, bucket uint8) {
	w := (*[4]uint64)(unsafe.Pointer(d))
	w[0] = uint64(body) << 32
	w[1] = a.shape
	w[2] = a.home
	w[3] = a.stamp | uint64(bucket)<<32
}

// Shape is the lengths, ingress and egress of d in one word: equal for frames
// that differ only in where they are and in what flow they belong to.
func (d *Desc) Shape() uint64 { return (*[4]uint64)(unsafe.Pointer(d))[1] }

// HeadBytes and BodyBytes are the two parts of the frame, aliased.
func (d *Desc) HeadBytes(base arena.Base) []byte {
	if d.HeadLen == 0 {
		return nil
	}
	return arena.Slice[byte](base, d.Head, int(d.HeadLen))
}

// BodyBytes is the second part of the frame, aliased.
func (d *Desc) BodyBytes(base arena.Base) []byte {
	return arena.Slice[byte](base, d.Body, int(d.BodyLen))
}

// CopyTo copies the whole frame to dst and returns its length, at most len(dst).
func (d *Desc) CopyTo(base arena.Base, dst []byte) int {
	n := copy(dst, d.HeadBytes(base))
	return n + copy(dst[n:], d.BodyBytes(base))
}

// Copy appends a copy of frame i to b.Copies: its first head bytes (at most
// MaxHead, at least one) in a head cell of its own, where they can be edited,
// the rest shared. It returns nil if there is no room: see Engine.Run.
func (b *Batch) Copy(i, head int) *Desc {
	if b.NCopies == len(b.Copies) {
		return nil
	}
	src := &b.Frames[i]
	head = min(head, MaxHead, src.Len())
	off, ok := b.Pool.TakeHead()
	if !ok {
		return nil
	}
	base := b.Pool.Base()
	cell := arena.Slice[byte](base, off, head)
	n := copy(cell, src.HeadBytes(base))
	n += copy(cell[n:], src.BodyBytes(base))
	d := &b.Copies[b.NCopies]
	b.NCopies++
	*d = *src
	d.Parent = uint16(i)
	skip := head - int(src.HeadLen) // of the body, now in the cell
	if skip >= 0 {
		d.Body += arena.Off(skip)
		d.BodyLen -= uint16(skip)
		d.Head, d.HeadLen = off, uint16(n)
		return d
	}
	// The source's head is longer than what was asked for: take all of it.
	cell = arena.Slice[byte](base, off, int(src.HeadLen))
	copy(cell, src.HeadBytes(base))
	d.Head, d.HeadLen = off, src.HeadLen
	return d
}

// Copyable says whether n copies can be made now.
func (b *Batch) Copyable(n int) bool {
	return len(b.Copies)-b.NCopies >= n && b.Pool.FreeHeads() >= n
}
