package udp

import (
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/frame"
	"up4/io/link"
	"up4/io/overlay"
)

// fixture is one link with vports 0…n-1, each with a plain UDP socket as peer.
type fixture struct {
	t       testing.TB
	link    *Link
	sock    *Socket
	pool    *frame.Pool
	ports   *link.Ports
	tallies *counter.ShardTallies
	peers   []*plainPeer
	arena   *arena.Arena
	ledger  *Ledger
	now     int64 // the shard's clock, nanoseconds
}

type options struct {
	vports      int
	gso, gro    bool
	kernel      mmsg.Kernel
	shards      int
	steered     bool
	incarnation uint8
	pool        frame.PoolSize
	v6          bool
}

func newFixture(t testing.TB, o options) *fixture {
	t.Helper()
	if o.pool == (frame.PoolSize{}) {
		o.pool = frame.PoolSize{Slabs: 80, HeadCells: 256, Cells: 16, Scratch: 4 * gatherBytes}
	}
	if o.shards == 0 {
		o.shards = 1
	}
	if o.kernel == nil {
		o.kernel = mmsg.Linux{}
	}
	host := netip.MustParseAddr("127.0.0.1")
	if o.v6 {
		host = netip.MustParseAddr("::1")
	}
	socks, err := Open(Options{Bind: netip.AddrPortFrom(host, 0), GSO: o.gso, GRO: o.gro, Shards: 1, RcvBuf: 4 << 20, SndBuf: 4 << 20})
	if err != nil {
		t.Fatal(err)
	}
	a, err := arena.New(o.pool.Bytes() + 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	pool, err := frame.NewPool(a, 0, o.pool)
	if err != nil {
		t.Fatal(err)
	}
	b := &fixture{t: t, sock: socks[0], pool: pool, ports: &link.Ports{}, tallies: &counter.ShardTallies{}, arena: a, now: 1e9}
	addr, err := b.sock.Addr()
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{Socket: b.sock, Pool: pool, Shard: 0, Shards: o.shards, Steered: o.steered, Incarnation: o.incarnation, Ports: b.ports, Tallies: b.tallies}
	for i := range o.vports {
		p := newPlainPeer(t, netip.AddrPortFrom(host, 0), addr)
		b.peers = append(b.peers, p)
		b.ports[i] = &counter.PortTallies{}
		cfg.Vports = append(cfg.Vports, Vport{ID: uint16(i), Peer: p.addr, PeerVport: -1, MTU: 1460})
		cfg.Shared = append(cfg.Shared, &Shared{})
	}
	if b.link, err = newLink(cfg, o.kernel); err != nil {
		t.Fatal(err)
	}
	b.ledger = NewLedger([]*Link{b.link})
	t.Cleanup(func() {
		if err := b.link.Close(); err != nil {
			t.Error(err)
		}
		if n := b.pool.FreeSlabs(); n != o.pool.Slabs {
			t.Errorf("%d of %d slabs came home", n, o.pool.Slabs)
		}
		_ = b.sock.Close()
		_ = a.Close()
	})
	return b
}

// poll waits until the link has something, at most a second.
func (b *fixture) poll() int {
	b.t.Helper()
	fds := []unix.PollFd{{Fd: int32(b.link.FD()), Events: unix.POLLIN}}
	if n, _ := unix.Poll(fds, 1000); n == 0 {
		b.t.Fatal("nothing arrived within a second")
	}
	return b.link.Poll(b.now)
}

// turn does one turn in which every frame leaves by the vport that to names.
func (b *fixture) turn(to func(i int, d *frame.Desc) uint16) (frames int) {
	b.t.Helper()
	b.poll()
	batch := b.pool.Batch()
	for b.link.Next(batch) {
		for i := range batch.N {
			batch.Frames[i].Egress = to(frames+i, &batch.Frames[i])
		}
		frames += batch.N
		b.link.Queue(batch.Frames[:batch.N])
	}
	b.link.Flush()
	b.pool.ResetHeads()
	return frames
}

// want checks the counters of a vport: those named have these values, and no
// other drop or note has moved.
func (b *fixture) want(vport int, want map[counter.Port]uint64) {
	b.t.Helper()
	for id := range counter.NumPort {
		got, info := b.ports[vport][id].Load(), counter.Ports[id]
		if id == counter.Lost {
			got = b.ledger.Lost(uint16(vport))
		}
		w, named := want[id]
		if !named && (info.Class == counter.Traffic || id >= counter.RxTrain1) {
			continue
		}
		if got != w {
			b.t.Errorf("vport %d: %s = %d, want %d", vport, info.Name, got, w)
		}
	}
}

func (b *fixture) wantShard(id counter.Shard, want uint64) {
	b.t.Helper()
	if got := b.tallies[id].Load(); got != want {
		b.t.Errorf("shard: %s = %d, want %d", counter.Shards[id].Name, got, want)
	}
}

// plainPeer is a peer made of nothing but a socket.
type plainPeer struct {
	t    testing.TB
	fd   int
	addr netip.AddrPort
	to   unix.Sockaddr
	seq  [overlay.Buckets]uint32
	inc  uint8
}

func newPlainPeer(t testing.TB, bind, to netip.AddrPort) *plainPeer {
	t.Helper()
	s, err := open(Options{Bind: bind, RcvBuf: 4 << 20}, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	addr, err := s.Addr()
	if err != nil {
		t.Fatal(err)
	}
	return &plainPeer{t: t, fd: s.fd, addr: addr, to: mmsg.Sockaddr(to)}
}

// datagram is a frame of n bytes in the bucket, with the next number.
func (p *plainPeer) datagram(bucket uint8, n int) []byte {
	p.seq[bucket]++
	return p.numbered(bucket, p.seq[bucket], n)
}

func (p *plainPeer) numbered(bucket uint8, seq uint32, n int) []byte {
	b := make([]byte, overlay.Size+n)
	overlay.Header{Incarnation: p.inc, Bucket: bucket, Vport: 9, Seq: seq, Micros: 77}.Put(b)
	for i := range n {
		b[overlay.Size+i] = byte(i + int(bucket) + int(seq))
	}
	return b
}

// send sends datagrams one by one.
func (p *plainPeer) send(datagrams ...[]byte) {
	p.t.Helper()
	for _, d := range datagrams {
		if err := unix.Sendto(p.fd, d, 0, p.to); err != nil {
			p.t.Fatal(err)
		}
	}
}

// train sends datagrams of one length as a train.
func (p *plainPeer) train(datagrams ...[]byte) {
	p.t.Helper()
	var all []byte
	for _, d := range datagrams {
		all = append(all, d...)
	}
	var ctl mmsg.Control
	ctl.PutSegment(len(datagrams[0]))
	if _, err := unix.SendmsgN(p.fd, all, ctl[:], p.to, 0); err != nil {
		p.t.Fatal(err)
	}
}

// receive takes n datagrams, each within a second.
func (p *plainPeer) receive(n int) [][]byte {
	p.t.Helper()
	var out [][]byte
	for range n {
		fds := []unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLIN}}
		if k, _ := unix.Poll(fds, 1000); k == 0 {
			p.t.Fatalf("%d of %d datagrams arrived", len(out), n)
		}
		buf := make([]byte, 65536)
		k, _, err := unix.Recvfrom(p.fd, buf, 0)
		if err != nil {
			p.t.Fatal(err)
		}
		out = append(out, buf[:k])
	}
	return out
}

// silent checks that nothing has arrived. Delivery over loopback is done when
// the sender's call returns, so there is nothing to wait for.
func (p *plainPeer) silent() {
	p.t.Helper()
	buf := make([]byte, 65536)
	if k, _, err := unix.Recvfrom(p.fd, buf, unix.MSG_DONTWAIT); err == nil {
		p.t.Errorf("a datagram of %d bytes arrived", k)
	}
}

func mustLoopback() netip.AddrPort { return netip.MustParseAddrPort("127.0.0.1:0") }
