package udp

import (
	"testing"

	"golang.org/x/sys/unix"

	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/overlay"
)

func TestLossInTheMiddle(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	p := f.peers[0]
	ds := p.repeat(20, 9, 64)
	p.train(append(append([][]byte{}, ds[:5]...), ds[8:]...)...)
	f.turn(toVport(frame.DropPort))
	f.want(0, map[counter.Port]uint64{counter.Lost: 3, counter.RxFrames: 17})
	// A late one mends it, a second copy is a duplicate.
	p.send(ds[6], ds[6])
	for n := 0; n < 2; {
		n += f.turn(toVport(frame.DropPort))
	}
	f.want(0, map[counter.Port]uint64{counter.Lost: 2, counter.Reordered: 1, counter.Duplicates: 1})
}

// The last frames are lost: the sender's announcement shows it.
func TestTailLoss(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	p := f.peers[0]
	p.send(p.repeat(3, 9, 64)...)
	p.repeat(4, 9, 64) // never sent
	f.turn(toVport(frame.DropPort))
	hello := make([]byte, overlay.Size)
	overlay.Header{HeaderOnly: true, Bucket: 9, Seq: 7, Micros: 1}.Put(hello)
	p.send(hello)
	f.turn(toVport(frame.DropPort))
	f.want(0, map[counter.Port]uint64{counter.Lost: 4, counter.RxHellos: 1})
}

// The first frames are lost: the peer had said that it sent nothing yet.
func TestHeadLoss(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	p := f.peers[0]
	hello := make([]byte, overlay.Size)
	overlay.Header{HeaderOnly: true, Bucket: 9, Micros: 1}.Put(hello)
	p.send(hello)
	p.repeat(4, 9, 64) // never sent
	p.send(p.datagram(9, 64))
	for n := 0; n < 1; {
		n += f.turn(toVport(frame.DropPort))
	}
	f.want(0, map[counter.Port]uint64{counter.Lost: 4, counter.RxHellos: 1})
}

// A peer that comes back with a new incarnation begins at one: no loss.
func TestRestartIsNoLoss(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	p := f.peers[0]
	ds := p.repeat(1000, 9, 64)
	p.send(ds[998], ds[999]) // joined in the middle
	for n := 0; n < 2; {
		n += f.turn(toVport(frame.DropPort))
	}
	p.seq, p.inc = [overlay.Buckets]uint32{}, 1
	p.send(p.repeat(3, 9, 64)...)
	for n := 0; n < 3; {
		n += f.turn(toVport(frame.DropPort))
	}
	f.want(0, map[counter.Port]uint64{counter.Restarts: 1, counter.RxFrames: 5})
}

// Even if the incarnation is the same by chance, two numbers in a row far
// behind are a restart (RFC 3550 appendix A.1).
func TestRestartWithTheSameIncarnation(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	p := f.peers[0]
	ds := p.repeat(5000, 9, 64)
	p.send(ds[4000:4010]...)
	p.seq = [overlay.Buckets]uint32{}
	p.send(p.repeat(4, 9, 64)...)
	for n := 0; n < 14; {
		n += f.turn(toVport(frame.DropPort))
	}
	f.want(0, map[counter.Port]uint64{counter.Restarts: 1, counter.Reordered: 1, counter.RxFrames: 14})
}

// An idle vport announces the high-water mark of each bucket it used, and this
// switch's number of shards.
func TestAnnouncement(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true, shards: 3, steered: true, incarnation: 2})
	f.link.Tick(0)
	for v := range 2 {
		for b, d := range f.peers[v].receive(overlay.Buckets) {
			h, err := overlay.Parse(d)
			if want := (overlay.Header{HeaderOnly: true, Incarnation: 2, Vport: uint16(v), Bucket: uint8(b), Micros: 3}); err != nil || h != want {
				t.Errorf("vport %d greets with %+v %v, want %+v", v, h, err, want)
			}
		}
	}
	p := f.peers[0]
	p.train(append(p.repeat(3, 7, 64), p.repeat(2, 40, 64)...)...)
	f.turn(toVport(1))
	f.peers[1].receive(5)
	next := f.link.Tick(2e9) // sees that there was traffic
	f.link.Tick(next)
	var got []overlay.Header
	for _, d := range f.peers[1].receive(someBuckets + 2) {
		h, _ := overlay.Parse(d)
		got = append(got, h)
	}
	// Under traffic the first eight buckets, then the two used when it is silent.
	var want []overlay.Header
	for b := range uint8(someBuckets) {
		want = append(want, overlay.Header{HeaderOnly: true, Incarnation: 2, Vport: 1, Bucket: b, Micros: 3})
	}
	want[7].Seq = 3
	want = append(want,
		overlay.Header{HeaderOnly: true, Incarnation: 2, Vport: 1, Bucket: 7, Seq: 3, Micros: 3},
		overlay.Header{HeaderOnly: true, Incarnation: 2, Vport: 1, Bucket: 40, Seq: 2, Micros: 3})
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("announcement %d: %+v, want %+v", i, got[i], want[i])
		}
	}
	// What the peer missed of those it hears within seconds.
	seen := map[uint8]uint32{}
	for range 40 {
		next = f.link.Tick(next)
		buf := make([]byte, 2048)
		for {
			n, _, err := unix.Recvfrom(f.peers[1].fd, buf, unix.MSG_DONTWAIT)
			if err != nil {
				break
			}
			h, _ := overlay.Parse(buf[:n])
			seen[h.Bucket] = h.Seq
		}
	}
	if len(seen) != overlay.Buckets || seen[7] != 3 || seen[40] != 2 || seen[41] != 0 {
		t.Errorf("%d buckets said again, of 7: %d, of 40: %d", len(seen), seen[7], seen[40])
	}
}

// A burst after a long silence is followed by its announcement soon, not when
// the next one would have been due anyway.
func TestAnnouncementAfterABurst(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true})
	due := f.link.Tick(1e9)
	for due < 3e9 { // until it is silent for good
		due = f.link.Tick(due)
	}
	f.peers[0].send(f.peers[0].datagram(7, 64))
	f.poll()
	f.link.setNow(due - 9e8)
	for b := f.pool.Batch(); f.link.Next(b); {
		b.Frames[0].Egress = 1
		f.link.Queue(b.Frames[:b.N])
	}
	f.link.Flush()
	now := due - 9e8
	if next := f.link.Tick(now); next > now+5e6 {
		t.Errorf("the next announcement is due %d ms after the burst", (next-now)/1e6)
	}
}

// Trains of mixed buckets have split each stream over two shards. When the peer
// restarts, neither shard's half counts as lost.
func TestSplitStreamsSurviveARestart(t *testing.T) {
	a, b := newFixture(t, options{vports: 1, gso: true, gro: true}), newFixture(t, options{vports: 1, gso: true, gro: true})
	b.link.ports[0].shared = a.link.ports[0].shared // two shards of one switch
	ledger := NewLedger([]*Link{a.link, b.link})
	p := a.peers[0]
	other := b.peers[0]
	for inc := range uint8(3) {
		p.inc, other.inc = inc, inc
		p.seq = [overlay.Buckets]uint32{}
		for i, d := range p.repeat(40, 5, 64) {
			switch {
			case i == 30 || i == 31: // lost
			case i%2 == 0:
				p.send(d)
			default:
				other.send(d)
			}
		}
		for n := 0; n < 19; {
			n += a.turn(toVport(frame.DropPort))
		}
		for n := 0; n < 19; {
			n += b.turn(toVport(frame.DropPort))
		}
		if got := ledger.Lost(0); got != 2*uint64(inc+1) {
			t.Errorf("incarnation %d: lost %d, want %d", inc, got, 2*(inc+1))
		}
	}
	ledger.Sweep()
	n := 0
	for r := a.link.ports[0].rows[0].Load(); r != nil; r = r.prev.Load() {
		n++
	}
	if n != 2 {
		t.Errorf("rows of %d lives are kept, want the present one and the one before", n)
	}
}

// A shard that is behind still has frames of the peer's last life when another
// has met the next one: that is one restart, and nothing is lost.
func TestFramesOfTheLifeBefore(t *testing.T) {
	a, b := newFixture(t, options{vports: 1, gso: true, gro: true}), newFixture(t, options{vports: 1, gso: true, gro: true})
	b.link.ports[0].shared = a.link.ports[0].shared // two shards of one switch
	ledger := NewLedger([]*Link{a.link, b.link})
	p, other := a.peers[0], b.peers[0]
	old := p.repeat(20, 5, 64)
	p.send(old[:10]...)
	for n := 0; n < 10; {
		n += a.turn(toVport(frame.DropPort))
	}
	p.inc, p.seq = 1, [overlay.Buckets]uint32{}
	next := p.repeat(20, 5, 64)
	for i := range 10 {
		p.send(next[i])
		a.turn(toVport(frame.DropPort))
		other.send(old[10+i])
		b.turn(toVport(frame.DropPort))
		// Whoever reads meanwhile changes nothing.
		if lost := ledger.Lost(0); lost > 10 {
			t.Errorf("lost %d in between", lost)
		}
		ledger.Sweep()
	}
	for _, d := range next[10:] {
		other.send(d)
	}
	for n := 0; n < 10; {
		n += b.turn(toVport(frame.DropPort))
	}
	restarts := a.ports[0][counter.Restarts].Load() + b.ports[0][counter.Restarts].Load()
	if lost := ledger.Lost(0); restarts != 1 || lost != 0 {
		t.Errorf("%d restarts, want 1; lost %d, want 0", restarts, lost)
	}
}

// One shard gets frames of the last life behind those of the next, and someone
// reads the counters in between: the late frames still mend the count, and each
// life keeps one row.
func TestLateFramesOfTheLifeBeforeMendTheCount(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	p := f.peers[0]
	old := p.repeat(20, 5, 64)
	p.send(append(append([][]byte{}, old[:5]...), old[15:]...)...) // 6 to 15 are behind
	for n := 0; n < 10; {
		n += f.turn(toVport(frame.DropPort))
	}
	p.inc, p.seq = 1, [overlay.Buckets]uint32{}
	for i := 5; i < 15; i++ {
		p.send(p.datagram(5, 64))
		f.turn(toVport(frame.DropPort))
		if got, want := f.ledger.Lost(0), uint64(15-i); got != want {
			t.Errorf("lost %d, want %d", got, want)
		}
		p.send(old[i])
		f.turn(toVport(frame.DropPort))
	}
	f.want(0, map[counter.Port]uint64{counter.Restarts: 1, counter.Reordered: 10, counter.RxFrames: 30})
	n := 0
	for r := f.link.ports[0].rows[0].Load(); r != nil; r = r.prev.Load() {
		n++
	}
	if n != 2 {
		t.Errorf("%d rows for two lives", n)
	}
}

// Datagrams that change their incarnation all the time, and the number of shards
// they tell, are no storm of restarts and greetings.
func TestRestartStorm(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	p := f.peers[0]
	const n = 300
	for i := range n {
		p.inc = uint8(i % 4)
		hello := make([]byte, overlay.Size)
		overlay.Header{HeaderOnly: true, Incarnation: p.inc, Micros: uint32(1 + i%7)}.Put(hello)
		p.send(p.datagram(5, 64), hello)
		f.turn(toVport(frame.DropPort))
		f.link.Tick(f.now)
		f.now += 1e6
	}
	if got := f.ports[0][counter.Restarts].Load(); got > storm+n*1e6/restartEvery {
		t.Errorf("%d restarts in %d ms", got, n)
	}
	if got, most := f.ports[0][counter.TxHellos].Load(), uint64(overlay.Buckets*(n*1e6/greetEvery+1)); got > most {
		t.Errorf("%d announcements in %d ms, want at most %d", got, n, most)
	}
}
