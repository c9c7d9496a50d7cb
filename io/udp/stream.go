package udp

import (
	"sync/atomic"

	"up4/internal/counter"
	"up4/io/overlay"
)

// peerShard is what one shard here has received of one shard of a peer in one
// life of it. When a new life begins it is retired to the chain behind the new
// one, where the Ledger finds it.
type peerShard struct {
	overlay.Received
	life uint32 // of the peer, as all shards here count them
	// key joins the rows of one life over shards. A restart that only this shard
	// has noticed has a key of its own.
	key  uint64
	prev atomic.Pointer[peerShard] // set before the row is published; then the Ledger's
}

// Shared is what the shards of one switch know together of a vport's peer. All
// fields are atomic: any shard may learn of a change first.
type Shared struct {
	shards atomic.Uint32 // the peer's number of shards, 0 if not heard of
	// life counts the peer's incarnations: number << 4 | the one before << 2 | the
	// present one, the number from 1; 0 if not heard of.
	life  atomic.Uint32
	since atomic.Int64 // when the present one was met, nanoseconds on the shards' clock
	pace  atomic.Int64 // up to when the lives so far have used up restartEvery each
}

// linger is how long frames of the incarnation before are still on their way, in
// the queue of a shard that is behind. In that time they are no restart.
const linger = 1e9 // nanoseconds

// A peer may restart storm times in a row and then once per restartEvery; what goes
// beyond that is no process, and each life costs memory here.
const (
	restartEvery = 1e8 // nanoseconds
	storm        = 8
)

// PeerShards is the peer's number of shards, 0 if it has not been heard of.
func (s *Shared) PeerShards() int { return int(s.shards.Load()) }

// meet notes the peer's incarnation, and returns which life of it that is and
// whether it is news to the switch.
func (p *port) meet(inc uint8, now int64) (life uint32, isNew bool) {
	for {
		old := p.shared.life.Load()
		number := old >> 4
		switch {
		case number != 0 && uint8(old&3) == inc:
			return number, false
		case number > 1 && uint8(old>>2&3) == inc && now-p.shared.since.Load() < linger:
			return number - 1, false
		}
		pace := max(p.shared.pace.Load(), now)
		if pace-now >= storm*restartEvery {
			return number, false
		}
		next := (number+1)<<4 | (old&3)<<2 | uint32(inc)
		p.shared.since.Store(now) // first: who sees the new life must not find the old time
		if !p.shared.life.CompareAndSwap(old, next) {
			continue
		}
		p.shared.pace.Store(pace + restartEvery)
		if number != 0 {
			p.tally[counter.Restarts].Add(1)
		}
		return number + 1, true
	}
}

// row is the state for frames of a sender's shard in a life of the peer. It
// allocates on the first frame of each only.
//
// The Ledger never unlinks the newest row of the present life or the one before,
// so what is found behind the head is still counted.
func (p *port) row(shard uint8, life uint32) *peerShard {
	for r := p.rows[shard].Load(); r != nil; r = r.prev.Load() {
		if r.life == life {
			return r
		}
	}
	return p.begin(shard, life, uint64(life))
}

// known is the newest row of a sender's shard, if the peer's present incarnation
// is inc, or nil.
func (p *port) known(shard, inc uint8) *peerShard {
	life := p.shared.life.Load()
	if r := p.rows[shard].Load(); r != nil && r.life == life>>4 && uint8(life&3) == inc {
		return r
	}
	return nil
}

// renew begins a sender's shard anew within a life: it has restarted with the
// same incarnation by chance.
func (p *port) renew(link int, shard uint8, life uint32) *peerShard {
	p.alone++
	return p.begin(shard, life, 1<<63|uint64(link)<<32|uint64(p.alone))
}

func (p *port) begin(shard uint8, life uint32, key uint64) *peerShard {
	r := &peerShard{life: life, key: key}
	r.prev.Store(p.rows[shard].Load())
	p.rows[shard].Store(r)
	return r
}
