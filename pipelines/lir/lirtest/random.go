package lirtest

import (
	"fmt"
	"math/rand/v2"

	"up4/pipelines/lir"
)

// RecordBytes is the size of the record of made-up programs, without its slack.
const RecordBytes = 64

// Random makes up a valid function f(rec ptr, a u64, b u16). It loads, stores and copies
// within the record, of RecordBytes, asks for services that give something, and ends.
func Random(seed uint64) *lir.Program {
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 7)), f: &lir.Func{Name: "f"}}
	m.rec = m.local("rec", lir.Type{Kind: lir.Ptr})
	m.f.Params = []*lir.Local{m.rec, m.local("a", word(64)), m.local("b", word(16))}
	m.f.Locals = nil
	for i := range 2 + m.IntN(8) {
		t := word([]int{1, 3, 8, 9, 16, 31, 32, 48, 63, 64}[m.IntN(10)])
		if m.IntN(4) == 0 {
			t = lir.Type{Kind: lir.Bool}
		}
		m.local(fmt.Sprintf("x.%d", i), t)
	}
	m.pointers = []*lir.Local{m.local("p", m.rec.T), m.local("q", m.rec.T)}
	m.steps = m.local("steps", word(32))
	m.blocks()
	return &lir.Program{Name: "made_up", Record: lir.Record{Bytes: RecordBytes + lir.Slack}, Funcs: []*lir.Func{m.f}}
}

// maker makes up a function.
type maker struct {
	*rand.Rand
	f        *lir.Func
	rec      *lir.Local
	steps    *lir.Local
	pointers []*lir.Local // into the first half of the record
}

func (m *maker) local(name string, t lir.Type) *lir.Local {
	l := &lir.Local{Name: name, T: t}
	m.f.Locals = append(m.f.Locals, l)
	return l
}

func use(l *lir.Local) lir.Expr { return &lir.Use{Local: l} }

// blocks makes up the graph: ways back lead to blocks that take a step.
func (m *maker) blocks() {
	n := 1 + m.IntN(10)
	var list []*lir.Block
	for i := range n {
		list = append(list, &lir.Block{Name: fmt.Sprintf("b%d", i), Loop: i > 0 && m.IntN(4) == 0})
	}
	entry := &lir.Block{Name: "entry", Term: &lir.Goto{To: list[0]}}
	for _, p := range m.pointers {
		entry.Instrs = append(entry.Instrs, &lir.Set{Dst: p, X: m.pointer()})
	}
	entry.Instrs = append(entry.Instrs, &lir.Set{Dst: m.steps, X: Num(uint64(m.IntN(6)))})
	out := &lir.Block{Name: "out", Term: &lir.Return{Status: Num(3)}}
	m.f.Blocks = []*lir.Block{entry}
	for i, b := range list {
		to := func() *lir.Block { return m.target(list, i) }
		if b.Loop {
			body := &lir.Block{Name: b.Name + ".body"}
			b.Instrs = []lir.Instr{&lir.Set{Dst: m.steps, X: withBits(Binary(lir.Sub, use(m.steps), Num(1)), 32)}}
			left := &lir.Block{Name: b.Name + ".left", Instrs: b.Instrs, Term: &lir.Goto{To: body}}
			b.Instrs, b.Term = nil, &lir.If{Cond: Binary(lir.Eq, use(m.steps), Num(0)), Then: out, Else: left}
			m.f.Blocks = append(m.f.Blocks, b, left)
			b = body
		}
		for range m.IntN(5) {
			b.Instrs = append(b.Instrs, m.instr())
		}
		b.Term = m.term(to)
		m.f.Blocks = append(m.f.Blocks, b)
	}
	m.f.Blocks = append(m.f.Blocks, out)
}

// withBits is an expression of which the maker knows that it fits.
func withBits(x *lir.Binary, bits int) lir.Expr {
	x.T.Bits = bits
	return x
}

// target is a block further on, or one that a way back may lead to; nil to return.
func (m *maker) target(list []*lir.Block, from int) *lir.Block {
	for range 4 {
		i := m.IntN(len(list))
		if m.IntN(3) > 0 {
			i = from + 1 + m.IntN(3)
		}
		if i < len(list) && (i > from || list[i].Loop) {
			return list[i]
		}
	}
	return nil
}

func (m *maker) term(to func() *lir.Block) lir.Term {
	a, b := to(), to()
	if a == nil || b == nil {
		return &lir.Return{Status: m.word(2, 64)}
	}
	switch m.IntN(6) {
	case 0:
		return &lir.Goto{To: a}
	case 1, 2:
		return m.choice(to, a, b)
	case 3:
		return &lir.If{Cond: Binary(lir.Eq, m.variable(), Num(m.Uint64N(4))), Then: a, Else: b}
	}
	return &lir.If{Cond: m.truth(2), Then: a, Else: b}
}

func (m *maker) choice(to func() *lir.Block, a, b *lir.Block) lir.Term {
	t := &lir.Switch{X: m.word(1, 3), Default: a, Cases: []lir.Case{{Values: []uint64{1, 3}, To: b}}}
	if c := to(); c != nil {
		t.Cases = append(t.Cases, lir.Case{Values: []uint64{m.Uint64N(2) * 2}, To: c})
	}
	return t
}

// variable is a word that is kept somewhere.
func (m *maker) variable() lir.Expr {
	for range 10 {
		if l := m.f.Locals[m.IntN(len(m.f.Locals))]; l.T.Kind == lir.Word {
			return use(l)
		}
	}
	return use(m.f.Params[1])
}

// pointer is an address in the first half of the record.
func (m *maker) pointer() lir.Expr {
	switch n := m.Uint64N(RecordBytes/4 - 8); m.IntN(3) {
	case 0:
		return Binary(lir.Add, use(m.rec), Num(n))
	case 1:
		return Unary(lir.ToPtr, withBits(Binary(lir.Add, Unary(lir.ToOff, use(m.rec)), Num(n)), 32))
	}
	return Binary(lir.Add, use(m.rec), Binary(lir.And, m.word(1, 64), Num(7)))
}

// place is an address, with an offset within the record for 8 bytes.
func (m *maker) place() (ptr lir.Expr, off int) {
	if m.IntN(2) == 0 {
		return use(m.rec), m.IntN(RecordBytes - 8)
	}
	return use(m.pointers[m.IntN(len(m.pointers))]), m.IntN(RecordBytes/2 - 8)
}

func (m *maker) instr() lir.Instr {
	switch m.IntN(10) {
	case 0, 1:
		ptr, off := m.place()
		n := 1 << m.IntN(4)
		return &lir.Store{Ptr: ptr, Off: off, Bytes: n, Big: n > 1 && m.IntN(2) == 0, X: m.word(3, 64)}
	case 2:
		if m.IntN(2) == 0 {
			return &lir.Clear{Dst: use(m.pointers[0]), N: m.IntN(9)}
		}
		return &lir.Copy{Dst: use(m.pointers[m.IntN(2)]), Src: use(m.pointers[m.IntN(2)]), N: Binary(lir.And, m.word(1, 64), Num(15))}
	case 3:
		return m.call()
	case 4:
		return &lir.Set{Dst: m.pointers[m.IntN(2)], X: m.pointer()}
	}
	for {
		l := m.f.Locals[m.IntN(len(m.f.Locals)-3)] // but for the pointers and steps
		switch l.T.Kind {
		case lir.Word:
			return &lir.Set{Dst: l, X: m.word(3, l.T.Bits)}
		case lir.Bool:
			return &lir.Set{Dst: l, X: m.truth(3)}
		}
	}
}

// call asks for what needs no tables and no state.
func (m *maker) call() lir.Instr {
	dst := []*lir.Local{m.f.Params[1]}
	ptr := use(m.rec)
	switch m.IntN(4) {
	case 0:
		return &lir.Call{Service: lir.Sum, Args: []lir.Expr{ptr, Num(m.Uint64N(RecordBytes))}, Dst: dst}
	case 1:
		return &lir.Call{Service: lir.Hash, Index: 1, Args: []lir.Expr{ptr, Num(m.Uint64N(RecordBytes))}, Dst: dst}
	case 2:
		return &lir.Call{Service: lir.Same, Args: []lir.Expr{use(m.pointers[0]), use(m.pointers[1]), Num(m.Uint64N(9))}, Dst: dst}
	}
	return &lir.Call{Service: lir.MoveBits, Args: []lir.Expr{use(m.pointers[0]), Num(m.Uint64N(9)), use(m.pointers[1]), Num(m.Uint64N(9)), Num(m.Uint64N(70))}}
}
