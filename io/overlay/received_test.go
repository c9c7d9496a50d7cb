package overlay

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// deliver is what a receiver does with a number.
func deliver(r *Received, bucket, seq uint32) Arrival {
	if r.InTurn(bucket, seq) {
		return InOrder
	}
	return r.Take(bucket, seq)
}

// The model is RFC 3550 appendix A.3: lost = expected − distinct ones received.
// Numbers are dropped, repeated and moved by less than a window, start anywhere
// (also just before the wrap), and may arrive at two receivers.
func TestLostIsExpectedLessReceived(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.SampledFrom([]uint32{1, 1000, math.MaxUint32 - 100, 1<<31 - 50}).Draw(t, "start")
		n := rapid.IntRange(1, 400).Draw(t, "n")
		var order []int // offsets from start, in order of arrival
		for i := range n {
			switch rapid.IntRange(0, 9).Draw(t, "fate") {
			case 0: // lost
			case 1: // repeated
				order = append(order, i, i)
			case 2: // overtaken
				order = append(order, i)
				if k := len(order); k > 1 {
					back := rapid.IntRange(1, min(k-1, 20)).Draw(t, "back")
					order[k-1], order[k-1-back] = order[k-1-back], order[k-1]
				}
			default:
				order = append(order, i)
			}
		}
		rows := []*Received{{}, {}}
		split := rapid.Bool().Draw(t, "split")
		for _, r := range rows {
			r.Start(5, start)
		}
		seen := map[int]bool{}
		for _, i := range order {
			to := 0
			if split {
				to = rapid.IntRange(0, 1).Draw(t, "receiver")
			}
			// Repeats go to the receiver that had the first: no one can tell otherwise.
			if seen[i] && split {
				continue
			}
			got := deliver(rows[to], 5, start+uint32(i))
			if seen[i] != (got == Duplicate) || got == Restarted {
				t.Fatalf("number %d (seen %v) is %d", i, seen[i], got)
			}
			seen[i] = true
		}
		rows[rapid.IntRange(0, 1).Draw(t, "hears")].Hear(5, start+uint32(n-1))
		if got, want := Joined(rows), uint64(n-len(seen)); got != want {
			t.Fatalf("lost %d, want %d", got, want)
		}
		if !split {
			rows[0].Hear(5, start+uint32(n-1))
			if got, want := rows[0].Lost(), uint64(n-len(seen)); got != want {
				t.Fatalf("lost %d at one receiver, want %d", got, want)
			}
		}
	})
}

func TestJoinedInTheMiddle(t *testing.T) {
	r := &Received{}
	for _, seq := range []uint32{500, 501, 504, 499} {
		deliver(r, 0, seq)
	}
	if got := r.Lost(); got != 2 { // 502, 503
		t.Errorf("lost %d, want 2", got)
	}
	r.Hear(1, 70) // the first that is heard of bucket 1: no loss known
	if got := deliver(r, 1, 71); got != InOrder || r.Lost() != 2 {
		t.Errorf("arrival %d, lost %d", got, r.Lost())
	}
}

func TestNothingSentYet(t *testing.T) {
	r := &Received{}
	for b := range uint32(Buckets) {
		r.Hear(b, 0)
	}
	deliver(r, 9, 4)
	r.Hear(3, 2)
	if got := r.Lost(); got != 5 { // 1, 2, 3 of bucket 9 and 1, 2 of bucket 3
		t.Errorf("lost %d, want 5", got)
	}
	r.Hear(9, 0) // said late: changes nothing
	if got := r.Lost(); got != 5 {
		t.Errorf("lost %d, want 5", got)
	}
}

func TestTwoFarBehindAreARestart(t *testing.T) {
	r := &Received{}
	for seq := uint32(5000); seq < 5100; seq++ {
		deliver(r, 2, seq)
	}
	if got := deliver(r, 2, 1); got != Late {
		t.Fatalf("the first far behind is %d", got)
	}
	if got := deliver(r, 2, 2); got != Restarted {
		t.Fatalf("the second is %d", got)
	}
	fresh := &Received{}
	fresh.Resume(2, 2)
	if got := deliver(fresh, 2, 3); got != InOrder || fresh.Lost() != 0 {
		t.Errorf("arrival %d, lost %d", got, fresh.Lost())
	}
}

// One wild number is a stray; it costs nothing and the stream goes on.
func TestAStrayIsNotABillionLosses(t *testing.T) {
	r := &Received{}
	for seq := uint32(1); seq <= 10; seq++ {
		deliver(r, 4, seq)
	}
	if got := deliver(r, 4, 10+0x70000000); got != Late {
		t.Errorf("the stray is %d", got)
	}
	r.Hear(4, 0x60000000)
	for seq := uint32(11); seq <= 20; seq++ {
		if got := deliver(r, 4, seq); got != InOrder {
			t.Fatalf("number %d after the stray is %d", seq, got)
		}
	}
	if got := r.Lost(); got != 0 {
		t.Errorf("lost %d, want 0", got)
	}
	// A long outage, but within reason, counts in full.
	deliver(r, 4, 1_000_021)
	if got := r.Lost(); got != 1_000_000 {
		t.Errorf("lost %d, want 1,000,000", got)
	}
}

// Two trains of one flow change places: everything arrived, nothing restarted.
func TestSwappedTrains(t *testing.T) {
	r := &Received{}
	for _, from := range []uint32{1, 129, 65, 193} {
		for i := range uint32(64) {
			if got := deliver(r, 0, from+i); got == Restarted || got == Duplicate {
				t.Fatalf("number %d is %d", from+i, got)
			}
		}
	}
	if lost := Joined([]*Received{r}); lost != 0 {
		t.Errorf("lost %d, want 0", lost)
	}
}

// A sender that numbers from zero is heard like any other.
func TestNumbersFromZero(t *testing.T) {
	for _, c := range []struct {
		order []uint32
		lost  uint64
	}{
		{[]uint32{0, 1, 2, 3}, 0},
		{[]uint32{0, 2, 3}, 1},
		{[]uint32{0, 1, 5, 3}, 2}, // 2 and 4
		{[]uint32{0, 1, 2, 1000}, 997},
	} {
		r := &Received{}
		for _, seq := range c.order {
			deliver(r, 6, seq)
		}
		if got := r.Lost(); got != c.lost {
			t.Errorf("%v: lost %d, want %d", c.order, got, c.lost)
		}
		if got := Joined([]*Received{r}); got != c.lost {
			t.Errorf("%v: joined, lost %d, want %d", c.order, got, c.lost)
		}
	}
	r := &Received{}
	deliver(r, 6, 0)
	if got := deliver(r, 6, 0); got != Duplicate {
		t.Errorf("the second zero is %d", got)
	}
	r.Hear(6, 4)
	if got := r.Lost(); got != 4 {
		t.Errorf("lost %d, want 4", got)
	}
}

// A second copy mends nothing, however far behind.
func TestADuplicateFarBehindMendsNothing(t *testing.T) {
	for _, behind := range []uint32{1, 63, 64, 65, 500, 990, 2000} {
		r := &Received{}
		for seq := uint32(1); seq <= 3000; seq++ {
			if seq == 2990 {
				continue
			}
			deliver(r, 6, seq)
		}
		got := deliver(r, 6, 3001-behind)
		if r.Lost() != 1 || behind <= windowBits && got != Duplicate {
			t.Errorf("%d behind: arrival %d, lost %d, want a duplicate and 1", behind, got, r.Lost())
		}
	}
}

func TestALateOneFarBehindMends(t *testing.T) {
	r := &Received{}
	for seq := uint32(1); seq <= 3000; seq++ {
		if seq < 2100 || seq > 2200 {
			deliver(r, 6, seq)
		}
	}
	for i, seq := range []uint32{2150, 2100, 2200} {
		if got := deliver(r, 6, seq); got != Late || r.Lost() != uint64(100-i) {
			t.Errorf("%d: arrival %d, lost %d, want late and %d", seq, got, r.Lost(), 100-i)
		}
	}
}

// What came before the stream was joined is no loss of it.
func TestBeforeTheStreamWasJoined(t *testing.T) {
	r := &Received{}
	deliver(r, 6, 900)
	for seq := uint32(1); seq <= 5; seq++ {
		if got := deliver(r, 6, seq); got != Late {
			t.Errorf("%d is %d", seq, got)
		}
	}
	if got := deliver(r, 6, 901); got != InOrder || r.Lost() != 0 {
		t.Errorf("arrival %d, lost %d", got, r.Lost())
	}
}

// What was refused for another reason is not lost as well.
func TestRefusedIsNotLost(t *testing.T) {
	r := &Received{}
	for seq := uint32(1); seq <= 4; seq++ {
		deliver(r, 6, seq)
	}
	r.Refused(6, 5) // in its turn
	deliver(r, 6, 7)
	r.Refused(6, 6)          // late
	r.Refused(6, 0x31415926) // a number that means something else
	if got := deliver(r, 6, 8); got != InOrder || r.Lost() != 0 {
		t.Errorf("arrival %d, lost %d", got, r.Lost())
	}
	r.RefusedUnread(3)
	if got := deliver(r, 6, 13); got != InOrder || r.Lost() != 1 { // 9 to 12, three of them cut off
		t.Errorf("arrival %d, lost %d, want 1", got, r.Lost())
	}
}
