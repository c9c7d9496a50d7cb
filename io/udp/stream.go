package udp

import (
	"up4/internal/counter"
	"up4/io/overlay"
)

// peerShard is what one shard here has received of one shard of a peer, in its
// present incarnation.
type peerShard struct {
	overlay.Received
	inc uint8
	// before is what earlier incarnations had lost.
	before counter.Tally
}

// row is the state for frames of a sender's shard and incarnation. A new
// incarnation replaces it: what the old one had lost is kept as a sum. It
// allocates on the first frame of each sender shard only.
func (p *port) row(shard, inc uint8) *peerShard {
	r := p.rows[shard].Load()
	if r == nil {
		r = &peerShard{inc: inc}
		p.rows[shard].Store(r)
	}
	if r.inc != inc {
		r = p.renew(shard, inc)
	}
	return r
}

// renew ends the streams of a sender's shard and begins them anew, with what
// they had lost kept as a sum.
func (p *port) renew(shard, inc uint8) *peerShard {
	old := p.rows[shard].Load()
	r := &peerShard{inc: inc}
	r.before.Set(old.before.Own() + old.Lost())
	p.rows[shard].Store(r)
	return r
}

// meet notes the peer's incarnation and says whether it is news to the switch.
func (p *port) meet(inc uint8) (isNew bool) {
	id := uint32(inc) + 1
	old := p.shared.incarnation.Load()
	if old == id || !p.shared.incarnation.CompareAndSwap(old, id) {
		return false
	}
	if old != 0 {
		p.tally[counter.Restarts].Add(1)
	}
	return true
}

// Lost sums, for one vport over all shards of the switch, the frames that its
// peer numbered and that did not arrive. One stream may have arrived at several
// shards (a train of mixed buckets stays where it lands), so the numbers are
// joined first: the lowest base, the highest number, the sum of what was seen.
// Any thread.
func Lost(links []*Link, vport uint16) uint64 {
	var lost uint64
	for sender := range 256 {
		var rows []*peerShard
		for _, l := range links {
			p := l.ports[vport]
			if p == nil {
				continue
			}
			if r := p.rows[sender].Load(); r != nil {
				rows = append(rows, r)
				lost += r.before.Load()
			}
		}
		lost += joined(rows)
	}
	return lost
}

// joined is what the streams of one sender's shard lack. Rows of different
// incarnations are joined apart: some shards may not have met the newest yet.
func joined(rows []*peerShard) (lost uint64) {
	for inc := range uint8(4) {
		var same []*overlay.Received
		for _, r := range rows {
			if r.inc == inc {
				same = append(same, &r.Received)
			}
		}
		lost += overlay.Joined(same)
	}
	return lost
}
