// Package hash has the functions that P4 architectures name: cyclic redundancy checks
// and checksums over whole bytes, first byte first. Data that is no whole number of
// bytes ends with zero bits.
package hash

import "math/bits"

// CRC16 is the one called ARC: polynomial 0x8005, bits reflected, from 0. Its value for
// "123456789" is 0xbb3d.
func CRC16(data []byte) uint64 {
	return CRC{Width: 16, Poly: 0x8005, RefIn: true, RefOut: true}.Sum(data)
}

// CRC32 is that of IEEE 802.3: polynomial 0x04c11db7, bits reflected, from all ones,
// complemented. Its value for "123456789" is 0xcbf43926.
func CRC32(data []byte) uint64 {
	return CRC{Width: 32, Poly: 0x04c11db7, Init: 0xffffffff, XorOut: 0xffffffff, RefIn: true, RefOut: true}.Sum(data)
}

// CRC is a cyclic redundancy check by the parameters of the Rocksoft model.
type CRC struct {
	Width         int // bits, 8 to 64
	Poly          uint64
	Init, XorOut  uint64
	RefIn, RefOut bool
}

// Sum is the check of data.
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

// Csum16 is the checksum of the Internet protocols (RFC 1071): the complement of the
// one's complement sum of 16-bit words. An odd last byte is the upper half of a word.
func Csum16(data []byte) uint64 {
	sum := uint64(0)
	words(data, func(w uint64) { sum += w })
	for sum>>16 != 0 {
		sum = sum&0xffff + sum>>16
	}
	return ^sum & 0xffff
}

// Xor16 is all 16-bit words by exclusive or.
func Xor16(data []byte) (x uint64) {
	words(data, func(w uint64) { x ^= w })
	return x
}

func words(data []byte, each func(uint64)) {
	for i := 0; i < len(data); i += 2 {
		w := uint64(data[i]) << 8
		if i+1 < len(data) {
			w |= uint64(data[i+1])
		}
		each(w)
	}
}

// Identity is the first 8 bytes as one number, fewer where there are fewer.
func Identity(data []byte) (x uint64) {
	for i := 0; i < len(data) && i < 8; i++ {
		x = x<<8 | uint64(data[i])
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
