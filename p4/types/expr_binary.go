package types

import (
	"math/big"

	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// binary is every operator with two operands: the tables of clauses 8.5 to 8.9.
func (c *checker) binary(e *syntax.BinaryExpr) Type {
	x, y := c.value(e.X), c.value(e.Y)
	if isInvalid(x) || isInvalid(y) {
		return Invalid
	}
	t := c.binaryType(e, e.Op, x, y)
	if isInvalid(t) {
		return Invalid
	}
	c.known[e] = c.isKnown(e.X) && c.isKnown(e.Y)
	if a, b := c.constant(e.X), c.constant(e.Y); a != nil && b != nil && c.foldable(e.Op) {
		v, err := foldBinary(e.Op, t, a, b)
		if err != "" {
			c.errorf(e.Span(), CodeArithmetic, "%s", err)
			return Invalid
		}
		return c.known1(e, t, v)
	}
	return t
}

func (c *checker) foldable(op token.Kind) bool { return op != token.Mask && op != token.Range }

func (c *checker) binaryType(e *syntax.BinaryExpr, op token.Kind, x, y Type) Type {
	switch op {
	case token.AndAnd, token.OrOr:
		if x == Bool && y == Bool {
			return Bool
		}
		return c.notDefined(e, x, y)
	case token.Eq, token.Ne:
		return c.equality(e, x, y)
	case token.Shl, token.Shr:
		return c.shift(e.X, e.Y, x, y)
	case token.Concat:
		return c.concat(e, x, y)
	}
	t := c.numbers(e, x, y)
	if isInvalid(t) {
		return t
	}
	switch op {
	case token.Lt, token.Gt, token.Le, token.Ge:
		return Bool
	case token.Mask, token.Range:
		return &Set{t}
	case token.SatAdd, token.SatSub:
		if t == Int { // 8.9: saturation needs a width
			return c.notDefined(e, x, y)
		}
	case token.Div, token.Mod:
		return c.division(e, e.X, e.Y, t)
	}
	return t
}

// division is defined on unsigned numbers, and not by zero (8.7, 8.9).
func (c *checker) division(e syntax.Node, a, b syntax.Expr, t Type) Type {
	if bt := bitsOf(t); bt != nil && bt.Signed {
		c.errorf(e.Span(), CodeArithmetic, "division and remainder are not defined on signed numbers: %s", t)
		return Invalid
	}
	for _, x := range []syntax.Expr{a, b} {
		if v, ok := c.info.Values[x].(*IntValue); ok && v.V.Sign() < 0 {
			c.errorf(e.Span(), CodeArithmetic, "division and remainder are not defined on negative numbers")
			return Invalid
		}
	}
	if v, ok := c.info.Values[b].(*IntValue); ok && v.V.Sign() == 0 {
		c.errorf(e.Span(), CodeArithmetic, "division by zero")
		return Invalid
	}
	return t
}

func (c *checker) notDefined(e *syntax.BinaryExpr, x, y Type) Type {
	c.errorf(e.Span(), CodeOperand, "%s is not defined on %s and %s", e.Op, x, y)
	return Invalid
}

// numbers is the type of both operands of arithmetic: one type, or an int beside it
// (8.7, 8.8, 8.11.2). A serializable enum counts as its representation.
func (c *checker) numbers(e *syntax.BinaryExpr, x, y Type) Type {
	fx, fy := fixed(x), fixed(y)
	if !isNumber(fx) || !isNumber(fy) {
		return c.notDefined(e, x, y)
	}
	t := fx
	if fx == Int {
		t = fy
	} else if fy != Int && !Identical(fx, fy) {
		c.errorf(e.Span(), CodeTypeMismatch, "%s needs operands of one type, not %s and %s%s", e.Op, x, y, c.castOne(e.X, x, e.Y, y, assigns(e)))
		return Invalid
	}
	c.toNumber(e.X, x, t)
	c.toNumber(e.Y, y, t)
	return t
}

// assigns says whether e stands for a compound assignment: binaryOp makes those.
func assigns(e *syntax.BinaryExpr) bool { return e.OpAt == e.Span() }

func (c *checker) toNumber(e syntax.Expr, from, to Type) {
	if !Identical(from, to) {
		c.implicit(e, to)
	}
}

// shift: the right operand is of bit<>, or an int that is known and not negative
// (8.7, 8.8, 8.9.2).
func (c *checker) shift(l, r syntax.Expr, x, y Type) Type {
	fx, fy := fixed(x), fixed(y)
	if !isNumber(fx) {
		c.errorf(l.Span(), CodeOperand, "only numbers are shifted, not %s", x)
		return Invalid
	}
	v, _ := c.info.Values[r].(*IntValue)
	b := bitsOf(fy)
	switch {
	case !isNumber(fy):
		c.errorf(r.Span(), CodeShift, "the number of bits to shift by must be a bit<>, or an int known when compiled, not %s", y)
		return Invalid
	case b != nil && b.Signed && v == nil:
		c.errorf(r.Span(), CodeShift, "the number of bits to shift by must be unsigned, not %s", y)
		return Invalid
	case v != nil && v.V.Sign() < 0:
		c.errorf(r.Span(), CodeShift, "a shift by a negative number of bits")
		return Invalid
	case y == Int && !c.isKnown(r):
		c.errorf(r.Span(), CodeNotConstant, "an int to shift by must be known when compiled")
		return Invalid
	case fx == Int && v == nil && !c.isKnown(r):
		c.errorf(l.Span(), CodeShift, "the number that is shifted needs a width: write it with one, such as 8w1 or 32w1")
		return Invalid
	case fx == Int && v != nil && v.V.Cmp(big.NewInt(MaxWidth)) > 0:
		c.errorf(r.Span(), CodeShift, "a shift of an int by more than %d bits", MaxWidth)
		return Invalid
	}
	c.toNumber(l, x, fx)
	c.toNumber(r, y, fy)
	return fx
}

// concat joins bits, or strings (8.6, 8.9.1).
func (c *checker) concat(e *syntax.BinaryExpr, x, y Type) Type {
	if x == String && y == String {
		return String
	}
	fx, fy := bitsOf(fixed(x)), bitsOf(fixed(y))
	if x == Int && fy != nil || y == Int && fx != nil {
		c.errorf(e.Span(), CodeOperand, "%s is not defined on %s and %s: an int has no width, write it with one, such as 8w1 or 32w1", e.Op, x, y)
		return Invalid
	}
	if fx == nil || fy == nil {
		return c.notDefined(e, x, y)
	}
	if fx.Width+fy.Width > MaxWidth {
		c.errorf(e.Span(), CodeBadWidth, "the result is wider than %d bits", MaxWidth)
		return Invalid
	}
	c.toNumber(e.X, x, fx)
	c.toNumber(e.Y, y, fy)
	return &Bits{Width: fx.Width + fy.Width, Signed: fx.Signed}
}

// equality compares what is of one type, or becomes so (8.5 to 8.19).
func (c *checker) equality(e *syntax.BinaryExpr, x, y Type) Type {
	t := c.common(e.X, x, e.Y, y)
	if t == nil {
		fx, fy := fixed(x), fixed(y)
		if assignable(fx, fy) || assignable(fy, fx) {
			return c.numbersEqual(e, x, y)
		}
		c.errorf(e.Span(), CodeTypeMismatch, "%s cannot be compared to %s%s", x, y, c.castOne(e.X, x, e.Y, y, false))
		return Invalid
	}
	if l, ok := t.(*Tuple); ok && l.Literal && unsettled(l) {
		c.errorf(e.Span(), CodeInfer, "of which type these are does not follow: write (S){…} on one side")
		return Invalid
	}
	if !canCompare(t) {
		why := ""
		if _, ok := t.(*Anonymous); ok {
			why = ": neither side says of which struct or header it is; write (S) {…} on one"
		}
		c.errorf(e.Span(), CodeOperand, "values of type %s cannot be compared%s", t, why)
		return Invalid
	}
	return Bool
}

func (c *checker) numbersEqual(e *syntax.BinaryExpr, x, y Type) Type {
	// A serializable enum against a number: only its own members are known to be of
	// its type, so the number is not converted (8.3).
	if isInvalid(c.numbers(e, x, y)) {
		return Invalid
	}
	return Bool
}

// canCompare: == is defined on all but what is instantiated, void, and what a type
// variable stands for (8.5 to 8.19).
func canCompare(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return t != TableType && t != State && t != Void && t != NoHeader
	case *Extern, *Block, *TypeVar, *Set, *Signature, *Anonymous:
		return false
	case *Stack:
		return canCompare(t.Elem)
	case *Enum:
		return t.Decl.Name != nil // action_run is for switch alone (14.2.2)
	case *Record:
		if t.Decl == nil {
			return false
		}
		for _, f := range t.Fields {
			if !canCompare(f.Type) {
				return false
			}
		}
	case *Tuple:
		for _, e := range t.Elems {
			if !canCompare(e) {
				return false
			}
		}
	}
	return true
}
