package native

import (
	"unsafe"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/pipelines/table"
)

// Loads and stores at byte offset o from p, of any alignment, little-endian.
// Precondition: the bytes belong to the frame; nothing is checked.

func load8(p unsafe.Pointer, o uintptr) uint8   { return *(*uint8)(unsafe.Add(p, o)) }
func load16(p unsafe.Pointer, o uintptr) uint16 { return *(*uint16)(unsafe.Add(p, o)) }
func load32(p unsafe.Pointer, o uintptr) uint32 { return *(*uint32)(unsafe.Add(p, o)) }
func load64(p unsafe.Pointer, o uintptr) uint64 { return *(*uint64)(unsafe.Add(p, o)) }

func store32(p unsafe.Pointer, o uintptr, v uint32) { *(*uint32)(unsafe.Add(p, o)) = v }
func store64(p unsafe.Pointer, o uintptr, v uint64) { *(*uint64)(unsafe.Add(p, o)) = v }

// counterArray is a table's hit counters.
type counterArray unsafe.Pointer

func counters(base arena.Base, hits arena.Off) counterArray {
	return counterArray(unsafe.Add(base, hits))
}

// tally is the counter of record r. Misses share the first one, which no one
// reads.
func tally(hits counterArray, r *table.Record) *counter.Tally {
	return (*counter.Tally)(unsafe.Add(unsafe.Pointer(hits), uintptr(r.Hit)*unsafe.Sizeof(counter.Tally(0))))
}
