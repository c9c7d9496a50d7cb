package udp

import (
	"errors"
	"math/bits"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/overlay"
)

// A vport greets its peer, at the start and whenever the peer is new, with the
// last sequence number of every bucket, so that the peer misses nothing of what
// follows. When it falls silent it tells those of the buckets it used, so that a
// loss at the tail shows. Each announcement also says this switch's number of
// shards, so that the peer groups its trains. It can be lost itself: so it is
// repeated at growing intervals, then kept up once a second, also under traffic,
// a few buckets at a time.
var helloSteps = [...]int64{5e6, 20e6, 80e6, 320e6} // nanoseconds of silence, each after the one before

// greetEvery is the least time between two greetings of a peer: a datagram that
// makes it look new is answered by 64, and anyone can send one in its name.
const greetEvery = 2e7 // nanoseconds

// helloEvery is the interval of the announcement that is kept up.
const helloEvery = 1e9

// helloState is when a vport announces next.
type helloState struct {
	at      int64  // nanoseconds on the shard's clock
	step    int    // index in helloSteps of the interval that follows
	sent    uint64 // frames sent when last looked at
	last    int64  // time of the last announcement
	greeted int64  // time of the last one of all buckets
	begun   bool   // there was one
	forced  bool   // the peer is new: tell it at once
	turn    int    // bucket from which some goes on
}

// Tick announces on the vports that are due, at once on those whose peer is new.
func (l *Link) Tick(now int64) int64 {
	if now < l.due && !l.news {
		return l.due
	}
	l.setNow(now)
	l.due, l.news = now+helloEvery, false
	for _, p := range l.all {
		l.due = min(l.due, l.tickPort(p, now))
	}
	return l.due
}

func (l *Link) tickPort(p *port, now int64) (next int64) {
	h := &p.hello
	frames := p.tally[counter.TxFrames].Own()
	switch {
	case h.forced && h.begun && now-h.greeted < greetEvery:
		return min(h.at, h.greeted+greetEvery)
	case h.forced || !h.begun:
		l.announce(p, allBuckets)
		h.greeted = now
	case frames != h.sent:
		// Traffic since the last look: silence begins anew.
		h.sent, h.at, h.step = frames, now+helloSteps[0], 1
		if now-h.last >= helloEvery {
			l.announce(p, p.some())
			h.last = now
		}
		return h.at
	case now < h.at:
		return h.at
	case p.used != 0:
		l.announce(p, p.used)
	default:
		l.announce(p, p.some())
	}
	h.begun, h.forced, h.last, h.at = true, false, now, now+helloEvery
	if h.step < len(helloSteps) {
		h.at = now + helloSteps[h.step]
		h.step++
	} else {
		p.used = 0 // said often enough
	}
	return h.at
}

// Farewell tells every peer how far each bucket got.
func (l *Link) Farewell(now int64) {
	l.setNow(now)
	for _, p := range l.all {
		l.announce(p, allBuckets)
	}
}

const allBuckets = 1<<overlay.Buckets - 1

// someBuckets is how many buckets are said again each time an announcement is
// kept up: all of them within eight seconds, for a peer that missed the rest.
const someBuckets = 8

// some is the next few buckets in turn.
func (p *port) some() uint64 {
	m := uint64(1<<someBuckets-1) << p.hello.turn
	p.hello.turn = (p.hello.turn + someBuckets) % overlay.Buckets
	return m
}

// announce sends the last sequence numbers of the given buckets. Precondition:
// no queued frame has a head (see Tick).
func (l *Link) announce(p *port, buckets uint64) {
	l.Flush()
	l.regroup(p)
	for ; buckets != 0; buckets &= buckets - 1 {
		b := bits.TrailingZeros64(buckets)
		off, ok := l.pool.TakeHead()
		if !ok {
			break
		}
		w := p.word | uint32(b)<<10 | overlay.HeaderOnlyBit
		*arena.At[uint32](l.base, off) = bits.ReverseBytes32(w)
		*arena.At[uint32](l.base, off+4) = bits.ReverseBytes32(p.seq[b])
		*arena.At[uint32](l.base, off+8) = bits.ReverseBytes32(uint32(l.groups))
		t := l.trainFor(p, p.residue[b], overlay.Size)
		t.hello = true
		t.gather(uintptr(l.base)+uintptr(off), overlay.Size)
		t.seal(overlay.Size)
	}
	l.Flush()
	l.pool.ResetHeads()
}

// hello takes in a datagram too short for a frame: a header-only datagram, or
// one to be counted.
func (l *Link) hello(from arena.Off, size int) {
	rx := &l.rx
	h, err := overlay.Parse(arena.Slice[byte](l.base, from, size))
	p := rx.peer.only
	if p == nil && !errors.Is(err, overlay.ErrShort) {
		p = rx.peer.find(bits.ReverseBytes32(*arena.At[uint32](l.base, from)))
	}
	if size >= numbered && (err != nil || !h.HeaderOnly) {
		l.refuse(p, from)
	}
	switch {
	case errors.Is(err, overlay.ErrVersion):
		l.charge(p, counter.RxVersion, 1)
	case errors.Is(err, overlay.ErrReserved):
		l.charge(p, counter.RxReserved, 1)
	case err != nil || p == nil || !h.HeaderOnly:
		l.charge(p, counter.RxShort, 1)
	default:
		l.news = p.heard(h, l.now) || l.news
		rx.word = 0 // a new life may have begun in the middle of a train
	}
}

// heard takes in a header-only datagram, and says whether the peer is new or has
// changed, so that it is to be greeted.
func (p *port) heard(h overlay.Header, now int64) bool {
	p.tally[counter.RxHellos].Add(1)
	life, isNew := p.meet(h.Incarnation, now)
	if n := h.Micros; n >= 1 && n <= 255 && p.shared.shards.Swap(n) != n {
		isNew = true
	}
	p.hello.forced = p.hello.forced || isNew
	p.row(h.Shard, life).Hear(uint32(h.Bucket), h.Seq)
	return isNew
}
