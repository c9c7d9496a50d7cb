package lir

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"
)

// fact is what is known of a local at a point: a number or truth value, or, of a pointer,
// how far it is beyond the base.
type fact struct {
	ptr bool
	v   uint64
}

// facts are those of the locals of which something is known.
type facts map[*Local]fact

// keep is the facts of some locals.
func (f facts) keep(some map[*Local]bool) facts {
	out := facts{}
	for l, x := range f {
		if some[l] {
			out[l] = x
		}
	}
	return out
}

// key is a text that is the same for the same facts.
func (f facts) key() string {
	list := make([]string, 0, len(f))
	for l, x := range f {
		list = append(list, fmt.Sprintf("%s %v %d", l.Name, x.ptr, x.v))
	}
	sort.Strings(list)
	return strings.Join(list, ";")
}

// simplifier rewrites expressions by facts.
type simplifier struct {
	facts facts
	base  *Local
}

// of is what is known of an expression.
func (s *simplifier) of(x Expr) (fact, bool) {
	switch x := x.(type) {
	case *Const:
		return fact{v: x.V}, x.T.Kind != Ptr
	case *Use:
		if x.Local == s.base {
			return fact{ptr: true}, true
		}
	case *Binary:
		if u, ok := x.X.(*Use); ok && u.Local == s.base && x.Op == Add {
			if c, ok := x.Y.(*Const); ok {
				return fact{ptr: true, v: c.V}, true
			}
		}
	}
	return fact{}, false
}

// expr rewrites an expression, from its leaves up.
func (s *simplifier) expr(x Expr) Expr {
	switch x := x.(type) {
	case *Use:
		f, ok := s.facts[x.Local]
		switch {
		case !ok:
			return x
		case f.ptr:
			return s.beyond(f.v)
		}
		return &Const{f.v, x.Local.T}
	case *Load:
		p, off := s.address(s.expr(x.Ptr), x.Off)
		return &Load{Ptr: p, Off: off, Bytes: x.Bytes, Big: x.Big}
	case *Unary:
		return foldUnary(&Unary{x.Op, s.expr(x.X), x.T})
	case *Binary:
		return s.binary(&Binary{x.Op, s.expr(x.X), s.expr(x.Y), x.T})
	case *Cond:
		c, y, z := s.expr(x.C), s.expr(x.X), s.expr(x.Y)
		if k, ok := c.(*Const); ok {
			if k.V != 0 {
				return y
			}
			return z
		}
		return &Cond{c, y, z}
	}
	return x
}

// beyond is an address so far beyond the base.
func (s *simplifier) beyond(n uint64) Expr {
	if n == 0 {
		return &Use{s.base}
	}
	return &Binary{Add, &Use{s.base}, &Const{n, Type{Word, 32}}, Type{Ptr, 32}}
}

// address moves a constant part of an address into the offset.
func (s *simplifier) address(p Expr, off int) (Expr, int) {
	if b, ok := p.(*Binary); ok && b.Op == Add {
		if c, ok := b.Y.(*Const); ok && c.V < 1<<20 {
			return b.X, off + int(c.V)
		}
	}
	return p, off
}

// binary folds what constants decide, and addresses beyond the base.
func (s *simplifier) binary(x *Binary) Expr {
	a, okA := s.of(x.X)
	b, okB := s.of(x.Y)
	switch {
	case okA && okB && a.ptr && b.ptr:
		switch x.Op {
		case Sub:
			return &Const{a.v - b.v, x.T}
		case Eq, Ne, Lt, Le:
			return &Const{fold(x.Op, a.v, b.v), x.T}
		}
	case okA && okB && a.ptr && x.Op == Add:
		return s.beyond(a.v + b.v)
	case okA && okB && !a.ptr && !b.ptr && x.T.Kind != Ptr:
		return &Const{fold(x.Op, a.v, b.v), x.T}
	}
	if c, ok := x.Y.(*Const); ok && x.Op == Add && x.T.Kind == Ptr {
		if y, ok := x.X.(*Binary); ok && y.Op == Add && y.T.Kind == Ptr {
			if d, ok := y.Y.(*Const); ok {
				return &Binary{Add, y.X, &Const{c.V + d.V, Type{Word, 32}}, x.T}
			}
		}
	}
	return neutral(x)
}

// neutral drops operands that change nothing, and knows those that decide all.
func neutral(x *Binary) Expr {
	zero := &Const{0, x.T}
	if c, ok := x.Y.(*Const); ok && x.X.Type().Kind != Ptr {
		all := x.X.Type().Kind == Word && c.V == Mask(64)
		if x.X.Type().Kind == Bool {
			all = c.V == 1
		}
		switch {
		case c.V == 0 && (x.Op == Add || x.Op == Sub || x.Op == Or || x.Op == Xor || x.Op == Shl || x.Op == Shr || x.Op == Sar), all && x.Op == And:
			return x.X
		case c.V == 0 && (x.Op == And || x.Op == Mul):
			return zero
		case x.X.Type().Kind == Bool && c.V == 1 && x.Op == Or:
			return x.Y
		case x.X.Type().Kind == Bool && (x.Op == Eq || x.Op == Ne):
			if (c.V == 1) == (x.Op == Eq) {
				return x.X
			}
			return foldUnary(&Unary{Not, x.X, x.T})
		}
	}
	if c, ok := x.X.(*Const); ok && c.T.Kind != Ptr {
		switch {
		case c.V == 0 && (x.Op == Add || x.Op == Or || x.Op == Xor), c.T.Kind == Bool && c.V == 1 && x.Op == And:
			return x.Y
		case c.V == 0 && (x.Op == And || x.Op == Mul || x.Op == Shl || x.Op == Shr):
			return zero
		case c.T.Kind == Bool && c.V == 1 && x.Op == Or:
			return x.X
		}
	}
	return x
}

func foldUnary(x *Unary) Expr {
	c, ok := x.X.(*Const)
	if !ok {
		if u, ok := x.X.(*Unary); ok && x.Op == Not && u.Op == Not {
			return u.X
		}
		return x
	}
	switch x.Op {
	case Not:
		return &Const{c.V ^ 1, x.T}
	case ToWord:
		return &Const{c.V, x.T}
	case Swap:
		return &Const{bits.ReverseBytes64(c.V) >> (64 - x.T.Bits), x.T}
	}
	return x
}

// fold computes an operation of two numbers, or two truth values.
func fold(op Op, a, b uint64) uint64 {
	truth := func(v bool) uint64 {
		if v {
			return 1
		}
		return 0
	}
	switch op {
	case Add:
		return a + b
	case Sub:
		return a - b
	case Mul:
		return a * b
	case MulH:
		hi, _ := bits.Mul64(a, b)
		return hi
	case Div:
		if b == 0 {
			return 0
		}
		return a / b
	case Rem:
		if b == 0 {
			return a
		}
		return a % b
	case And:
		return a & b
	case Or:
		return a | b
	case Xor:
		return a ^ b
	case Shl:
		return a << b
	case Shr:
		return a >> b
	case Sar:
		return uint64(int64(a) >> b)
	case Eq:
		return truth(a == b)
	case Ne:
		return truth(a != b)
	case Lt:
		return truth(a < b)
	case Le:
		return truth(a <= b)
	case SLt:
		return truth(int64(a) < int64(b))
	}
	return truth(int64(a) <= int64(b)) // SLe
}
