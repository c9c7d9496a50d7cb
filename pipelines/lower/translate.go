package lower

import (
	"math/big"

	"up4/p4/ir"
	"up4/pipelines/lir"
)

// value is the value of an expression without parts.
func (g *gen) value(x ir.Expr) value {
	switch x := x.(type) {
	case *ir.Const:
		return g.constant(x.Value)
	case *ir.Load:
		return g.load(g.find(x.Place))
	case *ir.Unary:
		return g.unary(x)
	case *ir.Binary:
		return g.binary(x)
	case *ir.Mux:
		return choice(g.truth(x.Cond), g.value(x.Then), g.value(x.Else))
	case *ir.Cast:
		return g.cast(g.value(x.X), x.X.Type(), x.T)
	case *ir.Slice:
		return sliceOf(g.value(x.X), x.Hi, x.Lo)
	case *ir.IsValid:
		return boolValue(g.isValid(g.find(x.Place)))
	case *ir.LastIndex:
		return wordValue(g.lastIndex(g.find(x.Place)), 32)
	case *ir.Matches:
		return boolValue(g.holds(x.Set, g.value(x.X), x.X.Type()))
	}
	g.refusal("a value of type %s is not supported here", x.Type())
	return value{}
}

// truth is a bool.
func (g *gen) truth(x ir.Expr) lir.Expr { return g.value(x).asBool() }

func (g *gen) constant(c ir.Value) value {
	switch c := c.(type) {
	case *ir.IntConst:
		if isBool(c.T) {
			return boolValue(truth(c.V.Sign() != 0))
		}
		return bigValue(c.V, widthOf(c.T))
	case ir.BoolConst:
		return boolValue(truth(bool(c)))
	case *ir.MemberConst:
		return wordValue(num(uint64(c.Index), indexBits), indexBits)
	}
	g.refusal("a constant of type %s is not supported here", c.Type())
	return value{}
}

// bigValue is a number in so many bits, a negative one in two's complement.
func bigValue(n *big.Int, width int) value {
	n = ir.Wrap(n, &ir.BitsType{Width: width})
	v := value{bits: width}
	low := new(big.Int).SetUint64(^uint64(0))
	for i := range words(width) {
		part := new(big.Int).Rsh(n, uint(64*i))
		v.w = append(v.w, num(part.And(part, low).Uint64(), max(1, min(64, width-64*i))))
	}
	return v
}

func (g *gen) lastIndex(r *ref) lir.Expr {
	if r.cell == nil || r.cell.next == nil {
		g.refusal("lastIndex of this stack is not supported")
	}
	return cut(bin(lir.Sub, g.read(r.cell.next), num(1, 32), 64), 32)
}

func (g *gen) unary(x *ir.Unary) value {
	v := g.value(x.X)
	switch x.Op {
	case ir.Not:
		return boolValue(not(v.asBool()))
	case ir.BitNot:
		return mapWords(v, func(w lir.Expr, bits int) lir.Expr { return bin(lir.Xor, w, num(mask(bits), 64), bits) })
	}
	return g.sum(zeroOf(v.bits), mapWords(v, func(w lir.Expr, bits int) lir.Expr { return bin(lir.Xor, w, num(mask(bits), 64), bits) }), num(1, 1)) // Neg
}

func zeroOf(bits int) value { return bigValue(new(big.Int), bits) }

// mapWords does something with each word, which has so many bits.
func mapWords(v value, f func(w lir.Expr, bits int) lir.Expr) value {
	out := value{bits: v.bits}
	for i := range v.w {
		out.w = append(out.w, f(v.limb(i), min(64, v.bits-64*i)))
	}
	return out
}

var bitwise = map[ir.Op]lir.Op{ir.And: lir.And, ir.Or: lir.Or, ir.Xor: lir.Xor}

func (g *gen) binary(x *ir.Binary) value {
	if x.Op == ir.Eq || x.Op == ir.Ne {
		eq := g.equal(x.X, x.Y)
		if x.Op == ir.Ne {
			eq = not(eq)
		}
		return boolValue(eq)
	}
	a, b := g.value(x.X), g.value(x.Y)
	signed := isSigned(x.X.Type())
	switch x.Op {
	case ir.And, ir.Or, ir.Xor:
		if a.bool {
			switch x.Op {
			case ir.And:
				return boolValue(and(a.w[0], b.asBool()))
			case ir.Or:
				return boolValue(either(a.w[0], b.asBool()))
			}
			return boolValue(cmp(lir.Ne, a.w[0], b.asBool()))
		}
		out := value{bits: a.bits}
		for i := range a.w {
			out.w = append(out.w, bin(bitwise[x.Op], a.limb(i), b.limb(i), min(64, a.bits-64*i)))
		}
		return out
	case ir.Lt:
		return boolValue(g.less(a, b, signed))
	case ir.Gt:
		return boolValue(g.less(b, a, signed))
	case ir.Le:
		return boolValue(not(g.less(b, a, signed)))
	case ir.Ge:
		return boolValue(not(g.less(a, b, signed)))
	case ir.Concat:
		return concat(a, b)
	}
	return g.arithmetic(x.Op, a, b, signed)
}

// concat is x's bits above y's.
func concat(x, y value) value {
	out := value{bits: x.bits + y.bits}
	for i := range words(out.bits) {
		lo := 64 * i
		n := min(64, out.bits-lo)
		w := num(0, 1)
		if lo < y.bits {
			w = y.limb(i)
		}
		if hi := lo + n - y.bits; hi > 0 && x.bits > 0 { // bits of x in this word
			from := max(0, lo-y.bits)
			w = or(w, shl(part(x, from, hi-from), max(0, y.bits-lo), n))
		}
		out.w = append(out.w, w)
	}
	return out
}

// part is n bits, at most 64, from bit lo on, which counts from the least.
func part(v value, lo, n int) lir.Expr {
	if n <= 0 {
		return num(0, 1)
	}
	i, off := lo/64, lo%64
	w := shr2(v.limb(i), off)
	if off > 0 && off+n > 64 {
		w = or(w, shl(v.limb(i+1), 64-off, 64))
	}
	return cutTo(w, n)
}

// sliceOf is v[hi:lo].
func sliceOf(v value, hi, lo int) value {
	out := value{bits: hi - lo + 1}
	for i := range words(out.bits) {
		out.w = append(out.w, part(v, lo+64*i, min(64, out.bits-64*i)))
	}
	return out
}

// cast converts (8.11).
func (g *gen) cast(v value, from, to ir.Type) value {
	if isBool(to) || isBool(from) || v.bool {
		return v.like(to)
	}
	return resized(v, widthOf(to), isSigned(from))
}

// resized drops bits or fills with zeros, or with the sign.
func resized(v value, width int, signed bool) value {
	if width <= v.bits || !signed {
		out := value{bits: width}
		for i := range words(width) {
			out.w = append(out.w, cutTo(v.limb(i), max(1, min(64, width-64*i))))
		}
		if width == 0 {
			out.w[0] = num(0, 1)
		}
		return out
	}
	if v.bits == 0 {
		return zeroOf(width)
	}
	last := len(v.w) - 1
	top := v.bits - 64*last
	high := sign(v.limb(last), top)
	fill := bin(lir.Sar, high, num(63, 7), 64)
	out := value{bits: width}
	for i := range words(width) {
		w := fill
		if i < last {
			w = v.limb(i)
		} else if i == last {
			w = high
		}
		out.w = append(out.w, cutTo(w, min(64, width-64*i)))
	}
	return out
}

// equal is == of two values of any type (8.5 to 8.19).
func (g *gen) equal(x, y ir.Expr) lir.Expr {
	if isAggregate(x.Type()) {
		return g.equalRefs(g.refOf(x), g.refOf(y))
	}
	if _, ok := under(x.Type()).(*ir.VarbitType); ok {
		return g.equalRefs(g.refOf(x), g.refOf(y))
	}
	return equalValues(g.value(x), g.value(y))
}

func equalValues(a, b value) lir.Expr {
	if a.bool || b.bool {
		return cmp(lir.Eq, a.asBool(), b.asBool())
	}
	if a.bits == 0 {
		return truth(true)
	}
	x := truth(true)
	for i := range a.w {
		x = and(x, cmp(lir.Eq, a.limb(i), b.limb(i)))
	}
	return x
}

// equalRefs compares parts: headers are equal if both are invalid, or both valid with
// equal fields; unions if no header is valid in either, or the same one and equal; stacks
// whatever their next indices.
func (g *gen) equalRefs(a, b *ref) lir.Expr {
	switch t := a.t.(type) {
	case *ir.VarbitType:
		return g.equalVarbits(a, b)
	case *ir.StackType:
		x := truth(true)
		for i := range t.Size {
			s := ir.Step{Kind: ir.IndexStep, Index: indexConst(i)}
			x = and(x, g.equalRefs(g.step(a, s), g.step(b, s)))
		}
		return x
	case *ir.RecordType:
		x := truth(true)
		for i := range t.Fields {
			s := ir.Step{Field: i}
			x = and(x, g.equalRefs(g.step(a, s), g.step(b, s)))
		}
		if t.Kind == ir.Header {
			p, q := g.asHeader(a).valid, g.asHeader(b).valid
			x = and(cmp(lir.Eq, p, q), either(not(p), x))
		}
		return x
	}
	return equalValues(g.load(a), g.load(b))
}

func indexConst(i int) ir.Expr {
	return &ir.Const{Value: &ir.IntConst{V: big.NewInt(int64(i)), T: &ir.BitsType{Width: 32}}}
}

// equalVarbits compares lengths and bytes.
func (g *gen) equalVarbits(a, b *ref) lir.Expr {
	p, n := g.varbit(a)
	q, m := g.varbit(b)
	same := g.result("same", 1, lir.Same, 0, p, q, shr(n, 3))
	return and(cmp(lir.Eq, n, m), cmp(lir.Ne, same, num(0, 1)))
}

// varbit is where a varbit's bits are, and how many there are.
func (g *gen) varbit(r *ref) (ptr, length lir.Expr) {
	if r.ptr != nil {
		if r.bit%8 != 0 {
			g.refusal("a varbit that does not begin at a whole byte of its header is not supported")
		}
		return plus(r.ptr, num(uint64(r.bit/8), 32)), g.lengthOf(r)
	}
	if r.cell == nil {
		g.refusal("a varbit in a variable element of a stack is not supported")
	}
	return g.recordAt(r.cell.home), g.read(r.cell.length)
}

// holds says whether a set holds a value (8.15).
func (g *gen) holds(s ir.Keyset, v value, t ir.Type) lir.Expr {
	switch s := s.(type) {
	case *ir.Exactly:
		return equalValues(v, g.value(s.V))
	case *ir.Masked:
		m := g.value(s.Mask)
		return equalValues(masked(v, m), masked(g.value(s.Value), m))
	case *ir.Between:
		return and(not(g.less(v, g.value(s.Lo), isSigned(t))), not(g.less(g.value(s.Hi), v, isSigned(t))))
	case *ir.InSet:
		return g.inSet(s.Set, []leaf{{v: v, t: t}})
	}
	return truth(true)
}

func masked(v, m value) value {
	out := value{bits: v.bits}
	for i := range v.w {
		out.w = append(out.w, bin(lir.And, v.limb(i), m.limb(i), max(1, min(64, v.bits-64*i))))
	}
	return out
}
