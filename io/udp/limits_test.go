package udp

import (
	"errors"
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/frame"
	"up4/io/overlay"
)

// watching is the kernel, and notes each message sent.
type watching struct {
	mmsg.Linux
	bytes, segments []int
}

func (k *watching) Send(fd int, msgs []mmsg.Message) (int, unix.Errno) {
	n, errno := k.Linux.Send(fd, msgs)
	for i := range msgs[:n] {
		k.bytes = append(k.bytes, int(msgs[i].Len))
		k.segments = append(k.segments, int(msgs[i].Hdr.Iovlen))
	}
	return n, errno
}

// A train has at most 64 datagrams and 65,493 bytes; what is longer arrives
// uncoalesced or is refused.
func TestTrainLimits(t *testing.T) {
	for _, size := range []int{14, 64, 500, 1011, 1012, 1460} {
		k := &watching{}
		f := newFixture(t, options{vports: 2, gso: true, gro: true, kernel: k})
		p := f.peers[0]
		const n = 200
		perTrain := min(64, 65493/(size+overlay.Size))
		for left := n; left > 0; {
			m := min(left, perTrain)
			p.train(p.repeat(m, 0, size)...)
			left -= m
		}
		for got := 0; got < n; {
			got += f.turn(toVport(1))
		}
		f.peers[1].receive(n)
		for i, b := range k.bytes {
			if b > 65493 || b > 64*(size+overlay.Size) {
				t.Errorf("frames of %d bytes: train %d has %d bytes", size, i, b)
			}
		}
		if want := (n + perTrain - 1) / perTrain; len(k.bytes) != want {
			t.Errorf("frames of %d bytes: %d trains, want %d", size, len(k.bytes), want)
		}
	}
}

// The longest frame a datagram holds goes through where the MTU allows it.
func TestLongestFrame(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true})
	f.link.ports[1].mtu = 65507 - overlay.Size
	p := f.peers[0]
	p.send(p.datagram(0, 65507-overlay.Size))
	f.turn(toVport(1))
	if d := f.peers[1].receive(1)[0]; len(d) != 65507 {
		t.Errorf("%d bytes arrived", len(d))
	}
	f.want(1, map[counter.Port]uint64{counter.TxFrames: 1})
}

// Messages are used again and again; each must be made ready for the kernel, or
// it withholds the segment size and a train becomes one big frame.
func TestMessagesAreReset(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true})
	p := f.peers[0]
	for range 100 {
		p.train(p.repeat(10, 0, 200)...)
		p.send(p.datagram(1, 300))
		for got := 0; got < 11; {
			got += f.turn(toVport(1))
		}
	}
	f.want(0, map[counter.Port]uint64{counter.RxFrames: 1100, counter.RxTrains: 200})
}

// With GRO the kernel counts trains, late; SO_MEMINFO tells now.
func TestKernelDropsAreSeen(t *testing.T) {
	socks, err := Open(Options{Bind: mustLoopback(), Shards: 1, RcvBuf: 4096, GRO: true})
	if err != nil {
		t.Fatal(err)
	}
	s := socks[0]
	defer s.Close()
	addr, _ := s.Addr()
	p := newPlainPeer(t, mustLoopback(), addr)
	const n = 200
	p.send(p.repeat(n, 0, 1000)...)
	got := uint64(0)
	buf := make([]byte, 65536)
	for {
		if _, _, err := unix.Recvfrom(s.fd, buf, unix.MSG_DONTWAIT); err != nil {
			break
		}
		got++
	}
	drops, err := s.Drops()
	if err != nil || got == n || got+drops != n {
		t.Errorf("%d received + %d dropped of %d, %v", got, drops, n, err)
	}
}

// What was granted is what is reported: an absurd wish is clamped in silence.
func TestGrantedBuffers(t *testing.T) {
	socks, err := Open(Options{Bind: mustLoopback(), Shards: 1, RcvBuf: 1 << 30, SndBuf: 1 << 16})
	if err != nil {
		t.Fatal(err)
	}
	defer socks[0].Close()
	raw, err := unix.GetsockoptInt(socks[0].fd, unix.SOL_SOCKET, unix.SO_RCVBUF)
	if err != nil || socks[0].RcvBuf != raw/2 {
		t.Errorf("reported %d, the kernel says %d", socks[0].RcvBuf, raw)
	}
	if socks[0].SndBuf < 1<<16 {
		t.Errorf("send buffer %d, asked for %d", socks[0].SndBuf, 1<<16)
	}
}

// The kernel itself refuses trains on a socket without checksums: what must
// happen with an injected error happens with a real one.
func TestGSORefusedByTheKernel(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true})
	if err := unix.SetsockoptInt(f.sock.fd, unix.SOL_SOCKET, unix.SO_NO_CHECK, 1); err != nil {
		t.Skipf("SO_NO_CHECK cannot be set here: %v", err)
	}
	p := f.peers[0]
	p.train(p.repeat(30, 2, 700)...)
	f.turn(toVport(1))
	for i, d := range f.peers[1].receive(30) {
		if h, _ := overlay.Parse(d); h.Seq != uint32(i+1) {
			t.Errorf("datagram %d has number %d", i, h.Seq)
		}
	}
	f.want(1, map[counter.Port]uint64{counter.GSOFallbacks: 1, counter.TxFrames: 30, counter.TxTrains: 30})
}

// After the gate is closed nothing new comes in; what was there still does.
func TestCloseGate(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	p := f.peers[0]
	p.send(p.datagram(0, 64))
	if err := f.link.CloseGate(); err != nil {
		t.Fatal(err)
	}
	p.send(p.datagram(0, 64))
	if n := f.turn(toVport(frame.DropPort)); n != 1 {
		t.Errorf("%d frames, want 1", n)
	}
	if n := f.link.Poll(2e9); n != 0 {
		t.Errorf("%d messages after the gate was closed", n)
	}
	if d, _ := f.sock.Drops(); d != 0 {
		t.Errorf("%d drops: what the gate turned away is none", d)
	}
}

// Several vports of one peer are told apart by the peer's vport number.
func TestVportsOfOnePeer(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true})
	l := f.link
	delete(l.peers, sourceOf(f.peers[0].addr))
	host, err := mmsg.NewMemory(4096)
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	names := mmsg.Carve[mmsg.Name](host, 4)
	for i, c := range []struct {
		vport     uint16
		peerVport int
		fails     bool
	}{{10, 9, false}, {11, 7, false}, {12, 7, true}, {13, -1, true}} {
		f.ports[c.vport] = &counter.PortTallies{}
		err := l.addPort(Vport{ID: c.vport, Peer: f.peers[0].addr, PeerVport: c.peerVport, MTU: 1460}, &Shared{}, f.ports[c.vport], &names[i])
		if (err != nil) != c.fails {
			t.Errorf("vport %d: %v", c.vport, err)
		}
	}
	p := f.peers[0]
	seven := p.datagram(0, 64)
	overlay.Header{Vport: 7, Seq: 1}.Put(seven)
	stranger := p.datagram(0, 64)
	overlay.Header{Vport: 3, Seq: 1}.Put(stranger)
	p.train(p.numbered(0, 1, 64), seven, stranger, p.numbered(0, 2, 64)) // vport 9, 7, 3, 9
	var in []uint16
	f.poll()
	for b := f.pool.Batch(); l.Next(b); {
		for i := range b.N {
			in = append(in, b.Frames[i].Ingress)
		}
	}
	if len(in) != 3 || in[0] != 10 || in[1] != 11 || in[2] != 10 {
		t.Errorf("came in by %v, want [10 11 10]", in)
	}
	f.wantShard(counter.UnknownPeer, 1)
	f.want(10, map[counter.Port]uint64{counter.RxFrames: 2})
	f.want(11, map[counter.Port]uint64{counter.RxFrames: 1})
}

func sourceOf(a netip.AddrPort) mmsg.Source {
	var n mmsg.Name
	n.Put(a)
	return n.Source()
}

// Whatever a known peer sends, each datagram is a frame, an announcement, or a
// counted drop.
func FuzzReceive(f *testing.F) {
	f.Add([]byte{}, uint16(30))
	good := make([]byte, 40)
	overlay.Header{Bucket: 3, Seq: 1}.Put(good)
	f.Add(good, uint16(40))
	fx := newFixture(f, options{vports: 1, gso: true, gro: true})
	f.Fuzz(func(t *testing.T, b []byte, segment uint16) {
		if len(b) > frame.SlabPayload {
			return
		}
		l := fx.link
		sum := func() (n uint64) {
			for _, id := range []counter.Port{counter.RxFrames, counter.RxHellos, counter.RxShort, counter.RxVersion, counter.RxReserved} {
				n += fx.ports[0][id].Load()
			}
			return n + fx.tallies[counter.UnknownPeer].Load()
		}
		before := sum()
		rx := &l.rx
		rx.arm(l)
		copy(arena.Slice[byte](l.base, rx.slabs[0].off, len(b)), b)
		rx.names[0].Put(fx.peers[0].addr)
		rx.msgs[0].Len = uint32(len(b))
		rx.ctls[0] = mmsg.Control{0: 20, 8: unix.IPPROTO_UDP, 12: unix.UDP_GRO, 16: byte(segment), 17: byte(segment >> 8)}
		rx.msgs[0].Hdr.Controllen = ctlLen
		rx.got = 1
		frames := 0
		for batch := fx.pool.Batch(); l.Next(batch); {
			for i := range batch.N {
				if n := batch.Frames[i].Len(); n < minEthernet || n > len(b)-overlay.Size {
					t.Fatalf("a frame of %d bytes from %d", n, len(b))
				}
			}
			frames += batch.N
		}
		seg := int(segment)
		if seg == 0 {
			seg = len(b)
		}
		if want := uint64(datagrams(len(b), seg)); sum()-before != want {
			t.Fatalf("%d datagrams of %d bytes in %d: %d accounted for (%d frames)", want, seg, len(b), sum()-before, frames)
		}
	})
}

// Daemons that start in the same instant never share an address.
func TestOneOwnerOfAnAddress(t *testing.T) {
	for range 20 {
		first, err := Open(Options{Bind: mustLoopback(), Shards: 1})
		if err != nil {
			t.Fatal(err)
		}
		addr, _ := first[0].Addr()
		_ = first[0].Close()
		const n = 8
		got := make(chan []*Socket, n)
		for range n {
			go func() {
				socks, err := Open(Options{Bind: addr, Shards: 3})
				if err != nil && !errors.Is(err, unix.EADDRINUSE) {
					t.Error(err)
				}
				got <- socks
			}()
		}
		var owners [][]*Socket
		for range n {
			if socks := <-got; socks != nil {
				owners = append(owners, socks)
			}
		}
		if len(owners) != 1 {
			t.Errorf("%d of %d got %v, want one", len(owners), n, addr)
		}
		for _, socks := range owners {
			for _, s := range socks {
				_ = s.Close()
			}
		}
	}
}
