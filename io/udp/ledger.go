package udp

import (
	"sync"

	"up4/io/overlay"
)

// Ledger sums what the peers of one switch numbered and what did not arrive.
//
// One stream may have arrived at several shards (a train of mixed buckets stays
// where it lands), so the rows of one life of a peer are joined over all shards
// before anything is called lost. Rows of past lives are joined once no shard
// can add to them, kept as a sum, and let go.
type Ledger struct {
	links []*Link

	mu    sync.Mutex
	ended map[uint16]uint64 // by vport: lost in lives that are over; guarded by mu
}

// NewLedger makes the ledger of a switch from the links of all its shards.
func NewLedger(links []*Link) *Ledger { return &Ledger{links: links, ended: map[uint16]uint64{}} }

// Lost is the frames of a vport's peer that are missing. Any thread.
func (l *Ledger) Lost(vport uint16) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lost uint64
	for sender := range 256 {
		lost += l.settle(vport, uint8(sender))
	}
	return lost + l.ended[vport]
}

// Sweep lets the rows of past lives go. Any thread, now and then.
func (l *Ledger) Sweep() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.links[0].all {
		for sender := range 256 {
			l.settle(p.id, uint8(sender))
		}
	}
}

// settle moves the lives of a sender's shard that are over to the sum, and
// returns what the others lack. Callers hold mu.
func (l *Ledger) settle(vport uint16, sender uint8) (lost uint64) {
	var heads []*peerShard
	var present uint32
	for _, link := range l.links {
		if p := link.ports[vport]; p != nil {
			present = p.shared.life.Load() >> 4
			if r := p.rows[sender].Load(); r != nil {
				heads = append(heads, r)
			}
		}
	}
	if len(heads) == 0 {
		return 0
	}
	lives := map[uint64][]*overlay.Received{}
	live := map[uint64]bool{}
	for _, head := range heads {
		markLive(live, head, present)
		for r := head; r != nil; r = r.prev.Load() {
			lives[r.key] = append(lives[r.key], &r.Received)
		}
	}
	for key, rows := range lives {
		if n := overlay.Joined(rows); live[key] {
			lost += n
		} else {
			l.ended[vport] += n
		}
	}
	for _, head := range heads {
		unlink(head, live)
	}
	return lost
}

// markLive adds the keys of the rows that a shard may still write: its head, and
// what port.row can give it for the present life and the one before, of which
// frames may still wait in a queue.
func markLive(live map[uint64]bool, head *peerShard, present uint32) {
	live[head.key] = true
	var newest [2]bool
	for r := head; r != nil; r = r.prev.Load() {
		if age := present - r.life; age < 2 && !newest[age] {
			newest[age] = true
			live[r.key] = true
		}
	}
}

// unlink takes the rows of lives that are over out of a chain. Their shard has
// let go of them; the links behind the head are the Ledger's.
func unlink(head *peerShard, live map[uint64]bool) {
	for r := head; r != nil; {
		next := r.prev.Load()
		for next != nil && !live[next.key] {
			next = next.prev.Load()
		}
		r.prev.Store(next)
		r = next
	}
}
