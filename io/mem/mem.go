// Package mem is a link in memory: frames are put in and taken out by the
// process itself. It stands in for a network in tests and replays.
package mem

import (
	"sync"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/link"
)

var _ link.Link = (*Link)(nil)

// Frame is a frame with the vport it comes in or goes out by.
type Frame struct {
	Vport  uint16
	Bucket uint8
	RID    uint16 // on the way out
	Bytes  []byte
}

// Link serves all vports that have counters. Put and Sent may be called from
// any goroutine.
type Link struct {
	pool  *frame.Pool
	ports *link.Ports
	// Notify, if set, is called after each Put, to wake a sleeping shard. Without
	// it the shard finds the frames when it next tries Poll, within milliseconds.
	Notify func()

	mu      sync.Mutex
	waiting []Frame // guarded by mu
	sent    []Frame // guarded by mu
	closed  bool    // guarded by mu

	// The shard's own.
	polled []Frame
	slab   frame.Handle
	off    arena.Off
	next   arena.Off // where the next polled frame goes
	have   bool
	queued []frame.Desc
	clock  int64
}

// New makes a link for the vports that have counters in ports.
func New(pool *frame.Pool, ports *link.Ports) *Link { return &Link{pool: pool, ports: ports} }

// Put appends frames to what the next Poll finds. After CloseGate it drops them.
func (l *Link) Put(frames ...Frame) {
	l.mu.Lock()
	if !l.closed {
		l.waiting = append(l.waiting, frames...)
	}
	l.mu.Unlock()
	if l.Notify != nil {
		l.Notify()
	}
}

// Sent takes what has been sent since the last call.
func (l *Link) Sent() []Frame {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.sent
	l.sent = nil
	return out
}

// Poll takes as many waiting frames as fit one slab.
func (l *Link) Poll(now int64) int {
	l.clock = now
	if l.have && l.pool.Refs(l.slab) > 1 {
		l.pool.Release(l.slab, 1)
		l.have = false
	}
	if !l.have {
		if l.slab, l.off, l.have = l.pool.TakeSlab(); !l.have {
			return 0
		}
	}
	l.next = l.off
	l.mu.Lock()
	defer l.mu.Unlock()
	n, room := 0, frame.SlabPayload
	for n < len(l.waiting) && room >= frame.HeadSpace+len(l.waiting[n].Bytes) {
		room -= frame.HeadSpace + len(l.waiting[n].Bytes)
		n++
	}
	l.polled = append(l.polled[:0], l.waiting[:n]...)
	l.waiting = l.waiting[n:]
	return n
}

// Next copies polled frames into the slab and describes them.
func (l *Link) Next(b *frame.Batch) bool {
	n := min(len(l.polled), frame.BatchCap)
	at := l.next
	for i, f := range l.polled[:n] {
		at += frame.HeadSpace
		copy(arena.Slice[byte](l.pool.Base(), at, len(f.Bytes)), f.Bytes)
		b.Frames[i] = frame.Desc{
			Body: at, BodyLen: uint16(len(f.Bytes)), Ingress: f.Vport, Egress: frame.DropPort,
			Home: l.slab, Stamp: uint32(l.clock / 1000), Bucket: f.Bucket,
		}
		at += arena.Off(len(f.Bytes))
		l.ports[f.Vport][counter.RxFrames].Add(1)
		l.ports[f.Vport][counter.RxBytes].Add(uint64(len(f.Bytes)))
	}
	l.polled = l.polled[n:]
	l.next = at // the rest follows in the same slab
	b.N, b.NCopies = n, 0
	return n > 0
}

// Queue notes frames to send.
func (l *Link) Queue(frames []frame.Desc) (taken int) {
	for i := range frames {
		if e := frames[i].Egress; e < frame.NumPorts && l.ports[e] != nil {
			l.queued = append(l.queued, frames[i])
			taken++
		}
	}
	return taken
}

// Flush copies out what was queued.
func (l *Link) Flush() {
	if len(l.queued) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.queued {
		d := &l.queued[i]
		bytes := make([]byte, d.Len())
		d.CopyTo(l.pool.Base(), bytes)
		l.sent = append(l.sent, Frame{Vport: d.Egress, Bucket: d.Bucket, RID: d.RID, Bytes: bytes})
		l.ports[d.Egress][counter.TxFrames].Add(1)
		l.ports[d.Egress][counter.TxBytes].Add(uint64(len(bytes)))
	}
	l.queued = l.queued[:0]
}

// Tick has nothing to announce.
func (l *Link) Tick(now int64) int64 { return now + 1e9 }

// Farewell has nothing to announce.
func (l *Link) Farewell(int64) {}

// FD is -1: only Poll can tell.
func (l *Link) FD() int { return -1 }

// CloseGate refuses what is put from now on.
func (l *Link) CloseGate() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	return nil
}

// Close gives the slab back.
func (l *Link) Close() error {
	if l.have {
		l.pool.Release(l.slab, 1)
		l.have = false
	}
	return nil
}
