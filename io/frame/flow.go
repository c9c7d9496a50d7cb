package frame

import "encoding/binary"

// Bucket is the 6-bit hash of a frame's flow, the same for both directions: the
// unordered pair of endpoints (IP address and, where the packet has them, port)
// and the IP protocol. Frames that are not IP hash their MAC addresses and
// EtherType. The first sender of a frame computes it; switches carry it on.
//
// Up to two VLAN tags (IEEE 802.1Q) are skipped. Fragments hash without ports,
// so that all fragments of a packet share a bucket (RFC 6438 section 3 says why).
func Bucket(b []byte) uint8 {
	if len(b) < 14 {
		return 0
	}
	etype, at := binary.BigEndian.Uint16(b[12:]), 14
	for range 2 {
		if (etype != 0x8100 && etype != 0x88a8) || len(b) < at+4 {
			break
		}
		etype = binary.BigEndian.Uint16(b[at+2:])
		at += 4
	}
	p := b[at:]
	switch {
	case etype == 0x0800 && len(p) >= 20 && p[0]>>4 == 4:
		return bucket4(p)
	case etype == 0x86dd && len(p) >= 40 && p[0]>>4 == 6:
		return bucket6(p)
	}
	src := uint64(binary.BigEndian.Uint16(b[6:]))<<32 | uint64(binary.BigEndian.Uint32(b[8:]))
	dst := uint64(binary.BigEndian.Uint16(b[0:]))<<32 | uint64(binary.BigEndian.Uint32(b[2:]))
	return fold(mix(src)+mix(dst), uint64(etype))
}

func bucket4(p []byte) uint8 {
	src := uint64(binary.BigEndian.Uint32(p[12:])) << 16
	dst := uint64(binary.BigEndian.Uint32(p[16:])) << 16
	ihl := int(p[0]&0xf) * 4
	fragment := binary.BigEndian.Uint16(p[6:])&0x3fff != 0
	if !fragment && hasPorts(p[9]) && ihl >= 20 && len(p) >= ihl+4 {
		src |= uint64(binary.BigEndian.Uint16(p[ihl:]))
		dst |= uint64(binary.BigEndian.Uint16(p[ihl+2:]))
	}
	return fold(mix(src)+mix(dst), uint64(p[9]))
}

func bucket6(p []byte) uint8 {
	src := mix(binary.BigEndian.Uint64(p[8:])) + binary.BigEndian.Uint64(p[16:])
	dst := mix(binary.BigEndian.Uint64(p[24:])) + binary.BigEndian.Uint64(p[32:])
	if hasPorts(p[6]) && len(p) >= 44 {
		src = mix(src) + uint64(binary.BigEndian.Uint16(p[40:]))
		dst = mix(dst) + uint64(binary.BigEndian.Uint16(p[42:]))
	}
	return fold(mix(src)+mix(dst), uint64(p[6]))
}

// hasPorts: TCP, UDP, DCCP, SCTP, UDP-Lite start with source and destination port.
func hasPorts(proto byte) bool {
	return proto == 6 || proto == 17 || proto == 33 || proto == 132 || proto == 136
}

// mix is the finaliser of splitmix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func fold(sum, kind uint64) uint8 { return uint8(mix(sum^kind<<56) >> 58) }
