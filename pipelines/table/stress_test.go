package table

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"up4/internal/arena"
)

// epochs is a grace period as a runtime would keep it: each reader announces
// the newest epoch it knows before it loads the root.
type epochs struct {
	root    atomic.Uint32
	now     atomic.Uint64
	readers [3]struct {
		seen atomic.Uint64
		_    [56]byte
	}
}

func (e *epochs) passed() uint64 {
	low := e.now.Load()
	for i := range e.readers {
		low = min(low, e.readers[i].seen.Load())
	}
	return low
}

// TestReadersDuringChanges has readers at work while versions come and go.
// Every version has one number in four tables and in a multicast group; a
// reader must find the same in all of them, and never an older one than before.
func TestReadersDuringChanges(t *testing.T) {
	specs := testSpecs()
	s, base := newTestStore(t, 8<<20, specs)
	tables := []int{0, 3, 7, 9}
	rng := rand.New(rand.NewPCG(2, 2))
	var pinned []Op
	for _, tab := range tables {
		e := randomEntry(rng, &specs[tab])
		for e.PrefixLen == 0 && specs[tab].Match() == LPM {
			e = randomEntry(rng, &specs[tab])
		}
		if specs[tab].Match() == Ternary {
			e.Priority = 1 << 30
		}
		e.Action = 2
		pinned = append(pinned, Op{Kind: Insert, Table: tab, Entry: e})
	}
	number := func(n uint64) {
		for i := range pinned {
			pinned[i].Entry.Data = binary.BigEndian.AppendUint64([]byte{0}, n)
		}
	}
	number(0)
	mustApply(t, s, pinned...)
	for i := range pinned {
		pinned[i].Kind = Modify
	}

	var e epochs
	e.root.Store(uint32(s.Root()))
	var stop atomic.Bool
	var wg sync.WaitGroup
	for i := range e.readers {
		mine := slices.Clone(pinned)
		wg.Go(func() { read(t, &e, i, &stop, base, specs, mine) })
	}
	write(t, s, &e, &stop, pinned, number, specs, rng)
	stop.Store(true)
	wg.Wait()
	if err := audit(s); err != nil {
		t.Fatal(err)
	}
}

// read looks at versions until stop.
func read(t *testing.T, e *epochs, i int, stop *atomic.Bool, base arena.Base, specs []Spec, pinned []Op) {
	defer e.readers[i].seen.Store(^uint64(0))
	newest := uint64(0)
	for !stop.Load() {
		e.readers[i].seen.Store(e.now.Load())
		v := Open(base, arena.Off(e.root.Load()))
		for j, op := range pinned {
			n := binary.BigEndian.Uint64(find(v, specs, op.Table, op.Entry.Key).Data(9)[1:])
			if j == 0 && n < newest || j > 0 && n != newest {
				t.Errorf("table %s has version %d, want %d", specs[op.Table].Name, n, newest)
				stop.Store(true)
				return
			}
			newest = n
		}
		// The group is changed one version before the tables.
		if g := v.Group(1); newest > 0 && (len(g) != 1 || g[0].RID != uint16(newest) && g[0].RID != uint16(newest+1)) {
			t.Errorf("version %d has group %v", newest, g)
			stop.Store(true)
			return
		}
	}
}

// write publishes versions for a while: the pinned entries with the version's
// number, and some entries that come and go.
func write(t *testing.T, s *Store, e *epochs, stop *atomic.Bool, pinned []Op, number func(uint64), specs []Spec, rng *rand.Rand) {
	type waiting struct {
		epoch uint64
		g     Garbage
	}
	var queue []waiting
	publish := func(c Change) {
		e.root.Store(uint32(c.Root))
		queue = append(queue, waiting{e.now.Add(1), c.Garbage})
		for len(queue) > 0 && queue[0].epoch <= e.passed() {
			s.Free(queue[0].g)
			queue = queue[1:]
		}
	}
	freed := 0
	for end, n := time.Now().Add(time.Second), uint64(1); time.Now().Before(end) && !stop.Load(); n++ {
		c, err := s.SetGroup(1, []Replica{{1, uint16(n)}})
		if err != nil {
			t.Error(err)
			return
		}
		publish(c)
		number(n)
		batch := append([]Op{}, pinned...)
		for range 20 { // a step that is not possible does no harm: it is left out
			tab := rng.IntN(len(specs))
			op := Op{Kind: OpKind(rng.IntN(3)), Table: tab, Entry: randomEntry(rng, &specs[tab])}
			if tab == pinned[0].Table || tab == pinned[1].Table {
				op.Entry.PrefixLen, op.Entry.Key = 0, make([]byte, len(op.Entry.Key)) // shorter than the pinned one
			}
			if tab == pinned[2].Table {
				op.Entry.Key[0] = pinned[2].Entry.Key[0] ^ 0xff // another one than the pinned
			}
			if _, err := s.Apply(append(batch, op, Op{Kind: 99})); err.(*OpError).Index == len(batch)+1 {
				batch = append(batch, op)
			}
		}
		before := len(queue)
		c, err = s.Apply(batch)
		if err != nil {
			t.Error(err)
			return
		}
		publish(c)
		freed += before + 1 - len(queue)
	}
	if freed == 0 {
		t.Error("no grace period ever passed")
	}
}
