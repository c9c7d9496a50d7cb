package lower

import "up4/pipelines/lir"

// Bits in memory, as they stand in packets: bit 0 is the highest of the first byte.

// loadBits is n bits from bit at of what ptr points to, as words.
func loadBits(ptr lir.Expr, at, n int) value {
	v := value{bits: n}
	for from := n; ; from -= 64 {
		if from <= 64 {
			v.w = append(v.w, loadWord(ptr, at, from))
			return v
		}
		v.w = append(v.w, loadWord(ptr, at+from-64, 64))
	}
}

// loadWord is n bits, at most 64.
func loadWord(ptr lir.Expr, at, n int) lir.Expr {
	if n <= 0 {
		return num(0, 1)
	}
	off, lead := at>>3, at&7
	size := 1
	for 8*size < lead+n && size < 8 {
		size *= 2
	}
	x := lir.Expr(&lir.Load{Ptr: ptr, Off: off, Bytes: size, Big: size > 1})
	if over := lead + n - 64; over > 0 { // a ninth byte
		rest := shr(&lir.Load{Ptr: ptr, Off: off + 8, Bytes: 1}, 8-over)
		return or(shl(cut(x, 64-lead), over, n), rest)
	}
	return cut(shr(x, 8*size-lead-n), n)
}

// storeBits writes n bits from bit at of what ptr points to.
func (g *gen) storeBits(ptr lir.Expr, at, n int, v value) {
	if n <= 0 {
		return
	}
	ptr = g.temp("p", ptr)
	if len(v.w) > 1 || n&7 != 0 || at&7 != 0 || n != 8 && n != 16 && n != 32 && n != 64 {
		v = g.keep("v", v)
	}
	for i := 0; 64*i < n; i++ {
		part := min(64, n-64*i)
		g.storeWord(ptr, at+n-64*i-part, part, v.limb(i))
	}
}

// storeWord writes the lowest n bits of x, at most 64.
func (g *gen) storeWord(ptr lir.Expr, at, n int, x lir.Expr) {
	if lead := at & 7; lead != 0 || n < 8 {
		m := min(8-lead, n) // what goes into the first byte
		g.mixByte(ptr, at>>3, 8-lead-m, m, shr2(x, n-m))
		if n > m {
			g.storeWord(ptr, at+m, n-m, x)
		}
		return
	}
	off := at >> 3
	for n >= 8 {
		size := 8
		for 8*size > n {
			size /= 2
		}
		n -= 8 * size
		g.emit(&lir.Store{At: g.at, Ptr: ptr, Off: off, Bytes: size, Big: size > 1, X: shr2(x, n)})
		off += size
	}
	if n > 0 {
		g.mixByte(ptr, off, 8-n, n, x)
	}
}

// shr2 is a shift of a word of which all bits may count.
func shr2(x lir.Expr, n int) lir.Expr {
	if n == 0 {
		return x
	}
	return shr(x, n)
}

// mixByte sets m bits of a byte, the lowest of which is bit low, to the lowest of x.
func (g *gen) mixByte(ptr lir.Expr, off, low, m int, x lir.Expr) {
	old := &lir.Load{Ptr: ptr, Off: off, Bytes: 1}
	keep := mask(8) &^ (mask(m) << low)
	mixed := or(bin(lir.And, old, num(keep, 8), 8), shl(cutTo(x, m), low, 8))
	g.emit(&lir.Store{At: g.at, Ptr: ptr, Off: off, Bytes: 1, X: mixed})
}

// cutTo keeps m bits, whatever the word's type says.
func cutTo(x lir.Expr, m int) lir.Expr {
	if x.Type().Bits <= m {
		return x
	}
	return bin(lir.And, x, num(mask(m), 64), m)
}
