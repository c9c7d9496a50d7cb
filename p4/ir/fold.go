package ir

import "math/big"

// maxIntBits bounds a constant int without width, and a shift of one.
const maxIntBits = 2 * MaxWidth

// Fold is x, or what x comes to where its operands are constants: exactly, as
// clauses 8.5 to 8.9 say. Only the top of the tree is looked at.
func Fold(x Expr) Expr {
	switch x := x.(type) {
	case *Unary:
		if c, ok := constOf(x.X); ok {
			return foldUnary(x, c)
		}
	case *Binary:
		return foldBinary(x)
	case *Mux:
		if c, ok := constOf(x.Cond); ok {
			if c == BoolConst(true) {
				return x.Then
			}
			return x.Else
		}
	case *Cast:
		return foldCast(x)
	case *Slice:
		return foldSlice(x)
	case *Make:
		return foldMake(x)
	case *Matches:
		if c, ok := constOf(x.X); ok {
			if in, known := member(c, x.Set); known {
				return &Const{BoolConst(in)}
			}
		}
	}
	return x
}

func constOf(x Expr) (Value, bool) {
	c, ok := x.(*Const)
	if !ok {
		return nil, false
	}
	return c.Value, true
}

func intOf(x Expr) (Int, bool) {
	c, ok := x.(*Const)
	if !ok {
		return nil, false
	}
	i, ok := c.Value.(*IntConst)
	if !ok {
		return nil, false
	}
	return i.V, true
}

// number is a constant of bits, wrapped, or of int.
func number(v Int, t Type) Expr {
	if b, ok := t.(*BitsType); ok {
		v = Wrap(v, b)
	}
	return &Const{&IntConst{v, t}}
}

func foldUnary(x *Unary, c Value) Expr {
	switch c := c.(type) {
	case BoolConst:
		return &Const{!c}
	case *IntConst:
		if x.Op == Neg {
			return number(new(big.Int).Neg(c.V), x.T)
		}
		return number(new(big.Int).Not(c.V), x.T)
	}
	return x
}

func foldBinary(x *Binary) Expr {
	a, ok := constOf(x.X)
	b, ok2 := constOf(x.Y)
	if !ok || !ok2 {
		return foldBool(x, a, b)
	}
	if x.Op == Eq || x.Op == Ne {
		if eq, known := EqualValues(a, b); known {
			return &Const{BoolConst(eq == (x.Op == Eq))}
		}
		return x
	}
	switch a := a.(type) {
	case BoolConst:
		if b, ok := b.(BoolConst); ok {
			return &Const{foldLogic(x.Op, a, b)}
		}
	case StringConst:
		if b, ok := b.(StringConst); ok && x.Op == Concat && len(a)+len(b) <= maxIntBits {
			return &Const{a + b}
		}
	case *IntConst:
		if b, ok := b.(*IntConst); ok {
			return foldInts(x, a, b)
		}
	}
	return x
}

func foldLogic(op Op, a, b BoolConst) BoolConst {
	switch op {
	case And:
		return a && b
	case Or:
		return a || b
	}
	return a != b
}

// foldBool: one operand of a logical operator may decide.
func foldBool(x *Binary, a, b Value) Expr {
	if x.Op != And && x.Op != Or {
		return x
	}
	deciding := BoolConst(x.Op == Or)
	other := x.Y
	c, ok := a.(BoolConst)
	if !ok {
		c, ok = b.(BoolConst)
		other = x.X
	}
	switch {
	case !ok:
		return x
	case c == deciding:
		return &Const{deciding}
	}
	return other
}

func foldInts(x *Binary, a, b *IntConst) Expr {
	cmp := a.V.Cmp(b.V)
	switch x.Op {
	case Lt:
		return &Const{BoolConst(cmp < 0)}
	case Le:
		return &Const{BoolConst(cmp <= 0)}
	case Gt:
		return &Const{BoolConst(cmp > 0)}
	case Ge:
		return &Const{BoolConst(cmp >= 0)}
	case Concat:
		low, ok := b.T.(*BitsType)
		if !ok {
			return x
		}
		r := new(big.Int).Lsh(a.V, uint(low.Width))
		return number(r.Add(r, Wrap(b.V, Bits(low.Width))), x.T)
	case SatAdd, SatSub:
		t, ok := x.T.(*BitsType)
		if !ok {
			return x
		}
		r := new(big.Int).Add(a.V, b.V)
		if x.Op == SatSub {
			r.Sub(a.V, b.V)
		}
		return &Const{&IntConst{Saturate(r, t), t}}
	}
	r := arithmetic(x.Op, x.T, a.V, b.V)
	if r == nil || r.BitLen() > maxIntBits {
		return x
	}
	return number(r, x.T)
}

// arithmetic is exact, before wrapping; nil where there is no result.
func arithmetic(op Op, t Type, a, b Int) Int {
	r := new(big.Int)
	switch op {
	case Add:
		return r.Add(a, b)
	case Sub:
		return r.Sub(a, b)
	case Mul:
		return r.Mul(a, b)
	case Div, Mod:
		if b.Sign() == 0 {
			return nil
		}
		if op == Div {
			return r.Quo(a, b)
		}
		return r.Rem(a, b)
	case And:
		return r.And(a, b)
	case Or:
		return r.Or(a, b)
	case Xor:
		return r.Xor(a, b)
	case Shl, Shr:
		return shift(op, t, a, b)
	}
	return nil
}

// shift: by the width or more, no bit is left but the sign's (8.6, 8.7).
func shift(op Op, t Type, a, b Int) Int {
	if b.Sign() < 0 {
		return nil
	}
	most := uint(maxIntBits)
	if bits, ok := t.(*BitsType); ok {
		most = uint(bits.Width)
	}
	n := most
	if b.IsUint64() && b.Uint64() < uint64(most) {
		n = uint(b.Uint64())
	}
	if op == Shl {
		return new(big.Int).Lsh(a, n)
	}
	return new(big.Int).Rsh(a, n)
}

func foldCast(x *Cast) Expr {
	if Identical(x.X.Type(), x.T) {
		return x.X
	}
	c, ok := constOf(x.X)
	if !ok {
		return x
	}
	switch c := c.(type) {
	case BoolConst:
		v := NewInt(0)
		if c {
			v = NewInt(1)
		}
		return &Const{&IntConst{v, x.T}}
	case *IntConst:
		switch Underlying(x.T).(type) {
		case *BoolType:
			if x.T == Type(Bool) || Identical(x.T, Bool) {
				return &Const{BoolConst(c.V.Sign() != 0)}
			}
			return &Const{&IntConst{c.V, x.T}}
		case *BitsType, *IntType:
			v := c.V
			if b, ok := Underlying(x.T).(*BitsType); ok {
				v = Wrap(v, b)
			}
			return &Const{&IntConst{v, x.T}}
		}
	}
	return x
}

func foldSlice(x *Slice) Expr {
	if c, ok := intOf(x.X); ok {
		return number(new(big.Int).Rsh(c, uint(x.Lo)), x.Type())
	}
	if Identical(x.X.Type(), x.Type()) {
		return x.X
	}
	return x
}

func foldMake(x *Make) Expr {
	v := &ListConst{T: x.T}
	for _, e := range x.Elems {
		c, ok := constOf(e)
		if !ok {
			return x
		}
		v.Elems = append(v.Elems, c)
	}
	return &Const{v}
}

// EqualValues compares two constants of one type (8.5 to 8.19). known is false where
// they are not of one type.
func EqualValues(a, b Value) (equal, known bool) {
	switch a := a.(type) {
	case BoolConst:
		return a == b, true
	case StringConst:
		return a == b, true
	case *IntConst:
		if b, ok := b.(*IntConst); ok {
			return a.V.Cmp(b.V) == 0, true
		}
	case *MemberConst:
		if b, ok := b.(*MemberConst); ok {
			return a.Index == b.Index, true
		}
	case *InvalidConst:
		_, ok := b.(*InvalidConst)
		return ok, true
	case *ListConst:
		l, ok := b.(*ListConst)
		if !ok {
			return false, true // an invalid header
		}
		if len(a.Elems) != len(l.Elems) {
			return false, false
		}
		for i := range a.Elems {
			if eq, known := EqualValues(a.Elems[i], l.Elems[i]); !known || !eq {
				return false, known
			}
		}
		return true, true
	}
	return false, false
}

// member says whether a constant is in a set, where that is known.
func member(c Value, k Keyset) (in, known bool) {
	switch k := k.(type) {
	case *Anything:
		return true, true
	case *Exactly:
		if v, ok := constOf(k.V); ok {
			return EqualValues(c, v)
		}
	case *Masked:
		v, ok := intOf(k.Value)
		m, ok2 := intOf(k.Mask)
		if x, ok3 := c.(*IntConst); ok && ok2 && ok3 {
			d := new(big.Int).Xor(x.V, v)
			return d.And(d, m).Sign() == 0, true
		}
	case *Between:
		lo, ok := intOf(k.Lo)
		hi, ok2 := intOf(k.Hi)
		if x, ok3 := c.(*IntConst); ok && ok2 && ok3 {
			return lo.Cmp(x.V) <= 0 && x.V.Cmp(hi) <= 0, true
		}
	}
	return false, false
}
