package compiled

import (
	"math/big"
	"math/bits"
	"unsafe"
)

// Numbers of more than 64 bits: words in memory, the least significant first.

func wordsAt(p unsafe.Pointer, n uint64) []uint64 { return unsafe.Slice((*uint64)(p), n) }

// MulWide stores the lowest words of x * y.
func (h *Host) MulWide(to, x, y unsafe.Pointer, n uint64) {
	r, a, b := wordsAt(to, n), wordsAt(x, n), wordsAt(y, n)
	clear(r)
	for i := range a {
		var carry uint64
		for j := 0; i+j < len(r); j++ {
			hi, lo := bits.Mul64(a[i], b[j])
			lo, c := bits.Add64(lo, r[i+j], 0)
			hi += c
			lo, c = bits.Add64(lo, carry, 0)
			r[i+j], carry = lo, hi+c
		}
	}
}

func number(w []uint64) *big.Int {
	v := new(big.Int)
	for i := len(w) - 1; i >= 0; i-- {
		v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(w[i]))
	}
	return v
}

func store(w []uint64, v *big.Int) {
	low := new(big.Int).SetUint64(^uint64(0))
	for i := range w {
		w[i] = new(big.Int).And(v, low).Uint64()
		v = new(big.Int).Rsh(v, 64)
	}
}

// DivWide stores x / y, and RemWide x % y; by zero that is 0.
func (h *Host) DivWide(to, x, y unsafe.Pointer, n uint64) { divide(to, x, y, n, (*big.Int).Quo) }
func (h *Host) RemWide(to, x, y unsafe.Pointer, n uint64) { divide(to, x, y, n, (*big.Int).Rem) }

func divide(to, x, y unsafe.Pointer, n uint64, by func(z, x, y *big.Int) *big.Int) {
	r, d := new(big.Int), number(wordsAt(y, n))
	if d.Sign() != 0 {
		by(r, number(wordsAt(x, n)), d)
	}
	store(wordsAt(to, n), r)
}

// ShlWide stores x shifted to the left by any number of bits.
func (h *Host) ShlWide(to, x unsafe.Pointer, by, n uint64) {
	r, a := wordsAt(to, n), wordsAt(x, n)
	for i := len(r) - 1; i >= 0; i-- {
		r[i] = 0
		if from := uint64(i) - by/64; by/64 <= uint64(i) {
			r[i] = a[from] << (by % 64)
			if from > 0 {
				r[i] |= a[from-1] >> (64 - by%64)
			}
		}
	}
}

// ShrWide stores x shifted to the right.
func (h *Host) ShrWide(to, x unsafe.Pointer, by, n uint64) {
	r, a := wordsAt(to, n), wordsAt(x, n)
	for i := range r {
		r[i] = 0
		if from := uint64(i) + by/64; by/64 < n && from < n {
			r[i] = a[from] >> (by % 64)
			if from+1 < n {
				r[i] |= a[from+1] << (64 - by%64)
			}
		}
	}
}

// MoveBits copies n bits from bit fromBit of one place to bit toBit of another; bit 0 is
// the highest of the first byte. Other bits stay, but those behind the last in its byte
// become zero.
func (h *Host) MoveBits(to unsafe.Pointer, toBit uint64, from unsafe.Pointer, fromBit, n uint64) {
	if n == 0 {
		return
	}
	dst, src := bytesAt(to, (toBit+n+7)/8), bytesAt(from, (fromBit+n+7)/8)
	for i := uint64(0); i < n; i++ {
		s, d := fromBit+i, toBit+i
		bit := src[s/8] >> (7 - s%8) & 1
		dst[d/8] = dst[d/8]&^(0xff>>(d%8)) | bit<<(7-d%8)
	}
}
