package lir

import "math/bits"

// foldFunc folds all expressions of a function, and branches on constants.
func foldFunc(f *Func) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			foldInstr(i)
		}
		b.Term = foldTerm(b.Term)
	}
	reachable(f)
}

func foldInstr(i Instr) {
	eachExpr(i, Fold)
	switch i := i.(type) {
	case *Store:
		i.Ptr, i.Off = (&simplifier{}).address(i.Ptr, i.Off)
		i.X = lowOf(i.X, 8*i.Bytes)
		if _, fixed := i.X.(*Const); fixed || !i.Big {
			break
		}
		// What is loaded in the order of packets is stored as it lies.
		if x, ok := swapped(i.X, 8*i.Bytes); ok {
			i.X, i.Big = x, false
		}
	case *Lookup:
		if i.Find == FindPrefix {
			i.Key = lowOf(i.Key, 32)
		}
	}
}

// lowOf is an expression that has the same lowest bits as another: without a mask that
// keeps those.
func lowOf(x Expr, n int) Expr {
	for {
		b, ok := x.(*Binary)
		if !ok || b.Op != And {
			return x
		}
		if m, ok := constantOf(b.Y); !ok || m&Mask(n) != Mask(n) {
			return x
		}
		x = b.X
	}
}

func foldTerm(t Term) Term {
	eachTermExpr(t, Fold)
	switch t := t.(type) {
	case *If:
		if t.Then == t.Else {
			return &Goto{t.At, t.Then}
		}
		if v, ok := constantOf(t.Cond); ok {
			if v != 0 {
				return &Goto{t.At, t.Then}
			}
			return &Goto{t.At, t.Else}
		}
		if n, ok := t.Cond.(*Unary); ok && n.Op == Not {
			t.Cond, t.Then, t.Else = n.X, t.Else, t.Then
		}
	case *Switch:
		return foldSwitch(t)
	}
	return t
}

// foldSwitch drops cases that go where the others go, and those that no value has.
func foldSwitch(t *Switch) Term {
	can := ones(t.X)
	v, fixed := constantOf(t.X)
	var cases []Case
	for _, c := range t.Cases {
		var values []uint64
		for _, n := range c.Values {
			if fixed && n == v {
				return &Goto{t.At, c.To}
			}
			if n&^can == 0 && c.To != t.Default {
				values = append(values, n)
			}
		}
		if len(values) > 0 {
			cases = append(cases, Case{values, c.To})
		}
	}
	t.Cases = cases
	if fixed || len(cases) == 0 {
		return &Goto{t.At, t.Default}
	}
	return t
}

// Fold is an expression that has the same value, in fewer steps if it can be.
func Fold(x Expr) Expr {
	s := &simplifier{}
	switch x := x.(type) {
	case *Load:
		p, off := s.address(Fold(x.Ptr), x.Off)
		return &Load{Ptr: p, Off: off, Bytes: x.Bytes, Big: x.Big}
	case *Unary:
		return foldUnaryMore(foldUnary(&Unary{x.Op, Fold(x.X), x.T}))
	case *Binary:
		y := s.binary(turned(&Binary{x.Op, Fold(x.X), Fold(x.Y), x.T}))
		switch y := y.(type) {
		case *Const:
			return fitted(y)
		case *Binary:
			return foldBinary(y)
		case *Unary:
			return foldUnaryMore(y)
		}
		return y
	case *Cond:
		return foldCond(&Cond{Fold(x.C), Fold(x.X), Fold(x.Y)})
	}
	return x
}

// fitted is a constant of which the bits that its type has not are dropped: an expression
// whose value does not fit its type is never evaluated.
func fitted(c *Const) Expr {
	if c.T.Kind == Word {
		return &Const{c.V & Mask(c.T.Bits), c.T}
	}
	return c
}

// turned puts a constant behind an operator for which the order does not matter.
func turned(x *Binary) *Binary {
	_, first := x.X.(*Const)
	_, second := x.Y.(*Const)
	if !first || second {
		return x
	}
	switch x.Op {
	case Add, Mul, MulH, And, Or, Xor, Eq, Ne:
		return &Binary{x.Op, x.Y, x.X, x.T}
	}
	return x
}

func num(v uint64) *Const { return &Const{v, Type{Word, max(1, bits.Len64(v))}} }

func truth(v bool) *Const {
	c := &Const{0, Type{Bool, 1}}
	if v {
		c.V = 1
	}
	return c
}

// masked is x with the bits of m.
func masked(x Expr, m uint64) Expr {
	can := ones(x)
	switch {
	case can&^m == 0:
		return x
	case can&m == 0:
		return num(0)
	}
	return &Binary{And, x, num(m), Type{Word, max(1, bits.Len64(can&m))}}
}

// same says whether two expressions are written alike. Where nothing stands between them,
// they have one value.
func same(x, y Expr) bool {
	switch x := x.(type) {
	case *Const:
		y, ok := y.(*Const)
		return ok && x.V == y.V && x.T.Kind == y.T.Kind
	case *Use:
		y, ok := y.(*Use)
		return ok && x.Local == y.Local
	case *Load:
		y, ok := y.(*Load)
		return ok && x.Off == y.Off && x.Bytes == y.Bytes && x.Big == y.Big && same(x.Ptr, y.Ptr)
	case *Unary:
		y, ok := y.(*Unary)
		return ok && x.Op == y.Op && (x.Op != Swap || x.T.Bits == y.T.Bits) && same(x.X, y.X)
	case *Binary:
		y, ok := y.(*Binary)
		return ok && x.Op == y.Op && same(x.X, y.X) && same(x.Y, y.Y)
	case *Cond:
		y, ok := y.(*Cond)
		return ok && same(x.C, y.C) && same(x.X, y.X) && same(x.Y, y.Y)
	}
	return false
}
