// Package hash has the functions that P4 architectures name: cyclic redundancy checks
// and checksums over whole bytes, first byte first. Data that is no whole number of
// bytes ends with zero bits.
package hash

import (
	"encoding/binary"
	"hash/crc32"
	"math/bits"
)

// arc is the parameters of CRC16.
var arc = CRC{Width: 16, Poly: 0x8005, RefIn: true, RefOut: true}

// arcTables are for 8 bytes at a time: table k has what a byte becomes with k zero bytes
// behind it. The register is reflected, so that its low end meets the data.
var arcTables = func() (t [8][256]uint16) {
	for b := range 256 {
		data := [8]byte{byte(b)}
		for k := range t {
			t[k][b] = uint16(arc.Sum(data[:k+1]))
		}
	}
	return t
}()

// CRC16 is the one called ARC: polynomial 0x8005, bits reflected, from 0. Its value for
// "123456789" is 0xbb3d.
func CRC16(data []byte) uint64 {
	t, r := &arcTables, uint16(0)
	for ; len(data) >= 8; data = data[8:] {
		x := binary.LittleEndian.Uint64(data) ^ uint64(r)
		r = t[7][byte(x)] ^ t[6][byte(x>>8)] ^ t[5][byte(x>>16)] ^ t[4][byte(x>>24)] ^
			t[3][byte(x>>32)] ^ t[2][byte(x>>40)] ^ t[1][byte(x>>48)] ^ t[0][x>>56]
	}
	for _, b := range data {
		r = r>>8 ^ t[0][byte(r)^b]
	}
	return uint64(r)
}

// CRC32 is that of IEEE 802.3: polynomial 0x04c11db7, bits reflected, from all ones,
// complemented. Its value for "123456789" is 0xcbf43926.
func CRC32(data []byte) uint64 { return uint64(crc32.ChecksumIEEE(data)) }

// CRC is a cyclic redundancy check by the parameters of the Rocksoft model.
type CRC struct {
	Width         int // bits, 8 to 64
	Poly          uint64
	Init, XorOut  uint64
	RefIn, RefOut bool
}

// Sum is the check of data, a bit at a time.
func (c CRC) Sum(data []byte) uint64 {
	top := uint64(1) << (c.Width - 1)
	mask := top<<1 - 1
	r := c.Init
	for _, b := range data {
		for i := range 8 {
			bit := b >> (7 - i) & 1
			if c.RefIn {
				bit = b >> i & 1
			}
			carry := r&top != 0
			r = r << 1 & mask
			if carry != (bit == 1) {
				r ^= c.Poly
			}
		}
	}
	if c.RefOut {
		r = reflect(r, c.Width)
	}
	return (r ^ c.XorOut) & mask
}

func reflect(v uint64, width int) (r uint64) {
	for i := range width {
		r |= v >> i & 1 << (width - 1 - i)
	}
	return r
}

// Csum16 is the checksum of the Internet protocols (RFC 1071): the complement of Sum16.
func Csum16(data []byte) uint64 { return ^Sum16(data) & 0xffff }

// Sum16 is the one's complement sum of 16-bit words (RFC 1071), not complemented. An odd
// last byte is the upper half of a word. Bytes are added as they lie in memory, many at a
// time, and swapped in the end (section 2, B and C): a carry out of any word belongs to
// the next one, and that out of the last to the first. What is not zero does not add up
// to zero: 65535 stands for it.
func Sum16(data []byte) uint64 {
	var sum, carry uint64
	for ; len(data) >= 32; data = data[32:] {
		sum, carry = bits.Add64(sum, binary.LittleEndian.Uint64(data), carry)
		sum, carry = bits.Add64(sum, binary.LittleEndian.Uint64(data[8:]), carry)
		sum, carry = bits.Add64(sum, binary.LittleEndian.Uint64(data[16:]), carry)
		sum, carry = bits.Add64(sum, binary.LittleEndian.Uint64(data[24:]), carry)
	}
	for ; len(data) >= 8; data = data[8:] {
		sum, carry = bits.Add64(sum, binary.LittleEndian.Uint64(data), carry)
	}
	sum, carry = bits.Add64(sum, last(data), carry)
	sum, carry = bits.Add64(sum, 0, carry)
	sum += carry
	for _, width := range [...]int{32, 16, 16} {
		sum = sum&(1<<width-1) + sum>>width
	}
	return uint64(bits.ReverseBytes16(uint16(sum&0xffff + sum>>16)))
}

// last is fewer than 8 bytes as they lie in memory, with zeros behind them.
func last(data []byte) (x uint64) {
	n := 0
	if len(data) >= 4 {
		x, n = uint64(binary.LittleEndian.Uint32(data)), 4
	}
	for ; n < len(data); n++ {
		x |= uint64(data[n]) << (8 * n)
	}
	return x
}

// Xor16 is all 16-bit words by exclusive or. An odd last byte is the upper half of one.
func Xor16(data []byte) uint64 {
	var x uint64
	for ; len(data) >= 8; data = data[8:] {
		x ^= binary.LittleEndian.Uint64(data)
	}
	x ^= last(data)
	x ^= x >> 32
	return uint64(bits.ReverseBytes16(uint16(x ^ x>>16)))
}

// Identity is the first 8 bytes as one number, fewer where there are fewer.
func Identity(data []byte) (x uint64) {
	if len(data) >= 8 {
		return binary.BigEndian.Uint64(data)
	}
	for _, b := range data {
		x = x<<8 | uint64(b)
	}
	return x
}

// Lookup3 is Bob Jenkins' hashlittle of lookup3.c (2006, public domain), from an
// initial value of 0. Of "Four score and seven years ago" it is 0x17770551.
func Lookup3(data []byte) uint32 {
	a := 0xdeadbeef + uint32(len(data))
	b, c := a, a
	word := func(at int) (v uint32) {
		for i := range 4 {
			if at+i < len(data) {
				v |= uint32(data[at+i]) << (8 * i)
			}
		}
		return v
	}
	at := 0
	for ; len(data)-at > 12; at += 12 {
		a, b, c = a+word(at), b+word(at+4), c+word(at+8)
		for _, r := range [...]int{4, 6, 8, 16, 19, 4} {
			a = a - c ^ bits.RotateLeft32(c, r)
			c += b
			a, b, c = b, c, a
		}
	}
	if at == len(data) {
		return c
	}
	a, b, c = a+word(at), b+word(at+4), c+word(at+8)
	for _, r := range [...]int{14, 11, 25, 16, 4, 14, 24} {
		c = c ^ b - bits.RotateLeft32(b, r)
		a, b, c = b, c, a
	}
	return b
}
