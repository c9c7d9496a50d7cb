package types

import (
	"math/big"

	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

var bigZero = new(big.Int)

// maxIntBits bounds the size of an int that is computed when compiled.
const maxIntBits = 2 * MaxWidth

func intOf(n int64, t Type) *IntValue { return &IntValue{big.NewInt(n), t} }

// wrap is n modulo the range of t.
func wrap(n *big.Int, t *Bits) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(t.Width))
	r := new(big.Int).Mod(n, m)
	if t.Signed && r.Bit(t.Width-1) == 1 {
		r.Sub(r, m)
	}
	return r
}

// saturate is n, or the bound of t's range next to it.
func saturate(n *big.Int, t *Bits) *big.Int {
	one := big.NewInt(1)
	low, high := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(one, uint(t.Width)), one)
	if t.Signed {
		high = new(big.Int).Sub(new(big.Int).Lsh(one, uint(t.Width-1)), one)
		low = new(big.Int).Neg(new(big.Int).Lsh(one, uint(t.Width-1)))
	}
	switch {
	case n.Cmp(low) < 0:
		return low
	case n.Cmp(high) > 0:
		return high
	}
	return n
}

// number is n as a value of t, wrapped.
func number(n *big.Int, t Type) *IntValue {
	if b := bitsOf(fixed(t)); b != nil {
		n = wrap(n, b)
	}
	return &IntValue{n, t}
}

// foldUnary is the value of op v, or nil.
func (c *checker) foldUnary(op token.Kind, t Type, v Value) Value {
	switch v := v.(type) {
	case BoolValue:
		return !v
	case *IntValue:
		switch op {
		case token.Sub:
			return number(new(big.Int).Neg(v.V), t)
		case token.BitNot:
			return number(new(big.Int).Not(v.V), t)
		case token.Add:
			return number(v.V, t)
		}
	}
	return nil
}

// foldBinary is the value of a op b, of type t, or nil, or why there is none.
func foldBinary(op token.Kind, t Type, a, b Value) (Value, string) {
	switch op {
	case token.Eq:
		return equalValues(a, b), ""
	case token.Ne:
		if eq, ok := equalValues(a, b).(BoolValue); ok {
			return !eq, ""
		}
		return nil, ""
	}
	switch a := a.(type) {
	case BoolValue:
		if b, ok := b.(BoolValue); ok {
			if op == token.AndAnd {
				return a && b, ""
			}
			return a || b, ""
		}
	case StringValue:
		if b, ok := b.(StringValue); ok && op == token.Concat {
			if len(a)+len(b) > maxIntBits {
				return nil, "the string gets too long"
			}
			return a + b, ""
		}
	case *IntValue:
		if b, ok := b.(*IntValue); ok {
			return foldInts(op, t, a, b)
		}
	}
	return nil, ""
}

func foldInts(op token.Kind, t Type, a, b *IntValue) (Value, string) {
	cmp := a.V.Cmp(b.V)
	switch op {
	case token.Lt:
		return BoolValue(cmp < 0), ""
	case token.Le:
		return BoolValue(cmp <= 0), ""
	case token.Gt:
		return BoolValue(cmp > 0), ""
	case token.Ge:
		return BoolValue(cmp >= 0), ""
	case token.SatAdd, token.SatSub:
		r := new(big.Int).Add(a.V, b.V)
		if op == token.SatSub {
			r.Sub(a.V, b.V)
		}
		if bt := bitsOf(t); bt != nil {
			return &IntValue{saturate(r, bt), t}, ""
		}
		return nil, ""
	case token.Concat:
		bt := bitsOf(b.Type)
		if bt == nil {
			return nil, ""
		}
		low := wrap(b.V, &Bits{Width: bt.Width})
		return number(new(big.Int).Add(new(big.Int).Lsh(a.V, uint(bt.Width)), low), t), ""
	}
	r, err := arithmetic(op, t, a.V, b.V)
	if r == nil {
		return nil, err
	}
	if r.BitLen() > maxIntBits {
		return nil, "the number gets too large"
	}
	return number(r, t), ""
}

// arithmetic is exact; who calls it wraps.
func arithmetic(op token.Kind, t Type, a, b *big.Int) (*big.Int, string) {
	r := new(big.Int)
	switch op {
	case token.Add:
		return r.Add(a, b), ""
	case token.Sub:
		return r.Sub(a, b), ""
	case token.Mul:
		return r.Mul(a, b), ""
	case token.Div, token.Mod:
		if b.Sign() == 0 {
			return nil, "division by zero"
		}
		if op == token.Div {
			return r.Quo(a, b), ""
		}
		return r.Rem(a, b), ""
	case token.And:
		return r.And(a, b), ""
	case token.Or:
		return r.Or(a, b), ""
	case token.Xor:
		return r.Xor(a, b), ""
	case token.Shl, token.Shr:
		return shifted(op, t, a, b), ""
	}
	return nil, ""
}

// shifted shifts; by more than the width all bits are gone (8.7).
func shifted(op token.Kind, t Type, a, b *big.Int) *big.Int {
	n := uint(2 * MaxWidth)
	if b.IsUint64() && b.Uint64() < uint64(n) {
		n = uint(b.Uint64())
	}
	if bt := bitsOf(t); bt != nil && n > uint(bt.Width) {
		n = uint(bt.Width)
	}
	if op == token.Shl {
		return new(big.Int).Lsh(a, n)
	}
	return new(big.Int).Rsh(a, n)
}

func foldSlice(v *IntValue, t *Bits, lo int) Value {
	return &IntValue{wrap(new(big.Int).Rsh(v.V, uint(lo)), t), t}
}

// equalValues compares two values of one type; nil if that is not known.
func equalValues(a, b Value) Value {
	switch a := a.(type) {
	case BoolValue:
		b, ok := b.(BoolValue)
		return BoolValue(ok && a == b)
	case StringValue:
		b, ok := b.(StringValue)
		return BoolValue(ok && a == b)
	case *MemberValue:
		b, ok := b.(*MemberValue)
		return BoolValue(ok && a.Name == b.Name)
	case *IntValue:
		if b, ok := b.(*IntValue); ok {
			return BoolValue(a.V.Cmp(b.V) == 0)
		}
	case *ListValue:
		return equalLists(a, b)
	case *InvalidHeader:
		_, ok := b.(*InvalidHeader)
		return BoolValue(ok)
	}
	return nil
}

func equalLists(a *ListValue, b Value) Value {
	l, ok := b.(*ListValue)
	if !ok {
		return BoolValue(false)
	}
	if len(a.Elems) != len(l.Elems) {
		return nil
	}
	for i := range a.Elems {
		if a.Elems[i] == nil || l.Elems[i] == nil {
			return nil
		}
		eq, ok := equalValues(a.Elems[i], l.Elems[i]).(BoolValue)
		if !ok {
			return nil
		}
		if !eq {
			return BoolValue(false)
		}
	}
	return BoolValue(true)
}

// listValue is the value of a literal whose parts all are known.
func (c *checker) listValue(t Type, elems []syntax.Expr) Value {
	v := &ListValue{Type: t}
	for _, e := range elems {
		ev := c.info.Values[e]
		if ev == nil {
			return nil
		}
		v.Elems = append(v.Elems, ev)
	}
	return v
}
