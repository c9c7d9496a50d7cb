package interp

import (
	"math/big"

	"up4/p4/ir"
)

// reader is a packet that is read from its first bit on.
type reader struct {
	bytes []byte
	at    int // bits read
}

func (r *reader) left() int { return len(r.bytes)*8 - r.at }

// take is the next n bits. Precondition: there are as many.
func (r *reader) take(n int) *big.Int {
	v := new(big.Int)
	if n == 0 {
		return v
	}
	first, last := r.at/8, (r.at+n-1)/8
	v.SetBytes(r.bytes[first : last+1])
	v.Rsh(v, uint((last+1)*8-r.at-n))
	r.at += n
	return ir.Wrap(v, &ir.BitsType{Width: n})
}

// skip is advance (13.8.4).
func (r *reader) skip(n *big.Int) (fault string) {
	if n.Cmp(big.NewInt(int64(r.left()))) > 0 {
		return "PacketTooShort"
	}
	r.at += int(n.Int64())
	return ""
}

// read is a value of a type, headers in it valid; size is the bits of its varbit. If
// it fails, nothing was read.
func (r *reader) read(t ir.Type, size *big.Int) (v Value, fault string) {
	need := big.NewInt(int64(fixedWidth(t)))
	if size != nil {
		need.Add(need, size)
	}
	if need.Cmp(big.NewInt(int64(r.left()))) > 0 {
		return nil, "PacketTooShort"
	}
	if size != nil && size.Cmp(big.NewInt(int64(varbitOf(t)))) > 0 {
		return nil, "HeaderTooShort"
	}
	return r.value(t, size), ""
}

func (r *reader) value(t ir.Type, size *big.Int) Value {
	switch t := under(t).(type) {
	case *ir.BoolType:
		return Bool(r.take(1).Sign() != 0)
	case *ir.VarbitType:
		n := 0
		if size != nil {
			n = int(size.Int64())
		}
		return Varbit{V: r.take(n), Len: n}
	case *ir.RecordType:
		return makeValue(t, len(t.Fields), func(i int) Value { return r.value(t.Fields[i].Type, size) })
	case *ir.StackType:
		return makeValue(t, t.Size, func(int) Value { return r.value(t.Elem, size) })
	}
	b := bits(t)
	if b == nil {
		return zero // the validator lets nothing else into a packet
	}
	return Int{ir.Wrap(r.take(b.Width), b)}
}

// fixedWidth is the bits of a type without those of a varbit.
func fixedWidth(t ir.Type) int {
	switch t := under(t).(type) {
	case *ir.BoolType:
		return 1
	case *ir.RecordType:
		n := 0
		for _, f := range t.Fields {
			n += fixedWidth(f.Type)
		}
		return n
	case *ir.StackType:
		return t.Size * fixedWidth(t.Elem)
	}
	if b := bits(t); b != nil {
		return b.Width
	}
	return 0
}

// varbitOf is the greatest width of the varbit of a header.
func varbitOf(t ir.Type) int {
	if r, ok := under(t).(*ir.RecordType); ok {
		for _, f := range r.Fields {
			if v, ok := under(f.Type).(*ir.VarbitType); ok {
				return v.Max
			}
		}
	}
	return 0
}

// writer is a packet that grows bit by bit.
type writer struct {
	bytes []byte
	bits  int
	ends  []int // of headers, in bytes
}

// put appends the n lowest bits of v.
func (w *writer) put(v *big.Int, n int) {
	for i := n - 1; i >= 0; i-- {
		if w.bits%8 == 0 {
			w.bytes = append(w.bytes, 0)
		}
		w.bytes[w.bits/8] |= byte(v.Bit(i)) << (7 - w.bits%8) // of a negative v: two's complement
		w.bits++
	}
}

// emit appends what is valid of a value (16.1): a header if it is, of a union the one
// that is, stacks and structs part by part.
func (w *writer) emit(v Value) {
	switch v := v.(type) {
	case *Stack:
		for _, e := range v.Elems {
			w.emit(e)
		}
	case *Record:
		if v.T.Kind == ir.Header {
			if v.Valid {
				w.append(v, v.T)
				w.ends = append(w.ends, len(w.bytes))
			}
			return
		}
		for _, f := range v.Fields {
			w.emit(f)
		}
	}
}

// append appends all bits of a value of a type.
func (w *writer) append(v Value, t ir.Type) {
	switch v := v.(type) {
	case *Stack:
		for _, e := range v.Elems {
			w.append(e, v.T.Elem)
		}
	case *Record:
		for i, f := range v.Fields {
			w.append(f, v.T.Fields[i].Type)
		}
	case Bool:
		w.put(integerOf(v), 1)
	case Varbit:
		w.put(v.V, v.Len)
	case Int:
		if b := bits(t); b != nil {
			w.put(v.V, b.Width)
		}
	}
}
