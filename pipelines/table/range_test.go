package table

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"up4/internal/arena"
)

// TestRangeFilter is a filter by hand: ports between two values, both included.
func TestRangeFilter(t *testing.T) {
	spec := Spec{Name: "f", Size: 20, Actions: 2, DataBytes: []int{0, 1},
		Fields: []Field{{"proto", 8, Exact}, {"src", 12, LPM}, {"port", 16, Range}, {"flags", 3, Ternary}}}
	entries := []Entry{
		{Key: []byte{6, 0x0a, 0x00, 0, 80, 0}, Mask: []byte{255, 0x0f, 0x00, 0, 90, 0}, Priority: 5},
		{Key: []byte{6, 0, 0, 0, 0, 0}, Mask: []byte{255, 0, 0, 255, 255, 0}, Priority: 1}, // any port
		{Key: []byte{6, 0, 0, 4, 0, 0}, Mask: []byte{255, 0, 0, 255, 255, 0}, Priority: 2}, // from 1024 on
		{Key: []byte{6, 0, 0, 1, 0xbb, 2}, Mask: []byte{255, 0, 0, 1, 0xbb, 2}, Priority: 3},
		{Key: []byte{17, 0, 0, 0, 10, 0}, Mask: []byte{255, 0, 0, 0, 20, 0}, Priority: 4},
		{Key: []byte{17, 0, 0, 0, 15, 0}, Mask: []byte{255, 0, 0, 0, 30, 0}, Priority: 4}, // the larger key
		{Key: []byte{17, 0, 0, 0, 15, 0}, Mask: []byte{255, 0, 0, 0, 16, 0}, Priority: 4}, // a smaller mask
		{Key: []byte{17, 0, 0, 0, 0, 0}, Mask: []byte{255, 0, 0, 0x01, 0x00, 0}, Priority: 3},
	}
	for range 20 {
		var ops []Op
		for i, e := range entries {
			e.Action, e.Data = 1, []byte{byte(i)}
			ops = append(ops, Op{Kind: Insert, Entry: e})
		}
		rand.Shuffle(len(ops), func(i, j int) { ops[i], ops[j] = ops[j], ops[i] })
		s, base := newTestStore(t, 1<<20, []Spec{spec})
		mustApply(t, s, ops...)
		check := func(key [6]byte, want int) {
			t.Helper()
			r := Open(base, s.Root()).Range(0).Find(key[:])
			if want < 0 {
				if r.Hit != 0 {
					t.Errorf("%x: entry %d, want none", key, r.Data(1)[0])
				}
			} else if r.Hit == 0 || int(r.Data(1)[0]) != want {
				t.Errorf("%x: hit %d, entry %d, want %d", key, r.Hit, r.Data(1)[0], want)
			}
		}
		check([6]byte{6, 0x0a, 0x77, 0, 80, 1}, 0)
		check([6]byte{6, 0x0a, 0x77, 0, 90, 1}, 0)
		check([6]byte{6, 0x0a, 0x77, 0, 79, 1}, 1)
		check([6]byte{6, 0x0a, 0x77, 0, 91, 1}, 1)
		check([6]byte{6, 0x0b, 0x77, 0, 85, 1}, 1)
		check([6]byte{6, 0, 0, 3, 255, 0}, 1)
		check([6]byte{6, 0, 0, 4, 0, 0}, 2)
		check([6]byte{6, 0, 0, 255, 255, 7}, 2)
		check([6]byte{6, 0, 0, 1, 0xbb, 6}, 3)
		check([6]byte{6, 0, 0, 1, 0xbb, 5}, 1)
		check([6]byte{17, 0, 0, 0, 12, 0}, 4)
		check([6]byte{17, 0, 0, 0, 15, 0}, 5)
		check([6]byte{17, 0, 0, 0, 30, 0}, 5)
		check([6]byte{17, 0, 0, 0, 31, 0}, 7)
		check([6]byte{17, 0, 0, 1, 0, 0}, 7)
		check([6]byte{17, 0, 0, 1, 1, 0}, -1) // as numbers of 16 bits, not byte by byte
		check([6]byte{1, 0, 0, 0, 15, 0}, -1)
		mustApply(t, s, Op{Kind: Delete, Entry: Entry{Key: entries[5].Key, Mask: entries[5].Mask, Priority: 4}})
		check([6]byte{17, 0, 0, 0, 15, 0}, 6)
		check([6]byte{17, 0, 0, 0, 17, 0}, 4)
		hit := Open(base, s.Root()).Find(0, []byte{6, 0, 0, 4, 0, 0}).Hit
		mustApply(t, s, Op{Kind: Modify, Entry: Entry{Key: entries[2].Key, Mask: entries[2].Mask, Priority: 2, Action: 1, Data: []byte{99}}})
		check([6]byte{6, 0, 0, 4, 0, 0}, 99)
		if got := Open(base, s.Root()).Find(0, []byte{6, 0, 0, 4, 0, 0}).Hit; got != hit {
			t.Errorf("hit counter %d after Modify, %d before", got, hit)
		}
		mustApply(t, s, Op{Kind: Clear})
		check([6]byte{6, 0, 0, 4, 0, 0}, -1)
	}
}

// TestTooManyRanges: the descriptions of range fields have one page.
func TestTooManyRanges(t *testing.T) {
	many := Spec{Name: "many", Size: 1, Actions: 1, DataBytes: []int{0}}
	for range maxRanges + 1 {
		many.Fields = append(many.Fields, Field{"r", 8, Range})
	}
	a, err := arena.New(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := NewStore(a, 1<<19, []Spec{many}); err == nil || !strings.Contains(err.Error(), "769 key fields are ranges, 768 at most") {
		t.Errorf("got %v", err)
	}
	many.Fields = many.Fields[1:]
	if _, err := NewStore(a, 1<<19, []Spec{many}); err != nil {
		t.Error(err)
	}
}

// TestLongLists has lists of many blocks, of one row each too, that grow and shrink;
// the model gives the answers.
func TestLongLists(t *testing.T) {
	specs := []Spec{
		{Name: "ports", Fields: []Field{{"port", 16, Range}, {"kind", 2, Optional}}},
		{Name: "large", Fields: []Field{{"all", 8 * MaxKeyBytes, Range}}},
		{Name: "half", Fields: []Field{{"all", 4 * MaxKeyBytes, Range}}}, // 3 rows a block
	}
	for i := range specs {
		specs[i].Size, specs[i].Actions, specs[i].DataBytes = 4000, 3, []int{0, 2, 9}
	}
	s, base := newTestStore(t, 32<<20, specs)
	m := newModel(specs)
	rng := rand.New(rand.NewPCG(9, 9))
	probe := func() {
		t.Helper()
		v := Open(base, s.Root())
		for range 300 {
			tab := rng.IntN(len(specs))
			key := randomEntry(rng, &specs[tab]).Key
			if tab == 0 {
				key[0], key[1] = byte(rng.Uint32()), byte(rng.Uint32())
			}
			action, data, hit := m.find(tab, key)
			if r := v.Find(tab, key); r.Action != action || r.Hit != 0 != hit || !bytes.Equal(r.Data(len(data)), data) {
				t.Fatalf("table %s, key %x: found %+v, want action %d hit %v", specs[tab].Name, key, *r, action, hit)
			}
		}
		if err := audit(s); err != nil {
			t.Fatal(err)
		}
	}
	for tab, n := range []int{3000, 40, 200} {
		for range n {
			e := randomEntry(rng, &specs[tab])
			if e.Priority = 1 + rng.Int32N(1000); tab == 0 { // narrow ranges all over
				e.Key[0], e.Key[1] = byte(rng.Uint32()), byte(rng.Uint32())
				e.Mask[0], e.Mask[1] = e.Key[0], max(e.Key[1], byte(rng.Uint32()))
			}
			op := Op{Kind: Insert, Table: tab, Entry: e}
			if _, err := m.apply([]Op{op}); err == nil {
				s.Free(mustApply(t, s, op).Garbage)
			}
		}
		probe()
	}
	if n := len(s.tables[0].v.blocks); n < 3000/127 || n > 2*3000/127 {
		t.Errorf("%d blocks for 3,000 entries of 32 bytes", n)
	}
	// A change copies a block and the list of them, not all.
	e := m.tables[0].entries[1500]
	c := mustApply(t, s, Op{Kind: Modify, Table: 0, Entry: e})
	if w := s.Usage().Waiting; w > 2*arena.PageSize {
		t.Errorf("a change of one entry replaced %d bytes", w)
	}
	s.Free(c.Garbage)
	for tab := range specs {
		for len(m.tables[tab].entries) > 3 {
			var ops []Op
			for range 1 + rng.IntN(len(m.tables[tab].entries)/2) {
				at := rng.IntN(len(m.tables[tab].entries))
				e := m.tables[tab].entries[at]
				op := Op{Kind: Delete, Table: tab, Entry: Entry{Key: e.Key, Mask: e.Mask, Priority: e.Priority}}
				if _, err := m.apply([]Op{op}); err != nil {
					t.Fatal(err)
				}
				ops = append(ops, op)
			}
			s.Free(mustApply(t, s, ops...).Garbage)
			probe()
		}
	}
	if n := len(s.tables[0].v.blocks); n > 2 {
		t.Errorf("%d blocks for 3 entries", n)
	}
}
