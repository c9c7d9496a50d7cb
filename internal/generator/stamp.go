package generator

import (
	"encoding/binary"
	"math/bits"

	"up4/io/overlay"
)

// A stamp is the first bytes of the inner UDP payload, behind all that a switch
// may rewrite (overlay header, MACs, TTL, IP checksum). Big-endian:
//
//	 0               16              32
//	+---------------+---------------+
//	| magic                         |
//	+---------------+---------------+
//	| generator     | flow          |
//	+---------------+---------------+
//	| sequence number in the flow   |
//	+---------------+---------------+
//	| nanoseconds, CLOCK_MONOTONIC  |
//	|                               |
//	+---------------+---------------+
//	| check         |
//	+---------------+
//
// check makes the ones' complement sum of the stamp 0xffff, which is zero there:
// the UDP checksum of a frame does not depend on its stamp, and is right.
const (
	stampMagic = 0x75703447 // "up4G"
	stampSize  = 22         // bytes
	stampAt    = ethernetSize + ipv4Size + udpSize

	ethernetSize = 14
	vlanSize     = 4
	ipv4Size     = 20
	udpSize      = 8
	overlaySize  = overlay.Size
)

// stamp is a stamp taken apart.
type stamp struct {
	id, flow uint16
	seq      uint32
	nanos    uint64
}

// put writes s. Precondition: len(b) ≥ stampSize.
func (s *stamp) put(b []byte) {
	_ = b[stampSize-1]
	w0 := stampMagic<<32 | uint64(s.id)<<16 | uint64(s.flow)
	binary.BigEndian.PutUint64(b[0:], w0)
	binary.BigEndian.PutUint32(b[8:], s.seq)
	binary.BigEndian.PutUint64(b[12:], s.nanos)
	binary.BigEndian.PutUint16(b[20:], ^fold(add64(add64(w0, s.nanos), uint64(s.seq))))
}

// read takes the stamp at the start of b apart, and says whether its check
// holds. Preconditions: len(b) ≥ stampSize; the magic is there.
func (s *stamp) read(b []byte) bool {
	_ = b[stampSize-1]
	w0 := binary.BigEndian.Uint64(b[0:])
	s.id, s.flow = uint16(w0>>16), uint16(w0)
	s.seq = binary.BigEndian.Uint32(b[8:])
	s.nanos = binary.BigEndian.Uint64(b[12:])
	sum := add64(add64(w0, s.nanos), uint64(s.seq)<<16|uint64(binary.BigEndian.Uint16(b[20:])))
	return fold(sum) == 0xffff
}

// add64 adds in ones' complement; so does fold (RFC 1071, section 2).
func add64(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	return sum + carry
}

func fold(sum uint64) uint16 {
	sum = sum>>32 + sum&0xffffffff
	sum = sum>>16 + sum&0xffff
	sum = sum>>16 + sum&0xffff
	sum = sum>>16 + sum&0xffff
	return uint16(sum)
}

// onesSum is the ones' complement sum of b, a last odd byte padded with zero.
func onesSum(b []byte) uint64 {
	sum := uint64(0)
	for len(b) >= 8 {
		sum = add64(sum, binary.BigEndian.Uint64(b))
		b = b[8:]
	}
	for ; len(b) >= 2; b = b[2:] {
		sum = add64(sum, uint64(binary.BigEndian.Uint16(b)))
	}
	if len(b) == 1 {
		sum = add64(sum, uint64(b[0])<<8)
	}
	return sum
}

// content is what a frame that came in turned out to be.
type content uint8

const (
	good      content = iota
	corrupted         // a generator's, but changed where no switch may
	foreign           // no generator's
)

// readFrame finds and checks the stamp of a frame: Ethernet, at most two VLAN
// tags, IPv4, UDP. With whole it also checks the UDP checksum, which covers the
// padding.
func readFrame(f []byte, whole bool, s *stamp) content {
	at := ethernetSize
	if len(f) < MinFrame {
		return foreign
	}
	etype := binary.BigEndian.Uint16(f[12:])
	for etype != 0x0800 {
		if (etype != 0x8100 && etype != 0x88a8) || at == ethernetSize+2*vlanSize {
			return foreign
		}
		etype = binary.BigEndian.Uint16(f[at+2:])
		at += vlanSize
	}
	ip := f[at:]
	if len(ip) < ipv4Size+udpSize+stampSize || ip[0]>>4 != 4 {
		return foreign
	}
	ihl := int(ip[0]&15) * 4
	if len(ip) < ihl+udpSize+stampSize || ihl < ipv4Size {
		return foreign
	}
	datagram := ip[ihl:]
	if ip[9] != 17 || binary.BigEndian.Uint32(datagram[udpSize:]) != stampMagic {
		return foreign
	}
	total := int(binary.BigEndian.Uint16(ip[2:]))
	length := int(binary.BigEndian.Uint16(datagram[4:]))
	if total > len(ip) || length != total-ihl || length < udpSize+stampSize ||
		!s.read(datagram[udpSize:]) || fold(onesSum(ip[:ihl])) != 0xffff {
		return corrupted
	}
	if whole && binary.BigEndian.Uint16(datagram[6:]) != 0 && fold(add64(pseudoSum(ip, length), onesSum(datagram[:length]))) != 0xffff {
		return corrupted
	}
	return good
}

// pseudoSum is the sum of the pseudo-header of RFC 768.
func pseudoSum(ip []byte, length int) uint64 {
	return add64(binary.BigEndian.Uint64(ip[12:]), uint64(17+length))
}
