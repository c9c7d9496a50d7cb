package udp

import (
	"math/bits"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/overlay"
)

// fillBatch makes descriptors of the datagrams from the cursor on, after the
// first n of b, and returns how many there are then.
func (l *Link) fillBatch(b *frame.Batch, n int) int {
	rx := &l.rx
	home := rx.slabs[rx.at].handle
	from := rx.slabs[rx.at].off + arena.Off(rx.off)
	left := rx.end - rx.off
	for left > 0 && n < len(b.Frames) {
		size := min(rx.segment, left)
		if rx.word == 0 || size < rx.segment {
			n = l.single(b, n, from, size, home)
			from += arena.Off(size)
			left -= size
			continue
		}
		a := frame.NewArrival(size-overlay.Size, rx.port.id, home, l.stamp)
		k := l.run(b.Frames[n:], &a, from, left/size)
		rx.port.received(k, k*(size-overlay.Size))
		n += k
		from += arena.Off(k * size)
		if left -= k * size; left > 0 && n < len(b.Frames) {
			// What ended the run: a datagram out of its turn, or the last one.
			size = min(size, left)
			n = l.single(b, n, from, size, home)
			from += arena.Off(size)
			left -= size
		}
	}
	rx.off = rx.end - left
	if left == 0 && l.steered && l.mixed(rx.buckets) {
		l.tallies[counter.MixedTrains].Add(1)
	}
	return n
}

// run describes datagrams of full length that are of the same vport and shard
// as the one before and come in their turn, up to most of them, and returns how
// many there were.
func (l *Link) run(descs []frame.Desc, a *frame.Arrival, from arena.Off, most int) int {
	rx := &l.rx
	base, word, step := l.base, rx.word, arena.Off(rx.segment)
	row := rx.row
	buckets := rx.buckets
	descs = descs[:min(most, len(descs))]
	n := 0
	for i := range descs {
		h := bits.ReverseBytes64(*arena.At[uint64](base, from))
		if uint32(h>>32)&^overlay.BucketMask != word {
			break
		}
		bucket := uint32(h>>(32+10)) & (overlay.Buckets - 1)
		if !row.InTurn(bucket, uint32(h)) {
			break
		}
		descs[i].Arrive(a, from+overlay.Size, uint8(bucket))
		buckets |= 1 << bucket
		from += step
		n++
	}
	rx.buckets = buckets
	return n
}

// single deals with one datagram of any kind.
func (l *Link) single(b *frame.Batch, n int, from arena.Off, size int, home frame.Handle) int {
	rx := &l.rx
	if size < overlay.Size+minEthernet {
		l.hello(from, size)
		return n
	}
	h := bits.ReverseBytes64(*arena.At[uint64](l.base, from))
	w, seq := uint32(h>>32), uint32(h)
	if w&^overlay.BucketMask != rx.word && !l.classify(w, from, size) {
		return n
	}
	bucket := w >> 10 & (overlay.Buckets - 1)
	if !rx.row.InTurn(bucket, seq) {
		l.outOfTurn(bucket, seq)
	}
	a := frame.NewArrival(size-overlay.Size, rx.port.id, home, l.stamp)
	b.Frames[n].Arrive(&a, from+overlay.Size, uint8(bucket))
	rx.buckets |= 1 << bucket
	rx.port.received(1, size-overlay.Size)
	return n + 1
}

// mixed says whether a set of buckets belongs to more than one shard.
func (l *Link) mixed(buckets uint64) bool {
	return buckets != 0 && buckets&^l.class[bits.TrailingZeros64(buckets)] != 0
}

// received counts frames handed to the program.
func (p *port) received(frames, bytes int) {
	p.tally[counter.RxFrames].Add(uint64(frames))
	p.tally[counter.RxBytes].Add(uint64(bytes))
}

// classify looks up what a first word other than the last one means: the vport
// and the sender's shard and incarnation. It says whether a frame follows.
func (l *Link) classify(w uint32, from arena.Off, size int) bool {
	rx := &l.rx
	p := rx.peer.find(w)
	switch {
	case w&overlay.VersionMask != overlay.Version<<28:
		l.charge(p, counter.RxVersion, 1)
		l.refuse(p, from)
	case w&overlay.ReservedBit != 0:
		l.charge(p, counter.RxReserved, 1)
		l.refuse(p, from)
	case p == nil:
		l.tallies[counter.UnknownPeer].Add(1)
	case w&overlay.HeaderOnlyBit != 0:
		l.hello(from, size)
	default:
		life, isNew := p.meet(overlay.WordIncarnation(w), l.now)
		if isNew {
			p.hello.forced, l.news = true, true
		}
		rx.port, rx.row, rx.word = p, p.row(overlay.WordShard(w), life), w&^overlay.BucketMask
		return true
	}
	return false
}

// outOfTurn handles a sequence number that is not the next one.
func (l *Link) outOfTurn(bucket, seq uint32) {
	rx := &l.rx
	switch rx.row.Take(bucket, seq) {
	case overlay.Late:
		rx.port.tally[counter.Reordered].Add(1)
	case overlay.Duplicate:
		rx.port.tally[counter.Duplicates].Add(1)
	case overlay.Restarted:
		rx.port.tally[counter.Restarts].Add(1)
		rx.row = rx.port.renew(l.shard, overlay.WordShard(rx.word), rx.row.life)
		rx.row.Resume(bucket, seq)
	case overlay.InOrder:
	}
}
