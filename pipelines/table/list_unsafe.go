package table

import (
	"bytes"
	"unsafe"
)

// RangeTable is a table with range fields, and maybe others.
type RangeTable struct {
	base unsafe.Pointer
	d    *descriptor
}

// Range is table t.
func (v View) Range(t int) RangeTable { return RangeTable{v.base, v.table(t)} }

// Find is the record of the entry that wins for a packed key, or of the default
// action. A key of another length than the table's gives the default action. The
// time grows with the number of entries that come before the one that wins.
func (t RangeTable) Find(key []byte) *Record {
	miss := (*Record)(unsafe.Add(t.base, t.d.Miss))
	if len(key) != int(t.d.KeyBytes) || len(key) == 0 {
		return miss
	}
	var (
		k      = load(key)
		masked = unsafe.Add(t.base, t.d.Top)
		pad    = uintptr(t.d.KeyWords) * 8
		ranges = unsafe.Slice((*boundsField)(unsafe.Add(masked, pad)), t.d.Shift)
	)
	for next := t.d.Groups; next != 0; {
		list := (*chunk)(unsafe.Add(t.base, next))
		for b := range uintptr(list.N) {
			block := (*chunk)(unsafe.Add(t.base, *(*uint32)(unsafe.Add(unsafe.Pointer(list), chunkBytes+4*b))))
			row := unsafe.Add(unsafe.Pointer(block), chunkBytes)
			for range block.N {
				low := unsafe.Add(row, rowHeadBytes)
				high := unsafe.Add(low, pad)
				if k.under(masked, low, high) && between(ranges, key, low, high) {
					return (*Record)(unsafe.Add(t.base, (*rowHead)(row).Rec))
				}
				row = unsafe.Add(high, pad)
			}
		}
		next = list.Next
	}
	return miss
}

// under says whether the key is the value under the mask, in the bits of masked.
func (k *words) under(masked, value, mask unsafe.Pointer) bool {
	for i := range k.whole {
		if (k.word(i)^*(*uint64)(unsafe.Add(value, i<<3)))&*(*uint64)(unsafe.Add(mask, i<<3))&*(*uint64)(unsafe.Add(masked, i<<3)) != 0 {
			return false
		}
	}
	at := k.whole << 3
	return !k.tail || (k.last^*(*uint64)(unsafe.Add(value, at)))&*(*uint64)(unsafe.Add(mask, at))&*(*uint64)(unsafe.Add(masked, at)) == 0
}

// between says whether each range field of the key is between its bounds.
func between(ranges []boundsField, key []byte, low, high unsafe.Pointer) bool {
	for _, f := range ranges {
		v := key[f.At : f.At+f.Bytes]
		if bytes.Compare(v, unsafe.Slice((*byte)(unsafe.Add(low, f.At)), f.Bytes)) < 0 ||
			bytes.Compare(v, unsafe.Slice((*byte)(unsafe.Add(high, f.At)), f.Bytes)) > 0 {
			return false
		}
	}
	return true
}
