package native

import (
	"encoding/binary"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines"
	"up4/pipelines/table"
)

// Offsets in a frame of l3fwd, bytes.
//
//	 0     6     12     14        16      22    23   24       26    30    34
//	+-----+-----+------+-----+---+-------+-----+----+--------+-----+-----+
//	| dst | src | type |v,ihl|tos|length |…ttl |prot|checksum| src | dst |
//	+-----+-----+------+-----+---+-------+-----+----+--------+-----+-----+
//	 Ethernet           IPv4 (RFC 791 3.1), without options
const (
	offType     = 12
	offVersion  = 14
	offTotalLen = 16
	offTTL      = 22
	offChecksum = 24
	offDst      = 30

	ethernetLen = 14
	ipv4Len     = 20
	headersLen  = ethernetLen + ipv4Len

	typeIPv4 = 0x0800
	typeARP  = 0x0806
)

// l3fwd is one shard's engine of l3fwd.p4.
//
// Run takes three turns over the batch, for the sake of the loads: while one
// frame's table entry is on its way from memory, the next frame's is asked for.
// Frames that are not plain packets to be routed are noted in the first turn and
// take the general path in the end.
type l3fwd struct {
	base arena.Base
	hits counterArray // of ipv4_lpm

	// values is, for each frame, its destination address until the lookup and
	// the offset of its record after it. Those of the frames in others mean
	// nothing.
	values [frame.BatchCap]uint32
	others [frame.BatchCap]uint8
}

func newL3(p pipelines.Place) pipelines.Engine {
	return &l3fwd{base: p.Arena.Base(), hits: counters(p.Arena.Base(), p.Hits[0])}
}

// Run implements pipelines.Engine.
func (e *l3fwd) Run(b *frame.Batch, from int, root arena.Off) int {
	frames := b.Frames[from:b.N]
	lpm := table.Open(e.base, root).LPM(0)
	others := e.check(frames)
	e.lookup(lpm, len(frames))
	done := 0
	for _, i := range e.others[:others] {
		e.apply(frames[done:i], e.values[done:])
		e.general(&frames[i], lpm)
		done = int(i) + 1
	}
	e.apply(frames[done:], e.values[done:])
	return b.N
}

// Close implements pipelines.Engine.
func (e *l3fwd) Close() error { return nil }

// verdict is what the ingress control says before it looks into the table.
type verdict int

const (
	drop verdict = iota
	punt
	route
)

// classify is the ingress control of l3fwd.p4 up to the table, for a frame of
// the given length in bytes whose first bytes are h, at most headersLen.
func classify(h []byte, length int) verdict {
	if len(h) < ethernetLen {
		return drop // hdr.ethernet is invalid
	}
	switch binary.BigEndian.Uint16(h[offType:]) {
	case typeARP:
		return punt
	case typeIPv4:
	default:
		return drop
	}
	if len(h) < headersLen {
		return drop // hdr.ipv4 is invalid
	}
	version, ihl := h[offVersion]>>4, int(h[offVersion]&15)
	total := int(binary.BigEndian.Uint16(h[offTotalLen:]))
	switch {
	case version != 4 || ihl < 5:
		return drop
	case total < 4*ihl || total > length-ethernetLen:
		return drop
	case ihl > 5:
		return punt
	case !checksumRight(h[ethernetLen:headersLen]):
		return drop
	case h[offTTL] <= 1:
		return punt
	}
	return route
}

// checksumRight compares the checksum field of an IPv4 header without options
// with the computed one, exactly: 0xffff, which no sender computes, is wrong
// although RFC 1071's sum over the whole header would not see it.
func checksumRight(h []byte) bool {
	var sum uint32
	for i := 0; i < ipv4Len; i += 2 {
		sum += uint32(binary.BigEndian.Uint16(h[i:]))
	}
	sum = sum&0xffff + sum>>16
	sum = sum&0xffff + sum>>16
	return sum == 0xffff && binary.BigEndian.Uint16(h[offChecksum-ethernetLen:]) != 0xffff
}

// decrement is the header checksum after the TTL went down by one: the word it
// stands in shrinks by 0x0100, so the checksum grows by that, with an end-around
// carry (RFC 1624 eqn. 3). Precondition: sum is right, hence not 0xffff; the
// result is not either.
func decrement(sum uint16) uint16 {
	s := uint32(sum) + 0x0100
	return uint16(s + (s+1)>>16)
}

// general decides a frame of any shape: one with a head, one that is short, one
// that is not routed.
func (e *l3fwd) general(d *frame.Desc, lpm table.LPMTable) {
	var buf [headersLen]byte
	head, body := d.HeadBytes(e.base), d.BodyBytes(e.base)
	n := copy(buf[:], head)
	n += copy(buf[n:], body)
	h := buf[:n]

	d.Reason = frame.ByProgram
	switch classify(h, d.Len()) {
	case drop:
		d.Egress = frame.DropPort
		return
	case punt:
		d.Egress = frame.CPUPort
		return
	}
	r := lpm.Find32(binary.BigEndian.Uint32(h[offDst:]))
	tally(e.hits, r).Add(1)
	if r.Action != l3Forward {
		d.Egress = unchanged(r)
		return
	}
	port, dmac := forwardParams(r)
	d.Egress = port
	copy(h[6:12], h[0:6])
	copy(h[0:6], dmac[:])
	h[offTTL]--
	binary.BigEndian.PutUint16(h[offChecksum:], decrement(binary.BigEndian.Uint16(h[offChecksum:])))
	n = copy(head, h)
	copy(body, h[n:])
}

// unchanged is the port of an action that leaves the frame as it is.
func unchanged(r *table.Record) uint16 {
	if r.Action == l3Punt {
		return frame.CPUPort
	}
	return frame.DropPort
}
