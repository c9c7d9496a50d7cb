package table

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"time"
)

// benchSpecs is what l3fwd and l2fwd need: 8 bytes of parameters.
func benchSpecs() []Spec {
	specs := []Spec{
		{Name: "ipv4_lpm", Fields: []Field{{"dst", 32, LPM}}},
		{Name: "dmac", Fields: []Field{{"dst", 48, Exact}}},
		{Name: "acl", Fields: []Field{{"src", 32, Ternary}, {"dst", 32, Ternary}, {"proto", 8, Ternary}, {"ports", 32, Ternary}}},
		{Name: "ipv6_lpm", Fields: []Field{{"dst", 128, LPM}}},
	}
	for i := range specs {
		specs[i].Actions, specs[i].DataBytes, specs[i].Size = 2, []int{0, 8}, 1<<17
	}
	return specs
}

// benchRoutes is n distinct random routes: two thirds /24, the others of 16 to
// 32 bits.
func benchRoutes(n int) []Op { return routesUpTo(32, n) }

// routesUpTo is the same with a longest prefix.
func routesUpTo(longest, n int) []Op {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[uint64]bool{}
	var ops []Op
	for len(ops) < n {
		plen := 24
		if rng.IntN(3) == 0 {
			plen = 16 + rng.IntN(longest-15)
		}
		addr := rng.Uint32() &^ (1<<(32-plen) - 1)
		if seen[uint64(addr)<<8|uint64(plen)] {
			continue
		}
		seen[uint64(addr)<<8|uint64(plen)] = true
		ops = append(ops, route(Insert, addr, plen, 1, binary.BigEndian.AppendUint64(nil, uint64(len(ops)))...))
	}
	return ops
}

func benchLPM(b *testing.B, longest, routes, flows int) {
	s, base := newTestStore(b, 128<<20, benchSpecs())
	ops := routesUpTo(longest, routes)
	mustApply(b, s, ops...)
	rng := rand.New(rand.NewPCG(3, 4))
	addrs := make([]uint32, flows) // a power of two
	for i := range addrs {
		e := ops[rng.IntN(routes)].Entry
		addrs[i] = binary.BigEndian.Uint32(e.Key) | rng.Uint32()&uint32(1<<(32-e.PrefixLen)-1)
	}
	l := Open(base, s.Root()).LPM(0)
	sum := uint32(0)
	mask := len(addrs) - 1
	b.ResetTimer()
	for i := range b.N {
		sum += l.Find32(addrs[i&mask]).Hit
	}
	sink = sum
}

var sink uint32

// The loop goes over 4,096 flows, as an engine's benchmark does; "uniform" goes
// over so many addresses that nearly every lookup is another route. "24" has no
// prefix beyond /24, like the global table: the depth of the search then
// surprises the branch predictor less.
func BenchmarkLPM1k(b *testing.B)            { benchLPM(b, 32, 1000, 4096) }
func BenchmarkLPM1k24(b *testing.B)          { benchLPM(b, 24, 1000, 4096) }
func BenchmarkLPM100k(b *testing.B)          { benchLPM(b, 32, 100000, 4096) }
func BenchmarkLPM100kUniform(b *testing.B)   { benchLPM(b, 32, 100000, 1<<20) }
func BenchmarkLPM100k24Uniform(b *testing.B) { benchLPM(b, 24, 100000, 1<<20) }

func BenchmarkLPMWide(b *testing.B) {
	s, base := newTestStore(b, 64<<20, benchSpecs())
	rng := rand.New(rand.NewPCG(1, 2))
	var ops []Op
	keys := make([][]byte, 4096)
	for i := range keys {
		plen := 29 + rng.IntN(36)
		v := rng.Uint64()&^(1<<(64-plen)-1) | 1<<63
		key := append(binary.BigEndian.AppendUint64(nil, v), make([]byte, 8)...)
		ops = append(ops, Op{Kind: Insert, Table: 3, Entry: Entry{Key: key, PrefixLen: plen, Action: 1, Data: make([]byte, 8)}})
		keys[i] = append(binary.BigEndian.AppendUint64(nil, v), 1, 2, 3, 4, 5, 6, 7, 8)
	}
	mustApply(b, s, ops...)
	l := Open(base, s.Root()).LPM(3)
	b.ResetTimer()
	for i := range b.N {
		sink += l.Find(keys[i&4095]).Hit
	}
}

func macs(n int) ([]Op, []uint64) {
	rng := rand.New(rand.NewPCG(5, 6))
	var ops []Op
	var keys []uint64
	for i := range n {
		k := uint64(i)*0x10001<<8 | 2
		key := binary.LittleEndian.AppendUint64(nil, k&(1<<48-1))[:6]
		ops = append(ops, Op{Kind: Insert, Table: 1, Entry: Entry{Key: key, Action: 1, Data: make([]byte, 8)}})
		keys = append(keys, k&(1<<48-1))
	}
	rng.Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return ops, keys
}

func benchExact(b *testing.B, n, flows int) {
	s, base := newTestStore(b, 64<<20, benchSpecs())
	ops, keys := macs(n)
	mustApply(b, s, ops...)
	x := Open(base, s.Root()).Exact(1)
	mask := flows - 1
	b.ResetTimer()
	for i := range b.N {
		sink += x.Find64(keys[i&mask]).Hit
	}
}

func BenchmarkExact4k(b *testing.B)          { benchExact(b, 4096, 4096) }
func BenchmarkExact128k(b *testing.B)        { benchExact(b, 1<<17, 4096) }
func BenchmarkExact128kUniform(b *testing.B) { benchExact(b, 1<<17, 1<<17) }

// BenchmarkTernary is 1,000 entries under 16 masks of a 13-byte key.
func BenchmarkTernary(b *testing.B) {
	s, base := newTestStore(b, 64<<20, benchSpecs())
	rng := rand.New(rand.NewPCG(1, 2))
	var ops []Op
	keys := make([][]byte, 4096)
	for len(ops) < 1000 {
		mask, key := make([]byte, 13), make([]byte, 13)
		for f, at := range [][2]int{{0, 4}, {4, 8}, {8, 9}, {9, 13}} {
			if rng.IntN(16)>>f&1 == 1 || f == 0 {
				for i := at[0]; i < at[1]; i++ {
					mask[i], key[i] = 0xff, byte(rng.Uint32())
				}
			}
		}
		ops = append(ops, Op{Kind: Insert, Table: 2, Entry: Entry{Key: key, Mask: mask, Priority: 1 + rng.Int32N(1000), Action: 1, Data: make([]byte, 8)}})
	}
	for i := range keys {
		keys[i] = make([]byte, 13)
		copy(keys[i], ops[rng.IntN(len(ops))].Entry.Key)
	}
	mustApply(b, s, ops...)
	l := Open(base, s.Root()).Ternary(2)
	b.ResetTimer()
	for i := range b.N {
		sink += l.Find(keys[i&4095]).Hit
	}
}

func BenchmarkBulkLoad100k(b *testing.B) {
	ops := benchRoutes(100000)
	s, _ := newTestStore(b, 256<<20, benchSpecs())
	b.ResetTimer()
	for range b.N {
		c := mustApply(b, s, ops...)
		b.StopTimer()
		b.ReportMetric(float64(s.Usage().Pages)/(1<<20), "MiB")
		s.Free(c.Garbage)
		s.Free(mustApply(b, s, Op{Kind: Clear}).Garbage)
		b.StartTimer()
	}
}

// benchChange modifies n random routes of a table in one batch.
func benchChange(b *testing.B, routes, n int) {
	ops := benchRoutes(routes)
	s, _ := newTestStore(b, 256<<20, benchSpecs())
	mustApply(b, s, ops...)
	rng := rand.New(rand.NewPCG(8, 9))
	batch := make([]Op, n)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		for i := range batch {
			batch[i] = ops[rng.IntN(len(ops))]
			batch[i].Kind = Modify
		}
		s.Free(mustApply(b, s, batch...).Garbage)
	}
}

func BenchmarkOneRoute(b *testing.B)       { benchChange(b, 100000, 1) }
func BenchmarkBatch100Of1k(b *testing.B)   { benchChange(b, 1000, 100) }
func BenchmarkBatch100Of100k(b *testing.B) { benchChange(b, 100000, 100) }

// BenchmarkShortPrefix inserts and deletes a /4 over 100,000 routes: the worst
// that one change does.
func BenchmarkShortPrefix(b *testing.B) {
	s, _ := newTestStore(b, 256<<20, benchSpecs())
	mustApply(b, s, benchRoutes(100000)...)
	ops := []Op{route(Insert, 0x30000000, 4, 0), route(Delete, 0x30000000, 4, 0)}
	b.ResetTimer()
	for i := range b.N {
		s.Free(mustApply(b, s, ops[i&1]).Garbage)
	}
}

// TestUpdateTimes holds generous bounds on loading and changing a large table.
func TestUpdateTimes(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("a timing")
	}
	ops := benchRoutes(100000)
	s, _ := newTestStore(t, 256<<20, benchSpecs())
	start := time.Now()
	mustApply(t, s, ops...)
	if d := time.Since(start); d > 2*time.Second {
		t.Errorf("100,000 routes took %v", d)
	}
	start = time.Now()
	for i := range 1000 {
		op := ops[i*97]
		op.Kind = Modify
		mustApply(t, s, op)
	}
	if d := time.Since(start) / 1000; d > 200*time.Microsecond {
		t.Errorf("one route took %v", d)
	}
}
