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

// check notes the destination of each frame that is a right IPv4 packet in one
// piece with a TTL to spend, and the index of each that is not.
func (e *l3fwd) check(frames []frame.Desc) (others int) {
	for i := range frames {
		d := &frames[i]
		p := unsafe.Add(e.base, d.Body)
		if d.HeadLen == 0 && d.BodyLen >= headersLen &&
			load32(p, offType)&low24 == plainIPv4 &&
			uint32(bits.ReverseBytes16(load16(p, offTotalLen)))-ipv4Len <= uint32(d.BodyLen)-headersLen &&
			load8(p, offTTL) > 1 &&
			load16(p, offChecksum) != 0xffff && sumsUp(p) {
			e.values[i&(frame.BatchCap-1)] = bits.ReverseBytes32(load32(p, offDst))
		} else {
			e.others[others&(frame.BatchCap-1)] = uint8(i)
			others++
		}
	}
	return others
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

// lookup replaces the destinations of the first n frames by the offsets of their
// records. The others' old values are addresses like any: they find something.
func (e *l3fwd) lookup(lpm table.LPMTable, n int) {
	values := e.values[:n]
	for k := range values {
		values[k] = uint32(uintptr(unsafe.Pointer(lpm.Find32(values[k]))) - uintptr(e.base))
	}
}

// apply does what the records of frames, whose offsets are values, say.
func (e *l3fwd) apply(frames []frame.Desc, values []uint32) {
	base, hits := e.base, e.hits
	values = values[:len(frames)]
	for i := range frames {
		d := &frames[i]
		r := arena.At[table.Record](base, arena.Off(values[i]))
		tally(hits, r).Add(1)
		d.Reason = frame.ByProgram
		if r.Action != l3Forward {
			d.Egress = unchanged(r)
			continue
		}
		// port (2 bytes) and dmac (6) are one word, as are the old destination
		// and what follows it.
		data, p := r.Word(0), unsafe.Add(base, d.Body)
		d.Egress = bits.ReverseBytes16(uint16(data))
		old := load64(p, 0)
		store64(p, 0, data>>16|old<<48)
		store32(p, 8, uint32(old>>16))
		// The low byte is the TTL, the high half the checksum, which grows by one
		// in this byte order. It never gets to 0xffff: that is 0 (see decrement).
		v := load32(p, offTTL) - 1 + 1<<16
		if v >= 0xffff<<16 {
			v += 1 << 16
		}
		store32(p, offTTL, v)
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
