package shard

import (
	"bytes"
	goruntime "runtime"
	"sync/atomic"
	"testing"
	"time"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/mem"
	"up4/pipelines"
)

func one(e pipelines.Engine) func(int) pipelines.Engine {
	return func(int) pipelines.Engine { return e }
}

func TestForwards(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(toPort(1))})
	in := frames(1000, 0, 3)
	n.links[0].Put(in...)
	n.start()
	n.drain()
	out := n.links[0].Sent()
	if len(out) != len(in) {
		t.Fatalf("%d frames, want %d", len(out), len(in))
	}
	for i := range out {
		if out[i].Vport != 1 || !bytes.Equal(out[i].Bytes, in[i].Bytes) {
			t.Fatalf("frame %d differs", i)
		}
	}
	n.want(0, map[counter.Port]uint64{counter.RxFrames: 1000})
	n.want(1, map[counter.Port]uint64{counter.TxFrames: 1000})
	if got := n.shard(counter.Frames); got != 1000 {
		t.Errorf("frames = %d", got)
	}
}

// Every verdict that sends nothing moves one counter by one frame.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		name   string
		egress uint16
		reason frame.Reason
		want   counter.Port
	}{
		{"drop", frame.DropPort, frame.ByProgram, counter.DropProgram},
		{"no group", frame.DropPort, frame.NoGroup, counter.DropNoGroup},
		{"no cell", frame.DropPort, frame.NoCell, counter.DropNoCell},
		{"fault", frame.DropPort, frame.Fault, counter.DropEngine},
		{"no session", frame.DropPort, frame.NoSession, counter.DropNoSession},
		{"looped", frame.DropPort, frame.Looped, counter.DropLooped},
		{"assertion", frame.DropPort, frame.Assert, counter.DropAssert},
		{"a reason that is none", frame.DropPort, 200, counter.DropEngine},
		{"unused vport", 5, 0, counter.DropNoVport},
		{"last vport", 509, 0, counter.DropNoVport},
		{"beyond the ports", 512, 0, counter.DropNoVport},
		{"far beyond", 65535, 0, counter.DropNoVport},
		{"CPU", frame.CPUPort, 0, counter.Punted},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := newNode(t, options{vports: 2, engine: one(each(func(b *frame.Batch, i int) {
				b.Frames[i].Egress, b.Frames[i].Reason = c.egress, c.reason
			}))})
			n.links[0].Put(frames(3, 1, 0)...)
			n.start()
			n.drain()
			n.want(1, map[counter.Port]uint64{c.want: 3, counter.RxFrames: 3})
			n.want(0, nil)
			if out := n.links[0].Sent(); len(out) != 0 {
				t.Errorf("%d frames sent", len(out))
			}
		})
	}
}

// A copy that ended in the engine is a drop of its own, where its frame came in; the
// other copy of the frame leaves.
func TestLostCopies(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(each(func(b *frame.Batch, i int) {
		b.Copy(i, 14).Egress = 1
		lost := b.Copy(i, 14)
		lost.Egress, lost.Reason = frame.DropPort, frame.NoSession
		b.Frames[i].Egress, b.Frames[i].Reason = frame.DropPort, frame.Copied
	}))})
	n.links[0].Put(frames(3, 0, 0)...)
	n.start()
	n.drain()
	n.want(0, map[counter.Port]uint64{counter.RxFrames: 3, counter.DropNoSession: 3})
	n.want(1, map[counter.Port]uint64{counter.TxFrames: 3})
	if out := n.links[0].Sent(); len(out) != 3 {
		t.Errorf("%d frames sent, want 3", len(out))
	}
}

func TestPunts(t *testing.T) {
	n := newNode(t, options{vports: 1, punts: 8, engine: one(toPort(frame.CPUPort)), pool: frame.PoolSize{Slabs: 8, HeadCells: 8, Cells: 20}})
	in := frames(11, 0, 0)
	in[2].Bytes = make([]byte, 3000)
	n.links[0].Put(in...)
	n.start()
	n.drain()
	n.want(0, map[counter.Port]uint64{counter.Punted: 8, counter.DropPuntFull: 3})
	got := make([]Punt, 20)
	k := n.punts[0].Pop(got)
	if k != 8 {
		t.Fatalf("%d punts, want 8", k)
	}
	for i, p := range got[:k] {
		kept := arena.Slice[byte](n.arena.Base(), p.Off, int(p.Len))
		if !bytes.HasPrefix(in[i].Bytes, kept) || int(p.Length) != len(in[i].Bytes) || int(p.Len) != min(len(in[i].Bytes), frame.MaxCellFrame) {
			t.Errorf("punt %d: %d of %d bytes", i, p.Len, p.Length)
		}
		n.returns[0].Push([]frame.Handle{p.Home})
	}
	n.shards[0].takeHome()
	if free := n.pools[0].FreeCells(); free != 20 {
		t.Errorf("%d of 20 cells came home", free)
	}
	if got := n.shard(counter.CopiedOut); got != 8 {
		t.Errorf("copied_out = %d, want 8", got)
	}
}

// flood is a contract-keeping engine that copies every frame to k vports.
func flood(k int) engineFunc {
	return func(b *frame.Batch, from int, _ arena.Off) int {
		for i := from; i < b.N; i++ {
			if !b.Copyable(k) {
				return i
			}
			for v := range k {
				c := b.Copy(i, 14)
				c.Egress, c.RID = uint16(v), uint16(i)
			}
			b.Frames[i].Egress, b.Frames[i].Reason = frame.DropPort, frame.Copied
		}
		return b.N
	}
}

// Copies outnumber the head cells many times over; none is lost.
func TestReplicationResumes(t *testing.T) {
	n := newNode(t, options{vports: 7, engine: one(flood(7)), pool: frame.PoolSize{Slabs: 8, HeadCells: 20, Cells: 4}})
	in := frames(600, 0, 1)
	n.links[0].Put(in...)
	n.start()
	n.drain()
	seen := map[uint16]int{}
	for _, f := range n.links[0].Sent() {
		if got := number(f.Bytes); got != seen[f.Vport] {
			t.Fatalf("vport %d: frame %d, want %d", f.Vport, got, seen[f.Vport])
		}
		if !bytes.Equal(f.Bytes, in[seen[f.Vport]].Bytes) {
			t.Fatalf("copy %d differs", seen[f.Vport])
		}
		seen[f.Vport]++
	}
	for v := range uint16(7) {
		if seen[v] != 600 {
			t.Errorf("vport %d: %d copies, want 600", v, seen[v])
		}
	}
	n.want(0, map[counter.Port]uint64{counter.RxFrames: 600})
}

// Copied and plain frames to one vport keep the order they came in.
func TestCopiesStandInTheirParentsPlace(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(each(func(b *frame.Batch, i int) {
		if i%3 == 0 {
			for v := range uint16(2) {
				b.Copy(i, 20).Egress = v
			}
			b.Frames[i].Egress, b.Frames[i].Reason = frame.DropPort, frame.Copied
			return
		}
		b.Frames[i].Egress = 1
	}))})
	n.links[0].Put(frames(200, 0, 1)...)
	n.start()
	n.drain()
	next := 0
	for _, f := range n.links[0].Sent() {
		if f.Vport == 1 {
			if got := number(f.Bytes); got != next {
				t.Fatalf("frame %d, want %d", got, next)
			}
			next++
		}
	}
	if next != 200 {
		t.Errorf("%d frames, want 200", next)
	}
}

// An engine that makes no progress loses the frame it is stuck at, by name, and
// the shard goes on.
func TestStuckEngine(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(engineFunc(func(b *frame.Batch, from int, _ arena.Off) int {
		for i := from; i < b.N; i++ {
			if number(b.Frames[i].BodyBytes(b.Pool.Base())) == 5 {
				return i
			}
			b.Frames[i].Egress = 1
		}
		return b.N + 1000 // and one that claims too much is not believed
	}))})
	n.links[0].Put(frames(10, 0, 1)...)
	n.start()
	n.drain()
	if out := n.links[0].Sent(); len(out) != 9 {
		t.Errorf("%d frames, want 9", len(out))
	}
	n.want(0, map[counter.Port]uint64{counter.DropEngine: 1})
}

func TestSleepsAndWakes(t *testing.T) {
	for _, w := range []Wait{Adaptive, Block, Spin} {
		n := newNode(t, options{vports: 2, wait: w, engine: one(toPort(1))})
		n.start()
		total := 0
		for i := range 20 {
			time.Sleep(2 * time.Millisecond)
			n.links[0].Put(frames(1, 0, 0)...)
			deadline := time.Now().Add(5 * time.Second)
			for total <= i {
				total += len(n.links[0].Sent())
				if time.Now().After(deadline) {
					t.Fatalf("wait %d: frame %d was not forwarded", w, i)
				}
				time.Sleep(50 * time.Microsecond)
			}
		}
		if slept := n.shard(counter.Sleeps) > 0; slept != (w != Spin) {
			t.Errorf("wait %d: slept %v", w, slept)
		}
		n.drain()
	}
}

// A link that always has more: a drain closes its gate at once and ends.
func TestDrainWithoutAPause(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(toPort(1))})
	l := &endless{}
	n.shards[0].cfg.Links[0] = l
	n.start()
	n.waitFor(func() bool { return n.shard(counter.Frames) > 1000 })
	n.drain()
	if !l.closed.Load() {
		t.Error("the gate was not closed")
	}
}

// endless is a link that has frames until its gate is closed.
type endless struct {
	loop
	closed atomic.Bool
}

func (l *endless) Poll(int64) int {
	if l.closed.Load() {
		return 0
	}
	l.left = 10
	return 1
}
func (l *endless) CloseGate() error { l.closed.Store(true); return nil }

// A sleeping shard must not hold up the garbage collector.
func TestGarbageCollectionWhileAsleep(t *testing.T) {
	n := newNode(t, options{shards: 2, vports: 1, wait: Block, spread: true, engine: one(toPort(0))})
	n.start()
	for n.shard(counter.Sleeps) < 2 {
		time.Sleep(time.Millisecond)
	}
	worst := time.Duration(0)
	for range 10 {
		at := time.Now()
		goruntime.GC()
		worst = max(worst, time.Since(at))
	}
	t.Logf("longest garbage collection while all shards slept: %v", worst)
	if worst > 5*time.Second {
		t.Errorf("a garbage collection took %v: it waited for a sleeping shard", worst)
	}
}

func TestNoAllocation(t *testing.T) {
	n := newNode(t, options{vports: 2, engine: one(toPort(1))})
	s := n.shards[0]
	l := &loop{frames: 200}
	s.cfg.Links[0] = l
	got := testing.AllocsPerRun(200, func() { s.turn(1) })
	if got != 0 {
		t.Errorf("%v allocations a turn", got)
	}
	if l.queued == 0 {
		t.Error("nothing was queued")
	}
}

// loop is a link that brings the same frames every turn and counts what is queued.
type loop struct {
	mem.Link
	frames, left, queued int
}

func (l *loop) Poll(int64) int { l.left = l.frames; return 1 }
func (l *loop) Next(b *frame.Batch) bool {
	b.N = min(l.left, frame.BatchCap)
	l.left -= b.N
	for i := range b.N {
		b.Frames[i] = frame.Desc{Body: 8192, BodyLen: 64}
	}
	return b.N > 0
}
func (l *loop) Queue(f []frame.Desc) int { l.queued += len(f); return len(f) }
func (l *loop) Flush()                   {}
func (l *loop) Tick(now int64) int64     { return now + 1e9 }
