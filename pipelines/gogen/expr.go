package gogen

import (
	"fmt"

	"up4/pipelines/lir"
)

// Precedences of Go's operators.
const (
	precOr = 1 + iota
	precAnd
	precCompare
	precAdd
	precMul
	precUnary
)

// operator is how an operator is written.
type operator struct {
	text string
	prec int
}

var operators = map[lir.Op]operator{
	lir.Add: {"+", precAdd}, lir.Sub: {"-", precAdd}, lir.Mul: {"*", precMul}, lir.And: {"&", precMul}, lir.Or: {"|", precAdd},
	lir.Xor: {"^", precAdd}, lir.Shl: {"<<", precMul}, lir.Shr: {">>", precMul},
	lir.Eq: {"==", precCompare}, lir.Ne: {"!=", precCompare}, lir.Lt: {"<", precCompare}, lir.Le: {"<=", precCompare},
}

var functions = map[lir.Op]string{lir.MulH: "mem.MulHigh", lir.Rem: "mem.Rem", lir.Div: "mem.Div", lir.Sar: "mem.Sar"}

func number(v uint64) string {
	if v < 4096 {
		return fmt.Sprint(v)
	}
	return fmt.Sprintf("%#x", v)
}

// base is the arena's first byte.
func (c *code) base() string {
	c.based = true
	return "base"
}

// expr writes an expression for a place that binds so tightly.
func expr(c *code, x lir.Expr, prec int) string {
	switch x := x.(type) {
	case *lir.Const:
		switch x.T.Kind {
		case lir.Bool:
			return map[uint64]string{0: "false", 1: "true"}[x.V]
		case lir.Ptr:
			return c.base()
		}
		return number(x.V)
	case *lir.Use:
		return c.locals[x.Local]
	case *lir.Load:
		return fmt.Sprintf("mem.%s(%s, %d)", access(x.Bytes, x.Big), expr(c, x.Ptr, 0), x.Off)
	case *lir.Unary:
		return unary(c, x, prec)
	case *lir.Binary:
		return binary(c, x, prec)
	case *lir.Cond:
		t := x.Type()
		a, y, z := expr(c, x.C, 0), expr(c, x.X, 0), expr(c, x.Y, 0)
		switch t.Kind {
		case lir.Ptr:
			return fmt.Sprintf("mem.IfPtr(%s, %s, %s)", a, y, z)
		case lir.Bool:
			return fmt.Sprintf("mem.IfBool(%s, %s, %s)", a, y, z)
		}
		return fmt.Sprintf("mem.If(%s, %s, %s)", a, y, z)
	}
	return "?"
}

func access(bytes int, big bool) string {
	switch {
	case bytes == 1:
		return "U8"
	case big:
		return fmt.Sprintf("BE%d", 8*bytes)
	}
	return fmt.Sprintf("LE%d", 8*bytes)
}

func paren(text string, own, prec int) string {
	if own < prec {
		return "(" + text + ")"
	}
	return text
}

func unary(c *code, x *lir.Unary, prec int) string {
	switch x.Op {
	case lir.Not:
		return negated(c, x.X, prec)
	case lir.Swap:
		return fmt.Sprintf("mem.Swap%d(%s)", x.T.Bits, expr(c, x.X, 0))
	case lir.ToWord:
		return fmt.Sprintf("mem.Word(%s)", expr(c, x.X, 0))
	case lir.ToOff:
		return fmt.Sprintf("mem.Sub(%s, %s)", expr(c, x.X, 0), c.base())
	case lir.ToPtr:
		if lir.Bits(x.X) > 32 {
			return fmt.Sprintf("mem.Add(%s, %s&0xffffffff)", c.base(), expr(c, x.X, precMul))
		}
		return fmt.Sprintf("mem.Add(%s, %s)", c.base(), expr(c, x.X, 0))
	}
	return "?"
}

// opposite are the comparisons that hold where others do not.
var opposite = map[lir.Op]lir.Op{lir.Eq: lir.Ne, lir.Ne: lir.Eq}

// negated writes !x for a place that binds so tightly.
func negated(c *code, x lir.Expr, prec int) string {
	switch x := x.(type) {
	case *lir.Unary:
		if x.Op == lir.Not {
			return expr(c, x.X, prec)
		}
	case *lir.Binary:
		if op, ok := opposite[x.Op]; ok {
			return binary(c, &lir.Binary{Op: op, X: x.X, Y: x.Y, T: x.T}, prec)
		}
		if (x.Op == lir.Lt || x.Op == lir.Le) && x.X.Type().Kind == lir.Word {
			op := map[lir.Op]lir.Op{lir.Lt: lir.Le, lir.Le: lir.Lt}[x.Op]
			return binary(c, &lir.Binary{Op: op, X: x.Y, Y: x.X, T: x.T}, prec)
		}
	}
	return "!" + expr(c, x, precUnary)
}

func binary(c *code, x *lir.Binary, prec int) string {
	if y, ok := x.Y.(*lir.Const); ok && y.V == 0 && y.T.Kind == lir.Word && neutral[x.Op] {
		return expr(c, x.X, prec)
	}
	kind := x.X.Type().Kind
	switch {
	case kind == lir.Ptr && x.Op == lir.Add:
		return fmt.Sprintf("mem.Add(%s, %s)", expr(c, x.X, 0), expr(c, x.Y, 0))
	case kind == lir.Ptr && x.Op == lir.Sub:
		return fmt.Sprintf("mem.Sub(%s, %s)", expr(c, x.X, 0), expr(c, x.Y, 0))
	case kind == lir.Ptr && x.Op == lir.Lt:
		return fmt.Sprintf("mem.Before(%s, %s)", expr(c, x.X, 0), expr(c, x.Y, 0))
	case kind == lir.Ptr && x.Op == lir.Le:
		return fmt.Sprintf("mem.NotAfter(%s, %s)", expr(c, x.X, 0), expr(c, x.Y, 0))
	case x.Op == lir.SLt || x.Op == lir.SLe:
		op := map[lir.Op]string{lir.SLt: "<", lir.SLe: "<="}[x.Op]
		return paren(fmt.Sprintf("%s %s %s", signed(c, x.X), op, signed(c, x.Y)), precCompare, prec)
	case kind == lir.Bool && (x.Op == lir.And || x.Op == lir.Or || x.Op == lir.Xor):
		o := map[lir.Op]operator{lir.And: {"&&", precAnd}, lir.Or: {"||", precOr}, lir.Xor: {"!=", precCompare}}[x.Op]
		return paren(fmt.Sprintf("%s %s %s", expr(c, x.X, o.prec), o.text, expr(c, x.Y, o.prec+1)), o.prec, prec)
	}
	if v, ok := x.Y.(*lir.Const); ok && v.V != 0 && !isConst(x.X) && (x.Op == lir.Div || x.Op == lir.Rem) {
		o := map[lir.Op]string{lir.Div: "/", lir.Rem: "%"}[x.Op]
		return paren(fmt.Sprintf("%s %s %s", expr(c, x.X, precMul), o, number(v.V)), precMul, prec)
	}
	if f, ok := functions[x.Op]; ok {
		return fmt.Sprintf("%s(%s, %s)", f, expr(c, x.X, 0), expr(c, x.Y, 0))
	}
	o := operators[x.Op]
	if turned, ok := map[lir.Op]string{lir.Lt: ">", lir.Le: ">="}[x.Op]; ok && isConst(x.X) && !isConst(x.Y) {
		return paren(fmt.Sprintf("%s %s %s", expr(c, x.Y, o.prec), turned, expr(c, x.X, o.prec+1)), o.prec, prec)
	}
	left := expr(c, x.X, o.prec)
	if isConst(x.X) && kind == lir.Word {
		left = "mem.Num(" + left + ")" // Go computes constants as integers of any size
		if x.Op == lir.Sub && !isConst(x.Y) && x.X.(*lir.Const).V == 0 {
			return "-" + expr(c, x.Y, precUnary)
		}
	}
	return paren(fmt.Sprintf("%s %s %s", left, o.text, expr(c, x.Y, o.prec+1)), o.prec, prec)
}

// signed writes a word as a signed number of 64 bits.
func signed(c *code, x lir.Expr) string {
	if k, ok := x.(*lir.Const); ok {
		return fmt.Sprintf("int64(%d)", int64(k.V))
	}
	return fmt.Sprintf("int64(%s)", expr(c, x, 0))
}

// neutral are the operators by which nothing changes if y is 0.
var neutral = map[lir.Op]bool{lir.Add: true, lir.Sub: true, lir.Or: true, lir.Xor: true, lir.Shl: true, lir.Shr: true, lir.Sar: true}

func isConst(x lir.Expr) bool {
	_, ok := x.(*lir.Const)
	return ok
}
