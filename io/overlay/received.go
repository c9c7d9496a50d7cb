package overlay

import "up4/internal/counter"

// Received follows what one receiver gets of one shard of a sender, in one
// incarnation of it. The zero value has heard nothing. One thread writes it; Lost
// and Joined may be read by any.
type Received struct {
	// next is the number expected next in each bucket, extended to 64 bits; 0
	// while nothing was heard. All that a frame in its turn does is to add one.
	next    [Buckets]counter.Tally
	streams [Buckets]stream
	refused counter.Tally // arrived, but cut off where their numbers stood
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
	upto    uint64        // next when window was brought up to date
	window  window        // which of the numbers before upto were received
	resync  uint32        // the number that would make a far jump a restart
}

// first is the extended number of a stream's first wire number: high enough
// that nothing wraps below zero.
const first = 1 << 32

// maxJump is the most numbers that can be missing at once, and believed. A
// number further ahead is taken for a stray until the next one confirms it (RFC
// 3550 A.1, MAX_DROPOUT): one bad header must not count as a billion losses.
const maxJump = 1 << 22

// misorder is how far behind a number can be and still be late: several trains
// of one flow. Two in a row further off are a restart.
const misorder = windowBits

// overtaking is how far before the first number heard one can be and still
// belong to the stream: that first one had overtaken a train.
const overtaking = 64

// Start begins a stream so that the number expected next is seq.
func (r *Received) Start(bucket, seq uint32) {
	s := &r.streams[bucket]
	r.next[bucket].Set(first + uint64(seq))
	s.base.Set(first + uint64(seq))
	s.missing.Set(0)
	s.window, s.upto = window{}, first+uint64(seq)
	s.resync = seq - 1<<31
}

// Arrival is what a sequence number out of turn turned out to be.
type Arrival uint8

const (
	InOrder   Arrival = iota // or after a gap
	Late                     // behind a later one, or a stray
	Duplicate                // had already
	Restarted                // the sender began anew
)

// InTurn notes the arrival of seq if it is the number expected next, and says
// whether it is. If not, Take must follow.
func (r *Received) InTurn(bucket, seq uint32) bool {
	if uint32(r.next[bucket].Own()) != seq {
		return false
	}
	r.next[bucket].Add(1)
	return true
}

// Take notes the arrival of a number that is not the one expected next. After
// Restarted the caller drops r and calls Resume on a fresh one.
func (r *Received) Take(bucket, seq uint32) Arrival {
	s := &r.streams[bucket]
	if !r.begun(bucket) {
		r.Start(bucket, seq)
		r.next[bucket].Add(1)
		return InOrder
	}
	next := r.next[bucket].Own()
	s.refresh(next)
	delta := int32(seq - uint32(next)) // 0 is the one expected next
	switch {
	case delta >= 0 && delta < maxJump:
		r.rise(bucket, uint64(delta))
		r.next[bucket].Add(1)
		return InOrder
	case delta < 0 && delta >= -misorder:
		n, base := next-uint64(-int64(delta)), s.base.Own()
		switch {
		case n >= base && s.window.has(n):
			return Duplicate
		case n >= base:
			s.missing.Set(s.missing.Own() - 1)
		case base-n <= overtaking:
			s.missing.Add(base - n - 1)
			s.base.Set(n)
			s.window.clear(n, base-n)
		default: // before the stream was joined
			return Late
		}
		s.window.add(n)
		return Late
	case seq == s.resync:
		// Two in a row far off: the sender began anew (RFC 3550 A.1).
		return Restarted
	}
	s.resync = seq + 1
	return Late
}

// begun says whether anything was heard of the bucket. A sender that numbers
// from zero has met the zero value of next in its turn.
func (r *Received) begun(bucket uint32) bool {
	if r.streams[bucket].base.Own() != 0 {
		return true
	}
	n := r.next[bucket].Own()
	if n == 0 {
		return false
	}
	r.Start(bucket, 0)
	r.next[bucket].Set(first + n)
	return true
}

// Refused notes a number that arrived in a datagram which was then refused, and
// counted, for another reason: it is not lost. Only a number that is expected
// next or missing is believed.
func (r *Received) Refused(bucket, seq uint32) {
	if !r.begun(bucket) {
		return
	}
	if delta := int32(seq - uint32(r.next[bucket].Own())); delta <= 0 && delta >= -misorder {
		r.Take(bucket, seq)
	}
}

// RefusedUnread notes n frames that arrived but whose numbers were cut off.
func (r *Received) RefusedUnread(n int) { r.refused.Add(uint64(n)) }

// refresh brings the window up to next: what came since came in its turn.
func (s *stream) refresh(next uint64) {
	s.window.fill(s.upto, next-s.upto)
	s.upto = next
}

// rise moves the number expected next up by n that have not arrived.
// Precondition: the window is up to date.
func (r *Received) rise(bucket uint32, n uint64) {
	s := &r.streams[bucket]
	r.next[bucket].Add(n)
	s.missing.Add(n)
	s.window.clear(s.upto, n)
	s.upto += n
}

// Hear notes a header-only datagram: the sender has used numbers up to seq of
// the bucket. Zero means none yet, so that a loss of the first ones shows.
func (r *Received) Hear(bucket, seq uint32) {
	if !r.begun(bucket) {
		r.Start(bucket, seq+1)
		return
	}
	next := r.next[bucket].Own()
	if delta := int32(seq + 1 - uint32(next)); delta > 0 && delta < maxJump {
		r.streams[bucket].refresh(next)
		r.rise(bucket, uint64(delta))
	}
}

// Resume begins a stream of a restarted sender with seq, the second number of
// its new life that arrived: the one before it gave the restart away.
func (r *Received) Resume(bucket, seq uint32) {
	r.Start(bucket, seq-1)
	r.next[bucket].Add(2)
}

// Lost is what the streams lack at this receiver alone.
func (r *Received) Lost() (sum uint64) {
	for i := range r.streams {
		sum += r.streams[i].missing.Load()
	}
	return clampSub(sum, r.refused.Load())
}

func clampSub(a, b uint64) uint64 {
	if b > a {
		return 0
	}
	return a - b
}

// Joined is what the streams lack that several receivers of one switch have got
// parts of (a train of mixed buckets stays where it lands): the lowest base, the
// highest number, the sum of what was seen. All rows are of one sender's shard
// and incarnation.
func Joined(rows []*Received) (lost uint64) {
	for b := range Buckets {
		var base, next, seen uint64
		for _, r := range rows {
			s := &r.streams[b]
			from := s.base.Load()
			if from == 0 {
				continue
			}
			// missing before next: a reader that comes between two frames then
			// finds one too few missing for a moment.
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
	var refused uint64
	for _, r := range rows {
		refused += r.refused.Load()
	}
	return clampSub(lost, refused)
}
