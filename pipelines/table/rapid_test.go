package table

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"up4/internal/arena"
)

// tester runs a store beside the model.
type tester struct {
	specs []Spec
	store *Store
	base  arena.Base
	model *model
	rng   *rand.Rand
	old   []oldVersion // not freed yet, oldest first
	small bool         // so little memory that batches fail for want of it
}

// oldVersion is a version that readers may still use, as it must look.
type oldVersion struct {
	root    arena.Off
	model   *model
	garbage Garbage // of the change that replaced it
}

func (x *tester) clone() *model { return x.model.clone() }

// applied moves on to a new version and keeps the one before.
func (x *tester) applied(before arena.Off, was, now *model, c Change) {
	x.old = append(x.old, oldVersion{root: before, model: was, garbage: c.Garbage})
	x.model = now
}

// op is a random operation, often on an entry that exists.
func (x *tester) op() Op {
	tab := x.rng.IntN(len(x.specs))
	op := Op{Table: tab}
	switch n := x.rng.IntN(40); {
	case n == 0:
		op.Kind = Clear
		return op
	case n <= 2:
		op.Kind = SetDefault
		op.Entry.Action = uint16(x.rng.IntN(3))
		op.Entry.Data = make([]byte, x.specs[tab].DataBytes[op.Entry.Action])
		return op
	case n < 22:
		op.Kind = Insert
	case n < 30:
		op.Kind = Modify
	default:
		op.Kind = Delete
	}
	op.Entry = randomEntry(x.rng, &x.specs[tab])
	if have := x.model.tables[tab].entries; len(have) > 0 && (op.Kind != Insert || x.rng.IntN(20) == 0) {
		e := have[x.rng.IntN(len(have))]
		op.Entry.Key, op.Entry.Mask, op.Entry.PrefixLen, op.Entry.Priority = e.Key, e.Mask, e.PrefixLen, e.Priority
	}
	return op
}

// probe compares lookups with the model, near what the entries match.
func (x *tester) probe(t *rapid.T, root arena.Off, m *model) {
	v := Open(x.base, root)
	for tab := range x.specs {
		if v.Len(tab) != len(m.tables[tab].entries) {
			t.Fatalf("table %s: Len is %d, want %d", x.specs[tab].Name, v.Len(tab), len(m.tables[tab].entries))
		}
		for range 12 {
			key := randomEntry(x.rng, &x.specs[tab]).Key
			if have := m.tables[tab].entries; len(have) > 0 && x.rng.IntN(3) > 0 {
				key = slices.Clone(have[x.rng.IntN(len(have))].Key)
				for range x.rng.IntN(3) { // flip a bit inside a field
					at := 0
					for _, f := range x.specs[tab].Fields {
						if i := x.rng.IntN(2 * f.Bits); i < f.Bits {
							key[at+f.Bytes()-1-i/8] ^= 1 << (i % 8)
						}
						at += f.Bytes()
					}
				}
			}
			action, data, hit := m.find(tab, key)
			r := find(v, x.specs, tab, key)
			if r.Action != action || !bytes.Equal(r.Data(len(data)), data) || r.Hit != 0 != hit {
				t.Fatalf("table %s, key %x: got action %d %x hit %d, want %d %x %v",
					x.specs[tab].Name, key, r.Action, r.Data(len(data)), r.Hit, action, data, hit)
			}
		}
	}
	for id, want := range m.groups {
		if got := v.Group(id); !slices.Equal(got, want) {
			t.Fatalf("group %d: got %v, want %v", id, got, want)
		}
	}
	if id := uint16(x.rng.IntN(5)) * 77; len(m.groups[id]) == 0 && v.Group(id) != nil {
		t.Fatalf("group %d exists", id)
	}
}

// entriesAreThose compares what is read back with the model.
func (x *tester) entriesAreThose(t *rapid.T) {
	for tab := range x.specs {
		got, want := x.store.Entries(tab), x.model.tables[tab].entries
		if len(got) != len(want) {
			t.Fatalf("table %s: %d entries read back, want %d", x.specs[tab].Name, len(got), len(want))
		}
		for _, e := range want {
			if !slices.ContainsFunc(got, func(l Listed) bool {
				return sameEntry(l.Entry, e) && l.Action == e.Action && bytes.Equal(l.Data, e.Data)
			}) {
				t.Fatalf("table %s: entry %+v is not read back", x.specs[tab].Name, e)
			}
		}
		action, data := x.store.Default(tab)
		if action != x.model.tables[tab].action || !bytes.Equal(data, x.model.tables[tab].data) {
			t.Fatalf("table %s: default is %d %x", x.specs[tab].Name, action, data)
		}
	}
}

func (x *tester) batch(t *rapid.T) {
	var ops []Op
	next := x.clone()
	for range 1 + x.rng.IntN(30) {
		op := x.op()
		ops = append(ops, op)
		if i, _ := next.clone().apply([]Op{op}); i < 0 || x.rng.IntN(30) == 0 {
			next.apply([]Op{op})
			continue
		}
		ops = ops[:len(ops)-1] // most batches shall succeed
	}
	want := x.clone()
	index, wantErr := want.apply(ops)
	before, usage, hits, written := x.store.Root(), x.store.Usage(), x.hits(), snapshot(x.store)
	c, err := x.store.Apply(ops)
	if at := written.changed(x.store); at != 0 {
		t.Fatalf("the object at %#x was written after its version was published", at)
	}
	full := cause(err) == ErrMemory && x.small
	if wantErr != nil || full {
		oe, ok := err.(*OpError)
		if !ok || !full && (oe.Index != index || cause(err) != wantErr) {
			t.Fatalf("got %v, want step %d to fail: %v", err, index, wantErr)
		}
		if x.store.Root() != before || x.store.Usage() != usage || !slices.Equal(hits, x.hits()) {
			t.Fatalf("a failed batch left something behind")
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	x.applied(before, x.model, want, c)
}

// hits is the hit counters of all entries.
func (x *tester) hits() (hits []uint32) {
	for tab := range x.specs {
		for _, e := range x.store.Entries(tab) {
			hits = append(hits, e.Hit)
		}
	}
	return hits
}

func (x *tester) group(t *rapid.T) {
	next := x.clone()
	id := uint16(x.rng.IntN(5)) * 77
	var replicas []Replica
	for i := range x.rng.IntN(4) {
		replicas = append(replicas, Replica{Port: uint16(x.rng.IntN(510)), RID: uint16(i)})
	}
	next.groups[id] = replicas
	before := x.store.Root()
	c, err := x.store.SetGroup(id, replicas)
	if x.small && errors.Is(err, ErrMemory) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	x.applied(before, x.model, next, c)
}

func (x *tester) check(t *rapid.T) {
	x.probe(t, x.store.Root(), x.model)
	for _, o := range x.old {
		x.probe(t, o.root, o.model)
	}
	if err := audit(x.store); err != nil {
		t.Fatal(err)
	}
	for len(x.old) > x.rng.IntN(6) { // the grace period of the oldest passes
		x.store.Free(x.old[0].garbage)
		x.store.Free(x.old[0].garbage) // twice is once
		x.old = x.old[1:]
	}
}

// TestAgainstModel runs random batches on all kinds of tables beside the
// model. Old versions must go on giving their own answers until they are freed.
func TestAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		specs := testSpecs()
		for i := range specs {
			specs[i].Size = rapid.SampledFrom([]int{3, 40, 1 << 16}).Draw(t, "size")
		}
		a, err := arena.New(20 << 20)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		seed := rapid.Uint64().Draw(t, "seed")
		small := rapid.Bool().Draw(t, "small")
		region := uint64(16 << 20)
		if small {
			region = 40 * arena.PageSize
		}
		s, err := newStore(a, region, specs, seed)
		if err != nil {
			t.Fatal(err)
		}
		x := &tester{specs: specs, store: s, base: a.Base(), model: newModel(specs), rng: rand.New(rand.NewPCG(seed, 0)), small: small}
		empty := s.Usage()
		for range rapid.IntRange(1, 25).Draw(t, "batches") {
			if x.rng.IntN(6) == 0 {
				x.group(t)
			} else {
				x.batch(t)
			}
			x.check(t)
		}
		x.entriesAreThose(t)
		x.emptyOut(t, empty)
	})
}

// emptyOut takes everything away again, by Delete or by Clear, and checks that
// the memory came back.
func (x *tester) emptyOut(t *rapid.T, empty Usage) {
	for _, o := range x.old {
		x.store.Free(o.garbage)
	}
	for tab := range x.specs {
		if x.small || x.rng.IntN(2) == 0 {
			x.store.Free(x.mustApply(t, Op{Kind: Clear, Table: tab}))
		}
		for _, e := range x.store.Entries(tab) {
			x.store.Free(x.mustApply(t, Op{Kind: Delete, Table: tab, Entry: Entry{
				Key: e.Key, Mask: e.Mask, PrefixLen: e.PrefixLen, Priority: e.Priority}}))
		}
		s := x.specs[tab]
		x.store.Free(x.mustApply(t, Op{Kind: SetDefault, Table: tab, Entry: Entry{Action: s.DefaultAction, Data: s.DefaultData}}))
	}
	for _, g := range x.store.Groups() {
		c, err := x.store.SetGroup(g.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		x.store.Free(c.Garbage)
	}
	if u := x.store.Usage(); u.Objects != empty.Objects || u.Waiting != 0 || u.Pages > empty.Pages+2*arena.PageSize {
		t.Fatalf("after taking all away %+v, at first %+v", u, empty)
	}
}

func (x *tester) mustApply(t *rapid.T, op Op) Garbage {
	c, err := x.store.Apply([]Op{op})
	if err != nil {
		t.Fatal(err)
	}
	return c.Garbage
}

// snapshotted is the bytes of all objects that some version leads to.
type snapshotted struct {
	pages []page
	bytes []byte
}

func snapshot(s *Store) snapshotted {
	n := len(s.m.pages)
	return snapshotted{slices.Clone(s.m.pages), slices.Clone(arena.Slice[byte](s.m.base, s.m.first, n*arena.PageSize))}
}

// changed is the offset of an object whose bytes are not what they were, 0 if
// there is none. Precondition: nothing was freed since.
func (w snapshotted) changed(s *Store) arena.Off {
	for p := range w.pages {
		size := classes[w.pages[p].class]
		for i := range arena.PageSize / size {
			if w.pages[p].live == 0 || w.pages[p].free[i>>6]>>(i&63)&1 == 1 {
				continue
			}
			at := p*arena.PageSize + i*size
			off := s.m.first + arena.Off(at)
			if !bytes.Equal(w.bytes[at:at+size], arena.Slice[byte](s.m.base, off, size)) {
				return off
			}
		}
	}
	return 0
}

// TestWideKeys: keys of 2,048 bits, in one field and in many, by the model.
func TestWideKeys(t *testing.T) {
	var specs []Spec
	for _, m := range []Match{Exact, LPM, Ternary, Optional, Range} {
		many := Spec{Name: "many " + m.String()}
		for range 32 {
			many.Fields = append(many.Fields, Field{"part", 64, Exact})
		}
		many.Fields[17].Match = m
		specs = append(specs, Spec{Name: "one " + m.String(), Fields: []Field{{"all", 2048, m}}}, many)
	}
	for i := range specs {
		specs[i].Size, specs[i].Actions, specs[i].DataBytes = 100, 3, []int{0, 2, 9}
	}
	s, base := newTestStore(t, 8<<20, specs)
	x := &tester{specs: specs, store: s, base: base, model: newModel(specs), rng: rand.New(rand.NewPCG(5, 5))}
	rapid.Check(t, func(t *rapid.T) {
		if x.model.tables[0].entries != nil {
			return // once is enough, with this generator
		}
		for range 12 {
			x.batch(t)
			x.check(t)
		}
		x.entriesAreThose(t)
	})
}
