package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"up4/internal/arena"
)

func u16(v uint16) []byte { return binary.BigEndian.AppendUint16(nil, v) }

// portRange is an operation on a table with one range of 16 bits; its data is n.
func portRange(kind OpKind, lo, hi uint16, prio int32, n byte) Op {
	op := Op{Kind: kind, Entry: Entry{Key: u16(lo), Mask: u16(hi), Priority: prio}}
	if kind != Delete {
		op.Entry.Action, op.Entry.Data = 1, []byte{n}
	}
	return op
}

func portSpec() Spec {
	return Spec{Name: "ports", Size: 20000, Actions: 2, DataBytes: []int{0, 1}, Fields: []Field{{"port", 16, Range}}}
}

// TestRanges: bounds, order and change of a range of 16 bits, by hand.
func TestRanges(t *testing.T) {
	s, base := newTestStore(t, 1<<20, []Spec{portSpec()})
	empty := s.Usage()
	check := func(root arena.Off, want map[uint16]int) {
		t.Helper()
		for port, n := range want {
			r := Open(base, root).Find(0, u16(port))
			if n < 0 && r.Hit != 0 || n >= 0 && (r.Hit == 0 || int(r.Data(1)[0]) != n) {
				t.Errorf("port %#x: hit %d, data %d, want %d", port, r.Hit, r.Data(1)[0], n)
			}
		}
	}
	// Bounds are numbers: 0x0200 lies in 0x01ff–0x0300 though its last byte is below
	// that of the lower bound.
	first := mustApply(t, s,
		portRange(Insert, 0x01ff, 0x0300, 5, 1),
		portRange(Insert, 80, 80, 9, 2),
		portRange(Insert, 0xff00, 0xffff, 5, 3),
		portRange(Insert, 70, 90, 7, 4))
	want := map[uint16]int{0x01fe: -1, 0x01ff: 1, 0x0200: 1, 0x02ff: 1, 0x0300: 1, 0x0301: -1,
		80: 2, 79: 4, 70: 4, 69: -1, 90: 4, 91: -1, 0xfeff: -1, 0xff00: 3, 0xffff: 3, 0: -1}
	check(first.Root, want)

	// Every value, below all others; then one change, one deletion.
	second := mustApply(t, s, portRange(Insert, 0, 0xffff, 1, 5), portRange(Modify, 70, 90, 7, 6), portRange(Delete, 80, 80, 9, 0))
	check(second.Root, map[uint16]int{0: 5, 69: 5, 80: 6, 90: 6, 91: 5, 0x0200: 1, 0xffff: 3})
	check(first.Root, want) // the version before is as it was

	// The second step fails, so the first is not made either.
	usage := s.Usage()
	if _, err := s.Apply([]Op{portRange(Insert, 1, 2, 9, 7), portRange(Insert, 0, 0xffff, 1, 8)}); !errors.Is(err, ErrExists) {
		t.Errorf("got %v, want ErrExists", err)
	}
	if s.Usage() != usage || s.Root() != second.Root {
		t.Error("a failed batch left something behind")
	}
	third := mustApply(t, s, Op{Kind: SetDefault, Entry: Entry{Action: 1, Data: []byte{42}}}, Op{Kind: Clear})
	if r := Open(base, third.Root).Find(0, u16(80)); r.Hit != 0 || r.Action != 1 || r.Data(1)[0] != 42 {
		t.Errorf("after Clear: %+v %d", *r, r.Data(1)[0])
	}
	var hits []uint32
	third.EachHit(func(_ int, hit uint32) { hits = append(hits, hit) })
	if slices.Sort(hits); !slices.Equal(hits, []uint32{1, 3, 4, 5}) { // 2 was deleted before
		t.Errorf("Clear retires the hit counters %v", hits)
	}
	for _, c := range []Change{first, second, third} {
		s.Free(c.Garbage)
	}
	if u := s.Usage(); u.Objects != empty.Objects || u.Waiting != 0 {
		t.Errorf("%+v at last, %+v at first", u, empty)
	}
}

// TestRangeTies: among equal priorities the larger Key wins, then the larger Mask,
// in whatever order the entries are written; they are read back in that order.
func TestRangeTies(t *testing.T) {
	ops := []Op{
		portRange(Insert, 0, 100, 5, 1), portRange(Insert, 50, 60, 5, 2), portRange(Insert, 50, 70, 5, 3),
		portRange(Insert, 50, 60, 4, 4), portRange(Insert, 0, 10, 6, 5), portRange(Insert, 90, 200, 1, 6),
	}
	for range 20 {
		rand.Shuffle(len(ops), func(i, j int) { ops[i], ops[j] = ops[j], ops[i] })
		s, base := newTestStore(t, 1<<20, []Spec{portSpec()})
		mustApply(t, s, ops...)
		for port, want := range map[uint16]byte{5: 5, 11: 1, 55: 3, 65: 3, 71: 1, 95: 1, 101: 6} {
			if got := Open(base, s.Root()).Range(0).Find(u16(port)).Data(1)[0]; got != want {
				t.Errorf("port %d: entry %d wins, want %d", port, got, want)
			}
		}
		var order []byte
		for _, e := range s.Entries(0) {
			order = append(order, e.Data[0])
		}
		if !bytes.Equal(order, []byte{5, 3, 2, 1, 4, 6}) {
			t.Errorf("the entries are read back in the order %v", order)
		}
	}
}

// TestRangeAmongOthers: one entry with a field of every kind, of which each can be
// the one that does not match.
func TestRangeAmongOthers(t *testing.T) {
	spec := Spec{Name: "filter", Size: 9, Actions: 1, DataBytes: []int{0}, Fields: []Field{
		{"proto", 8, Exact}, {"src", 16, LPM}, {"port", 12, Range}, {"flags", 6, Ternary}, {"vlan", 12, Optional}}}
	if !spec.Ranked() || spec.Match() != Range {
		t.Errorf("Ranked is %v, Match %v", spec.Ranked(), spec.Match())
	}
	s, base := newTestStore(t, 1<<20, []Spec{spec})
	mustApply(t, s, Op{Kind: Insert, Entry: Entry{
		Key:      []byte{6, 0x0a, 0x00, 0x00, 0xfe, 0b000010, 0x01, 0x23},
		Mask:     []byte{255, 0xff, 0x00, 0x02, 0x01, 0b000011, 0x0f, 0xff},
		Priority: 1}})
	for _, c := range []struct {
		key  []byte
		want bool
	}{
		{[]byte{6, 0x0a, 0x77, 0x01, 0x80, 0b111110, 0x01, 0x23}, true},
		{[]byte{6, 0x0a, 0x77, 0x00, 0xfe, 0b000010, 0x01, 0x23}, true},
		{[]byte{6, 0x0a, 0x77, 0x02, 0x01, 0b000010, 0x01, 0x23}, true},
		{[]byte{7, 0x0a, 0x77, 0x01, 0x80, 0b111110, 0x01, 0x23}, false}, // proto
		{[]byte{6, 0x0b, 0x77, 0x01, 0x80, 0b111110, 0x01, 0x23}, false}, // src
		{[]byte{6, 0x0a, 0x77, 0x00, 0xfd, 0b111110, 0x01, 0x23}, false}, // port too low
		{[]byte{6, 0x0a, 0x77, 0x02, 0x02, 0b111110, 0x01, 0x23}, false}, // port too high
		{[]byte{6, 0x0a, 0x77, 0x01, 0x80, 0b111111, 0x01, 0x23}, false}, // flags
		{[]byte{6, 0x0a, 0x77, 0x01, 0x80, 0b111110, 0x01, 0x22}, false}, // vlan
	} {
		if r := Open(base, s.Root()).Find(0, c.key); r.Hit != 0 != c.want {
			t.Errorf("%x: hit %d, want a match: %v", c.key, r.Hit, c.want)
		}
	}
}

func TestInvalidRanges(t *testing.T) {
	spec := portSpec()
	spec.Fields = []Field{{"port", 9, Range}, {"proto", 8, Exact}}
	s, _ := newTestStore(t, 1<<20, []Spec{spec})
	good := Entry{Key: []byte{0, 255, 6}, Mask: []byte{1, 0, 255}, Priority: 1, Action: 1, Data: []byte{1}}
	for want, change := range map[string]func(*Entry){
		"port: the lower bound of the range is above the upper one": func(e *Entry) { e.Mask = []byte{0, 254, 255} },
		"port: the upper bound has bits above its 9 bits":           func(e *Entry) { e.Mask = []byte{2, 0, 255} },
		"port: the value has bits above its 9 bits":                 func(e *Entry) { e.Key, e.Mask = []byte{2, 0, 6}, []byte{2, 0, 255} },
		"proto: an exact field needs a mask of all its 8 bits":      func(e *Entry) { e.Key, e.Mask = []byte{0, 0, 0}, []byte{1, 0, 0} },
		"the mask is 0 bytes long, not 3":                           func(e *Entry) { e.Mask = nil },
		"priority 0 is not above zero":                              func(e *Entry) { e.Priority = 0 },
		"a range table takes masks, no prefix length":               func(e *Entry) { e.PrefixLen = 1 },
		"no such entry in table ports":                              func(e *Entry) {},
	} {
		e := good
		change(&e)
		if _, err := s.Apply([]Op{{Kind: Modify, Entry: e}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	mustApply(t, s, Op{Kind: Insert, Entry: good})
}

// TestManyRanges: 10,000 ranges are one batch of less than a second. Range i is
// 6·i to 6·i+2; 6·i+3 to 6·i+5 match nothing.
func TestManyRanges(t *testing.T) {
	const n = 10000
	s, base := newTestStore(t, 16<<20, []Spec{portSpec()})
	ops := make([]Op, n)
	for i := range ops {
		ops[i] = portRange(Insert, uint16(6*i), uint16(6*i+2), 1+int32(i*7919%n), byte(i))
	}
	start := time.Now()
	c := mustApply(t, s, ops...)
	took := time.Since(start)
	t.Logf("%d entries in one batch: %v", n, took)
	if took > time.Second && !raceEnabled {
		t.Errorf("one batch took %v", took)
	}
	s.Free(c.Garbage)
	r := Open(base, s.Root()).Range(0)
	for i := 0; i < n; i += 97 {
		for j := range 6 {
			rec := r.Find(u16(uint16(6*i + j)))
			if rec.Hit != 0 != (j < 3) || j < 3 && rec.Data(1)[0] != byte(i) {
				t.Errorf("%d: hit %d, data %d", 6*i+j, rec.Hit, rec.Data(1)[0])
			}
		}
	}
	start = time.Now()
	s.Free(mustApply(t, s, portRange(Delete, 0, 2, 1, 0)).Garbage)
	t.Logf("one deletion of %d: %v", n, time.Since(start))
	if err := audit(s); err != nil {
		t.Error(err)
	}
}

// TestRangesWithoutMemory: the list itself finds no room, and all is as before.
func TestRangesWithoutMemory(t *testing.T) {
	s, base := newTestStore(t, 12*arena.PageSize, []Spec{portSpec()})
	mustApply(t, s, portRange(Insert, 1, 2, 1, 1))
	usage, root := s.Usage(), s.Root()
	var ops []Op
	for i := range uint16(1000) {
		ops = append(ops, portRange(Insert, 10*i, 10*i+5, 2, 9))
	}
	if _, err := s.Apply(ops); !errors.Is(err, ErrMemory) {
		t.Errorf("got %v, want ErrMemory", err)
	}
	if s.Usage() != usage || s.Root() != root || s.Len(0) != 1 {
		t.Errorf("%+v after the failed batch, %+v before", s.Usage(), usage)
	}
	mustApply(t, s, portRange(Insert, 7, 7, 1, 7)) // goes on from the list before
	for port, want := range map[uint16]byte{1: 1, 2: 1, 7: 7} {
		if r := Open(base, s.Root()).Find(0, u16(port)); r.Hit == 0 || r.Data(1)[0] != want {
			t.Errorf("port %d: data %d, want %d", port, r.Data(1)[0], want)
		}
	}
	if err := audit(s); err != nil {
		t.Error(err)
	}
}
