package runtime

import (
	"sync"
	"time"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/ring"
	"up4/runtime/status"
	"up4/shard"
)

const (
	puntRing  = 512 // frames on their way from a shard
	puntKept  = 256 // frames kept for people to look at
	puntEvery = 20 * time.Millisecond
	// sweepLedger is after how many of those the ledger lets go of the past.
	sweepLedger = 50
)

// punts takes the frames for the CPU port off the shards and keeps the last ones.
type punts struct {
	base    arena.Base
	started time.Time
	done    chan struct{}
	ended   sync.WaitGroup
	once    sync.Once

	mu    sync.Mutex // guards what follows, and the far ends of the rings
	rings []puntRings
	kept  []status.Punt
	seq   uint64
	over  bool // the arena is gone
}

type puntRings struct {
	up   *ring.SPSC[shard.Punt]
	down *ring.SPSC[frame.Handle]
}

func newPunts(base arena.Base, started time.Time) *punts {
	return &punts{base: base, started: started, done: make(chan struct{})}
}

func (p *punts) add(up *ring.SPSC[shard.Punt], down *ring.SPSC[frame.Handle]) {
	p.rings = append(p.rings, puntRings{up, down})
}

// start takes punts every now and then, calls also as often, and sweep about once a
// second.
func (p *punts) start(also, sweep func()) {
	p.ended.Add(1)
	go func() {
		defer p.ended.Done()
		t := time.NewTicker(puntEvery)
		defer t.Stop()
		for n := 1; ; n++ {
			select {
			case <-t.C:
				p.take()
				also()
				if n%sweepLedger == 0 {
					sweep()
				}
			case <-p.done:
				return
			}
		}
	}()
}

// stop takes what is left. Precondition: no shard runs, the arena is there.
func (p *punts) stop() {
	p.once.Do(func() {
		close(p.done)
		p.ended.Wait()
		p.take()
		p.mu.Lock()
		p.over = true
		p.mu.Unlock()
	})
}

// take empties the rings and gives the cells back. The way back is as long as
// the way here, and a cell on it is on no other, so a push cannot fail.
func (p *punts) take() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over {
		return
	}
	var got [64]shard.Punt
	var cells [64]frame.Handle
	for _, r := range p.rings {
		for n := r.up.Pop(got[:]); n > 0; n = r.up.Pop(got[:]) {
			for i, g := range got[:n] {
				p.keep(g)
				cells[i] = g.Home
			}
			r.down.Push(cells[:n])
		}
	}
}

func (p *punts) keep(g shard.Punt) {
	p.seq++
	bytes := make([]byte, g.Len)
	copy(bytes, arena.Slice[byte](p.base, g.Off, int(g.Len)))
	if len(p.kept) == puntKept {
		p.kept = append(p.kept[:0], p.kept[1:]...)
	}
	p.kept = append(p.kept, status.Punt{
		Seq: p.seq, Time: p.started.Add(time.Duration(g.At)), Vport: g.Vport, Length: int(g.Length), Bytes: bytes,
	})
}

// list is the frames kept, oldest first.
func (p *punts) list() []status.Punt {
	p.take()
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]status.Punt(nil), p.kept...)
}
