//go:build race

package arena

import "unsafe"

// mapMemory takes the arena from the Go heap, page-aligned, so that the race
// detector sees every access.
func (a *Arena) mapMemory(size uint64) error {
	heap := make([]byte, size+PageSize)
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(heap))) & (PageSize - 1)
	a.mem = heap[skip : uint64(skip)+size : uint64(skip)+size]
	return nil
}

// Close forgets the arena.
func (a *Arena) Close() error {
	a.mem = nil
	return nil
}
