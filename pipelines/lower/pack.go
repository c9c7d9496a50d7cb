package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/pipelines/lir"
)

// pack writes values one after the other, bit by bit, and zero bits at the end, with
// room for extra bytes behind them. It gives the address and the bytes.
func (g *gen) pack(list []leaf, extra int) (ptr, bytes lir.Expr) {
	room := extra
	for _, l := range list {
		room += (packetWidth(l.t) + 7) / 8
		if v, ok := under(l.t).(*ir.VarbitType); ok {
			room += (v.Max + 7) / 8
		}
	}
	start := g.recordAt(g.scratch(room + 8))
	at := start // where the values since the last varbit begin
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(l leaf) bool { return l.ptr != nil })
		if n < 0 {
			n = len(list)
		}
		bits := g.packFixed(at, list[:n])
		at = plus(at, num(uint64((bits+7)/8), 32))
		if list = list[n:]; len(list) == 0 {
			break
		}
		if bits%8 != 0 {
			g.refusal("a varbit that does not begin at a whole byte of the data is not supported")
		}
		size := g.temp("n", shr(list[0].length, 3))
		at = g.temp("at", at)
		g.emit(&lir.Copy{At: g.at, Dst: at, Src: list[0].ptr, N: size})
		at = g.temp("at", plus(at, size))
		list = list[1:]
	}
	return start, distance(at, start)
}

// packFixed writes values of fixed widths, and says how many bits they have.
func (g *gen) packFixed(at lir.Expr, list []leaf) int {
	total := 0
	for _, l := range list {
		total += packetWidth(l.t)
	}
	if total%8 != 0 {
		g.emit(&lir.Store{At: g.at, Ptr: plus(at, num(uint64(total/8), 32)), Bytes: 1, X: num(0, 1)})
	}
	bit := 0
	for _, l := range list {
		w := packetWidth(l.t)
		g.storeBits(at, bit, w, wordValueOf(l.v))
		bit += w
	}
	return total
}

// packAligned writes values right-aligned in whole bytes each, as digests have them.
func (g *gen) packAligned(list []leaf) (ptr, bytes lir.Expr) {
	var fields []keyField
	n := 0
	for _, l := range list {
		v := l.v
		if v.bool {
			v = wordValue(v.asWord(), 1)
		}
		w := keyBits(l.t)
		fields = append(fields, keyField{resized(v, w, false), w})
		n += (w + 7) / 8
	}
	return g.packBytes(fields, n), num(uint64(n), 32)
}

// run is bytes that lie one after the other in memory.
type run struct {
	ptr  lir.Expr
	bit  int // of its first
	bits int
}

// sum16 is the sum of RFC 1071 over values packed bit by bit, as words that are added:
// raw as they lie in memory, cooked as numbers. Where values lie side by side in a header,
// at even places of the stream, their bytes are added as they are: byte order does not
// matter to the sum (section 2, B). odd says that the bytes do not make whole words.
func (g *gen) sum16(list []piece) (raw, cooked lir.Expr, odd bool) {
	raw, cooked = num(0, 1), num(0, 1)
	at := 0
	for i := 0; i < len(list); {
		if r, n := runOf(list[i:]); at%16 == 0 && n > 0 {
			raw = sumRun(raw, r)
			at += r.bits
			i += n
			continue
		}
		if p := list[i]; at%8 == 0 && p.ptr != nil && p.bits == 8 && p.bit%8 == 0 {
			// A byte, in the upper half of its word where that begins with it, which is the
			// lower one in memory.
			raw = bin(lir.Add, raw, shl(&lir.Load{Ptr: p.ptr, Off: p.bit / 8, Bytes: 1}, at%16, 16), 64)
			at += 8
			i++
			continue
		}
		cooked = g.sumValue(cooked, list[i], at)
		at += list[i].bits
		i++
	}
	return raw, cooked, (at+7)/8%2 != 0
}

// csum16 is the checksum of RFC 1071 over values packed bit by bit and, if payload is
// not nil, over so many bytes more.
func (g *gen) csum16(list []piece, payload, length lir.Expr) lir.Expr {
	raw, cooked, odd := g.sum16(list)
	sum := swap16(g.foldOf(raw, len(list)))
	if _, ok := constant(cooked); !ok || payload != nil {
		sum = bin(lir.Add, sum, g.fold(cooked), 64)
		if payload != nil {
			s := g.result("rest", 16, lir.Sum, 0, payload, length)
			if odd { // it begins in the middle of a word
				s = swap16(s)
			}
			sum = bin(lir.Add, sum, s, 64)
		}
		sum = g.fold(sum)
	}
	return bin(lir.Xor, sum, num(0xffff, 16), 16)
}

// csumIs says whether a checksum is right. It is where all words and it add up to a
// multiple of 65535, but for zero, of which there are two: the sum of anything but zeros is
// 1 to 65535, so its complement is never 65535.
func (g *gen) csumIs(list []piece, want piece) lir.Expr {
	raw, cooked, _ := g.sum16(list)
	if c, ok := constant(cooked); !ok || c != 0 || want.ptr == nil || want.bits != 16 || want.bit%8 != 0 {
		return equalValues(wordValue(g.csum16(list, nil, nil), 16), want.v)
	}
	raw = g.temp("sum", raw)
	is := g.temp("check", &lir.Load{Ptr: want.ptr, Off: want.bit / 8, Bytes: 2})
	all := bin(lir.Rem, bin(lir.Add, raw, is, 64), num(65535, 16), 16)
	ones := cmp(lir.Eq, is, num(65535, 16))
	return and(cmp(lir.Eq, all, num(0, 16)), cmp(lir.Eq, ones, cmp(lir.Eq, raw, num(0, 16))))
}

// piece is a value that is packed, with where it lies if that is in a header.
type piece struct {
	v    value
	bits int
	ptr  lir.Expr // nil if it lies nowhere
	bit  int
	// alone is set of what the program writes: to load it together with what is beside it
	// would wait until both are in memory.
	alone bool
}

// runOf is the pieces that lie side by side from a whole byte on, as many as make an
// even number of bytes.
func runOf(list []piece) (r run, n int) {
	bits := 0
	for i, p := range list {
		if p.ptr == nil || p.alone || i == 0 && p.bit%8 != 0 || i > 0 && (!samePtr(p.ptr, list[0].ptr) || p.bit != list[0].bit+bits) {
			break
		}
		bits += p.bits
		if bits%16 == 0 {
			r, n = run{list[0].ptr, list[0].bit, bits}, i+1
		}
	}
	return r, n
}

func samePtr(x, y lir.Expr) bool {
	if a, ok := x.(*lir.Use); ok {
		b, ok := y.(*lir.Use)
		return ok && a.Local == b.Local
	}
	a, ok := x.(*lir.Unary)
	b, ok2 := y.(*lir.Unary)
	if ok && ok2 && a.Op == lir.ToPtr && b.Op == lir.ToPtr {
		p, ok := a.X.(*lir.Load)
		q, ok2 := b.X.(*lir.Load)
		return ok && ok2 && p.Off == q.Off && samePtr(p.Ptr, q.Ptr)
	}
	return false
}

// sumRun adds the bytes of a run, 4 at a time and 2 in the end: fewer than 2^30 terms of
// 32 bits do not overflow 64.
func sumRun(sum lir.Expr, r run) lir.Expr {
	off := r.bit / 8
	for n := r.bits / 8; n > 0; {
		size := 4
		if n < 4 {
			size = 2
		}
		sum = bin(lir.Add, sum, &lir.Load{Ptr: r.ptr, Off: off, Bytes: size}, 64)
		off += size
		n -= size
	}
	return sum
}

// sumValue adds a number that stands from bit at of the stream on.
func (g *gen) sumValue(sum lir.Expr, p piece, at int) lir.Expr {
	v := p.v
	if v.bool {
		v = wordValue(v.asWord(), 1)
	}
	// Its least bit stands so many places above the end of a word.
	up := -(at + p.bits) & 15
	v = g.keep("v", v)
	for i := range v.w {
		w := v.limb(i)
		lo := cutTo(w, 32)
		hi := shr2(w, 32)
		if w.Type().Bits <= 32 {
			hi = num(0, 1)
		}
		sum = bin(lir.Add, sum, shl(lo, up, 64), 64)
		sum = bin(lir.Add, sum, shl(hi, up, 64), 64)
	}
	return sum
}

// fold adds the carries of a sum of 16-bit words until it has 16 bits.
func (g *gen) fold(x lir.Expr) lir.Expr {
	if c, ok := constant(x); ok && c < 1<<16 {
		return num(c, 16)
	}
	return g.foldSteps(x, 32, 16, 16)
}

// foldOf is fold of at most so many numbers of 32 bits that were added.
func (g *gen) foldOf(x lir.Expr, n int) lir.Expr {
	if c, ok := constant(x); ok && c < 1<<16 {
		return num(c, 16)
	}
	if n >= 1<<15 {
		return g.fold(x)
	}
	// Below 2^47, so below 2^33 after one step of 16 bits and 2^18 after two.
	return g.foldSteps(x, 16, 16)
}

// foldSteps adds what is above so many bits to what is below, and in the end the carry of
// a sum of 17 bits or a little more.
func (g *gen) foldSteps(x lir.Expr, steps ...int) lir.Expr {
	for _, bits := range steps {
		x = g.temp("sum", x)
		high := &lir.Binary{Op: lir.Shr, X: x, Y: num(uint64(bits), 7), T: word(64 - bits)}
		x = bin(lir.Add, &lir.Binary{Op: lir.And, X: x, Y: num(mask(bits), 64), T: word(bits)}, high, 64)
	}
	x = g.temp("sum", x)
	high := &lir.Binary{Op: lir.Shr, X: x, Y: num(16, 7), T: word(48)}
	return &lir.Binary{Op: lir.And, X: bin(lir.Add, x, high, 64), Y: num(0xffff, 16), T: word(16)}
}

// storeSum stores a checksum, as it lies in memory if it was computed so.
func (g *gen) storeSum(to *ref, list []piece) bool {
	if !inBytes(to) || widthOf(to.t) != 16 {
		return false
	}
	raw, cooked, _ := g.sum16(list)
	if c, ok := constant(cooked); !ok || c != 0 {
		return false
	}
	sum := bin(lir.Xor, g.foldOf(raw, len(list)), num(0xffff, 16), 16)
	g.emit(&lir.Store{At: g.at, Ptr: to.ptr, Off: to.bit / 8, Bytes: 2, X: sum})
	return true
}

func swap16(x lir.Expr) lir.Expr {
	if c, ok := constant(x); ok {
		return num(c>>8&0xff|c&0xff<<8, 16)
	}
	return &lir.Unary{Op: lir.Swap, X: x, T: word(16)}
}
