// Package mem is loads, stores and what else generated code does not have in Go, each a
// function small enough to become its instructions. Nothing is checked: whoever calls
// sees to it that the bytes belong to it. Little-endian machines only.
package mem

import (
	"math/bits"
	"unsafe"

	"up4/internal/counter"
	"up4/pipelines/table"
)

// Ptr is an address in the arena.
type Ptr = unsafe.Pointer

// Add is n bytes beyond p.
func Add(p Ptr, n uint64) Ptr { return unsafe.Add(p, int(n)) }

// Sub is the bytes from q to p.
func Sub(p, q Ptr) uint64 { return uint64(uintptr(p)) - uint64(uintptr(q)) }

// Before says whether p lies before q.
func Before(p, q Ptr) bool { return uintptr(p) < uintptr(q) }

// NotAfter says whether p lies before q, or is q.
func NotAfter(p, q Ptr) bool { return uintptr(p) <= uintptr(q) }

// U8 to LE64 load so many bits o bytes beyond p, as they lie.
func U8(p Ptr, o uintptr) uint64   { return uint64(*(*uint8)(unsafe.Add(p, o))) }
func LE16(p Ptr, o uintptr) uint64 { return uint64(*(*uint16)(unsafe.Add(p, o))) }
func LE32(p Ptr, o uintptr) uint64 { return uint64(*(*uint32)(unsafe.Add(p, o))) }
func LE64(p Ptr, o uintptr) uint64 { return *(*uint64)(unsafe.Add(p, o)) }

// BE16 to BE64 load in the order of packets.
func BE16(p Ptr, o uintptr) uint64 {
	return uint64(bits.ReverseBytes16(*(*uint16)(unsafe.Add(p, o))))
}

func BE32(p Ptr, o uintptr) uint64 {
	return uint64(bits.ReverseBytes32(*(*uint32)(unsafe.Add(p, o))))
}
func BE64(p Ptr, o uintptr) uint64 { return bits.ReverseBytes64(*(*uint64)(unsafe.Add(p, o))) }

// Set8 to SetLE64 store the lowest bits of v.
func Set8(p Ptr, o uintptr, v uint64)    { *(*uint8)(unsafe.Add(p, o)) = uint8(v) }
func SetLE16(p Ptr, o uintptr, v uint64) { *(*uint16)(unsafe.Add(p, o)) = uint16(v) }
func SetLE32(p Ptr, o uintptr, v uint64) { *(*uint32)(unsafe.Add(p, o)) = uint32(v) }
func SetLE64(p Ptr, o uintptr, v uint64) { *(*uint64)(unsafe.Add(p, o)) = v }

// SetBE16 to SetBE64 store in the order of packets.
func SetBE16(p Ptr, o uintptr, v uint64) {
	*(*uint16)(unsafe.Add(p, o)) = bits.ReverseBytes16(uint16(v))
}

func SetBE32(p Ptr, o uintptr, v uint64) {
	*(*uint32)(unsafe.Add(p, o)) = bits.ReverseBytes32(uint32(v))
}
func SetBE64(p Ptr, o uintptr, v uint64) { *(*uint64)(unsafe.Add(p, o)) = bits.ReverseBytes64(v) }

// Swap16 to Swap64 reverse the bytes of a word.
func Swap16(v uint64) uint64 { return uint64(bits.ReverseBytes16(uint16(v))) }
func Swap32(v uint64) uint64 { return uint64(bits.ReverseBytes32(uint32(v))) }
func Swap64(v uint64) uint64 { return bits.ReverseBytes64(v) }

// Copy copies n bytes, which may overlap.
func Copy(to, from Ptr, n uint64) {
	copy(unsafe.Slice((*byte)(to), n), unsafe.Slice((*byte)(from), n))
}

// Clear sets n bytes to zero.
func Clear(p Ptr, n uint64) { clear(unsafe.Slice((*byte)(p), n)) }

// Bytes is n bytes at p, aliased.
func Bytes(p Ptr, n int) []byte { return unsafe.Slice((*byte)(p), n) }

// Word is 1 for true, 0 for false.
func Word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// IfBool is c ? x : y.
func IfBool(c, x, y bool) bool {
	if c {
		return x
	}
	return y
}

// Num is a number of which Go's compiler computes nothing itself.
func Num(v uint64) uint64 { return v }

// If is c ? x : y.
func If(c bool, x, y uint64) uint64 {
	if c {
		return x
	}
	return y
}

// IfPtr is c ? x : y.
func IfPtr(c bool, x, y Ptr) Ptr {
	if c {
		return x
	}
	return y
}

// Sar shifts x as a signed number.
func Sar(x, n uint64) uint64 { return uint64(int64(x) >> n) }

// MulHigh is the upper half of a product.
func MulHigh(x, y uint64) uint64 {
	hi, _ := bits.Mul64(x, y)
	return hi
}

// Div and Rem are by zero 0 and x.
func Div(x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return x / y
}

func Rem(x, y uint64) uint64 {
	if y == 0 {
		return x
	}
	return x % y
}

// Hit counts a hit of an entry, a table.Record. hits are its table's counters.
func Hit(hits, entry Ptr) { tally(hits, entry).Add(1) }

// Hits is how often an entry was hit.
func Hits(hits, entry Ptr) uint64 { return tally(hits, entry).Load() }

func tally(hits, entry Ptr) *counter.Tally {
	return (*counter.Tally)(unsafe.Add(hits, uintptr((*table.Record)(entry).Hit)*unsafe.Sizeof(counter.Tally(0))))
}
