package shard

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"up4/internal/counter"
	"up4/io/frame"
)

// stuck is a link that always has frames and whose gate does not close.
type stuck struct {
	loop
	farewells atomic.Int32
}

var errGate = errors.New("the kernel says no")

func (l *stuck) Poll(int64) int         { l.left = 10; return 1 }
func (l *stuck) CloseGate() error       { return errGate }
func (l *stuck) Farewell(int64)         { l.farewells.Add(1) }
func (l *stuck) FD() int                { return -1 }
func (l *stuck) Queue([]frame.Desc) int { return 0 }

// A gate that does not close is told, and does not keep the shard from ending.
func TestDrainWithAnOpenGate(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(toPort(1))})
	l := &stuck{}
	s := n.shards[0]
	s.cfg.Links[0] = l
	done := make(chan error, 1)
	go func() { done <- s.Run() }()
	n.waitFor(func() bool { return n.shard(counter.Frames) > 1000 })
	s.Drain()
	n.waitFor(s.Quiet)
	s.Stop()
	err := await(t, done)
	if !errors.Is(err, errGate) || !strings.HasPrefix(err.Error(), "shard 0: ") {
		t.Errorf("Run returned %v", err)
	}
	if l.farewells.Load() != 1 {
		t.Errorf("%d farewells, want 1", l.farewells.Load())
	}
}

// tireless is a link that has frames whatever became of its gate.
type tireless struct{ stuck }

func (l *tireless) CloseGate() error { return nil }

// Told to end, a shard ends, even if the work does not.
func TestEndIsBounded(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(toPort(1))})
	l := &tireless{}
	s := n.shards[0]
	s.cfg.Links[0] = l
	done := make(chan error, 1)
	go func() { done <- s.Run() }()
	n.waitFor(func() bool { return n.shard(counter.Frames) > 1000 })
	s.Drain()
	s.Stop()
	if err := await(t, done); err == nil || !strings.Contains(err.Error(), "shard 0 still found work 1s after") {
		t.Errorf("Run returned %v", err)
	}
	if l.farewells.Load() != 1 {
		t.Errorf("%d farewells, want 1", l.farewells.Load())
	}
}

func await(t *testing.T, done chan error) error {
	t.Helper()
	select {
	case err := <-done:
		return err
	case <-time.After(20 * time.Second):
		t.Fatal("the shard does not end")
		return nil
	}
}

// slow is a link whose first look takes long and finds nothing.
type slow struct {
	loop
	polls int
}

func (l *slow) Poll(int64) int {
	l.polls++
	if l.polls == 1 {
		time.Sleep(60 * time.Millisecond)
	}
	return 0
}

// The turn before the gates close is in the account of time like any other.
func TestTimeOfTheLastTurnIsCounted(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(toPort(1))})
	n.shards[0].cfg.Links[0] = &slow{}
	n.shards[0].Drain()
	n.start()
	n.drain()
	if got := time.Duration(n.shard(counter.BusyNs) + n.shard(counter.IdleNs)); got < 60*time.Millisecond {
		t.Errorf("%v accounted for, but one turn took 60ms", got)
	}
}

// A link without a descriptor cannot wake its shard: it is looked at anyway,
// long before the next announcement is due.
func TestLinksWithoutADescriptorAreTried(t *testing.T) {
	n := newNode(t, options{vports: 2, wait: Block, engine: one(toPort(1))})
	n.links[0].Notify = nil
	n.start()
	at := time.Now()
	for i := range 10 {
		sleeps := n.shard(counter.Sleeps)
		n.waitFor(func() bool { return n.shard(counter.Sleeps) > sleeps })
		n.links[0].Put(frames(1, 0, 0)...)
		n.waitFor(func() bool { return n.port(1, counter.TxFrames) > uint64(i) })
	}
	if d := time.Since(at); d > 3*time.Second {
		t.Errorf("10 frames took %v: each waited for the second's tick", d)
	}
}
