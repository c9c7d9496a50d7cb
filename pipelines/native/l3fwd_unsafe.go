package native

import (
	"math/bits"
	"unsafe"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines/table"
)

const (
	// plainIPv4 is bytes 12–14 of an IPv4 packet without options, as the low
	// 24 bits of a little-endian load: 08 00 45.
	plainIPv4 = 0x450008
	low24     = 1<<24 - 1

	// A 64-bit number is a multiple of 65535 exactly if its product with the
	// inverse of 65535 modulo 2⁶⁴ is at most ⌊(2⁶⁴−1)/65535⌋ (Granlund and
	// Montgomery 1994, section 9).
	inverse65535  = 0xfffefffefffeffff
	quotient65535 = (1<<64 - 1) / 65535
)

// check sorts frames[from:] into e.routed, which are right IPv4 packets in one
// piece with a TTL to spend, and e.others; it returns how many of each.
func (e *l3fwd) check(frames []frame.Desc, from int) (routes, others int) {
	rest := frames[from:]
	for i := range rest {
		d := &rest[i]
		p := unsafe.Add(e.base, d.Body)
		if d.HeadLen == 0 && d.BodyLen >= headersLen &&
			load32(p, offType)&low24 == plainIPv4 &&
			uint32(bits.ReverseBytes16(load16(p, offTotalLen)))-ipv4Len <= uint32(d.BodyLen)-headersLen &&
			load8(p, offTTL) > 1 &&
			load16(p, offChecksum) != 0xffff && sumsUp(p) {
			// The masks cost nothing and spare the bounds checks.
			r := &e.routed[routes&(frame.BatchCap-1)]
			r.index, r.value = uint32(from+i), bits.ReverseBytes32(load32(p, offDst))
			routes++
		} else {
			e.others[others&(frame.BatchCap-1)] = uint8(from + i)
			others++
		}
	}
	return routes, others
}

// sumsUp verifies the checksum of the plain IPv4 header in the frame at p:
// whether the one's complement sum of its words is 0xffff (RFC 1071). Carries
// come back in at the other end of 64-bit sums as well as of 16-bit ones, and
// byte order does not matter (section 2). The sum is never zero: byte 14 is 45.
func sumsUp(p unsafe.Pointer) bool {
	s, carry := bits.Add64(load64(p, 14), load64(p, 22), 0)
	s, carry = bits.Add64(s, uint64(load32(p, 30)), carry)
	return (s+carry)*inverse65535 <= quotient65535
}

// lookup replaces the destination of the first n routed frames by the offset of
// its record.
func (e *l3fwd) lookup(lpm table.LPMTable, n int) {
	routed := e.routed[:n]
	for k := range routed {
		r := &routed[k]
		r.value = uint32(uintptr(unsafe.Pointer(lpm.Find32(r.value))) - uintptr(e.base))
	}
}

// apply does what the records of the first n routed frames say.
func (e *l3fwd) apply(frames []frame.Desc, n int) {
	descs := unsafe.Pointer(unsafe.SliceData(frames))
	routed := e.routed[:n]
	for k := range routed {
		d := (*frame.Desc)(unsafe.Add(descs, uintptr(routed[k].index)*unsafe.Sizeof(frame.Desc{})))
		r := arena.At[table.Record](e.base, arena.Off(routed[k].value))
		count(e.base, e.hits, r)
		d.Reason = frame.ByProgram
		if r.Action != l3Forward {
			d.Egress = unchanged(r)
			continue
		}
		// port (2 bytes) and dmac (6) are one word, as are the old destination
		// and what follows it.
		data, p := r.Word(0), unsafe.Add(e.base, d.Body)
		d.Egress = bits.ReverseBytes16(uint16(data))
		old := load64(p, 0)
		store64(p, 0, data>>16|old<<48)
		store32(p, 8, uint32(old>>16))
		// TTL in the low byte, checksum in the high half; as a byte-swapped word
		// it grows by 0x0001, with the end-around carry of decrement.
		v := load32(p, offTTL)
		sum := v>>16 + 1
		sum += (sum + 1) >> 16
		store32(p, offTTL, (v-1)&0xffff|sum<<16)
	}
}

// forwardParams takes the parameters of forward apart.
func forwardParams(r *table.Record) (port uint16, dmac [6]byte) {
	data := r.Word(0)
	for i := range dmac {
		dmac[i] = byte(data >> (16 + 8*i))
	}
	return bits.ReverseBytes16(uint16(data)), dmac
}
