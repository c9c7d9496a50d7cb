package interp

import (
	"math/big"

	"up4/p4/ir"
)

// eval is an expression's value. It may share with places what can change: who keeps
// it clones it.
func (m *machine) eval(e ir.Expr) Value {
	switch e := e.(type) {
	case *ir.Const:
		return constant(e.Value)
	case *ir.Load:
		return m.load(e.Place)
	case *ir.Unary:
		return unary(e.Op, m.eval(e.X), e.T)
	case *ir.Binary:
		return m.binary(e)
	case *ir.Mux:
		if m.truth(e.Cond) {
			return m.eval(e.Then)
		}
		return m.eval(e.Else)
	case *ir.Cast:
		return cast(m.eval(e.X), e.T)
	case *ir.Slice:
		return slice(m.eval(e.X).(Int).V, e.Hi, e.Lo)
	case *ir.Make:
		return makeValue(e.T, len(e.Elems), func(i int) Value { return clone(m.eval(e.Elems[i])) })
	case *ir.IsValid:
		return Bool(isValid(m.load(e.Place)))
	case *ir.LastIndex:
		s, ok := m.load(e.Place).(*Stack)
		if !ok {
			return zero
		}
		return Int{ir.Wrap(big.NewInt(int64(s.Next)-1), &ir.BitsType{Width: 32})}
	case *ir.Matches:
		return Bool(m.holds(e.Set, m.eval(e.X)))
	}
	panic("interp: an expression of no known kind") // the validator lets none pass
}

func (m *machine) truth(e ir.Expr) bool { return bool(m.eval(e).(Bool)) }

func (m *machine) integer(e ir.Expr) *big.Int { return m.eval(e).(Int).V }

// unary is -x (8.6), ~x (8.6) and !x (8.5).
func unary(op ir.Op, x Value, t ir.Type) Value {
	switch op {
	case ir.Not:
		return !x.(Bool)
	case ir.BitNot:
		return Int{ir.Wrap(new(big.Int).Not(x.(Int).V), bits(t))}
	}
	return Int{ir.Wrap(new(big.Int).Neg(x.(Int).V), bits(t))} // Neg
}

func (m *machine) binary(e *ir.Binary) Value {
	x, y := m.eval(e.X), m.eval(e.Y)
	switch e.Op {
	case ir.Eq:
		return Bool(equal(x, y))
	case ir.Ne:
		return Bool(!equal(x, y))
	}
	if a, ok := x.(Bool); ok {
		return logic(e.Op, a, y.(Bool))
	}
	a, b := x.(Int).V, y.(Int).V
	switch e.Op {
	case ir.Lt:
		return Bool(a.Cmp(b) < 0)
	case ir.Le:
		return Bool(a.Cmp(b) <= 0)
	case ir.Gt:
		return Bool(a.Cmp(b) > 0)
	case ir.Ge:
		return Bool(a.Cmp(b) >= 0)
	case ir.Concat:
		low := bits(e.Y.Type())
		r := new(big.Int).Lsh(a, uint(low.Width))
		return Int{ir.Wrap(r.Add(r, ir.Wrap(b, &ir.BitsType{Width: low.Width})), bits(e.T))}
	}
	return Int{arithmetic(e.Op, a, b, bits(e.T))}
}

// logic is &, | and ^ on bool; && and || are branches where they need to be.
func logic(op ir.Op, x, y Bool) Bool {
	switch op {
	case ir.And:
		return x && y
	case ir.Or:
		return x || y
	}
	return x != y // Xor
}

// arithmetic is an operation on numbers of one type (8.6, 8.7): it wraps, or, for the
// saturating ones, stops at the ends of the range. Shifts take any number of bits (8.9.2);
// of int<> the shift to the right fills with the sign. A quotient by zero is
// unspecified: 0, and the remainder too.
func arithmetic(op ir.Op, a, b *big.Int, t *ir.BitsType) *big.Int {
	r := new(big.Int)
	switch op {
	case ir.Add:
		r.Add(a, b)
	case ir.Sub:
		r.Sub(a, b)
	case ir.Mul:
		r.Mul(a, b)
	case ir.SatAdd:
		return ir.Saturate(r.Add(a, b), t)
	case ir.SatSub:
		return ir.Saturate(r.Sub(a, b), t)
	case ir.Div:
		if b.Sign() != 0 {
			r.Quo(a, b)
		}
	case ir.Mod:
		if b.Sign() != 0 {
			r.Rem(a, b)
		}
	case ir.And:
		r.And(a, b)
	case ir.Or:
		r.Or(a, b)
	case ir.Xor:
		r.Xor(a, b)
	case ir.Shl:
		if shift, ok := distance(b, t); ok {
			r.Lsh(a, shift)
		}
	case ir.Shr:
		shift, ok := distance(b, t)
		if !ok {
			shift = uint(t.Width) // all bits the sign
		}
		r.Rsh(a, shift) // of a negative number it rounds down, as if it had infinitely many sign bits
	}
	return ir.Wrap(r, t)
}

// distance is how far a shift goes, and whether bits of the type can be left.
func distance(b *big.Int, t *ir.BitsType) (uint, bool) {
	if !b.IsInt64() || b.Int64() < 0 || b.Int64() >= int64(t.Width) {
		return 0, false
	}
	return uint(b.Int64()), true
}

// slice is x[hi:lo], unsigned (8.6).
func slice(x *big.Int, hi, lo int) Int {
	r := new(big.Int).Rsh(x, uint(lo))
	return Int{ir.Wrap(r, &ir.BitsType{Width: hi - lo + 1})}
}

// cast converts (8.11): to another width by dropping bits or by filling with zeros, of
// int<> with the sign; between signed and not by keeping the bits; bool and bit<1>.
func cast(x Value, to ir.Type) Value {
	b := bits(to)
	switch x := x.(type) {
	case Bool:
		if b == nil {
			return x
		}
		if x {
			return Int{ir.Wrap(big.NewInt(1), b)}
		}
		return zero
	case Int:
		if isBool(to) {
			return Bool(x.V.Sign() != 0)
		}
		if b != nil {
			return Int{ir.Wrap(x.V, b)}
		}
	}
	return x // a name for the same values
}

// holds says whether a set of values holds x (8.15).
func (m *machine) holds(s ir.Keyset, x Value) bool {
	switch s := s.(type) {
	case *ir.Anything:
		return true
	case *ir.Exactly:
		return equal(x, m.eval(s.V))
	case *ir.Masked:
		mask, value := integerOf(m.eval(s.Mask)), integerOf(m.eval(s.Value))
		v := integerOf(x)
		return new(big.Int).And(v, mask).Cmp(new(big.Int).And(value, mask)) == 0
	case *ir.Between:
		v := integerOf(x)
		return integerOf(m.eval(s.Lo)).Cmp(v) <= 0 && v.Cmp(integerOf(m.eval(s.Hi))) <= 0
	case *ir.InSet:
		return m.env.InSet(s.Set, []Value{x})
	}
	panic("interp: a set of no known kind") // Prefix stands in entries only
}
