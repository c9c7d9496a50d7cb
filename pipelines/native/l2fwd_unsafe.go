package native

import (
	"math/bits"
	"unsafe"

	"up4/io/frame"
	"up4/pipelines/table"
)

// lookup finds the record of every frame from frames[from] on.
func (e *l2fwd) lookup(frames []frame.Desc, from int, dmac table.ExactTable) {
	rest := frames[from:]
	for i := range rest {
		d := &rest[i]
		var key uint64
		if d.HeadLen == 0 && d.BodyLen >= ethernetLen {
			// The Ethernet header is longer than 8 bytes.
			key = load64(unsafe.Add(e.base, d.Body), 0) & (1<<48 - 1)
		} else if k, ok := e.address(d); ok {
			key = k
		} else {
			e.found[(from+i)&(frame.BatchCap-1)] = 0
			continue
		}
		r := uintptr(unsafe.Pointer(dmac.Find64(key))) - uintptr(e.base)
		// The group bit is the lowest of the first byte, which is the key's.
		e.found[(from+i)&(frame.BatchCap-1)] = found(r) | found(key)&groupBit
	}
}

// forwardPort is the parameter of forward.
func forwardPort(r *table.Record) uint16 { return bits.ReverseBytes16(uint16(r.Word(0))) }
