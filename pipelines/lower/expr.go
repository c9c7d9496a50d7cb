package lower

import "up4/pipelines/lir"

// Expressions of the low-level form, folded where that is free.

func word(bits int) lir.Type { return lir.Type{Kind: lir.Word, Bits: bits} }

var (
	boolean = lir.Type{Kind: lir.Bool, Bits: 1}
	pointer = lir.Type{Kind: lir.Ptr, Bits: 32}
)

// mask is n ones.
func mask(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

func num(v uint64, bits int) lir.Expr { return &lir.Const{V: v, T: word(bits)} }

func truth(v bool) lir.Expr {
	if v {
		return &lir.Const{V: 1, T: boolean}
	}
	return &lir.Const{T: boolean}
}

func use(l *lir.Local) lir.Expr { return &lir.Use{Local: l} }

// constant is the number that an expression is.
func constant(x lir.Expr) (uint64, bool) {
	c, ok := x.(*lir.Const)
	if !ok {
		return 0, false
	}
	return c.V, true
}

func bin(op lir.Op, x, y lir.Expr, bits int) lir.Expr {
	a, okA := constant(x)
	b, okB := constant(y)
	if okA && okB {
		switch op {
		case lir.Add:
			return num((a+b)&mask(bits), bits)
		case lir.And:
			return num(a&b, bits)
		case lir.Or:
			return num(a|b, bits)
		case lir.Shl:
			return num(a<<b&mask(bits), bits)
		case lir.Shr:
			return num(a>>b, bits)
		}
	}
	switch {
	case okB && b == 0 && (op == lir.Add || op == lir.Sub || op == lir.Or || op == lir.Xor || op == lir.Shl || op == lir.Shr):
		return x
	case okA && a == 0 && (op == lir.Add || op == lir.Or || op == lir.Xor):
		return y
	case okA && a == 0 && (op == lir.And || op == lir.Shl || op == lir.Shr), okB && b == 0 && op == lir.And:
		return num(0, bits)
	case op == lir.And && okB && b&mask(x.Type().Bits) == mask(x.Type().Bits):
		return x
	}
	return &lir.Binary{Op: op, X: x, Y: y, T: word(bits)}
}

// cut keeps the lowest bits of a word.
func cut(x lir.Expr, bits int) lir.Expr {
	if x.Type().Bits <= bits {
		return x
	}
	return bin(lir.And, x, num(mask(bits), 64), bits)
}

func shl(x lir.Expr, n, bits int) lir.Expr {
	if n >= 64 {
		return num(0, bits)
	}
	return cut(bin(lir.Shl, x, num(uint64(n), 7), min(64, x.Type().Bits+n)), bits)
}

func shr(x lir.Expr, n int) lir.Expr {
	if n >= x.Type().Bits {
		return num(0, 1)
	}
	return bin(lir.Shr, x, num(uint64(n), 7), x.Type().Bits-n)
}

func or(x, y lir.Expr) lir.Expr {
	return bin(lir.Or, x, y, max(x.Type().Bits, y.Type().Bits))
}

// cmp is a comparison, of anything.
func cmp(op lir.Op, x, y lir.Expr) lir.Expr {
	a, okA := constant(x)
	b, okB := constant(y)
	if okA && okB && x.Type().Kind != lir.Ptr {
		switch op {
		case lir.Eq:
			return truth(a == b)
		case lir.Ne:
			return truth(a != b)
		case lir.Lt:
			return truth(a < b)
		case lir.Le:
			return truth(a <= b)
		}
	}
	return &lir.Binary{Op: op, X: x, Y: y, T: boolean}
}

func and(x, y lir.Expr) lir.Expr {
	if v, ok := constant(x); ok {
		if v == 0 {
			return x
		}
		return y
	}
	if v, ok := constant(y); ok && v == 1 {
		return x
	}
	return &lir.Binary{Op: lir.And, X: x, Y: y, T: boolean}
}

func either(x, y lir.Expr) lir.Expr {
	if v, ok := constant(x); ok {
		if v == 1 {
			return x
		}
		return y
	}
	if v, ok := constant(y); ok && v == 0 {
		return x
	}
	return &lir.Binary{Op: lir.Or, X: x, Y: y, T: boolean}
}

func not(x lir.Expr) lir.Expr {
	if v, ok := constant(x); ok {
		return truth(v == 0)
	}
	if u, ok := x.(*lir.Unary); ok && u.Op == lir.Not {
		return u.X
	}
	return &lir.Unary{Op: lir.Not, X: x, T: boolean}
}

func cond(c, x, y lir.Expr) lir.Expr {
	if v, ok := constant(c); ok {
		if v == 1 {
			return x
		}
		return y
	}
	return &lir.Cond{C: c, X: x, Y: y}
}

// sign is x of so many bits as a signed number of 64.
func sign(x lir.Expr, bits int) lir.Expr {
	if bits == 64 {
		return x
	}
	n := num(uint64(64-bits), 7)
	return bin(lir.Sar, &lir.Binary{Op: lir.Shl, X: x, Y: n, T: word(64)}, n, 64)
}

func toWord(x lir.Expr) lir.Expr {
	if v, ok := constant(x); ok {
		return num(v, 1)
	}
	return &lir.Unary{Op: lir.ToWord, X: x, T: word(1)}
}

func toOff(p lir.Expr) lir.Expr { return &lir.Unary{Op: lir.ToOff, X: p, T: word(32)} }
func toPtr(x lir.Expr) lir.Expr { return &lir.Unary{Op: lir.ToPtr, X: x, T: pointer} }

// plus is a pointer and a word.
func plus(p, n lir.Expr) lir.Expr {
	if v, ok := constant(n); ok && v == 0 {
		return p
	}
	return &lir.Binary{Op: lir.Add, X: p, Y: n, T: pointer}
}

// distance is the bytes from q to p.
func distance(p, q lir.Expr) lir.Expr { return &lir.Binary{Op: lir.Sub, X: p, Y: q, T: word(32)} }
