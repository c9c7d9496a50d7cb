package table

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSeveralPrefixes: the sum of the lengths decides, then the first field's.
func TestSeveralPrefixes(t *testing.T) {
	spec := Spec{Name: "pair", Size: 20, Actions: 2, DataBytes: []int{0, 1}, Fields: []Field{{"src", 8, LPM}, {"kind", 4, Exact}, {"dst", 16, LPM}}}
	if spec.Match() != LPM || spec.Ranked() || !spec.Masked() {
		t.Errorf("Match is %v, Ranked %v, Masked %v", spec.Match(), spec.Ranked(), spec.Masked())
	}
	ops := []Op{
		{Entry: Entry{Key: []byte{0, 1, 0, 0}, Mask: []byte{0, 15, 0, 0}}},                                 // /0, /0
		{Entry: Entry{Key: []byte{0x80, 1, 0, 0}, Mask: []byte{0xf0, 15, 0, 0}, PrefixLen: 4}},             // /4, /0
		{Entry: Entry{Key: []byte{0, 1, 0xa0, 0}, Mask: []byte{0, 15, 0xf0, 0}, PrefixLen: 4}},             // /0, /4
		{Entry: Entry{Key: []byte{0x80, 1, 0xa0, 0}, Mask: []byte{0xc0, 15, 0xe0, 0}, PrefixLen: 5}},       // /2, /3
		{Entry: Entry{Key: []byte{0x81, 1, 0xab, 0xcd}, Mask: []byte{255, 15, 255, 255}, PrefixLen: 24}},   // /8, /16
		{Entry: Entry{Key: []byte{0, 1, 0xab, 0xcd}, Mask: []byte{0, 15, 255, 255}, PrefixLen: 16}},        // /0, /16
		{Entry: Entry{Key: []byte{0x80, 1, 0xab, 0xc0}, Mask: []byte{0xe0, 15, 255, 0xf8}, PrefixLen: 16}}, // /3, /13
	}
	for i := range ops {
		ops[i].Kind, ops[i].Entry.Action, ops[i].Entry.Data = Insert, 1, []byte{byte(i)}
	}
	for range 20 {
		rand.Shuffle(len(ops), func(i, j int) { ops[i], ops[j] = ops[j], ops[i] })
		s, base := newTestStore(t, 1<<20, []Spec{spec})
		mustApply(t, s, ops...)
		for key, want := range map[[4]byte]struct{ n, prefix int }{
			{0, 1, 0, 0}:          {0, 0},
			{0x80, 1, 0, 0}:       {1, 4},
			{0, 1, 0xa0, 0}:       {2, 4},
			{0x8f, 1, 0xaf, 0}:    {3, 5},
			{0x81, 1, 0xab, 0xcd}: {4, 24},
			{0x82, 1, 0xab, 0xcd}: {5, 16}, // 0xabcd is not in 0xabc0/13
			{0x82, 1, 0xab, 0xc7}: {6, 16},
			{0x40, 1, 0xab, 0xcd}: {5, 16},
			{0x40, 1, 0xab, 0xcc}: {2, 4},
			{0xa0, 1, 0xb0, 0}:    {3, 5},
			{0xc0, 1, 0xb0, 0}:    {0, 0},
		} {
			r := Open(base, s.Root()).LPM(0).Find(key[:])
			if r.Hit == 0 || int(r.Data(1)[0]) != want.n || int(r.Prefix) != want.prefix {
				t.Errorf("%x: entry %d, prefixes of %d bits, want %v", key, r.Data(1)[0], r.Prefix, want)
			}
		}
		if r := Open(base, s.Root()).Find(0, []byte{0, 2, 0, 0}); r.Hit != 0 {
			t.Errorf("another kind matches entry %d", r.Data(1)[0])
		}
		for _, e := range s.Entries(0) {
			w := ops[indexOf(ops, e.Data[0])].Entry
			if !bytes.Equal(e.Key, w.Key) || !bytes.Equal(e.Mask, w.Mask) || e.PrefixLen != w.PrefixLen || e.Priority != 0 {
				t.Errorf("written %+v, read back %+v", w, e)
			}
		}
	}
	// Of equal sums the larger mask wins: /4 and /0 over /0 and /4.
	s, base := newTestStore(t, 1<<20, []Spec{spec})
	mustApply(t, s,
		Op{Entry: Entry{Key: []byte{0x80, 1, 0, 0}, Mask: []byte{0xf0, 15, 0, 0}, PrefixLen: 4, Action: 1, Data: []byte{1}}},
		Op{Entry: Entry{Key: []byte{0, 1, 0xa0, 0}, Mask: []byte{0, 15, 0xf0, 0}, PrefixLen: 4, Action: 1, Data: []byte{2}}})
	if r := Open(base, s.Root()).Find(0, []byte{0x80, 1, 0xa0, 0}); r.Data(1)[0] != 1 {
		t.Errorf("entry %d wins", r.Data(1)[0])
	}
	for want, e := range map[string]Entry{
		"prefix length 5 is not 4, the sum of those of its masks": {Key: []byte{0, 1, 0, 0}, Mask: []byte{0xf0, 15, 0, 0}, PrefixLen: 5},
		"dst: an lpm field needs a prefix for a mask":             {Key: []byte{0, 1, 0, 0}, Mask: []byte{0, 15, 0x70, 0}, PrefixLen: 3},
		"kind: an exact field needs a mask of all its 4 bits":     {Key: []byte{0, 1, 0, 0}, Mask: []byte{0, 7, 0, 0}},
		"src: the value has bits set outside its mask":            {Key: []byte{1, 1, 0, 0}, Mask: []byte{0xf0, 15, 0, 0}, PrefixLen: 4},
		"the mask is 0 bytes long, not 4":                         {Key: []byte{0, 1, 0, 0}},
		"a priority is for ternary and range tables, this one is": {Key: []byte{0, 1, 0, 0}, Mask: []byte{0, 15, 0, 0}, Priority: 1},
	} {
		if _, err := s.Apply([]Op{{Kind: Insert, Entry: e}}); !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func indexOf(ops []Op, data byte) int {
	for i, op := range ops {
		if op.Entry.Data[0] == data {
			return i
		}
	}
	return -1
}
