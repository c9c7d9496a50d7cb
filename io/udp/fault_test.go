package udp

import (
	"testing"

	"golang.org/x/sys/unix"

	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/frame"
	"up4/io/overlay"
)

// faulty is the kernel, but for what the test makes fail.
type faulty struct {
	mmsg.Linux
	// fail says what becomes of a message about to be sent; zero sends it.
	fail func(m *mmsg.Message) unix.Errno
}

func (k *faulty) Send(fd int, msgs []mmsg.Message) (int, unix.Errno) {
	for i := range msgs {
		if k.fail != nil {
			if errno := k.fail(&msgs[i]); errno != 0 {
				if i > 0 {
					return i, 0
				}
				return 0, errno
			}
		}
		if n, errno := k.Linux.Send(fd, msgs[i:i+1]); n != 1 {
			return i, errno
		}
	}
	return len(msgs), 0
}

func isTrain(m *mmsg.Message) bool { return m.Hdr.Controllen != 0 }

func TestUnknownPeer(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	addr, _ := f.sock.Addr()
	stranger := newPlainPeer(t, mustLoopback(), addr)
	stranger.train(stranger.repeat(5, 1, 100)...)
	stranger.send(stranger.datagram(1, 200), []byte{1, 2, 3})
	for got := 0; got < 3; {
		got += f.poll()
		if f.link.Next(f.pool.Batch()) {
			t.Error("frames of a stranger were let in")
		}
	}
	f.wantShard(counter.UnknownPeer, 7)
	f.want(0, nil)
}

// Each kind of bad datagram moves its own counter by one, and no other.
func TestBadDatagrams(t *testing.T) {
	good := func(p *plainPeer) []byte { return p.datagram(0, 60) }
	for _, c := range []struct {
		name string
		make func(p *plainPeer) []byte
		want counter.Port
	}{
		{"empty", func(*plainPeer) []byte { return nil }, counter.RxShort},
		{"11 bytes", func(p *plainPeer) []byte { return good(p)[:11] }, counter.RxShort},
		{"header without frame, not said so", func(p *plainPeer) []byte { return good(p)[:12] }, counter.RxShort},
		{"frame of 13 bytes", func(p *plainPeer) []byte { return good(p)[:25] }, counter.RxShort},
		{"version 2", func(p *plainPeer) []byte { d := good(p); d[0] = d[0]&0xf | 0x20; return d }, counter.RxVersion},
		{"version 0", func(p *plainPeer) []byte { d := good(p); d[0] &= 0xf; return d }, counter.RxVersion},
		{"version 2, short", func(p *plainPeer) []byte { d := good(p)[:12]; d[0] = 0x20; return d }, counter.RxVersion},
		{"reserved bit", func(p *plainPeer) []byte { d := good(p); d[0] |= 8; return d }, counter.RxReserved},
		{"reserved bit, short", func(p *plainPeer) []byte { d := good(p)[:12]; d[0] |= 8; return d }, counter.RxReserved},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t, options{vports: 2, gso: true, gro: true})
			f.peers[0].send(c.make(f.peers[0]))
			if n := f.turn(toVport(1)); n != 0 {
				t.Errorf("%d frames let in", n)
			}
			f.want(0, map[counter.Port]uint64{c.want: 1, counter.RxFrames: 0})
			f.wantShard(counter.UnknownPeer, 0)
			f.peers[1].silent()
		})
	}
}

// A bad datagram inside a train costs itself, not its neighbours, and is counted
// once: its number came with it, so it is not lost.
func TestBadDatagramInATrain(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(d []byte)
		want  counter.Port
	}{
		{"reserved bit", func(d []byte) { d[0] |= 8 }, counter.RxReserved},
		{"version", func(d []byte) { d[0] = d[0]&0xf | 0x70 }, counter.RxVersion},
	} {
		for _, at := range [][]int{{0}, {2}, {4}, {1, 2}, {0, 4}} {
			f := newFixture(t, options{vports: 2, gso: true, gro: true})
			p := f.peers[0]
			p.train(p.repeat(5, 3, 64)...) // the stream is known
			f.turn(toVport(1))
			ds := p.repeat(5, 3, 64)
			for _, i := range at {
				c.spoil(ds[i])
			}
			p.train(ds...)
			if n, want := f.turn(toVport(1)), 5-len(at); n != want {
				t.Errorf("%s at %v: %d frames, want %d", c.name, at, n, want)
			}
			p.train(p.repeat(5, 3, 64)...)
			f.turn(toVport(1))
			f.want(0, map[counter.Port]uint64{c.want: uint64(len(at)), counter.RxFrames: uint64(15 - len(at))})
		}
	}
}

// A frame cut short on the way, its header whole, is short and not lost as well.
func TestShortDatagramInAStream(t *testing.T) {
	for _, left := range []int{8, 11, 12, 25} {
		f := newFixture(t, options{vports: 2, gso: true, gro: true})
		p := f.peers[0]
		ds := p.repeat(5, 3, 64)
		ds[2] = ds[2][:left]
		p.send(ds...)
		for n := 0; n < 4; {
			n += f.turn(toVport(1))
		}
		f.want(0, map[counter.Port]uint64{counter.RxShort: 1, counter.RxFrames: 4})
	}
}

func TestTruncatedTrain(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true})
	// A buffer of 2,500 bytes holds two datagrams of 1,012 whole.
	for i := range f.link.rx.iovs {
		f.link.rx.iovs[i].Len = 2500
	}
	f.peers[0].train(f.peers[0].repeat(10, 3, 1000)...)
	if n := f.turn(toVport(1)); n != 2 {
		t.Errorf("%d frames, want 2", n)
	}
	f.want(0, map[counter.Port]uint64{counter.RxTruncated: 8, counter.RxFrames: 2})
	// What was cut off shows as a gap in the numbers, but is not lost as well.
	for i := range f.link.rx.iovs {
		f.link.rx.iovs[i].Len = frame.SlabPayload
	}
	f.peers[0].train(f.peers[0].repeat(3, 3, 1000)...)
	f.turn(toVport(1))
	f.want(0, map[counter.Port]uint64{counter.RxTruncated: 8, counter.RxFrames: 5})
	f.peers[0].repeat(4, 3, 1000) // never sent
	f.peers[0].send(f.peers[0].datagram(3, 1000))
	f.turn(toVport(1))
	f.want(0, map[counter.Port]uint64{counter.RxTruncated: 8, counter.RxFrames: 6, counter.Lost: 4})
	// One datagram that does not fit is lost whole.
	f = newFixture(t, options{vports: 2})
	for i := range f.link.rx.iovs {
		f.link.rx.iovs[i].Len = 500
	}
	f.peers[0].send(f.peers[0].datagram(1, 1000))
	if n := f.turn(toVport(1)); n != 0 {
		t.Errorf("%d frames, want none", n)
	}
	f.want(0, map[counter.Port]uint64{counter.RxTruncated: 1})
}

func TestOversizeFrame(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true})
	p := f.peers[0]
	p.send(p.datagram(0, 1460), p.datagram(0, 1461), p.datagram(0, 100))
	for n := 0; n < 3; {
		n += f.turn(toVport(1))
	}
	out := f.peers[1].receive(2)
	for i, d := range out {
		if h, _ := overlay.Parse(d); h.Seq != uint32(i+1) {
			t.Errorf("datagram %d has number %d: a frame refused here must not show as lost there", i, h.Seq)
		}
	}
	f.want(1, map[counter.Port]uint64{counter.DropOversize: 1, counter.TxFrames: 2})
}

// A route that refuses trains: each is resent at once, nothing is lost, and
// later frames leave singly.
func TestGSORefused(t *testing.T) {
	for _, errno := range []unix.Errno{unix.EIO, unix.EINVAL} {
		k := &faulty{fail: func(m *mmsg.Message) unix.Errno {
			if isTrain(m) {
				return errno
			}
			return 0
		}}
		f := newFixture(t, options{vports: 3, gso: true, gro: true, kernel: k})
		p := f.peers[0]
		p.train(p.repeat(30, 2, 700)...)
		f.turn(func(i int, _ *frame.Desc) uint16 { return uint16(1 + i%2) })
		for v := 1; v <= 2; v++ {
			for i, d := range f.peers[v].receive(15) {
				if h, _ := overlay.Parse(d); h.Seq != uint32(i+1) || len(d) != 712 {
					t.Errorf("%v: vport %d, datagram %d has number %d, %d bytes", errno, v, i, h.Seq, len(d))
				}
			}
			f.want(v, map[counter.Port]uint64{counter.GSOFallbacks: 1, counter.TxFrames: 15, counter.TxTrains: 15})
		}
		p.train(p.repeat(10, 2, 700)...)
		f.turn(toVport(1))
		f.peers[1].receive(10)
		f.want(1, map[counter.Port]uint64{counter.GSOFallbacks: 1, counter.TxFrames: 25, counter.TxTrains: 25})
	}
}

// A route too narrow for the frames is no reason to give up trains, and the
// other peers do not feel it.
func TestTooLongForOneRoute(t *testing.T) {
	narrow := uintptr(0)
	k := &faulty{fail: func(m *mmsg.Message) unix.Errno {
		total := uint64(0)
		if m.Hdr.Name == narrow {
			total = m.Hdr.Iovlen
		}
		switch {
		case total == 0:
			return 0
		case isTrain(m):
			return unix.EINVAL
		}
		return unix.EMSGSIZE
	}}
	f := newFixture(t, options{vports: 3, gso: true, gro: true, kernel: k})
	narrow = f.link.ports[1].name
	p := f.peers[0]
	p.train(p.repeat(30, 2, 700)...)
	f.turn(func(i int, _ *frame.Desc) uint16 { return uint16(1 + i%2) })
	f.peers[2].receive(15)
	f.peers[1].silent()
	f.want(1, map[counter.Port]uint64{counter.TxRefused: 15, counter.TxFrames: 0})
	f.want(2, map[counter.Port]uint64{counter.TxFrames: 15, counter.TxTrains: 1})
	if !f.link.ports[1].gso {
		t.Error("the vport gave up trains")
	}
	narrow = 0
	p.train(p.repeat(4, 2, 100)...)
	f.turn(toVport(1))
	for i, d := range f.peers[1].receive(4) {
		if h, _ := overlay.Parse(d); h.Seq != uint32(i+1) {
			t.Errorf("datagram %d has number %d: refused frames must not show as lost", i, h.Seq)
		}
	}
}

// One datagram in the middle of a resent train is refused: the ones behind it
// are numbered anew.
func TestNumbersCloseOverARefusedDatagram(t *testing.T) {
	sent := 0
	k := &faulty{}
	f := newFixture(t, options{vports: 2, gso: true, gro: true, kernel: k})
	k.fail = func(m *mmsg.Message) unix.Errno {
		if isTrain(m) {
			return unix.EIO
		}
		if sent++; sent == 3 {
			return unix.EMSGSIZE
		}
		return 0
	}
	p := f.peers[0]
	p.send(p.datagram(1, 90), p.datagram(1, 80), p.datagram(2, 70), p.datagram(1, 60))
	for n := 0; n < 4; {
		n += f.turn(toVport(1))
	}
	type id struct{ bucket, seq uint32 }
	var got []id
	for _, d := range f.peers[1].receive(3) {
		h, _ := overlay.Parse(d)
		got = append(got, id{uint32(h.Bucket), h.Seq})
	}
	want := []id{{1, 1}, {1, 2}, {1, 3}}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("datagram %d is %v, want %v", i, got[i], want[i])
		}
	}
	f.want(1, map[counter.Port]uint64{counter.TxRefused: 1, counter.GSOFallbacks: 1, counter.TxFrames: 3})
	if f.link.ports[1].seq[2] != 0 {
		t.Errorf("bucket 2 is at number %d, want 0: its only frame was dropped here", f.link.ports[1].seq[2])
	}
}

func TestUnreachablePeerDoesNotHinderOthers(t *testing.T) {
	dead := uintptr(0)
	k := &faulty{fail: func(m *mmsg.Message) unix.Errno {
		if m.Hdr.Name == dead {
			return unix.EHOSTUNREACH
		}
		return 0
	}}
	f := newFixture(t, options{vports: 3, gso: true, gro: true, kernel: k})
	dead = f.link.ports[1].name
	p := f.peers[0]
	var in [][]byte
	for i := range 60 {
		in = append(in, p.datagram(uint8(i), 200-i)) // each length ends a train
	}
	p.send(in...)
	for n := 0; n < len(in); {
		n += f.turn(func(i int, _ *frame.Desc) uint16 { return uint16(1 + i%2) })
	}
	f.peers[2].receive(30)
	f.want(1, map[counter.Port]uint64{counter.TxUnreachable: 30, counter.TxFrames: 0})
	f.want(2, map[counter.Port]uint64{counter.TxFrames: 30})
}

// An ICMP error of a dead peer may come out of any send: it is noise.
func TestConnectionRefusedIsNoise(t *testing.T) {
	n := 0
	k := &faulty{fail: func(*mmsg.Message) unix.Errno {
		if n++; n == 1 {
			return unix.ECONNREFUSED
		}
		return 0
	}}
	f := newFixture(t, options{vports: 2, gso: true, gro: true, kernel: k})
	f.peers[0].train(f.peers[0].repeat(8, 0, 64)...)
	f.turn(toVport(1))
	f.peers[1].receive(8)
	f.want(1, map[counter.Port]uint64{counter.TxFrames: 8})
}

// A send buffer that stays full costs exactly the frames that were to go, and
// they do not show as lost at the peer.
func TestFullSocket(t *testing.T) {
	full := false
	k := &faulty{fail: func(*mmsg.Message) unix.Errno {
		if full {
			return unix.EAGAIN
		}
		return 0
	}}
	f := newFixture(t, options{vports: 2, gso: true, gro: true, kernel: k})
	p := f.peers[0]
	p.train(p.repeat(10, 4, 300)...)
	f.turn(toVport(1))
	f.peers[1].receive(10)
	full = true
	p.train(p.repeat(25, 4, 300)...)
	f.turn(toVport(1))
	f.want(1, map[counter.Port]uint64{counter.TxSocketFull: 25, counter.TxFrames: 10})
	full = false
	p.train(p.repeat(5, 4, 300)...)
	f.turn(toVport(1))
	for i, d := range f.peers[1].receive(5) {
		if h, _ := overlay.Parse(d); h.Seq != uint32(11+i) {
			t.Errorf("datagram %d has number %d, want %d", i, h.Seq, 11+i)
		}
	}
}

// A buffer that is full for a moment costs nothing.
func TestFullSocketForAMoment(t *testing.T) {
	n := 0
	k := &faulty{fail: func(*mmsg.Message) unix.Errno {
		if n++; n <= 3 {
			return unix.EAGAIN
		}
		return 0
	}}
	f := newFixture(t, options{vports: 2, gso: true, gro: true, kernel: k})
	f.peers[0].train(f.peers[0].repeat(10, 4, 300)...)
	f.turn(toVport(1))
	f.peers[1].receive(10)
	f.want(1, map[counter.Port]uint64{counter.TxFrames: 10})
}
