package generator

import (
	"encoding/binary"
	"net/netip"

	"up4/io/frame"
)

// headSize is the overlay header and the headers of a frame, up to the stamp.
const headSize = overlaySize + stampAt

// flow is one 5-tuple: the bytes its frames begin with, but for what their
// length decides, and where its sequence stands.
type flow struct {
	head   [headSize]byte
	bucket uint8
	seq    uint64 // last one used; on the wire the low 32 bits
	ipSum  uint32 // of the IPv4 header but for the total length
	udpSum uint32 // of pseudo-header and UDP header but for the lengths
}

// Ports: unique pairs, so that flows are apart even between two addresses.
const (
	firstSrcPort = 1024
	srcPorts     = 1 << 15
	firstDstPort = 7400
)

// newFlows makes the flows of cfg. word is the first word of their overlay
// header, bucket zero.
func newFlows(cfg *Config, word uint32) []flow {
	flows := make([]flow, cfg.Flows)
	for i := range flows {
		dst := hostOf(cfg.Dsts[i%len(cfg.Dsts)], uint32(i/len(cfg.Dsts)))
		flows[i].init(cfg, uint32(i), hostOf(cfg.Src, uint32(i)), dst, word)
	}
	return flows
}

func (f *flow) init(cfg *Config, i uint32, src, dst [4]byte, word uint32) {
	eth := f.head[overlaySize:]
	copy(eth[0:], cfg.DstMAC[:])
	copy(eth[6:], cfg.SrcMAC[:])
	binary.BigEndian.PutUint16(eth[12:], 0x0800)
	ip := eth[ethernetSize:]
	ip[0], ip[6], ip[8], ip[9] = 0x45, 0x40, 64, 17 // do not fragment; TTL 64; UDP
	copy(ip[12:], src[:])
	copy(ip[16:], dst[:])
	udp := ip[ipv4Size:]
	binary.BigEndian.PutUint16(udp[0:], uint16(firstSrcPort+i%srcPorts))
	binary.BigEndian.PutUint16(udp[2:], uint16(firstDstPort+i/srcPorts))
	f.bucket = frame.Bucket(eth)
	f.ipSum = uint32(fold(onesSum(ip[:ipv4Size])))
	f.udpSum = uint32(fold(add64(pseudoSum(ip, 0), onesSum(udp[:udpSize]))))
	binary.BigEndian.PutUint32(f.head[:], word|uint32(f.bucket)<<10)
}

// put writes the head of a frame of the given length. padSum is the sum of its
// padding. Precondition: len(b) ≥ headSize.
func (f *flow) put(b []byte, bytes int, padSum uint32) {
	copy(b[:headSize], f.head[:])
	ip := b[overlaySize+ethernetSize:]
	total := uint32(bytes - ethernetSize)
	binary.BigEndian.PutUint16(ip[2:], uint16(total))
	binary.BigEndian.PutUint16(ip[10:], ^fold(uint64(f.ipSum+total)))
	udp := ip[ipv4Size:]
	length := total - ipv4Size
	binary.BigEndian.PutUint16(udp[4:], uint16(length))
	// The length is in the pseudo-header too; the stamp adds all ones. A checksum
	// of zero is sent as all ones, since zero means that there is none (RFC 768).
	sum := ^fold(uint64(f.udpSum) + 2*uint64(length) + uint64(padSum) + 0xffff)
	if sum == 0 {
		sum = 0xffff
	}
	binary.BigEndian.PutUint16(udp[6:], sum)
}

// hostOf is the i-th address of an IPv4 prefix, spread over all of it and, where
// it has room, neither its first nor its last.
func hostOf(p netip.Prefix, i uint32) [4]byte {
	p = p.Masked()
	b := p.Addr().As4()
	at := binary.BigEndian.Uint32(b[:])
	size := uint64(1) << (32 - p.Bits())
	if size > 2 {
		// Multiples of the golden ratio fill an interval evenly (Knuth, 6.4).
		at += 1 + uint32(uint64(i*0x9e3779b9)*(size-2)>>32)
	} else {
		at += i % uint32(size)
	}
	binary.BigEndian.PutUint32(b[:], at)
	return b
}

// fillPadding writes the pattern behind a stamp: bytes that differ from their
// neighbours, so that a shift shows in the checksum.
func fillPadding(b []byte) {
	for i := range b {
		b[i] = byte(i * 7)
	}
}
