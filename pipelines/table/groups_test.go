package table

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"up4/internal/arena"
)

func TestGroups(t *testing.T) {
	s, base := newTestStore(t, 1<<20, testSpecs()[:1])
	usage := s.Usage()
	all := make([]Replica, MaxReplicas)
	for i := range all {
		all[i] = Replica{Port: uint16(i), RID: uint16(i * 3)}
	}
	before := s.Root()
	want := []Group{{0, []Replica{{5, 1}, {5, 2}}}, {1, all}, {65535, []Replica{{3, 0}}}}
	var garbage []Garbage
	for _, g := range want {
		c, err := s.SetGroup(g.ID, g.Replicas)
		if err != nil {
			t.Fatal(err)
		}
		garbage = append(garbage, c.Garbage)
	}
	v := Open(base, s.Root())
	for _, g := range want {
		if !slices.Equal(v.Group(g.ID), g.Replicas) {
			t.Errorf("group %d is %v", g.ID, v.Group(g.ID))
		}
	}
	if v.Group(2) != nil || v.Group(256) != nil || Open(base, before).Group(1) != nil {
		t.Error("a group exists that should not")
	}
	if got := s.Groups(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("Groups are %v", got)
	}
	refusedGroups(t, s, all)
	for _, g := range append(want, Group{ID: 300}) {
		c, err := s.SetGroup(g.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		garbage = append(garbage, c.Garbage)
	}
	for _, g := range garbage {
		s.Free(g)
	}
	if s.Usage() != usage || len(s.Groups()) != 0 {
		t.Errorf("%+v at last, %+v at first, groups %v", s.Usage(), usage, s.Groups())
	}
}

func refusedGroups(t *testing.T, s *Store, all []Replica) {
	t.Helper()
	now := s.Usage()
	for _, bad := range [][]Replica{append(all, Replica{1, 9}), {{1, 1}, {1, 1}}} {
		if _, err := s.SetGroup(9, bad); !errors.Is(err, ErrInvalid) {
			t.Errorf("%d replicas: got %v", len(bad), err)
		}
	}
	if s.Usage() != now {
		t.Error("a refused group left something behind")
	}
}

// TestGroupsInBatches: groups change together with entries, all or nothing.
func TestGroupsInBatches(t *testing.T) {
	s, base := newTestStore(t, 1<<20, testSpecs()[:1])
	set := func(id uint16, to ...Replica) Op {
		op := Op{Kind: SetGroup, Entry: Entry{Key: []byte{byte(id >> 8), byte(id)}}}
		for _, r := range to {
			op.Entry.Data = AppendReplica(op.Entry.Data, r)
		}
		return op
	}
	c, err := s.Apply([]Op{set(1, Replica{1, 7}), set(2, Replica{2, 0}), set(1, Replica{3, 258}), set(2)})
	if err != nil {
		t.Fatal(err)
	}
	if v := Open(base, c.Root); !slices.Equal(v.Group(1), []Replica{{3, 258}}) || v.Group(2) != nil {
		t.Errorf("groups %v", s.Groups())
	}
	s.Free(c.Garbage)
	usage := s.Usage()
	for _, bad := range []Op{
		{Kind: SetGroup, Entry: Entry{Key: []byte{1}}},
		{Kind: SetGroup, Entry: Entry{Key: []byte{0, 1}, Data: []byte{0, 1, 0}}},
		{Kind: SetGroup, Entry: Entry{Key: []byte{0, 1}, Priority: 1}},
		{Kind: Insert, Table: 7},
	} {
		var e *OpError
		if _, err := s.Apply([]Op{set(1), set(5, Replica{1, 1}), bad}); !errors.As(err, &e) || e.Index != 2 || !errors.Is(err, ErrInvalid) {
			t.Errorf("%v: got %v", bad, err)
		}
	}
	if got := fmt.Sprint(s.Groups()); got != "[{1 [{3 258}]}]" || s.Usage() != usage {
		t.Errorf("refused batches left groups %s", got)
	}
	if err := audit(s); err != nil {
		t.Error(err)
	}
}

// TestGroupWithoutMemory: a group that finds no memory leaves all as it was.
func TestGroupWithoutMemory(t *testing.T) {
	specs := testSpecs()[:1]
	s, _ := newTestStore(t, 64<<10, specs)
	if _, err := s.SetGroup(1, []Replica{{1, 1}}); err != nil {
		t.Fatal(err)
	}
	large := make([]Replica, MaxReplicas) // a page
	for i := range large {
		large[i].Port = uint16(i)
	}
	n := uint16(2)
	for ; n < 100; n++ {
		groups, usage := fmt.Sprint(s.Groups()), s.Usage()
		_, err := s.SetGroup(n, large)
		if err == nil {
			continue
		}
		if !errors.Is(err, ErrMemory) || fmt.Sprint(s.Groups()) != groups || s.Usage() != usage {
			t.Fatalf("got %v and groups %v", err, s.Groups())
		}
		break
	}
	if err := audit(s); err != nil || n == 100 {
		t.Fatalf("%d groups, %v", n, err)
	}
}

func TestTooLittleMemory(t *testing.T) {
	a, err := arena.New(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := NewStore(a, 2<<20, testSpecs()); !errors.Is(err, arena.ErrFull) {
		t.Errorf("a region larger than the arena: got %v", err)
	}
	for pages := range 5 {
		s, err := NewStore(a, uint64(pages)*arena.PageSize, testSpecs())
		if err == nil && s.Root() == 0 || err != nil && !errors.Is(err, ErrMemory) {
			t.Errorf("%d pages: got %v", pages, err)
		}
	}
}

// TestKeyless is a table without a key: there is only its default.
func TestKeyless(t *testing.T) {
	s, base := newTestStore(t, 1<<20, []Spec{{Name: "k", Actions: 2, DataBytes: []int{0, 1}, Size: 5}})
	if _, err := s.Apply([]Op{{Kind: Insert}}); !errors.Is(err, ErrInvalid) {
		t.Errorf("got %v, want ErrInvalid", err)
	}
	mustApply(t, s, Op{Kind: SetDefault, Entry: Entry{Action: 1, Data: []byte{9}}})
	if r := Open(base, s.Root()).Exact(0).Find(nil); r.Action != 1 || r.Data(1)[0] != 9 {
		t.Errorf("got %+v", r)
	}
}

// TestReadersDoNotAllocate: and keys of a wrong length are misses.
func TestReadersDoNotAllocate(t *testing.T) {
	specs := testSpecs()
	s, base := newTestStore(t, 4<<20, specs)
	rng := rand.New(rand.NewPCG(1, 1))
	keys := make([][]byte, len(specs))
	for tab := range specs {
		e := randomEntry(rng, &specs[tab])
		keys[tab] = e.Key
		if len(specs[tab].Fields) == 0 {
			continue
		}
		mustApply(t, s, Op{Kind: Insert, Table: tab, Entry: e})
		for n := range len(e.Key) {
			if r := find(Open(base, s.Root()), specs, tab, e.Key[:n]); r.Hit != 0 {
				t.Errorf("table %s: a key of %d bytes matches", specs[tab].Name, n)
			}
		}
		if r := find(Open(base, s.Root()), specs, tab, e.Key); r.Hit == 0 {
			t.Errorf("table %s: the key of the only entry does not match", specs[tab].Name)
		}
	}
	if _, err := s.SetGroup(1, []Replica{{1, 1}}); err != nil {
		t.Fatal(err)
	}
	n := testing.AllocsPerRun(100, func() {
		v := Open(base, s.Root())
		for tab := range specs {
			sink += find(v, specs, tab, keys[tab]).Hit
		}
		sink += v.LPM(0).Find32(7).Hit + v.Exact(5).Find64(7).Hit + uint32(len(v.Group(1)))
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
