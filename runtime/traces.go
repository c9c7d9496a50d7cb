package runtime

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"up4/internal/counter"
	"up4/pipelines"
	"up4/ring"
	"up4/runtime/status"
)

const (
	traceRing = 1024                 // traces on their way from a shard
	tracePoll = 5 * time.Millisecond // how often they are taken while someone waits
)

// What traces.vport says instead of a vport.
const (
	traceNothing    = math.MinInt32
	traceEverything = -1
)

// traces takes what happens to frames off the shards while someone asks for it.
type traces struct {
	started time.Time
	vport   atomic.Int32 // what to trace: read by shards, written by who holds asking
	asking  sync.Mutex   // held while traces are taken; guards the far ends of the rings
	shards  []*shardTracer
}

// shardTracer is one shard's pipelines.Tracer. The ring's near end and lost are the
// shard's.
type shardTracer struct {
	all  *traces
	ring *ring.SPSC[stamped]
	lost counter.Tally // for want of room in the ring
	one  [1]stamped
}

type stamped struct {
	*pipelines.Trace
	at int64 // ns since the start
}

func newTraces(started time.Time) *traces {
	t := &traces{started: started}
	t.vport.Store(traceNothing)
	return t
}

func (t *traces) add() (*shardTracer, error) {
	r, err := ring.New[stamped](traceRing)
	if err != nil {
		return nil, err
	}
	s := &shardTracer{all: t, ring: r}
	t.shards = append(t.shards, s)
	return s, nil
}

// Wants says whether someone asks for frames that come in by a port.
func (s *shardTracer) Wants(port uint16) bool {
	v := s.all.vport.Load()
	return v != traceNothing && (v == traceEverything || v == int32(port))
}

// Traced sends a trace on its way.
func (s *shardTracer) Traced(t *pipelines.Trace) {
	s.one[0] = stamped{t, int64(time.Since(s.all.started))}
	if s.ring.Push(s.one[:]) == 0 {
		s.lost.Add(1)
	}
	s.one[0] = stamped{}
}

// collect traces frames of a vport, or of all for -1, until there are n of them or ctx
// ends. lost is how many more there were than fit.
func (t *traces) collect(ctx context.Context, vport, n int) (out []status.Trace, lost uint64, err error) {
	if !t.asking.TryLock() {
		return nil, 0, status.ErrTracing
	}
	defer t.asking.Unlock()
	t.take(math.MaxInt) // what came after the last one had enough
	before := t.lost()
	t.vport.Store(int32(vport))
	defer t.vport.Store(traceNothing)
	tick := time.NewTicker(tracePoll)
	defer tick.Stop()
	for len(out) < n {
		select {
		case <-ctx.Done():
			return append(out, t.take(n-len(out))...), t.lost() - before, nil
		case <-tick.C:
			out = append(out, t.take(n-len(out))...)
		}
	}
	return out, t.lost() - before, nil
}

// take empties the rings, and keeps the first n. Callers hold asking.
func (t *traces) take(n int) (out []status.Trace) {
	var got [64]stamped
	for i, s := range t.shards {
		for k := s.ring.Pop(got[:]); k > 0; k = s.ring.Pop(got[:]) {
			for _, g := range got[:k] {
				if len(out) < n && n != math.MaxInt {
					out = append(out, status.Trace{Shard: i, Time: t.started.Add(time.Duration(g.at)), Trace: g.Trace})
				}
			}
			clear(got[:k])
		}
	}
	return out
}

func (t *traces) lost() (n uint64) {
	for _, s := range t.shards {
		n += s.lost.Load()
	}
	return n
}

// Trace traces frames that come in by a vport, or by any for -1, from now on, until
// there are n of them, ctx ends or the switch does. lost is how many more there were
// than there was room for.
func (n *Node) Trace(ctx context.Context, vport, frames int) (out []status.Trace, lost uint64, err error) {
	if !n.opt.Compiled.Profile().Traces {
		return nil, 0, status.ErrNoTraces
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-n.stop:
			cancel()
		case <-ctx.Done():
		}
	}()
	return n.traces.collect(ctx, vport, frames)
}
