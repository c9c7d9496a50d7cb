package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"up4/internal/arena"
)

// byLength is longest-prefix match by one map a length: the reference for
// tables too large for the model.
type byLength [33]map[uint32][]byte

func (b *byLength) apply(op Op) {
	n := op.Entry.PrefixLen
	if b[n] == nil {
		b[n] = map[uint32][]byte{}
	}
	key := binary.BigEndian.Uint32(op.Entry.Key)
	if op.Kind == Delete {
		delete(b[n], key)
		return
	}
	b[n][key] = op.Entry.Data
}

func (b *byLength) find(addr uint32) []byte {
	for n := 32; n >= 0; n-- {
		if d, ok := b[n][uint32(uint64(addr)>>(32-n)<<(32-n))]; ok {
			return d
		}
	}
	return nil
}

// routesTester runs a store beside byLength.
type routesTester struct {
	*testing.T
	rng   *rand.Rand
	store *Store
	base  arena.Base
	ops   []Op // inserts
	ref   byLength
}

func (x *routesTester) apply(ops []Op) {
	x.Helper()
	x.store.Free(mustApply(x, x.store, ops...).Garbage)
	for _, op := range ops {
		x.ref.apply(op)
	}
}

// check compares lookups near the routes, and some anywhere.
func (x *routesTester) check(when string) {
	x.Helper()
	l := Open(x.base, x.store.Root()).LPM(0)
	for i := range 20000 {
		addr := x.rng.Uint32()
		if i%4 > 0 {
			e := x.ops[x.rng.IntN(len(x.ops))].Entry
			addr = binary.BigEndian.Uint32(e.Key) ^ x.rng.Uint32()>>(1+x.rng.IntN(31))
		}
		want, r := x.ref.find(addr), l.Find32(addr)
		if want == nil && r.Hit != 0 || want != nil && (r.Hit == 0 || !bytes.Equal(r.Data(8), want)) {
			x.Fatalf("%s: %08x gives %x (hit %d), want %x", when, addr, r.Data(8), r.Hit, want)
		}
	}
}

// TestManyRoutes loads 1 to 100,000 routes with prefixes of every length,
// changes and deletes many, and compares lookups with byLength throughout.
func TestManyRoutes(t *testing.T) {
	for _, n := range []int{1, 1000, 100000} {
		if raceEnabled && n > 10000 {
			n = 10000 // nothing runs concurrently here
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) { testRoutes(t, n) })
	}
}

func testRoutes(t *testing.T, n int) {
	x := &routesTester{T: t, rng: rand.New(rand.NewPCG(uint64(n), 1)), ops: benchRoutes(n)}
	x.store, x.base = newTestStore(t, 400<<20, benchSpecs())
	for plen := range min(n, 17) { // short ones too, the default route among them
		addr := x.rng.Uint32() & (^uint32(0) << (32 - plen))
		x.ops[plen] = route(Insert, addr, plen, 1, binary.BigEndian.AppendUint64(nil, uint64(1e6+plen))...)
	}
	x.apply(x.ops[:n/2])
	x.apply(x.ops[n/2:])
	x.check("loaded")
	var change []Op
	for i := 0; i < n; i += 3 {
		op := x.ops[i]
		op.Kind, op.Entry.Data = Modify, binary.BigEndian.AppendUint64(nil, uint64(2e6+i))
		change = append(change, op)
	}
	x.apply(change)
	x.check("changed")
	x.rng.Shuffle(n, func(i, j int) { x.ops[i], x.ops[j] = x.ops[j], x.ops[i] })
	for left := n; left > 0; left -= (n + 1) / 2 {
		var gone []Op
		for _, op := range x.ops[max(left-(n+1)/2, 0):left] {
			op.Kind = Delete
			gone = append(gone, op)
		}
		x.apply(gone)
		x.check("deleted")
		if err := audit(x.store); err != nil {
			t.Fatal(err)
		}
	}
	if x.store.Len(0) != 0 || Open(x.base, x.store.Root()).LPM(0).Find32(1).Hit != 0 {
		t.Error("something is left")
	}
}

// TestManyKeys fills an exact table to the brim, and takes half of it out again.
func TestManyKeys(t *testing.T) {
	specs := benchSpecs()
	s, base := newTestStore(t, 128<<20, specs)
	ops, _ := macs(specs[1].Size)
	for i := range ops {
		binary.BigEndian.PutUint64(ops[i].Entry.Data, uint64(i))
	}
	s.Free(mustApply(t, s, ops...).Garbage)
	over := ops[0]
	over.Entry.Key = []byte{1, 1, 1, 1, 1, 1}
	if _, err := s.Apply([]Op{over}); !errors.Is(err, ErrFull) {
		t.Errorf("one entry above the size: got %v, want ErrFull", err)
	}
	check := func(gone int) {
		t.Helper()
		x := Open(base, s.Root()).Exact(1)
		for i, op := range ops {
			r := x.Find(op.Entry.Key)
			if i < gone && r.Hit != 0 || i >= gone && (r.Hit == 0 || binary.BigEndian.Uint64(r.Data(8)) != uint64(i)) {
				t.Fatalf("key %x gives %x, hit %d", op.Entry.Key, r.Data(8), r.Hit)
			}
		}
		if r := x.Find(over.Entry.Key); r.Hit != 0 {
			t.Fatal("a key that was never there is found")
		}
	}
	check(0)
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(ops), func(i, j int) { ops[i], ops[j] = ops[j], ops[i] })
	for i := range ops {
		binary.BigEndian.PutUint64(ops[i].Entry.Data, uint64(i))
		ops[i].Kind = Modify
	}
	s.Free(mustApply(t, s, ops...).Garbage)
	check(0)
	gone := make([]Op, len(ops)/2)
	for i := range gone {
		gone[i] = Op{Kind: Delete, Table: 1, Entry: Entry{Key: ops[i].Entry.Key}}
	}
	s.Free(mustApply(t, s, gone...).Garbage)
	check(len(gone))
	if err := audit(s); err != nil {
		t.Fatal(err)
	}
}

// unhash is a word whose hash from start on is h: each step of the hash can be
// undone, which makes colliding keys easy to come by for who knows the seed.
func unhash(start, h uint64) uint64 {
	inverse := func(odd uint64) uint64 {
		x := odd // Newton's iteration doubles the right low bits: 3 to 96
		for range 5 {
			x *= 2 - odd*x
		}
		return x
	}
	h *= inverse(hashK2)
	h ^= h >> 32
	return h*inverse(hashK1) ^ start
}

// TestCollidingKeys gives a table keys of which all placing bits are alike: as
// many as a bucket holds work, the next is refused, and there is no endless
// loop, also for keys that are not there.
func TestCollidingKeys(t *testing.T) {
	for _, match := range []Match{Exact, Ternary} {
		t.Run(match.String(), func(t *testing.T) { testColliding(t, match) })
	}
}

func testColliding(t *testing.T, match Match) {
	specs := []Spec{{Name: "x", Fields: []Field{{"k", 64, match}}, Actions: 1, DataBytes: []int{0}, Size: 10000}}
	s, base := newTestStore(t, 8<<20, specs)
	start := s.tables[0].seed
	if match == Ternary {
		start = s.tables[0].c.tuples.startOf(0) // of the only mask
	}
	op := func(kind OpKind, i int) Op {
		k := unhash(start, 0xabcdef1234<<24|uint64(i))
		e := Entry{Key: binary.LittleEndian.AppendUint64(nil, k)}
		if match == Ternary {
			e.Mask, e.Priority = bytes.Repeat([]byte{255}, 8), 1
		}
		return Op{Kind: kind, Entry: e}
	}
	found := func(i int) bool {
		return find(Open(base, s.Root()), specs, 0, op(Insert, i).Entry.Key).Hit != 0
	}
	usage := s.Usage()
	n := 0
	for ; ; n++ {
		c, err := s.Apply([]Op{op(Insert, n)})
		if err != nil {
			if !errors.Is(err, ErrFull) {
				t.Fatal(err)
			}
			break
		}
		s.Free(c.Garbage)
	}
	if n != bucketSlots-1 {
		t.Errorf("%d keys fit, want %d", n, bucketSlots-1)
	}
	if err := audit(s); err != nil {
		t.Fatal(err)
	}
	for i := range n + 1000 {
		if found(i) != (i < n) {
			t.Fatalf("key %d of %d: found %v", i, n, found(i))
		}
	}
	for i := range n {
		s.Free(mustApply(t, s, op(Delete, i)).Garbage)
		if found(i) || i+1 < n && !found(n-1) {
			t.Fatalf("after deleting key %d the wrong ones are there", i)
		}
	}
	if s.Usage() != usage {
		t.Errorf("%+v at last, %+v at first", s.Usage(), usage)
	}
}

// TestMasksToldApart looks for a key that under one mask equals an entry's key
// under another, hash and all, and does not match that entry.
func TestMasksToldApart(t *testing.T) {
	specs := []Spec{{Name: "x", Fields: []Field{{"k", 64, Ternary}}, Actions: 1, DataBytes: []int{0}, Size: 10}}
	s, base := newTestStore(t, 8<<20, specs)
	full, short := bytes.Repeat([]byte{255}, 8), append(bytes.Repeat([]byte{255}, 7), 0)
	tab := s.tables[0]
	startFull, startShort := tab.c.tuples.startOf(0), tab.c.tuples.startOf(1)
	const placing = 1<<63 | 63<<lineShift | 127<<tagShift // a directory of depth 1
	k := uint64(0)
	for (hashEnd(hashWord(startFull, k))^hashEnd(hashWord(startShort, k)))&placing != 0 {
		k++
	}
	entry := func(k uint64, mask []byte, prio int32) Op {
		return Op{Kind: Insert, Entry: Entry{Key: binary.LittleEndian.AppendUint64(nil, k), Mask: mask, Priority: prio}}
	}
	mustApply(t, s, entry(k, full, 1), entry(1<<50, short, 2))
	if tab.c.tuples.ids[string(full)] != 0 || tab.c.tuples.ids[string(short)] != 1 {
		t.Fatal("the masks have other numbers than this test assumes")
	}
	v := Open(base, s.Root()).Ternary(0)
	if r := v.Find(binary.LittleEndian.AppendUint64(nil, k|1<<60)); r.Hit != 0 {
		t.Error("an entry was found under the mask of another")
	}
	if r := v.Find(binary.LittleEndian.AppendUint64(nil, k)); r.Hit == 0 {
		t.Error("the entry is not found under its own mask")
	}
}

// TestUsageConstant loads and clears 100 times, with and without deleting one
// by one, and replaces all in one batch.
func TestUsageConstant(t *testing.T) {
	s, _ := newTestStore(t, 32<<20, benchSpecs())
	routes := benchRoutes(3000)
	keys, _ := macs(3000)
	load := append(slices.Clone(routes), keys...)
	var empty, full Usage
	rounds := 100
	if raceEnabled {
		rounds = 10
	}
	for i := range rounds {
		s.Free(mustApply(t, s, load...).Garbage)
		if i%3 == 0 {
			s.Free(mustApply(t, s, append([]Op{{Kind: Clear}, {Kind: Clear, Table: 1}}, load...)...).Garbage)
		}
		loaded := s.Usage()
		if i%2 == 0 {
			s.Free(mustApply(t, s, Op{Kind: Clear}, Op{Kind: Clear, Table: 1}).Garbage)
		} else {
			var gone []Op
			for _, op := range load {
				op.Kind = Delete
				gone = append(gone, op)
			}
			rand.Shuffle(len(gone), func(i, j int) { gone[i], gone[j] = gone[j], gone[i] })
			s.Free(mustApply(t, s, gone...).Garbage)
		}
		if i == 0 {
			empty, full = s.Usage(), loaded
		}
		if s.Usage() != empty || loaded.Objects != full.Objects {
			t.Fatalf("round %d: %+v and %+v, at first %+v and %+v", i, loaded, s.Usage(), full, empty)
		}
	}
}

// TestUsageShrinks: what was added to a table that is not empty leaves nothing
// when it is deleted, apart from directories and buckets that are not empty.
func TestUsageShrinks(t *testing.T) {
	s, _ := newTestStore(t, 32<<20, benchSpecs())
	ops := benchRoutes(3000)
	keys, _ := macs(3000)
	s.Free(mustApply(t, s, ops[0], keys[0]).Garbage)
	before := s.Usage().Objects
	ops, keys = ops[1:], keys[1:]
	for _, added := range [][]Op{ops, keys} {
		s.Free(mustApply(t, s, added...).Garbage)
		for _, op := range added {
			op.Kind = Delete
			s.Free(mustApply(t, s, op).Garbage)
		}
		if err := audit(s); err != nil {
			t.Fatal(err)
		}
		allowed := uint64(0)
		if added[0].Table == 1 { // a directory for 3,000 keys
			allowed = 4 << dirBits
		}
		if now := s.Usage().Objects; now > before+allowed {
			t.Errorf("table %d: %d bytes, %d before", added[0].Table, now, before)
		}
	}
}

// TestHitCounters checks what is promised of hit indexes: stable over Modify,
// not reused before Free, the lowest ones first.
func TestHitCounters(t *testing.T) {
	specs := testSpecs()[:1]
	specs[0].Size = 2
	s, base := newTestStore(t, 1<<20, specs)
	a, b, c := route(Insert, 1<<24, 8, 0), route(Insert, 2<<24, 8, 0), route(Insert, 3<<24, 8, 0)
	mustApply(t, s, a, b)
	hit := func(addr uint32) uint32 { return Open(base, s.Root()).LPM(0).Find32(addr).Hit }
	if hit(1<<24) != 1 || hit(2<<24) != 2 || hit(4<<24) != 0 {
		t.Errorf("hits %d, %d, %d for a miss", hit(1<<24), hit(2<<24), hit(4<<24))
	}
	mustApply(t, s, route(Modify, 2<<24, 8, 1, 7, 7))
	if hit(2<<24) != 2 {
		t.Errorf("hit %d after Modify, 2 before", hit(2<<24))
	}
	del := mustApply(t, s, route(Delete, 1<<24, 8, 0))
	var freed []uint32
	del.EachHit(func(table int, h uint32) { freed = append(freed, h) })
	if !slices.Equal(freed, []uint32{1}) {
		t.Errorf("the garbage has hit counters %v, want 1", freed)
	}
	mustApply(t, s, c)
	if hit(3<<24) == 1 {
		t.Error("a counter is used again before Free")
	}
	s.Free(mustApply(t, s, route(Delete, 3<<24, 8, 0)).Garbage)
	s.Free(del.Garbage)
	mustApply(t, s, a)
	if hit(1<<24) != 1 {
		t.Errorf("hit %d, want the counter that was freed", hit(1<<24))
	}
	var churn []Op // what no reader has seen needs no grace period
	for range 2 * specs[0].HitSlots() {
		churn = append(churn, b, route(Delete, 2<<24, 8, 0))
	}
	mustApply(t, s, append([]Op{route(Delete, 2<<24, 8, 0)}, churn...)...)
	if err := audit(s); err != nil {
		t.Fatal(err)
	}
	// Without Free the counters run out in the end, and then a batch fails.
	var err error
	var last Change
	for i := 0; err == nil && i < 2*specs[0].HitSlots(); i++ {
		last, err = s.Apply([]Op{route(Delete, 1<<24, 8, 0)})
		if err == nil {
			_, err = s.Apply([]Op{a})
		}
		if h := int(hit(1 << 24)); h >= specs[0].HitSlots() {
			t.Fatalf("hit %d, of %d counters", h, specs[0].HitSlots())
		}
	}
	if !errors.Is(err, ErrMemory) {
		t.Errorf("got %v, want ErrMemory", err)
	}
	s.Free(last.Garbage)
	mustApply(t, s, a)
}
