package table

import (
	"bytes"
	"testing"

	"up4/internal/arena"
)

// FuzzApply reads batches from bytes, valid or not, and compares the store with
// the model. Nothing may panic, and a refused batch may change nothing.
func FuzzApply(f *testing.F) {
	f.Add([]byte{0, 0, 8, 10, 0, 0, 0, 1, 1, 0, 9})
	f.Add([]byte{10, 0, 1, 0x21, 0x21, 2, 10, 0, 1, 0x20, 0x20, 0, 3, 10, 4, 0})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 7, 7, 0, 4})
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 4096 {
			return
		}
		specs := testSpecs()
		for i := range specs {
			specs[i].Size = 7
		}
		a, err := arena.New(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		s, err := newStore(a, 900<<10, specs, 1)
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(specs)
		r := reader{in}
		for range 200 {
			if len(r.in) == 0 {
				break
			}
			var ops []Op
			for range 1 + r.byte()%4 {
				ops = append(ops, r.op(specs))
			}
			m = applyBoth(t, s, m, ops)
			probeOps(t, Open(a.Base(), s.Root()), m, ops)
		}
		if err := audit(s); err != nil {
			t.Fatal(err)
		}
	})
}

// applyBoth applies a batch and returns what the model is then.
func applyBoth(t *testing.T, s *Store, m *model, ops []Op) *model {
	root := s.Root()
	c, err := s.Apply(ops)
	if err != nil {
		if s.Root() != root || cause(err) == err {
			t.Fatalf("a failed batch: %v", err)
		}
		return m
	}
	next := m.clone()
	if i, err := next.apply(ops); err != nil {
		t.Fatalf("step %d was accepted: %v", i, err)
	}
	s.Free(c.Garbage)
	return next
}

// probeOps looks up the keys of operations.
func probeOps(t *testing.T, v View, m *model, ops []Op) {
	for _, op := range ops {
		if len(op.Entry.Key) != m.specs[op.Table].KeyBytes() {
			continue
		}
		action, data, hit := m.find(op.Table, op.Entry.Key)
		got := find(v, m.specs, op.Table, op.Entry.Key)
		if got.Action != action || got.Hit != 0 != hit || !bytes.Equal(got.Data(len(data)), data) {
			t.Fatalf("%+v: found %+v, want action %d hit %v", op, *got, action, hit)
		}
	}
}

// reader takes values from bytes; zeros follow the last.
type reader struct{ in []byte }

func (r *reader) byte() byte {
	if len(r.in) == 0 {
		return 0
	}
	b := r.in[0]
	r.in = r.in[1:]
	return b
}

func (r *reader) take(n int) []byte {
	b := make([]byte, n)
	r.in = r.in[copy(b, r.in):]
	return b
}

func (r *reader) op(specs []Spec) Op {
	tab := int(r.byte()) % len(specs)
	op := Op{Table: tab, Kind: OpKind(r.byte() % 6)}
	if op.Kind < SetDefault {
		op.Entry.Key = r.take(specs[tab].KeyBytes())
		switch specs[tab].Match() {
		case LPM:
			op.Entry.PrefixLen = int(int8(r.byte()))
			if specs[tab].Masked() {
				op.Entry.Mask = r.take(specs[tab].KeyBytes())
			}
		case Ternary, Range:
			op.Entry.Mask = r.take(specs[tab].KeyBytes())
			op.Entry.Priority = int32(int8(r.byte()))
		}
	}
	op.Entry.Action = uint16(r.byte() % 4)
	op.Entry.Data = r.take([]int{0, 2, 9, 1}[op.Entry.Action])
	return op
}
