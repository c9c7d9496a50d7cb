package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// Arithmetic of any width, on words.

// sum is x + y + carry, of so many bits.
func (g *gen) sum(x, y value, carry lir.Expr) value {
	if len(x.w) == 1 {
		s := bin(lir.Add, bin(lir.Add, x.limb(0), y.limb(0), 64), carry, 64)
		return wordValue(cutTo(s, max(1, x.bits)), x.bits)
	}
	x, y = g.keep("x", x), g.keep("y", y)
	out := value{bits: x.bits}
	for i := range x.w {
		a, b := x.limb(i), y.limb(i)
		s := g.temp("s", bin(lir.Add, bin(lir.Add, a, b, 64), carry, 64))
		// The carry out of bit 63: of both, or of one where the sum has lost it.
		lost := bin(lir.And, bin(lir.Or, a, b, 64), bin(lir.Xor, s, num(mask(64), 64), 64), 64)
		carry = g.temp("c", shr2(bin(lir.Or, bin(lir.And, a, b, 64), lost, 64), 63))
		out.w = append(out.w, cutTo(s, min(64, x.bits-64*i)))
	}
	return out
}

// difference is x - y.
func (g *gen) difference(x, y value) value {
	if len(x.w) == 1 {
		return wordValue(cutTo(bin(lir.Sub, x.limb(0), y.limb(0), 64), max(1, x.bits)), x.bits)
	}
	inv := value{bits: y.bits}
	for i := range y.w {
		inv.w = append(inv.w, bin(lir.Xor, y.limb(i), num(mask(64), 64), 64))
	}
	return g.sum(x, inv, num(1, 1))
}

// less is x < y.
func (g *gen) less(x, y value, signed bool) lir.Expr {
	if x.bits == 0 {
		return truth(false)
	}
	last := len(x.w) - 1
	if last == 0 {
		if signed {
			return cmp(lir.SLt, sign(x.limb(0), x.bits), sign(y.limb(0), x.bits))
		}
		return cmp(lir.Lt, x.limb(0), y.limb(0))
	}
	x, y = g.keep("x", x), g.keep("y", y)
	r := cmp(lir.Lt, x.limb(0), y.limb(0))
	for i := 1; i <= last; i++ {
		a, b := x.limb(i), y.limb(i)
		below := cmp(lir.Lt, a, b)
		if signed && i == last {
			top := x.bits - 64*last
			below = cmp(lir.SLt, sign(a, top), sign(b, top))
		}
		r = either(below, and(cmp(lir.Eq, a, b), r))
	}
	return r
}

// topBit is the highest bit of a value.
func topBit(v value) lir.Expr {
	return cmp(lir.Ne, part(v, v.bits-1, 1), num(0, 1))
}

func (g *gen) arithmetic(op ir.Op, a, b value, signed bool) value {
	if a.bits == 0 {
		return a
	}
	switch op {
	case ir.Add:
		return g.sum(a, b, num(0, 1))
	case ir.Sub:
		return g.difference(a, b)
	case ir.SatAdd, ir.SatSub:
		return g.saturating(op, a, b, signed)
	case ir.Shl, ir.Shr:
		return g.shiftOf(op, a, b, signed)
	case ir.Mul:
		if len(a.w) == 1 {
			return wordValue(cutTo(bin(lir.Mul, a.limb(0), b.limb(0), 64), a.bits), a.bits)
		}
		return g.wide(lir.MulWide, a, b)
	}
	if signed {
		g.refusal("a division of signed numbers is not supported")
	}
	wide, narrow := lir.DivWide, lir.Div
	if op == ir.Mod {
		wide, narrow = lir.RemWide, lir.Rem
	}
	if len(a.w) == 1 {
		// A quotient by zero is unspecified: zero, as of the remainder.
		q := bin(narrow, a.limb(0), b.limb(0), a.bits)
		return wordValue(cond(cmp(lir.Eq, b.limb(0), num(0, 1)), num(0, 1), q), a.bits)
	}
	return g.wide(wide, a, b)
}

// saturating adds or subtracts, and stops at the ends of the range (8.6, 8.7).
func (g *gen) saturating(op ir.Op, a, b value, signed bool) value {
	a, b = g.keep("x", a), g.keep("y", b)
	r := g.difference(a, b)
	if op == ir.SatAdd {
		r = g.sum(a, b, num(0, 1))
	}
	r = g.keep("r", r)
	if !signed {
		if op == ir.SatAdd {
			return choice(g.less(r, a, false), ones(a.bits), r)
		}
		return choice(g.less(a, b, false), zeroOf(a.bits), r)
	}
	// Overflow: the operands' signs agree (of a difference: differ), the result's is another.
	x, y, z := topBit(a), topBit(b), topBit(r)
	over := and(cmp(lir.Eq, x, y), cmp(lir.Ne, x, z))
	if op == ir.SatSub {
		over = and(cmp(lir.Ne, x, y), cmp(lir.Ne, x, z))
	}
	least := concat(wordValue(num(1, 1), 1), zeroOf(a.bits-1))
	most := mapWords(least, func(w lir.Expr, bits int) lir.Expr { return bin(lir.Xor, w, num(mask(bits), 64), bits) })
	if a.bits == 1 {
		least, most = wordValue(num(1, 1), 1), zeroOf(1)
	}
	return choice(over, choice(x, least, most), r)
}

func ones(bits int) value {
	return mapWords(zeroOf(bits), func(_ lir.Expr, n int) lir.Expr { return num(mask(n), n) })
}

// shiftOf shifts by any number of bits (8.6); of int<> to the right with the sign.
func (g *gen) shiftOf(op ir.Op, a, b value, signed bool) value {
	if n, ok := constantValue(b); ok {
		return g.shiftBy(op, a, int(min(n, uint64(a.bits))), signed)
	}
	n := b.limb(0)
	for i := 1; i < len(b.w); i++ {
		n = cond(cmp(lir.Eq, b.limb(i), num(0, 1)), n, num(1<<32, 33))
	}
	switch {
	case len(a.w) > 1:
		return g.shiftWide(op, a, n, signed)
	case op == ir.Shl:
		return wordValue(cutTo(bin(lir.Shl, a.limb(0), n, 64), a.bits), a.bits)
	case signed:
		return wordValue(cutTo(bin(lir.Sar, sign(a.limb(0), a.bits), n, 64), a.bits), a.bits)
	}
	return wordValue(bin(lir.Shr, a.limb(0), n, a.bits), a.bits)
}

// shiftBy shifts by a constant, of at most the width.
func (g *gen) shiftBy(op ir.Op, a value, n int, signed bool) value {
	w := a.bits
	switch {
	case n == 0:
		return a
	case op == ir.Shl && n >= w:
		return zeroOf(w)
	case op == ir.Shl:
		return concat(sliceOf(a, w-1-n, 0), zeroOf(n))
	case n >= w && !signed:
		return zeroOf(w)
	}
	n = min(n, w-1)
	if n == 0 {
		return a
	}
	return resized(sliceOf(a, w-1, n), w, signed)
}

// shiftWide shifts more than 64 bits by a variable number.
func (g *gen) shiftWide(op ir.Op, a value, n lir.Expr, signed bool) value {
	a, n = g.keep("x", a), g.temp("n", n)
	if op == ir.Shl {
		return g.wideShift(lir.ShlWide, a, n)
	}
	if !signed {
		return g.wideShift(lir.ShrWide, a, n)
	}
	// Of a negative number the complement is shifted: what comes in is ones.
	inv := func(v value) value {
		return mapWords(v, func(w lir.Expr, bits int) lir.Expr { return bin(lir.Xor, w, num(mask(bits), 64), bits) })
	}
	neg := g.temp("neg", topBit(a))
	r := g.wideShift(lir.ShrWide, g.keep("x", choice(neg, inv(a), a)), n)
	return choice(neg, inv(r), r)
}

// Scratch of wide operations: the result, then the operands.

func (g *gen) spill(off int, v value) {
	for i := range v.w {
		g.emit(&lir.Store{At: g.at, Ptr: g.rec, Off: off + 8*i, Bytes: 8, X: v.limb(i)})
	}
}

func (g *gen) loaded(off int, like value) value {
	out := value{bits: like.bits}
	for i := range like.w {
		out.w = append(out.w, cutTo(&lir.Load{Ptr: g.rec, Off: off + 8*i, Bytes: 8}, min(64, like.bits-64*i)))
	}
	return g.keep("r", out)
}

func (g *gen) wide(s lir.Service, a, b value) value {
	n := 8 * len(a.w)
	at := g.scratch(3 * n)
	g.spill(at+n, a)
	g.spill(at+2*n, b)
	g.call(s, 0, []lir.Expr{g.recordAt(at), g.recordAt(at + n), g.recordAt(at + 2*n), num(uint64(len(a.w)), 32)})
	return g.loaded(at, a)
}

func (g *gen) wideShift(s lir.Service, a value, n lir.Expr) value {
	size := 8 * len(a.w)
	at := g.scratch(2 * size)
	g.spill(at+size, a)
	g.call(s, 0, []lir.Expr{g.recordAt(at), g.recordAt(at + size), n, num(uint64(len(a.w)), 32)})
	return g.loaded(at, a)
}
