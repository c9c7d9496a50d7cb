package lirtest

import "up4/pipelines/lir"

// word makes up a word of at most so many bits.
func (m *maker) word(depth, bits int) lir.Expr {
	x := m.anyWord(depth)
	if lir.Bits(x) > bits {
		return Binary(lir.And, x, Num(lir.Mask(bits)))
	}
	return x
}

// corners are numbers at which arithmetic turns.
var corners = []uint64{0, 1, 2, 7, 8, 15, 16, 31, 32, 63, 64, 65, 127, 255, 256, 1<<15 - 1, 1 << 15, 1<<16 - 1, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1}

func (m *maker) number() lir.Expr {
	if m.IntN(3) == 0 {
		return Num(m.Uint64() >> m.IntN(64))
	}
	return Num(corners[m.IntN(len(corners))])
}

func (m *maker) anyWord(depth int) lir.Expr {
	if depth == 0 || m.IntN(6) == 0 {
		switch m.IntN(4) {
		case 0:
			return m.number()
		case 1:
			return m.load()
		}
		return m.variable()
	}
	switch m.IntN(12) {
	case 0:
		return m.load()
	case 1, 2:
		bits := 16 << m.IntN(3)
		u := &lir.Unary{Op: lir.Swap, X: m.word(depth-1, bits), T: word(bits)}
		return u
	case 3:
		return Unary(lir.ToWord, m.truth(depth-1))
	case 4:
		return &lir.Cond{C: m.truth(depth - 1), X: m.anyWord(depth - 1), Y: m.anyWord(depth - 1)}
	case 5:
		return Binary(lir.Sub, Binary(lir.Add, use(m.pointers[0]), m.word(1, 4)), use(m.pointers[1]))
	case 6: // masks and shifts, as fields of bits have them
		return Binary(lir.And, Binary(lir.Shr, m.load(), Num(m.Uint64N(20))), Num(lir.Mask(1+m.IntN(20))))
	}
	op := lir.Op(m.IntN(int(lir.Sar) + 1))
	y := m.anyWord(depth - 1)
	if op >= lir.Shl && m.IntN(2) == 0 {
		y = Num(m.Uint64N(66))
	}
	return Binary(op, m.anyWord(depth-1), y)
}

func (m *maker) load() lir.Expr {
	ptr, off := m.place()
	n := 1 << m.IntN(4)
	return &lir.Load{Ptr: ptr, Off: off, Bytes: n, Big: n > 1 && m.IntN(2) == 0}
}

func (m *maker) truth(depth int) lir.Expr {
	if depth == 0 || m.IntN(5) == 0 {
		for range 5 {
			if l := m.f.Locals[m.IntN(len(m.f.Locals))]; l.T.Kind == lir.Bool {
				return use(l)
			}
		}
	}
	switch depth = max(1, depth); m.IntN(10) {
	case 0:
		return Unary(lir.Not, m.truth(depth-1))
	case 1:
		return Binary([]lir.Op{lir.And, lir.Or, lir.Xor, lir.Eq, lir.Ne}[m.IntN(5)], m.truth(depth-1), m.truth(depth-1))
	case 2:
		return &lir.Cond{C: m.truth(depth - 1), X: m.truth(depth - 1), Y: m.truth(depth - 1)}
	case 3:
		return Binary(lir.Eq+lir.Op(m.IntN(4)), use(m.pointers[0]), Binary(lir.Add, use(m.pointers[1]), m.word(1, 3)))
	case 4, 5:
		return Binary(lir.Eq+lir.Op(m.IntN(2)), m.load(), m.number())
	}
	return Binary(lir.Eq+lir.Op(m.IntN(int(lir.SLe-lir.Eq)+1)), m.anyWord(depth-1), m.anyWord(depth-1))
}
