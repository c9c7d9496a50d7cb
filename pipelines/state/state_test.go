package state

import (
	"errors"
	"sync"
	"testing"

	"up4/internal/arena"
)

func make1(t *testing.T, shards int, arrays ...Array) *State {
	t.Helper()
	cells := make([]int, len(arrays))
	for i, a := range arrays {
		cells[i] = a.Size
	}
	a, err := arena.New(Room(arrays, shards, cells) + arena.PageSize)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	s, err := New(a, arrays, shards, cells)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRegisters(t *testing.T) {
	s := make1(t, 1, Array{Name: "a", Kind: Register, Size: 3, Bits: 8}, Array{Name: "b", Kind: Register, Size: 2, Bits: 130})
	if !s.WriteWord(0, 2, 7) || s.WriteWord(0, 3, 9) || s.WriteWord(0, -1, 9) {
		t.Error("WriteWord takes what is outside, or not what is inside")
	}
	if v, ok := s.ReadWord(0, 2); v != 7 || !ok {
		t.Errorf("%d, %v", v, ok)
	}
	if v, ok := s.ReadWord(0, 3); v != 0 || ok {
		t.Errorf("outside: %d, %v", v, ok)
	}
	wide := []uint64{1, 2, 3}
	if !s.Write(1, 1, wide) {
		t.Error("Write gives false")
	}
	got := []uint64{9, 9, 9}
	if !s.Read(1, 1, got) || got[0] != 1 || got[1] != 2 || got[2] != 3 {
		t.Errorf("%v", got)
	}
	if !s.Read(1, 0, got) || got[0]|got[1]|got[2] != 0 {
		t.Errorf("the neighbour: %v", got)
	}
	got = []uint64{9, 9, 9}
	if s.Read(1, 2, got) || got[0]|got[1]|got[2] != 0 {
		t.Errorf("outside: %v", got)
	}
	s.Write(1, 1, []uint64{5})
	if s.Read(1, 1, got); got[0] != 5 || got[1] != 0 || got[2] != 0 {
		t.Errorf("a shorter value: %v", got)
	}
}

func TestCounters(t *testing.T) {
	s := make1(t, 2, Array{Name: "c", Kind: Counter, Size: 2, Unit: Both})
	s.Count(0, 0, 1, 100)
	s.Count(1, 0, 1, 50)
	s.Count(1, 0, 1, 50)
	if s.Count(0, 0, 2, 1) || s.Count(0, 0, -1, 1) {
		t.Error("counts outside")
	}
	if p, b := s.Counted(0, 1); p != 3 || b != 200 {
		t.Errorf("%d packets, %d bytes", p, b)
	}
	if p, b := s.Counted(0, 0); p != 0 || b != 0 {
		t.Errorf("the other cell: %d packets, %d bytes", p, b)
	}
	s.SetCount(0, 1, 10, 20)
	s.Count(0, 0, 1, 1)
	if p, b := s.Counted(0, 1); p != 11 || b != 21 {
		t.Errorf("after it was set: %d packets, %d bytes", p, b)
	}
	s.SetCount(0, 1, 0, 0)
	if p, b := s.Counted(0, 1); p != 0 || b != 0 {
		t.Errorf("after it was cleared: %d packets, %d bytes", p, b)
	}
}

const ms = 1_000_000

// Committed 1,000 bytes a second and 2,000 at once, peak 2,000 and 3,000. What is left of
// both buckets was worked out by hand (RFC 2698, section 3).
func TestMeter(t *testing.T) {
	for name, tt := range map[string]struct {
		unit  Unit
		bytes int
	}{"bytes": {Bytes, 1000}, "packets": {Packets, 77}} {
		s := make1(t, 1, Array{Name: "m", Kind: Meter, Size: 2, Unit: tt.unit})
		r := Rates{CIR: 1000, CBS: 2000, PIR: 2000, PBS: 3000}
		if tt.unit == Packets {
			r = Rates{CIR: 1, CBS: 2, PIR: 2, PBS: 3}
		}
		if c := s.Execute(0, 0, tt.bytes, 1); c != Green {
			t.Errorf("%s, not configured: %v", name, c)
		}
		if err := s.Configure(0, 0, r); err != nil {
			t.Fatal(err)
		}
		for i, step := range []struct {
			at   int64
			want Color
		}{
			{1 * ms, Green},     // peak 2000, committed 1000
			{1 * ms, Green},     // 1000, 0
			{1 * ms, Yellow},    // 0, 0
			{1 * ms, Red},       //
			{501 * ms, Yellow},  // 1000 and 500 came: 0, 500
			{1501 * ms, Green},  // 2000 and 1000 came: 1000, 500
			{1501 * ms, Yellow}, // 0, 500
			{1501 * ms, Red},
			{1500 * ms, Red},     // a clock that goes back brings nothing
			{100000 * ms, Green}, // both full: 2000, 1000
			{100000 * ms, Green},
			{100000 * ms, Yellow},
			{100000 * ms, Red},
		} {
			if c := s.Execute(0, 0, tt.bytes, step.at); c != step.want {
				t.Errorf("%s, step %d: %v, want %v", name, i, c, step.want)
			}
		}
		if got, on := s.Rates(0, 0); got != r || !on {
			t.Errorf("%s: %v, %v", name, got, on)
		}
		if c := s.Execute(0, 1, tt.bytes, 1); c != Green {
			t.Errorf("%s, the neighbour: %v", name, c)
		}
		if c := s.Execute(0, 2, tt.bytes, 1); c != Green {
			t.Errorf("%s, outside: %v", name, c)
		}
	}
}

// What came with a color keeps it or gets a worse one, and takes no committed tokens
// unless it is green (RFC 2698, section 3, color-aware).
func TestColoredMeter(t *testing.T) {
	s := make1(t, 1, Array{Name: "m", Kind: Meter, Size: 1, Unit: Packets})
	if err := s.Configure(0, 0, Rates{CIR: 1, CBS: 2, PIR: 1, PBS: 3}); err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct{ was, want Color }{
		{Red, Red}, {Yellow, Yellow}, {Green, Green}, {Green, Green}, {Green, Red}, {Yellow, Red},
	} {
		if c := s.ExecuteColored(0, 0, 1, 5, step.was); c != step.want {
			t.Errorf("step %d: %v, want %v", i, c, step.want)
		}
	}
}

// Whatever time passes, buckets fill to their bursts and do not run over.
func TestMeterOverflow(t *testing.T) {
	s := make1(t, 1, Array{Name: "m", Kind: Meter, Size: 1, Unit: Bytes})
	if err := s.Configure(0, 0, Rates{CIR: MaxRate, CBS: MaxBurst, PIR: MaxRate, PBS: MaxBurst}); err != nil {
		t.Fatal(err)
	}
	for _, at := range []int64{1, 2, 1 << 40, 1<<63 - 1} {
		if c := s.Execute(0, 0, 1<<30, at); c != Green {
			t.Errorf("at %d: %v", at, c)
		}
	}
	for _, r := range []Rates{{CIR: 2, PIR: 1}, {PIR: MaxRate + 1}, {PBS: MaxBurst + 1}, {CBS: MaxBurst + 1}} {
		if err := s.Configure(0, 0, r); !errors.Is(err, ErrRates) {
			t.Errorf("%v: %v", r, err)
		}
	}
	if err := s.Configure(0, 1, Rates{}); !errors.Is(err, ErrRates) {
		t.Errorf("outside: %v", err)
	}
}

// Readers of a wide register see what one writer stored, never a mixture.
func TestWideRegistersDoNotTear(t *testing.T) {
	s := make1(t, 1, Array{Name: "w", Kind: Register, Size: 2, Bits: 256})
	var writers, readers sync.WaitGroup
	stop := make(chan struct{})
	for w := range 2 {
		writers.Add(1)
		go func() {
			defer writers.Done()
			for n := range 5000 {
				v := uint64(2*n + w)
				s.Write(0, n%2, []uint64{v, v, v, v})
			}
		}()
	}
	readers.Add(1)
	go func() {
		defer readers.Done()
		got := make([]uint64, 4)
		for i := 0; ; i++ {
			s.Read(0, i%2, got)
			if got[0] != got[1] || got[1] != got[2] || got[2] != got[3] {
				t.Errorf("torn: %v", got)
				return
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	}()
	writers.Wait()
	close(stop)
	readers.Wait()
}

// A meter that two threads use lets through exactly what its buckets hold.
func TestMeterByTwo(t *testing.T) {
	s := make1(t, 2, Array{Name: "m", Kind: Meter, Size: 1, Unit: Packets})
	if err := s.Configure(0, 0, Rates{CIR: 0, CBS: 3000, PIR: 0, PBS: 5000}); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	var counts [2][3]int
	for g := range counts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 4000 {
				counts[g][s.Execute(0, 0, 1, 1)]++
			}
		}()
	}
	wg.Wait()
	for c, want := range []int{3000, 2000, 3000} {
		if got := counts[0][c] + counts[1][c]; got != want {
			t.Errorf("%v: %d, want %d", Color(c), got, want)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	s := make1(t, 1, Array{Name: "r", Kind: Register, Size: 1, Bits: 200}, Array{Name: "m", Kind: Meter, Size: 1}, Array{Name: "c", Kind: Counter, Size: 1})
	v := make([]uint64, 4)
	if n := testing.AllocsPerRun(100, func() {
		s.Write(0, 0, v)
		s.Read(0, 0, v)
		s.Execute(1, 0, 10, 5)
		s.Count(0, 2, 0, 10)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A clock may begin at 0, or before: buckets fill from the first packet on.
func TestMeterClockFromZero(t *testing.T) {
	for _, from := range []int64{0, -1, -2000 * ms, 5} {
		s := make1(t, 1, Array{Name: "m", Kind: Meter, Size: 1, Unit: Packets})
		if err := s.Configure(0, 0, Rates{CIR: 1, CBS: 1, PIR: 1, PBS: 1}); err != nil {
			t.Fatal(err)
		}
		for i, step := range []struct {
			after int64
			want  Color
		}{{0, Green}, {0, Red}, {999_999_999, Red}, {1_000_000_000, Green}, {1_999_999_999, Red}, {2_000_000_000, Green}} {
			if c := s.Execute(0, 0, 1, from+step.after); c != step.want {
				t.Errorf("from %d, step %d: %v, want %v", from, i, c, step.want)
			}
		}
	}
}

// At 3 packets a second a token takes a third of a second, which is no whole number of
// ns: 999,999,999 ns are worth 2.999999997 tokens, and what is left over is not lost
// however often the clock is looked at.
func TestMeterRemainders(t *testing.T) {
	s := make1(t, 1, Array{Name: "m", Kind: Meter, Size: 1, Unit: Packets})
	if err := s.Configure(0, 0, Rates{CIR: 3, CBS: 4, PIR: 3, PBS: 4}); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		if c := s.Execute(0, 0, 1, 0); c != Green {
			t.Errorf("of a full bucket: %v", c)
		}
	}
	for now := int64(1); now <= 3000; now++ { // 9,000 billionths: nothing passes
		if c := s.Execute(0, 0, 1, now); c != Red {
			t.Errorf("after %d ns: %v", now, c)
		}
	}
	for i, step := range []struct {
		at   int64
		want Color
	}{{333_333_333, Red}, {333_333_334, Green}, {666_666_666, Red}, {666_666_667, Green}, {999_999_999, Red}, {1_000_000_000, Green}, {1_000_000_000, Red}} {
		if c := s.Execute(0, 0, 1, step.at); c != step.want {
			t.Errorf("step %d: %v, want %v", i, c, step.want)
		}
	}
}

// Two packets of 1,500 bytes and one of 100 against CBS 1,550 and PBS 3,000: a packet
// that does not fit the peak bucket takes nothing from it (RFC 2698, 3).
func TestRedTakesNothing(t *testing.T) {
	s := make1(t, 1, Array{Name: "m", Kind: Meter, Size: 1, Unit: Bytes}, Array{Name: "r", Kind: Register, Size: 1, Bits: 8})
	if err := s.Configure(0, 0, Rates{CIR: 1, CBS: 1550, PIR: 1, PBS: 3000}); err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		bytes int
		want  Color
	}{
		{1500, Green},  // peak 1500, committed 50
		{1501, Red},    // the same
		{51, Yellow},   // 1449, 50
		{50, Green},    // 1399, 0
		{1400, Red},    // the same
		{1399, Yellow}, // 0, 0
		{0, Green},
		{1, Red},
	} {
		if c := s.Execute(0, 0, step.bytes, 7); c != step.want {
			t.Errorf("step %d: %v, want %v", i, c, step.want)
		}
	}
	if err := s.Configure(1, 0, Rates{}); !errors.Is(err, ErrRates) {
		t.Errorf("a register takes rates: %v", err)
	}
	if _, on := s.Rates(1, 0); on {
		t.Error("a register has rates")
	}
	if !s.Has(0, 0) || s.Has(0, 1) || s.Has(0, -1) {
		t.Error("Has is wrong")
	}
}

// In regions nothing is lost, of narrow registers and of wide ones, and the locks of
// cells can be taken inside.
func TestRegions(t *testing.T) {
	s := make1(t, 4, Array{Name: "r", Kind: Register, Size: 1, Bits: 32}, Array{Name: "w", Kind: Register, Size: 70, Bits: 128})
	const each = 3000
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			v := make([]uint64, 2)
			for n := range each {
				s.Enter()
				old, _ := s.ReadWord(0, 0)
				s.WriteWord(0, 0, old+1)
				s.Read(1, n%70, v)
				v[0], v[1] = v[0]+1, v[1]+2
				s.Write(1, n%70, v)
				s.Leave()
			}
		}()
	}
	wg.Wait()
	if v, _ := s.ReadWord(0, 0); v != 4*each {
		t.Errorf("%d, want %d", v, 4*each)
	}
	low, high := uint64(0), uint64(0)
	v := make([]uint64, 2)
	for i := range 70 {
		s.Read(1, i, v)
		low, high = low+v[0], high+v[1]
	}
	if low != 4*each || high != 8*each {
		t.Errorf("%d and %d, want %d and %d", low, high, 4*each, 8*each)
	}
}

// Counters are summed while shards count.
func TestCountersByTwo(t *testing.T) {
	s := make1(t, 2, Array{Name: "c", Kind: Counter, Size: 2, Unit: Both})
	s.SetCount(0, 1, 5, 50)
	var wg sync.WaitGroup
	for shard := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 5000 {
				s.Count(shard, 0, 1, 60)
			}
		}()
	}
	for last, n := uint64(5), 0; n < 1000; n++ {
		p, _ := s.Counted(0, 1)
		if p < last || p > 10005 {
			t.Errorf("%d packets after %d", p, last)
		}
		last = p
	}
	wg.Wait()
	if p, b := s.Counted(0, 1); p != 10005 || b != 600050 {
		t.Errorf("%d packets, %d bytes", p, b)
	}
}
