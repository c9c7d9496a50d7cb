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
