package udp

import (
	"up4/internal/counter"
	"up4/io/overlay"
)

// peerShard is what one shard here has received of one shard of a peer in one
// incarnation of it.
type peerShard struct {
	streams [overlay.Buckets]stream
	inc     uint8
	// before is what earlier incarnations and resynchronised streams had lost.
	before counter.Tally
}

// stream is the receiving side of one sequence: per (vport, sender shard,
// bucket). It follows RFC 3550 appendix A: losses are the sequence numbers
// expected less the distinct ones received, so a late frame mends the count.
//
// The owning shard writes; readers use base, high and seen, which are tallies.
// Sequence numbers are extended to 64 bits; those on the wire are the low 32.
type stream struct {
	base   counter.Tally // first number expected; 0 while nothing was heard
	high   counter.Tally // highest number heard of
	seen   counter.Tally // distinct numbers received
	window uint64        // bit i: number high-i was received
	resync uint32        // the number that would make a far jump a restart
	far    bool          // the last far jump was counted as seen
}

// first is the extended number of a stream's first wire number: high enough
// that nothing wraps below zero.
const first = 1 << 32

// start begins the stream so that the next number expected is seq.
func (s *stream) start(seq uint32) {
	s.base.Set(first + uint64(seq))
	s.high.Set(first + uint64(seq) - 1)
	s.seen.Set(0)
	s.window = 0
	s.resync = seq - 1<<31
}

// verdict of a sequence number.
type arrival uint8

const (
	inOrder   arrival = iota // or after a gap
	late                     // behind a later one
	duplicate                // had already
	restarted                // the sender began anew
)

// take notes the arrival of seq out of turn: not high + 1. The caller handles
// that common case itself.
func (s *stream) take(seq uint32) arrival {
	if s.base.Own() == 0 {
		s.start(seq)
		s.next()
		return inOrder
	}
	delta := int32(seq - uint32(s.high.Own()))
	switch {
	case delta > 0:
		s.rise(delta)
		s.window |= 1
		s.seen.Add(1)
		return inOrder
	case delta > -64:
		bit := uint64(1) << uint(-delta)
		if s.window&bit != 0 {
			return duplicate
		}
		s.window |= bit
		s.seen.Add(1)
		if n := s.high.Own() - uint64(-int64(delta)); n < s.base.Own() {
			s.base.Set(n) // the stream was joined by an overtaking frame
		}
		return late
	case seq == s.resync:
		// Two in a row far behind: the sender began anew (RFC 3550 A.1).
		return restarted
	}
	s.resync = seq + 1
	s.far = s.high.Own()-uint64(-int64(delta)) >= s.base.Own()
	if s.far {
		s.seen.Add(1)
	}
	return late
}

// rise moves high up by delta > 0; the numbers between count as missing.
func (s *stream) rise(delta int32) {
	s.high.Add(uint64(delta))
	if delta >= 64 {
		s.window = 0
		return
	}
	s.window <<= delta
}

// next notes the arrival of the number expected next.
func (s *stream) next() {
	s.high.Add(1)
	s.seen.Add(1)
	s.window = s.window<<1 | 1
}

// hear notes a high-water mark: the sender has used numbers up to seq.
func (s *stream) hear(seq uint32) {
	if s.base.Own() == 0 {
		s.start(seq + 1)
		return
	}
	delta := int32(seq - uint32(s.high.Own()))
	if delta <= 0 {
		return
	}
	s.rise(delta)
}

// missing is what the stream lacks, on this shard alone, as it ends.
func (s *stream) missing() uint64 {
	if s.base.Own() == 0 {
		return 0
	}
	seen := s.seen.Own()
	if s.far && seen > 0 {
		seen-- // that one belonged to the next life of the sender
	}
	return clampSub(s.high.Own()+1-s.base.Own(), seen)
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
	lost := old.before.Own()
	for i := range old.streams {
		lost += old.streams[i].missing()
	}
	r := &peerShard{inc: inc}
	r.before.Set(lost)
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
			var base, high, seen uint64
			for _, r := range rows {
				s := &r.streams[b]
				from := s.base.Load()
				if r.inc != inc || from == 0 {
					continue
				}
				// seen before high: a reader that comes between two frames then
				// finds one too many missing rather than one too few.
				seen += s.seen.Load()
				high = max(high, s.high.Load())
				if base == 0 || from < base {
					base = from
				}
			}
			if base != 0 {
				lost += clampSub(high+1-base, seen)
			}
		}
	}
	return lost
}
