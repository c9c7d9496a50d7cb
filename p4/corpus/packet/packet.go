// Package packet builds the frames that corpora and tests send in: right by
// default, and wrong wherever a field says so. It knows nothing of programs.
package packet

import (
	"encoding/binary"
	"net"
)

// Ethernet types.
const (
	TypeIPv4 = 0x0800
	TypeARP  = 0x0806
	TypeVLAN = 0x8100
	TypeQinQ = 0x88a8
	TypeIPv6 = 0x86dd
	TypeLLDP = 0x88cc
)

// MAC is an Ethernet address.
type MAC [6]byte

// String is the address as people write it: 02:00:00:00:00:01.
func (m MAC) String() string { return net.HardwareAddr(m[:]).String() }

// Ethernet is a frame.
//
//	 0       6       12     14
//	+-------+-------+------+---------
//	| dst   | src   | type | payload
//	+-------+-------+------+---------
type Ethernet struct {
	Dst, Src MAC
	Type     uint16
	Payload  []byte
}

// Bytes is the frame.
func (e Ethernet) Bytes() []byte {
	b := make([]byte, 14, 14+len(e.Payload))
	copy(b[0:], e.Dst[:])
	copy(b[6:], e.Src[:])
	binary.BigEndian.PutUint16(b[12:], e.Type)
	return append(b, e.Payload...)
}

// IPv4 is a packet (RFC 791 3.1). Zero fields are filled in as they should be;
// the pointers set what no right packet has.
type IPv4 struct {
	TOS      byte
	ID       uint16
	Frag     uint16 // flags and fragment offset, as one word
	TTL      byte
	Protocol byte
	Src, Dst [4]byte
	Options  []byte // a multiple of 4 bytes
	Payload  []byte

	Version  *byte
	IHL      *byte
	TotalLen *uint16
	Checksum *uint16
}

// Bytes is the packet. Its checksum covers as many words as the header has room
// for, whatever IHL says.
func (p IPv4) Bytes() []byte {
	header := 20 + len(p.Options)
	b := make([]byte, header, header+len(p.Payload))
	version, ihl, total := byte(4), byte(header/4), uint16(header+len(p.Payload))
	set(&version, p.Version)
	set(&ihl, p.IHL)
	set(&total, p.TotalLen)
	b[0] = version<<4 | ihl
	b[1] = p.TOS
	binary.BigEndian.PutUint16(b[2:], total)
	binary.BigEndian.PutUint16(b[4:], p.ID)
	binary.BigEndian.PutUint16(b[6:], p.Frag)
	b[8], b[9] = p.TTL, p.Protocol
	copy(b[12:], p.Src[:])
	copy(b[16:], p.Dst[:])
	copy(b[20:], p.Options)
	sum := Checksum(b)
	set(&sum, p.Checksum)
	binary.BigEndian.PutUint16(b[10:], sum)
	return append(b, p.Payload...)
}

func set[T any](v *T, by *T) {
	if by != nil {
		*v = *by
	}
}

// Checksum is the Internet checksum (RFC 1071) of b, which is of even length.
func Checksum(b []byte) uint16 {
	var sum uint32
	for i := 0; i < len(b); i += 2 {
		sum += uint32(binary.BigEndian.Uint16(b[i:]))
	}
	for sum > 0xffff {
		sum = sum&0xffff + sum>>16
	}
	return ^uint16(sum)
}

// Pattern is n bytes that differ from their neighbours: 1, 2, 3, …
func Pattern(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i + 1)
	}
	return b
}
