package interp

import (
	"math/big"

	"up4/p4/ir"
)

// spot is where the way to a place ends: in a slot, or in a part of a value that
// lies in one.
type spot struct {
	in    Value // the *Record or *Stack whose part it is; nil for a local itself
	index int   // of the part, or of the local's slot
	// next is the last stack of which the way took the next element, nil for none.
	next *Stack
	// lost is true if the way leads out of a stack, or through an invalid header: what
	// is read there is unspecified (zeros, here), what is written is ignored (8.17, 8.18).
	lost bool
}

// find follows the way to a place.
func (m *machine) find(p *ir.Place) spot {
	at := spot{index: m.slot(p.Root)}
	for _, step := range p.Path {
		v := m.at(at)
		if s, ok := v.(*Stack); ok {
			i, inside := m.element(s, step)
			if !inside {
				return spot{lost: true, next: at.next}
			}
			if step.Kind == ir.NextStep {
				at.next = s
			}
			at.in, at.index = s, i
			continue
		}
		r := v.(*Record)
		if r.T.Kind == ir.Header && !r.Valid {
			at.lost = true
		}
		at.in, at.index = r, step.Field
	}
	return at
}

// element is the index that a step of the way takes in a stack, and whether there is
// such an element.
func (m *machine) element(s *Stack, step ir.Step) (int, bool) {
	i := s.Next
	switch step.Kind {
	case ir.LastStep:
		i--
	case ir.IndexStep:
		n := m.eval(step.Index).(Int).V
		if !n.IsInt64() || n.Int64() < 0 || n.Int64() >= int64(len(s.Elems)) {
			return 0, false
		}
		i = int(n.Int64())
	}
	return i, i >= 0 && i < len(s.Elems)
}

// at is the value at a spot, not copied.
func (m *machine) at(at spot) Value {
	switch in := at.in.(type) {
	case *Record:
		return in.Fields[at.index]
	case *Stack:
		return in.Elems[at.index]
	}
	return m.slots[at.index]
}

// load is what a place holds; it shares what can change with it.
func (m *machine) load(p *ir.Place) Value {
	at := m.find(p)
	if at.lost {
		return initial(p.T)
	}
	return m.at(at)
}

// header is the header, union or stack at a place, to be changed; nil if the way to
// it is lost.
func (m *machine) header(p *ir.Place) Value {
	at := m.find(p)
	if at.lost {
		return nil
	}
	return m.at(at)
}

// store puts a value at a place.
func (m *machine) store(p *ir.Place, v Value) { m.put(m.find(p), v) }

func (m *machine) put(at spot, v Value) {
	if at.lost {
		return
	}
	switch in := at.in.(type) {
	case *Record:
		if in.T.Kind == ir.Union {
			m.putMember(in, at.index, v.(*Record))
			return
		}
		in.Fields[at.index] = v
	case *Stack:
		in.Elems[at.index] = v
	default:
		m.slots[at.index] = v
	}
}

// putMember stores a header of a union: the others become invalid, and all of them
// if it is (8.19).
func (m *machine) putMember(u *Record, index int, h *Record) {
	for _, f := range u.Fields {
		f.(*Record).Valid = false
	}
	u.Fields[index] = h
}

// setValid makes a header valid or invalid (8.17), and the others of its union
// invalid (8.19).
func (m *machine) setValid(p *ir.Place, valid bool) {
	at := m.find(p)
	if at.lost {
		return
	}
	h := m.at(at).(*Record)
	if u, ok := at.in.(*Record); ok && u.T.Kind == ir.Union {
		for _, f := range u.Fields {
			if f != Value(h) {
				f.(*Record).Valid = false
			}
		}
	}
	if valid && !h.Valid {
		// The fields are unspecified: zeros.
		fresh := initial(h.T).(*Record)
		h.Fields = fresh.Fields
	}
	h.Valid = valid
}

// shift is push_front (n > 0) and pop_front (8.18): elements move, those at the end
// that was left become invalid, and the next index moves too, within the stack.
func (s *Stack) shift(n int) {
	size := len(s.Elems)
	elems := make([]Value, size)
	for i := range elems {
		if from := i - n; from >= 0 && from < size {
			elems[i] = s.Elems[from]
		} else {
			elems[i] = initial(s.T.Elem)
		}
	}
	s.Elems = elems
	s.Next = min(max(s.Next+n, 0), size)
}

// withBits is v with its bits hi to lo set to those of x, in the range of t.
func withBits(v, x *big.Int, hi, lo int, t *ir.BitsType) *big.Int {
	unsigned := &ir.BitsType{Width: t.Width}
	r := new(big.Int).Set(ir.Wrap(v, unsigned))
	for i := lo; i <= hi; i++ {
		r.SetBit(r, i, x.Bit(i-lo)) // of a negative x, Bit is of its two's complement
	}
	return ir.Wrap(r, t)
}
