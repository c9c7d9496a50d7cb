package table

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"up4/internal/arena"
)

// testSpecs has a table of each kind and of odd widths. Action 0 has no
// parameters, 1 has 2 bytes, 2 has 9.
func testSpecs() []Spec {
	field := func(name string, bits int, m Match) Field { return Field{Name: name, Bits: bits, Match: m} }
	specs := []Spec{
		{Name: "lpm32", Fields: []Field{field("dst", 32, LPM)}},
		{Name: "lpm20", Fields: []Field{field("label", 20, LPM)}},
		{Name: "lpm5", Fields: []Field{field("x", 5, LPM)}},
		{Name: "lpm128", Fields: []Field{field("dst6", 128, LPM)}},
		{Name: "mixed", Fields: []Field{field("vrf", 12, Exact), field("dst", 32, LPM), field("tos", 3, Exact)}},
		{Name: "exact48", Fields: []Field{field("mac", 48, Exact)}},
		{Name: "exact9", Fields: []Field{field("port", 9, Exact)}},
		{Name: "exact64", Fields: []Field{field("id", 64, Exact)}},
		{Name: "exact5tuple", Fields: []Field{field("src", 32, Exact), field("dst", 32, Exact), field("proto", 8, Exact), field("ports", 32, Exact)}},
		{Name: "acl", Fields: []Field{field("src", 32, Ternary), field("dst", 32, LPM), field("proto", 8, Exact), field("port", 9, Ternary)}},
		{Name: "flags", Fields: []Field{field("flags", 6, Ternary)}},
		{Name: "optional", Fields: []Field{field("vlan", 12, Optional), field("mac", 48, Exact), field("kind", 8, Optional)}},
		{Name: "exact264", Fields: []Field{field("digest", 264, Exact)}},
		{Name: "ternary264", Fields: []Field{field("digest", 259, Ternary), field("in", 5, Optional)}},
		{Name: "ports", Fields: []Field{field("port", 16, Range)}},
		{Name: "filter", Fields: []Field{field("proto", 8, Exact), field("src", 20, LPM), field("sport", 9, Range), field("flags", 6, Ternary), field("vlan", 12, Optional), field("dport", 16, Range)}},
		{Name: "range264", Fields: []Field{field("digest", 261, Range), field("x", 3, Range)}},
		{Name: "keyless"},
		{Name: "two lpm", Fields: []Field{field("src", 12, LPM), field("vrf", 3, Exact), field("dst", 9, LPM)}},
	}
	for i := range specs {
		specs[i].Actions, specs[i].DataBytes, specs[i].Size = 3, []int{0, 2, 9}, 1<<17
		specs[i].DefaultAction, specs[i].DefaultData = 1, []byte{0xde, byte(i)}
	}
	return specs
}

func newTestStore(t testing.TB, bytes uint64, specs []Spec) (*Store, arena.Base) {
	t.Helper()
	a, err := arena.New(bytes + 2*arena.PageSize)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	s, err := NewStore(a, bytes, specs)
	if err != nil {
		t.Fatal(err)
	}
	return s, a.Base()
}

// find looks a key up in the way the table's kind asks for.
func find(v View, specs []Spec, t int, key []byte) *Record {
	if v.Find(t, key) != findByKind(v, specs, t, key) {
		panic("View.Find and the Find of the table's kind differ")
	}
	return v.Find(t, key)
}

func findByKind(v View, specs []Spec, t int, key []byte) *Record {
	switch specs[t].Match() {
	case LPM:
		return v.LPM(t).Find(key)
	case Range:
		return v.Range(t).Find(key)
	case Ternary:
		return v.Ternary(t).Find(key)
	}
	return v.Exact(t).Find(key)
}

func mustApply(t testing.TB, s *Store, ops ...Op) Change {
	t.Helper()
	c, err := s.Apply(ops)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func u32(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }

func route(kind OpKind, addr uint32, plen int, action uint16, data ...byte) Op {
	return Op{Kind: kind, Entry: Entry{Key: u32(addr), PrefixLen: plen, Action: action, Data: data}}
}

// TestLongestPrefix is RFC 1812 5.2.4.3 by hand: nested prefixes, the default
// route, and what comes back when they go.
func TestLongestPrefix(t *testing.T) {
	specs := testSpecs()[:1]
	s, base := newTestStore(t, 1<<20, specs)
	prefixes := []struct {
		addr uint32
		plen int
	}{{0, 0}, {0x0a000000, 8}, {0x0a010000, 16}, {0x0a010200, 24}, {0x0a010203, 32}, {0x0a010280, 25}, {0x80000000, 1}}
	for i, p := range prefixes {
		mustApply(t, s, route(Insert, p.addr, p.plen, 1, 0, byte(i)))
	}
	check := func(addr uint32, want int) {
		t.Helper()
		r := Open(base, s.Root()).LPM(0).Find32(addr)
		if want < 0 {
			if r.Hit != 0 || r.Action != 1 || !bytes.Equal(r.Data(2), []byte{0xde, 0}) {
				t.Errorf("%08x: got record %+v %x, want the default", addr, *r, r.Data(2))
			}
			return
		}
		if r.Hit == 0 || int(r.Data(2)[1]) != want || int(r.Prefix) != prefixes[want].plen {
			t.Errorf("%08x: got prefix /%d number %d, want number %d", addr, r.Prefix, r.Data(2)[1], want)
		}
	}
	for addr, want := range map[uint32]int{
		0x0a010203: 4, 0x0a010204: 3, 0x0a0102ff: 5, 0x0a010300: 2, 0x0a020000: 1, 0x0b000000: 0,
		0x7fffffff: 0, 0x80000000: 6, 0xffffffff: 6, 0: 0,
	} {
		check(addr, want)
	}
	mustApply(t, s, route(Delete, 0x0a010200, 24, 0))
	check(0x0a010204, 2)
	check(0x0a010203, 4)
	check(0x0a0102ff, 5)
	mustApply(t, s, route(Delete, 0, 0, 0))
	check(0x0b000000, -1)
	mustApply(t, s, route(Delete, 0x0a010000, 16, 0), route(Delete, 0x0a000000, 8, 0))
	check(0x0a010300, -1)
	check(0x0a010280, 5)
}

func TestTernaryTies(t *testing.T) {
	specs := testSpecs()[10:]
	entry := func(key, mask byte, prio int32, n byte) Op {
		return Op{Kind: Insert, Entry: Entry{Key: []byte{key}, Mask: []byte{mask}, Priority: prio, Action: 1, Data: []byte{0, n}}}
	}
	ops := []Op{
		entry(0b100000, 0b100000, 5, 0), entry(0b000001, 0b000001, 5, 1), // same priority, same size: larger mask
		entry(0b000011, 0b000011, 5, 2),                                  // more bits
		entry(0b000011, 0b000011, 9, 3), entry(0b000011, 0b000011, 2, 4), // same match, other priorities
		entry(0, 0, 1, 5),
		// Priority 4 under a mask that also has priority 9, and under a larger one:
		// a search must not end with the first.
		entry(0b001100, 0b001100, 9, 6), entry(0b001000, 0b001100, 4, 7), entry(0b001000, 0b011010, 4, 8),
	}
	for range 20 {
		rand.Shuffle(len(ops), func(i, j int) { ops[i], ops[j] = ops[j], ops[i] })
		s, base := newTestStore(t, 1<<20, specs)
		mustApply(t, s, ops...)
		check := func(key byte, want byte) {
			t.Helper()
			if got := Open(base, s.Root()).Ternary(0).Find([]byte{key}).Data(2)[1]; got != want {
				t.Errorf("key %06b: entry %d wins, want %d", key, got, want)
			}
		}
		check(0b100001, 0)
		check(0b000001, 1)
		check(0b100011, 3)
		check(0b000010, 5)
		check(0b001010, 7)
		check(0b001000, 8)
		mustApply(t, s, Op{Kind: Delete, Entry: Entry{Key: []byte{3}, Mask: []byte{3}, Priority: 9}})
		check(0b100011, 2)
		mustApply(t, s, Op{Kind: Delete, Entry: Entry{Key: []byte{3}, Mask: []byte{3}, Priority: 5}})
		check(0b100011, 0)
		check(0b000011, 1)
	}
}

func TestInvalidEntries(t *testing.T) {
	specs := testSpecs()
	s, _ := newTestStore(t, 4<<20, specs)
	for _, c := range []struct {
		op   Op
		want string
		is   error
	}{
		{Op{Kind: Insert, Table: 0, Entry: Entry{Key: []byte{1, 2, 3}}}, "the key is 3 bytes long, not 4", ErrInvalid},
		{Op{Kind: Insert, Table: 0, Entry: Entry{Key: u32(0x0a000001), PrefixLen: 31}}, "dst: the value has bits set below its prefix of 31 bits", ErrInvalid},
		{Op{Kind: Insert, Table: 0, Entry: Entry{Key: u32(0), PrefixLen: 33}}, "dst: prefix length 33 is not in 0–32", ErrInvalid},
		{Op{Kind: Insert, Table: 0, Entry: Entry{Key: u32(0), PrefixLen: -1}}, "prefix length -1", ErrInvalid},
		{Op{Kind: Insert, Table: 0, Entry: Entry{Key: u32(0), Priority: 1}}, "a priority is for ternary and range tables, this one is lpm", ErrInvalid},
		{Op{Kind: Insert, Table: 1, Entry: Entry{Key: []byte{0x10, 0, 0}, PrefixLen: 20}}, "label: the value has bits above its 20 bits", ErrInvalid},
		{Op{Kind: Insert, Table: 5, Entry: Entry{Key: make([]byte, 6), PrefixLen: 4}}, "a prefix length is for lpm tables, this one is exact", ErrInvalid},
		{Op{Kind: Insert, Table: 5, Entry: Entry{Key: make([]byte, 6), Mask: make([]byte, 6)}}, "a mask is for ternary and range tables", ErrInvalid},
		{Op{Kind: Insert, Table: 6, Entry: Entry{Key: []byte{2, 0}}}, "port: the value has bits above its 9 bits", ErrInvalid},
		{Op{Kind: Insert, Table: 10, Entry: Entry{Key: []byte{1}, Mask: []byte{1}}}, "priority 0 is not above zero", ErrInvalid},
		{Op{Kind: Insert, Table: 10, Entry: Entry{Key: []byte{1}, Mask: []byte{2}, Priority: 1}}, "flags: the value has bits set outside its mask", ErrInvalid},
		{Op{Kind: Insert, Table: 10, Entry: Entry{Key: []byte{1}, Mask: []byte{0x41}, Priority: 1}}, "flags: the mask has bits above its 6 bits", ErrInvalid},
		{Op{Kind: Insert, Table: 10, Entry: Entry{Key: []byte{1}, Priority: 1}}, "the mask is 0 bytes long, not 1", ErrInvalid},
		{Op{Kind: Insert, Table: 10, Entry: Entry{Key: []byte{1}, Mask: []byte{1}, Priority: 1, PrefixLen: 1}}, "takes masks, no prefix length", ErrInvalid},
		{Op{Kind: Insert, Table: 9, Entry: Entry{Key: make([]byte, 11), Mask: make([]byte, 11), Priority: 1}}, "proto: an exact field needs a mask of all its 8 bits", ErrInvalid},
		{Op{Kind: Insert, Table: 9, Entry: Entry{Key: make([]byte, 11), Mask: []byte{0, 0, 0, 0, 0, 1, 0, 0, 255, 0, 0}, Priority: 1}}, "dst: an lpm field needs a prefix for a mask", ErrInvalid},
		{Op{Kind: Insert, Table: 11, Entry: Entry{Key: make([]byte, 9), Mask: []byte{0x0f, 0xfe, 255, 255, 255, 255, 255, 255, 0}, Priority: 1}}, "vlan: an optional field needs a mask of all its 12 bits or of none", ErrInvalid},
		{Op{Kind: Insert, Table: 11, Entry: Entry{Key: make([]byte, 9), Mask: []byte{0, 0, 255, 255, 255, 255, 255, 255, 1}, Priority: 1}}, "kind: an optional field needs a mask of all its 8 bits or of none", ErrInvalid},
		{Op{Kind: Insert, Table: 0, Entry: Entry{Key: u32(0), Action: 3}}, "action 3 does not exist, there are 3", ErrInvalid},
		{Op{Kind: Insert, Table: 0, Entry: Entry{Key: u32(0), Action: 1, Data: []byte{1}}}, "action 1 takes 2 bytes of parameters, not 1", ErrInvalid},
		{Op{Kind: SetDefault, Table: 0, Entry: Entry{Key: u32(0)}}, "takes no key", ErrInvalid},
		{Op{Kind: Clear, Table: 0, Entry: Entry{PrefixLen: 1}}, "takes no key", ErrInvalid},
		{Op{Kind: 9, Table: 0}, "unknown operation 9", ErrInvalid},
		{Op{Kind: Insert, Table: 99}, "there is no table 99", ErrInvalid},
		{Op{Kind: Insert, Table: -1}, "there is no table -1", ErrInvalid},
		{Op{Kind: Modify, Table: 0, Entry: Entry{Key: u32(0)}}, "no such entry in table lpm32", ErrNotFound},
		{Op{Kind: Delete, Table: 5, Entry: Entry{Key: make([]byte, 6)}}, "no such entry in table exact48", ErrNotFound},
	} {
		before, usage := s.Root(), s.Usage()
		_, err := s.Apply([]Op{route(Insert, 0x0a000000, 8, 0), c.op})
		var oe *OpError
		if !errors.As(err, &oe) || oe.Index != 1 || !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want step 1 to fail with %q", c.op, err, c.want)
		}
		if s.Root() != before || s.Usage() != usage {
			t.Errorf("%+v: the failed batch left something behind", c.op)
		}
	}
	if got := s.Len(0); got != 0 {
		t.Errorf("%d entries after failed batches only", got)
	}
}

func TestInvalidSpecs(t *testing.T) {
	good := testSpecs()[0]
	for want, change := range map[string]func(*Spec){
		"dst is 0 bits wide":                       func(s *Spec) { s.Fields = []Field{{"dst", 0, Exact}} },
		"unknown match kind":                       func(s *Spec) { s.Fields = []Field{{"a", 8, 9}} },
		"size -1 is out of range":                  func(s *Spec) { s.Size = -1 },
		"0 actions":                                func(s *Spec) { s.Actions, s.DataBytes = 0, nil },
		"3 actions but 2 parameter lengths":        func(s *Spec) { s.DataBytes = s.DataBytes[:2] },
		"action 1 has 2049 bytes of parameters":    func(s *Spec) { s.DataBytes = []int{0, 2049, 1} },
		"default action":                           func(s *Spec) { s.DefaultData = nil },
		"the key is 2048 bytes long, 1024 at most": func(s *Spec) { s.Fields = []Field{{"a", 8192, Exact}, {"b", 8192, Exact}} },
	} {
		s := good
		change(&s)
		a, err := arena.New(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = NewStore(a, 1<<19, []Spec{s}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		_ = a.Close()
	}
}

// TestEntriesReadBack writes entries of every kind in random order and reads
// them back exactly, in an order that does not depend on the writing.
func TestEntriesReadBack(t *testing.T) {
	specs := testSpecs()
	var want [][]Listed
	for round := range 3 {
		s, _ := newTestStore(t, 16<<20, specs)
		rng := rand.New(rand.NewPCG(7, 7)) // the same entries in every round
		var ops []Op
		for tab := range specs {
			for range 200 * min(1, len(specs[tab].Fields)) {
				op := Op{Kind: Insert, Table: tab, Entry: randomEntry(rng, &specs[tab])}
				if !slices.ContainsFunc(ops, func(o Op) bool { return o.Table == tab && sameEntry(o.Entry, op.Entry) }) {
					ops = append(ops, op)
				}
			}
		}
		rand.Shuffle(len(ops), func(i, j int) { ops[i], ops[j] = ops[j], ops[i] })
		mustApply(t, s, ops...)
		var got [][]Listed
		for tab := range specs {
			list := s.Entries(tab)
			hits := map[uint32]bool{}
			for i := range list {
				if hits[list[i].Hit] || list[i].Hit == 0 || int(list[i].Hit) > specs[tab].Size {
					t.Fatalf("hit index %d is used twice or out of range", list[i].Hit)
				}
				hits[list[i].Hit] = true
				list[i].Hit = 0
				at := slices.IndexFunc(ops, func(o Op) bool { return o.Table == tab && sameEntry(o.Entry, list[i].Entry) })
				if at < 0 || ops[at].Entry.Action != list[i].Action || !bytes.Equal(ops[at].Entry.Data, list[i].Data) {
					t.Fatalf("table %s: read back %+v, which was not written", specs[tab].Name, list[i])
				}
			}
			got = append(got, list)
		}
		if round > 0 && fmt.Sprint(got) != fmt.Sprint(want) {
			t.Error("another order of writing gave another order of reading")
		}
		want = got
	}
}

// randomRange is two values of a width, the lower one first: every value, one, those
// below or from one on, or some that are near each other.
func randomRange(rng *rand.Rand, width int) (lo, hi []byte) {
	value := func() *big.Int {
		v := big.NewInt(int64(rng.IntN(8)))
		if rng.IntN(2) == 0 {
			v.Lsh(v, uint(max(width-3, 0)))
		}
		return v.And(v, ones(width))
	}
	a, b := value(), value()
	switch rng.IntN(6) {
	case 0:
		a, b = new(big.Int), ones(width)
	case 1:
		b = a
	case 2:
		a = new(big.Int)
	case 3:
		b = ones(width)
	}
	if a.Cmp(b) > 0 {
		a, b = b, a
	}
	n := (width + 7) / 8
	return a.FillBytes(make([]byte, n)), b.FillBytes(make([]byte, n))
}

func ones(width int) *big.Int {
	v := big.NewInt(1)
	return v.Sub(v.Lsh(v, uint(width)), big.NewInt(1))
}

// randomEntry is a valid entry; few distinct values, so that entries overlap.
func randomEntry(rng *rand.Rand, s *Spec) Entry {
	e := Entry{Action: uint16(rng.IntN(3))}
	e.Data = make([]byte, s.DataBytes[e.Action])
	for i := range e.Data {
		e.Data[i] = byte(rng.Uint32())
	}
	ternary := s.Ranked()
	if ternary {
		e.Priority = 1 + rng.Int32N(4)
	}
	for _, f := range s.Fields {
		v, m := make([]byte, f.Bytes()), make([]byte, f.Bytes())
		plen := f.Bits
		if f.Match == LPM {
			plen = rng.IntN(f.Bits + 1)
			if !ternary {
				e.PrefixLen += plen
			}
		}
		style := rng.IntN(5)
		for i := range f.Bits {
			at, b := (i+8*len(v)-f.Bits)/8, byte(1)<<(7-(i+8*len(v)-f.Bits)%8)
			if i >= plen || f.Match == Optional && style == 0 || f.Match == Ternary && (style == 0 || style == 1 && i%3 == 0 || style == 2 && rng.IntN(2) == 0) {
				continue
			}
			m[at] |= b
			if rng.IntN(cmp.Or(f.Bits/4, 2)) == 0 {
				v[at] |= b
			}
		}
		if f.Match == Range {
			v, m = randomRange(rng, f.Bits)
		}
		e.Key = append(e.Key, v...)
		if s.Masked() {
			e.Mask = append(e.Mask, m...)
		}
	}
	return e
}

// TestOptional is a table of optional fields by hand: each is one value or any.
func TestOptional(t *testing.T) {
	spec := Spec{Name: "o", Size: 9, Actions: 2, DataBytes: []int{0, 1},
		Fields: []Field{{"vlan", 12, Optional}, {"kind", 8, Optional}}}
	s, base := newTestStore(t, 1<<20, []Spec{spec})
	for i, e := range []Entry{
		{Key: []byte{0x01, 0x23, 7}, Mask: []byte{0x0f, 0xff, 0xff}, Priority: 3},
		{Key: []byte{0x01, 0x23, 0}, Mask: []byte{0x0f, 0xff, 0}, Priority: 2},
		{Key: []byte{0, 0, 0}, Mask: []byte{0, 0, 0xff}, Priority: 4}, // the value zero is a value
		{Key: []byte{0, 0, 0}, Mask: []byte{0, 0, 0}, Priority: 1},
	} {
		e.Action, e.Data = 1, []byte{byte(i)}
		mustApply(t, s, Op{Kind: Insert, Entry: e})
	}
	for key, want := range map[[3]byte]byte{
		{0x01, 0x23, 7}: 0, {0x01, 0x23, 8}: 1, {0x01, 0x23, 0}: 2, {0x01, 0x24, 7}: 3, {0, 0, 0}: 2, {0, 0, 1}: 3,
	} {
		if r := Open(base, s.Root()).Find(0, key[:]); r.Hit == 0 || r.Data(1)[0] != want {
			t.Errorf("%x: entry %d, want %d", key, r.Data(1)[0], want)
		}
	}
}
