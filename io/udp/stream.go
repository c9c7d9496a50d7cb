package udp

import (
	"up4/internal/counter"
	"up4/io/overlay"
)

// peerShard is what one shard here has received of one shard of a peer in one
// incarnation of it.
type peerShard struct {
	// next is the number expected next in each bucket, extended to 64 bits; 0
	// while nothing was heard. All that a frame in its turn does is to add one.
	next    [overlay.Buckets]counter.Tally
	streams [overlay.Buckets]stream
	inc     uint8
	// before is what earlier incarnations and resynchronised streams had lost.
	before counter.Tally
}

// stream is the rest of the receiving side of one sequence: per (vport, sender
// shard, bucket). It follows RFC 3550 appendix A: losses are the sequence
// numbers expected less the distinct ones received, so that a late frame mends
// the count.
//
// The owning shard writes; readers use next, base and missing, which are tallies.
// Sequence numbers are extended to 64 bits; those on the wire are the low 32.
type stream struct {
	base    counter.Tally // first number expected; 0 while nothing was heard
	missing counter.Tally // numbers from base to next that have not arrived
	window  uint64        // bit i: number upto-1-i was received
	upto    uint64        // next when window was brought up to date
	resync  uint32        // the number that would make a far jump a restart
	far     bool          // the last far jump mended a miss
}

// first is the extended number of a stream's first wire number: high enough
// that nothing wraps below zero.
const first = 1 << 32

// start begins the stream so that the number expected next is seq.
func (r *peerShard) start(bucket, seq uint32) {
	s := &r.streams[bucket]
	r.next[bucket].Set(first + uint64(seq))
	s.base.Set(first + uint64(seq))
	s.missing.Set(0)
	s.window, s.upto = 0, first+uint64(seq)
	s.resync, s.far = seq-1<<31, false
}

// arrival is what a sequence number out of turn turned out to be.
type arrival uint8

const (
	inOrder   arrival = iota // or after a gap
	late                     // behind a later one
	duplicate                // had already
	restarted                // the sender began anew
)

// take notes the arrival of a number that is not the one expected next.
func (r *peerShard) take(bucket, seq uint32) arrival {
	s := &r.streams[bucket]
	if s.base.Own() == 0 {
		r.start(bucket, seq)
		r.next[bucket].Add(1)
		return inOrder
	}
	next := r.next[bucket].Own()
	s.refresh(next)
	delta := int32(seq - uint32(next)) // 0 is the one expected next
	switch {
	case delta >= 0:
		r.rise(bucket, uint64(delta))
		r.next[bucket].Add(1)
		return inOrder
	case delta >= -64:
		bit := uint64(1) << uint(-1-delta)
		if s.window&bit != 0 {
			return duplicate
		}
		s.window |= bit
		if n := next - uint64(-int64(delta)); n < s.base.Own() {
			// The stream was joined by an overtaking frame.
			s.missing.Add(s.base.Own() - n - 1)
			s.base.Set(n)
		} else {
			s.missing.Set(s.missing.Own() - 1)
		}
		return late
	case seq == s.resync:
		// Two in a row far behind: the sender began anew (RFC 3550 A.1).
		return restarted
	}
	s.resync = seq + 1
	s.far = next-uint64(-int64(delta)) >= s.base.Own() && s.missing.Own() > 0
	if s.far {
		s.missing.Set(s.missing.Own() - 1)
	}
	return late
}

// refresh brings the window up to next: what came since came in its turn.
func (s *stream) refresh(next uint64) {
	if n := next - s.upto; n >= 64 {
		s.window = ^uint64(0)
	} else {
		s.window = s.window<<n | (1<<n - 1)
	}
	s.upto = next
}

// rise moves the number expected next up by n that have not arrived.
// Precondition: the window is up to date.
func (r *peerShard) rise(bucket uint32, n uint64) {
	s := &r.streams[bucket]
	r.next[bucket].Add(n)
	s.missing.Add(n)
	if n >= 64 {
		s.window = 0
	} else {
		s.window <<= n
	}
	s.upto += n
}

// hear notes a high-water mark: the sender has used numbers up to seq.
func (r *peerShard) hear(bucket, seq uint32) {
	if r.streams[bucket].base.Own() == 0 {
		r.start(bucket, seq+1)
		return
	}
	next := r.next[bucket].Own()
	if delta := int32(seq + 1 - uint32(next)); delta > 0 {
		r.streams[bucket].refresh(next)
		r.rise(bucket, uint64(delta))
	}
}

// lost is what the streams lack on this shard alone, as they end.
func (r *peerShard) lost() (sum uint64) {
	for i := range r.streams {
		s := &r.streams[i]
		sum += s.missing.Own()
		if s.far {
			sum++ // the number that seemed to mend a miss was of the next life
		}
	}
	return sum
}

func clampSub(a, b uint64) uint64 {
	if b > a {
		return 0
	}
	return a - b
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
	r.before.Set(old.before.Own() + old.lost())
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
func joined(rows []*peerShard) uint64 {
	var lost uint64
	for inc := range uint8(4) {
		for b := range overlay.Buckets {
			var base, next, seen uint64
			for _, r := range rows {
				s := &r.streams[b]
				from := s.base.Load()
				if r.inc != inc || from == 0 {
					continue
				}
				// missing before next: a reader that comes between two frames
				// then finds one too few missing for a moment.
				missing := s.missing.Load()
				n := r.next[b].Load()
				seen += clampSub(n-from, missing)
				next = max(next, n)
				if base == 0 || from < base {
					base = from
				}
			}
			if base != 0 {
				lost += clampSub(next-base, seen)
			}
		}
	}
	return lost
}
