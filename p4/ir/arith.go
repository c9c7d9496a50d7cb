package ir

import "math/big"

// Fits says whether v is a value of t.
func Fits(v Int, t *BitsType) bool {
	if !t.Signed {
		return v.Sign() >= 0 && v.BitLen() <= t.Width
	}
	return Wrap(v, t).Cmp(v) == 0
}

// Wrap is v modulo two to the width, in t's range (8.6).
func Wrap(v Int, t *BitsType) Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(t.Width))
	r := new(big.Int).Mod(v, m)
	if t.Signed && t.Width > 0 && r.Bit(t.Width-1) == 1 {
		r.Sub(r, m)
	}
	return r
}

// Saturate is the value of t that is next to v (8.6).
func Saturate(v Int, t *BitsType) Int {
	lo, hi := Range(t)
	if v.Cmp(lo) < 0 {
		return lo
	}
	if v.Cmp(hi) > 0 {
		return hi
	}
	return v
}

// Range is the least and the greatest value of t.
func Range(t *BitsType) (lo, hi Int) {
	one := big.NewInt(1)
	if !t.Signed {
		hi = new(big.Int).Lsh(one, uint(t.Width))
		return new(big.Int), hi.Sub(hi, one)
	}
	hi = new(big.Int).Lsh(one, uint(max(t.Width, 1)-1))
	lo = new(big.Int).Neg(hi)
	return lo, hi.Sub(hi, one)
}
