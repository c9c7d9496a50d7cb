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
func Bits(x Expr) int { return min(bitsOf(x), max(1, x.Type().Bits)) }

// bitsOf is what follows from what a word is made of alone.
func bitsOf(x Expr) int {
	switch x := x.(type) {
	case *Const:
		return max(1, bits.Len64(x.V))
	case *Unary:
		switch x.Op {
		case ToWord:
			return 1
		case ToOff:
			return 32
		case Swap:
			return x.T.Bits
		}
	case *Binary:
		return binaryBits(x)
	case *Cond:
		return max(Bits(x.X), Bits(x.Y))
	}
	return x.Type().Bits
}

func binaryBits(x *Binary) int {
	if x.X.Type().Kind != Word || x.Y.Type().Kind != Word {
		return 64 // the distance of pointers
	}
	a, b := Bits(x.X), Bits(x.Y)
	n, fixed := constantOf(x.Y)
	n = min(n, 64)
	switch x.Op {
	case Add:
		return min(64, max(a, b)+1)
	case Mul:
		return min(64, a+b)
	case MulH:
		return max(1, a+b-64)
	case Div:
		return a
	case Rem:
		if fixed && n > 0 {
			return min(a, b)
		}
		return a
	case And:
		return min(a, b)
	case Or, Xor:
		return max(a, b)
	case Shl:
		if fixed {
			return min(64, a+int(n))
		}
	case Shr:
		if fixed {
			return max(1, a-int(n))
		}
		return a
	case Sar:
		if a < 64 && fixed {
			return max(1, a-int(n))
		}
		if a < 64 {
			return a
		}
	}
	return 64
}

// constantOf is the number that an expression is.
func constantOf(x Expr) (uint64, bool) {
	c, ok := x.(*Const)
	if !ok {
		return 0, false
	}
	return c.V, true
}
