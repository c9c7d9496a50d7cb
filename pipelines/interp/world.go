package interp

import (
	"math/big"
	"math/rand/v2"

	"up4/p4/ir"
)

// world is what externs of every architecture work with.
type world struct {
	*tables
	m      *machine
	now    func() int64 // ns
	random *rand.Rand
	log    func(string)
	digest func(d int, fields []byte)
}

// array is the index of the array that a method is called of.
func (w *world) array(c *ir.CallExtern) int { return w.Arrays[w.m.object(c)] }

// small is an index; one that no array can have is -1.
func small(v Value) int {
	n := integerOf(v)
	if !n.IsInt64() || n.Int64() > 1<<32 {
		return -1
	}
	return int(n.Int64())
}

// pack is a value as bytes: its bits from the most significant on, zero bits at the end.
func pack(v Value, t ir.Type) []byte {
	var w writer
	w.append(v, t)
	return w.bytes
}

// readRegister reads a cell of a type; one outside is zero.
func (w *world) readRegister(t ir.Type, array, i int) Value {
	n := fixedWidth(t)
	words := make([]uint64, (n+63)/64)
	w.state.Read(array, i, words)
	v := new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(words[k]))
	}
	r := reader{bytes: v.Lsh(v, uint(-n&7)).FillBytes(make([]byte, (n+7)/8))}
	return r.value(t, nil)
}

// writeRegister stores a value in a cell; outside it stores nothing.
func (w *world) writeRegister(t ir.Type, array, i int, value Value) {
	v := new(big.Int).SetBytes(pack(value, t))
	n := fixedWidth(t)
	v.Rsh(v, uint(-n&7))
	words := make([]uint64, (n+63)/64)
	low := new(big.Int).SetUint64(^uint64(0))
	for k := range words {
		words[k] = new(big.Int).And(v, low).Uint64()
		v.Rsh(v, 64)
	}
	w.state.Write(array, i, words)
}
