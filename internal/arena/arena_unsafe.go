package arena

import "unsafe"

// Base is the address of offset zero. It stays valid until Close.
func (a *Arena) Base() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(a.mem)) }

// At is the address of off as a *T. Preconditions: off is aligned for T and
// off + sizeof(T) lies inside the arena; neither is checked.
func At[T any](base unsafe.Pointer, off Off) *T {
	return (*T)(unsafe.Add(base, uintptr(off)))
}

// Slice is n values of type T from off on, aliased. Preconditions as for At.
func Slice[T any](base unsafe.Pointer, off Off, n int) []T {
	return unsafe.Slice((*T)(unsafe.Add(base, uintptr(off))), n)
}
