package lir

import "math/bits"

// Mask is a word with its lowest n bits set, n from 0 to 64.
func Mask(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// Bits is how many bits a word has at most, 1 to 64: what its type says, or less where
// that follows from what it is made of.
func Bits(x Expr) int { return max(1, bits.Len64(ones(x))) }

// bitsOf is what follows from what a word is made of alone.
func bitsOf(x Expr) int { return max(1, bits.Len64(onesOf(x))) }

// ones is the bits that may be set in a word.
func ones(x Expr) uint64 { return onesOf(x) & Mask(max(1, x.Type().Bits)) }

// onesOf is what follows from what a word is made of alone.
func onesOf(x Expr) uint64 {
	switch x := x.(type) {
	case *Const:
		return x.V
	case *Unary:
		switch x.Op {
		case ToWord:
			return 1
		case ToOff:
			return Mask(32)
		case Swap:
			return bits.ReverseBytes64(ones(x.X)) >> (64 - x.T.Bits)
		}
	case *Binary:
		if x.X.Type().Kind != Word || x.Y.Type().Kind != Word {
			return Mask(64) // the distance of pointers
		}
		return binaryOnes(x)
	case *Cond:
		return ones(x.X) | ones(x.Y)
	}
	return Mask(x.Type().Bits)
}

func binaryOnes(x *Binary) uint64 {
	p, q := ones(x.X), ones(x.Y)
	a, b := max(1, bits.Len64(p)), max(1, bits.Len64(q))
	n, fixed := constantOf(x.Y)
	switch x.Op {
	case Add:
		return Mask(max(a, b) + 1)
	case Mul:
		return Mask(a + b)
	case MulH:
		return Mask(max(1, a+b-64))
	case Div:
		return Mask(a)
	case Rem:
		if fixed && n > 0 {
			return Mask(min(a, b))
		}
		return Mask(a)
	case And:
		return p & q
	case Or, Xor:
		return p | q
	case Shl:
		if fixed {
			return p << n
		}
	case Shr:
		if fixed {
			return p >> n
		}
		return Mask(a)
	case Sar:
		if a < 64 && fixed {
			return p >> n
		}
		if a < 64 {
			return Mask(a)
		}
	}
	return Mask(64)
}

// constantOf is the number that an expression is.
func constantOf(x Expr) (uint64, bool) {
	c, ok := x.(*Const)
	if !ok {
		return 0, false
	}
	return c.V, true
}
