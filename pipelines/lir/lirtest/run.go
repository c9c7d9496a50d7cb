package lirtest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"up4/pipelines/lir"
)

// Machine runs functions, one step after the other. It is what back ends and passes are
// compared with.
type Machine struct {
	// Mem is the arena: a pointer is an index in it.
	Mem []byte
	// Call answers a service, with its result if it has one.
	Call func(i *lir.Call, args []uint64) uint64
	// Lookup finds a key.
	Lookup func(i *lir.Lookup, key uint64) uint64
	// Steps is how many blocks may be run.
	Steps int

	locals map[*lir.Local]uint64
}

var (
	errSteps  = errors.New("too many steps")
	errMemory = errors.New("no such memory")
)

// Run runs a function, and gives its status.
func (m *Machine) Run(f *lir.Func, args ...uint64) (status uint64, err error) {
	defer func() {
		if x := recover(); x != nil {
			e, ok := x.(error)
			if !ok || !errors.Is(e, errMemory) {
				panic(x)
			}
			err = e
		}
	}()
	m.locals = map[*lir.Local]uint64{}
	for i, p := range f.Params {
		m.locals[p] = args[i]
	}
	for b := f.Blocks[0]; ; {
		if m.Steps--; m.Steps < 0 {
			return 0, errSteps
		}
		for _, i := range b.Instrs {
			m.instr(i)
		}
		switch t := b.Term.(type) {
		case *lir.Goto:
			b = t.To
		case *lir.If:
			if b = t.Else; m.eval(t.Cond) != 0 {
				b = t.Then
			}
		case *lir.Switch:
			b = m.choose(t)
		case *lir.Return:
			return m.eval(t.Status), nil
		}
	}
}

func (m *Machine) choose(t *lir.Switch) *lir.Block {
	x := m.eval(t.X)
	for _, c := range t.Cases {
		for _, v := range c.Values {
			if v == x {
				return c.To
			}
		}
	}
	return t.Default
}

// at is n bytes of memory.
func (m *Machine) at(p, n uint64) []byte {
	if p > uint64(len(m.Mem)) || n > uint64(len(m.Mem))-p {
		panic(fmt.Errorf("%w: %d bytes at %d", errMemory, n, int64(p)))
	}
	return m.Mem[p : p+n]
}

func (m *Machine) instr(i lir.Instr) {
	switch i := i.(type) {
	case *lir.Set:
		m.locals[i.Dst] = m.eval(i.X)
	case *lir.Store:
		x, b := m.eval(i.X), m.at(m.eval(i.Ptr)+uint64(i.Off), uint64(i.Bytes))
		var w [8]byte
		if i.Big {
			binary.BigEndian.PutUint64(w[:], x)
			copy(b, w[8-len(b):])
		} else {
			binary.LittleEndian.PutUint64(w[:], x)
			copy(b, w[:])
		}
	case *lir.Copy:
		n := m.eval(i.N)
		copy(m.at(m.eval(i.Dst), n), m.at(m.eval(i.Src), n))
	case *lir.Clear:
		clear(m.at(m.eval(i.Dst), uint64(i.N)))
	case *lir.Lookup:
		m.locals[i.Entry] = m.Lookup(i, m.eval(i.Key))
	case *lir.Call:
		args := make([]uint64, len(i.Args))
		for n, a := range i.Args {
			args[n] = m.eval(a)
		}
		v := m.Call(i, args)
		for _, d := range i.Dst {
			m.locals[d] = v
		}
	}
}

func (m *Machine) eval(x lir.Expr) uint64 {
	switch x := x.(type) {
	case *lir.Const:
		return x.V
	case *lir.Use:
		return m.locals[x.Local]
	case *lir.Load:
		var w [8]byte
		b := m.at(m.eval(x.Ptr)+uint64(x.Off), uint64(x.Bytes))
		if x.Big {
			copy(w[8-len(b):], b)
			return binary.BigEndian.Uint64(w[:])
		}
		copy(w[:], b)
		return binary.LittleEndian.Uint64(w[:])
	case *lir.Unary:
		return unary(x, m.eval(x.X))
	case *lir.Binary:
		return binaryOf(x.Op, m.eval(x.X), m.eval(x.Y))
	case *lir.Cond:
		a, b := m.eval(x.X), m.eval(x.Y)
		if m.eval(x.C) != 0 {
			return a
		}
		return b
	}
	panic(fmt.Sprintf("%T", x))
}

func unary(x *lir.Unary, v uint64) uint64 {
	switch x.Op {
	case lir.Not:
		return 1 - v
	case lir.Swap:
		return bits.ReverseBytes64(v) >> (64 - x.T.Bits)
	case lir.ToOff, lir.ToPtr:
		return uint64(uint32(v))
	}
	return v // ToWord
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func binaryOf(op lir.Op, x, y uint64) uint64 {
	switch op {
	case lir.Add:
		return x + y
	case lir.Sub:
		return x - y
	case lir.Mul:
		return x * y
	case lir.MulH:
		hi, _ := bits.Mul64(x, y)
		return hi
	case lir.Div:
		if y == 0 {
			return 0
		}
		return x / y
	case lir.Rem:
		if y == 0 {
			return x
		}
		return x % y
	case lir.And:
		return x & y
	case lir.Or:
		return x | y
	case lir.Xor:
		return x ^ y
	case lir.Shl:
		return x << y
	case lir.Shr:
		return x >> y
	case lir.Sar:
		return uint64(int64(x) >> y)
	case lir.Eq:
		return truth(x == y)
	case lir.Ne:
		return truth(x != y)
	case lir.Lt:
		return truth(x < y)
	case lir.Le:
		return truth(x <= y)
	case lir.SLt:
		return truth(int64(x) < int64(y))
	case lir.SLe:
		return truth(int64(x) <= int64(y))
	}
	panic(fmt.Sprintf("operator %s", op))
}
