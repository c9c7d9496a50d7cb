package lir

import "math/bits"

// foldUnaryMore is rules for operators of one value, beside those of foldUnary.
func foldUnaryMore(e Expr) Expr {
	x, ok := e.(*Unary)
	if !ok {
		return e
	}
	switch y := x.X.(type) {
	case *Unary:
		if x.Op == ToPtr && y.Op == ToOff {
			return y.X
		}
		if x.Op == ToOff && y.Op == ToPtr && Bits(y.X) <= 32 {
			return y.X
		}
	case *Binary:
		if x.Op == Not {
			return opposite(y, x)
		}
	}
	if x.Op == Swap {
		if y, ok := swapped(x.X, x.T.Bits); ok {
			return y
		}
	}
	return x
}

// opposite is the comparison that holds where another does not, or else what there was.
func opposite(x *Binary, was Expr) Expr {
	switch x.Op {
	case Eq:
		return &Binary{Ne, x.X, x.Y, x.T}
	case Ne:
		return &Binary{Eq, x.X, x.Y, x.T}
	case Lt:
		return &Binary{Le, x.Y, x.X, x.T}
	case Le:
		return &Binary{Lt, x.Y, x.X, x.T}
	case SLt:
		return &Binary{SLe, x.Y, x.X, x.T}
	case SLe:
		return &Binary{SLt, x.Y, x.X, x.T}
	}
	return was
}

// swapped is a word of so many bits with its bytes reversed, where that takes no more
// steps than the word itself.
func swapped(x Expr, n int) (Expr, bool) {
	switch x := x.(type) {
	case *Const:
		return num(bits.ReverseBytes64(x.V) >> (64 - n)), true
	case *Load:
		if 8*x.Bytes == n && n > 8 {
			return &Load{Ptr: x.Ptr, Off: x.Off, Bytes: x.Bytes, Big: !x.Big}, true
		}
	case *Unary:
		if x.Op == Swap && x.T.Bits == n {
			return x.X, true
		}
	case *Binary:
		k, fixed := constantOf(x.Y)
		if !fixed || x.X.Type().Kind != Word {
			break
		}
		switch x.Op {
		case And, Or, Xor:
			if y, ok := swapped(x.X, n); ok && Bits(x.X) <= n {
				k = bits.ReverseBytes64(k) >> (64 - n)
				if x.Op == And {
					return masked(y, k), true
				}
				return &Binary{x.Op, y, num(k), Type{Word, n}}, true
			}
		case Shl: // the bytes of a shorter word at the other end
			if m := n - int(k); (m == 8 || m == 16 || m == 32) && k < 64 && Bits(x.X) <= m {
				if m == 8 {
					return x.X, true
				}
				if y, ok := swapped(x.X, m); ok {
					return y, true
				}
				return &Unary{Swap, x.X, Type{Word, m}}, true
			}
		}
	}
	return nil, false
}

// foldBinary is rules for operators of two values, beside those of simplifier.binary. A
// constant stands behind the operator where it can.
func foldBinary(x *Binary) Expr {
	if x.T.Kind == Bool && x.Op == Xor && same(x.Y, truth(true)) {
		return Fold(&Unary{Not, x.X, x.T})
	}
	if x.X.Type().Kind != Word || x.Y.Type().Kind != Word {
		return foldPointers(x)
	}
	c, ok := constantOf(x.Y)
	if !ok {
		return foldComparison(x)
	}
	inner, _ := x.X.(*Binary)
	var k uint64
	fixed := false
	if inner != nil && inner.X.Type().Kind == Word {
		k, fixed = constantOf(inner.Y)
	}
	switch x.Op {
	case And:
		if fixed && inner.Op == And {
			return masked(inner.X, c&k)
		}
		if ones(x.X)&^c == 0 || ones(x.X)&c == 0 {
			return masked(x.X, c)
		}
	case Add:
		if fixed && inner.Op == Add {
			return &Binary{Add, inner.X, num(c + k), x.T}
		}
	case Or, Xor:
		if fixed && inner.Op == x.Op {
			return Fold(&Binary{x.Op, inner.X, num(fold(x.Op, c, k)), x.T})
		}
	case Mul, Div:
		if c == 1 {
			return x.X
		}
	case Shl, Shr:
		return foldShift(x, inner, c, k, fixed)
	case Eq, Ne, Lt, Le:
		return foldComparison(x)
	}
	return x
}

func foldShift(x, inner *Binary, c, k uint64, fixed bool) Expr {
	switch {
	case c >= 64 || x.Op == Shr && c >= uint64(Bits(x.X)):
		return num(0)
	case !fixed || k >= 64:
		return x
	case x.Op == inner.Op && c+k < 64:
		return Fold(&Binary{x.Op, inner.X, num(c + k), x.T})
	case x.Op == Shl && inner.Op == Shr && c == k:
		return masked(inner.X, Mask(64)<<c)
	case x.Op == Shr && inner.Op == Shl && Bits(inner.X)+int(k) <= 64:
		if c >= k {
			return Fold(&Binary{Shr, inner.X, num(c - k), x.T})
		}
		return Fold(&Binary{Shl, inner.X, num(k - c), Type{Word, min(64, Bits(inner.X)+int(k-c))}})
	}
	return x
}

// foldPointers knows that pointers with one base differ by what is added to it.
func foldPointers(x *Binary) Expr {
	if x.X.Type().Kind != Ptr || x.Y.Type().Kind != Ptr {
		return x
	}
	part := func(p Expr) (Expr, Expr) {
		if b, ok := p.(*Binary); ok && b.Op == Add {
			return b.X, b.Y
		}
		return p, num(0)
	}
	a, m := part(x.X)
	b, n := part(x.Y)
	if !same(a, b) {
		return x
	}
	p, fixedP := constantOf(m)
	q, fixedQ := constantOf(n)
	switch x.Op {
	case Sub:
		if fixedQ && q == 0 && Bits(m) <= x.T.Bits {
			return m
		}
		if fixedP && fixedQ {
			return fitted(&Const{p - q, x.T})
		}
	case Eq, Ne, Lt, Le:
		if fixedP && fixedQ && p < 1<<32 && q < 1<<32 {
			return truth(fold(x.Op, p, q) != 0)
		}
	}
	return x
}

// foldComparison is rules for comparisons of words.
func foldComparison(x *Binary) Expr {
	y, isConst := constantOf(x.Y)
	a, first := constantOf(x.X)
	switch x.Op {
	case Eq, Ne:
		if isConst {
			return foldEqual(x, y)
		}
	case Lt:
		switch {
		case isConst && y == 0:
			return truth(false)
		case isConst && ones(x.X) < y:
			return truth(true)
		case first && a >= ones(x.Y):
			return truth(false)
		case isConst && y == 1:
			return Fold(&Binary{Eq, x.X, num(0), x.T})
		case first && a == 0:
			return Fold(&Binary{Ne, x.Y, num(0), x.T})
		}
	case Le:
		switch {
		case isConst && ones(x.X) <= y, first && a == 0:
			return truth(true)
		case first && a > ones(x.Y):
			return truth(false)
		case isConst && y == 0:
			return Fold(&Binary{Eq, x.X, num(0), x.T})
		case first && a == 1:
			return Fold(&Binary{Ne, x.Y, num(0), x.T})
		}
	}
	return x
}

// foldEqual compares a word with a constant.
func foldEqual(x *Binary, c uint64) Expr {
	if c&^ones(x.X) != 0 {
		return truth(x.Op == Ne)
	}
	switch y := x.X.(type) {
	case *Load:
		if y.Big {
			return &Binary{x.Op, &Load{Ptr: y.Ptr, Off: y.Off, Bytes: y.Bytes}, num(bits.ReverseBytes64(c) >> (64 - 8*y.Bytes)), x.T}
		}
	case *Unary:
		switch y.Op {
		case Swap:
			return Fold(&Binary{x.Op, y.X, num(bits.ReverseBytes64(c) >> (64 - y.T.Bits)), x.T})
		case ToWord:
			if (c == 1) == (x.Op == Eq) {
				return y.X
			}
			return Fold(&Unary{Not, y.X, x.T})
		}
	case *Binary:
		k, fixed := constantOf(y.Y)
		if !fixed || y.X.Type().Kind != Word {
			break
		}
		switch y.Op {
		case Xor:
			return Fold(&Binary{x.Op, y.X, num(c ^ k), x.T})
		case And:
			if l, ok := y.X.(*Load); ok && l.Big {
				swap := func(v uint64) uint64 { return bits.ReverseBytes64(v) >> (64 - 8*l.Bytes) }
				return &Binary{x.Op, masked(&Load{Ptr: l.Ptr, Off: l.Off, Bytes: l.Bytes}, swap(k)), num(swap(c)), x.T}
			}
		case Shr:
			if l, ok := y.X.(*Load); ok && l.Big && k < 64 && c<<k>>k == c {
				return foldEqual(&Binary{x.Op, masked(l, Mask(64)<<k), num(c << k), x.T}, c<<k)
			}
		}
	}
	return x
}

func foldCond(x *Cond) Expr {
	if v, ok := constantOf(x.C); ok {
		if v != 0 {
			return x.X
		}
		return x.Y
	}
	if n, ok := x.C.(*Unary); ok && n.Op == Not {
		return foldCond(&Cond{n.X, x.Y, x.X})
	}
	if same(x.X, x.Y) {
		return x.X
	}
	a, okA := constantOf(x.X)
	b, okB := constantOf(x.Y)
	t := x.X.Type()
	if t.Kind == Bool {
		not := func(c Expr) Expr { return Fold(&Unary{Not, c, t}) }
		switch {
		case okA && okB: // they differ
			if a == 1 {
				return x.C
			}
			return not(x.C)
		case okA && a == 1:
			return &Binary{Or, x.C, x.Y, t}
		case okB && b == 0:
			return &Binary{And, x.C, x.X, t}
		case okA:
			return &Binary{And, not(x.C), x.Y, t}
		case okB:
			return &Binary{Or, not(x.C), x.X, t}
		}
	}
	if t.Kind == Word && okA && okB {
		switch {
		case a == 1 && b == 0:
			return &Unary{ToWord, x.C, Type{Word, 1}}
		case a == 0 && b == 1:
			return &Unary{ToWord, Fold(&Unary{Not, x.C, Type{Bool, 1}}), Type{Word, 1}}
		}
	}
	return x
}
