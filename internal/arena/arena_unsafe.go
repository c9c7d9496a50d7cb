package arena

import "unsafe"

// Base is the address of an arena's offset zero, for At and Slice.
type Base = unsafe.Pointer

// Base is the address of offset zero. It stays valid until Close.
func (a *Arena) Base() Base { return unsafe.Pointer(unsafe.SliceData(a.mem)) }

// At is the address of off as a *T. Precondition: off + sizeof(T) lies inside
// the arena; it is not checked. Words of headers need not be aligned: amd64 and
// arm64 load them all the same. What other threads read must be.
func At[T any](base Base, off Off) *T {
	return (*T)(unsafe.Add(base, uintptr(off)))
}

// Slice is n values of type T from off on, aliased. Preconditions as for At.
func Slice[T any](base Base, off Off, n int) []T {
	return unsafe.Slice((*T)(unsafe.Add(base, uintptr(off))), n)
}
