package runtime

import (
	"net/netip"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/internal/cpu"
	"up4/io/frame"
	"up4/io/overlay"
	"up4/pipelines"
	"up4/pipelines/table"
	"up4/runtime/topology"
)

// program is a program made of a function, with two exact tables of one action
// that has an 8-byte parameter.
type program struct {
	run func(b *frame.Batch, from int, v table.View, place pipelines.Place) int
}

var _ pipelines.Compiled = (*program)(nil)

func (p *program) Program() *pipelines.Program {
	key := []pipelines.Key{{Name: "k", Bits: 32}}
	actions := []pipelines.Action{{Name: "set", Params: []pipelines.Param{{Name: "v", Bits: 64}}}}
	return &pipelines.Program{Name: "test", Arch: "v1model", Tables: []pipelines.Table{
		{Name: "left", Keys: key, Actions: actions, Size: 4096, Default: "set"},
		{Name: "right", Keys: key, Actions: actions, Size: 4096, Default: "set"},
	}}
}

func (p *program) Profile() pipelines.Profile {
	return pipelines.Profile{Backend: "test", Mode: "compiled", Allocation: "none per frame"}
}

func (p *program) Replicate(place pipelines.Place) (pipelines.Engine, error) {
	return &replica{p, place}, nil
}

type replica struct {
	p     *program
	place pipelines.Place
}

func (r *replica) Run(b *frame.Batch, from int, root arena.Off) int {
	return r.p.run(b, from, table.Open(r.place.Arena.Base(), root), r.place)
}

func (r *replica) Close() error { return nil }

// through sends everything to a vport.
func through(port uint16) *program {
	return &program{run: func(b *frame.Batch, from int, _ table.View, _ pipelines.Place) int {
		for i := from; i < b.N; i++ {
			b.Frames[i].Egress = port
		}
		return b.N
	}}
}

type options struct {
	shards int
	vports int
	spread bool
	wait   topology.Wait
	before func(int)
	inc    uint8
	bind   netip.AddrPort
	peers  []netip.AddrPort // else made
}

// rig is a real switch over loopback, with a plain socket behind each vport.
type rig struct {
	t     *testing.T
	node  *Node
	addr  netip.AddrPort
	peers []*peer
}

var anyPort = netip.MustParseAddrPort("127.0.0.1:0")

func newRig(t *testing.T, c pipelines.Compiled, o options) *rig {
	t.Helper()
	r := newRigToClose(t, c, o)
	t.Cleanup(func() {
		if err := r.node.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// newRigToClose is newRig where the test looks at what Close returns.
func newRigToClose(t *testing.T, c pipelines.Compiled, o options) *rig {
	t.Helper()
	if o.shards == 0 {
		o.shards = 1
	}
	if o.wait == "" {
		o.wait = topology.WaitBlock
	}
	if !o.bind.IsValid() {
		o.bind = anyPort
	}
	top := &topology.Topology{Node: topology.Node{
		ID: "test", Bind: o.bind, Shards: o.shards, Oversubscribe: true, Steer: topology.SteerFlow, Wait: o.wait,
		GSO: true, GRO: true, RcvBuf: 8 << 20, SndBuf: 8 << 20, Slabs: 64, TableMiB: 16,
	}}
	if o.spread {
		top.Node.Steer, top.Node.Spread = topology.SteerPeer, true
	}
	r := &rig{t: t}
	for v := range o.vports {
		if v < len(o.peers) {
			top.Vports = append(top.Vports, topology.Vport{ID: uint16(v), Peer: o.peers[v], PeerVport: -1, MTU: 1460})
			continue
		}
		p := newPeer(t)
		r.peers = append(r.peers, p)
		top.Vports = append(top.Vports, topology.Vport{ID: uint16(v), Peer: p.addr, PeerVport: -1, MTU: 1460})
	}
	cpus, err := cpu.Allowed()
	if err != nil {
		t.Fatal(err)
	}
	SetThreads(o.shards)
	if r.node, err = New(Options{Topology: top, Compiled: c, CPUs: cpus.List, Incarnation: o.inc, BeforeBatch: o.before}); err != nil {
		t.Fatal(err)
	}
	r.addr = r.node.Info().Bind
	for _, p := range r.peers {
		p.to = &unix.SockaddrInet4{Port: int(r.addr.Port()), Addr: r.addr.Addr().As4()}
	}
	t.Cleanup(func() { _ = r.node.Close() })
	if err := r.node.Start(); err != nil {
		t.Fatal(err)
	}
	return r
}

// total is a vport's counter.
func (r *rig) total(vport int, id counter.Port) uint64 {
	return r.node.Counters().Vports[vport].Total[id]
}

func (r *rig) shardTotal(id counter.Shard) (sum uint64) {
	for _, s := range r.node.Counters().Shards {
		sum += s.Total[id]
	}
	return sum
}

func (r *rig) waitFor(what string, cond func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !cond(); time.Sleep(200 * time.Microsecond) {
		if time.Now().After(deadline) {
			r.t.Fatalf("waited too long for %s", what)
		}
	}
}

// peer is a plain socket that speaks the overlay's header.
type peer struct {
	t    *testing.T
	fd   int
	addr netip.AddrPort
	to   unix.Sockaddr
	seq  [overlay.Buckets]uint32
	inc  uint8
}

func newPeer(t *testing.T) *peer { return newPeerAt(t, anyPort) }

func newPeerAt(t *testing.T, at netip.AddrPort) *peer {
	t.Helper()
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{t: t, fd: fd}
	t.Cleanup(p.close)
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUF, 8<<20)
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, 64<<20)
	if err := unix.Bind(fd, &unix.SockaddrInet4{Port: int(at.Port()), Addr: at.Addr().As4()}); err != nil {
		t.Fatal(err)
	}
	sa, err := unix.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	p.addr = netip.AddrPortFrom(at.Addr(), uint16(sa.(*unix.SockaddrInet4).Port))
	return p
}

func (p *peer) close() {
	if p.fd >= 0 {
		_ = unix.Close(p.fd)
		p.fd = -1
	}
}

// datagram is the next one of a bucket.
func (p *peer) datagram(bucket uint8, frame []byte) []byte {
	p.seq[bucket]++
	d := make([]byte, overlay.Size, overlay.Size+len(frame))
	overlay.Header{Incarnation: p.inc, Bucket: bucket, Seq: p.seq[bucket]}.Put(d)
	return append(d, frame...)
}

func (p *peer) hello(bucket uint8, seq, shards uint32) {
	d := make([]byte, overlay.Size)
	overlay.Header{HeaderOnly: true, Incarnation: p.inc, Bucket: bucket, Seq: seq, Micros: shards}.Put(d)
	p.send(d)
}

func (p *peer) send(datagrams ...[]byte) {
	p.t.Helper()
	for _, d := range datagrams {
		if err := unix.Sendto(p.fd, d, 0, p.to); err != nil {
			p.t.Fatal(err)
		}
	}
}

// train sends datagrams of one length as one train.
func (p *peer) train(datagrams [][]byte) {
	p.t.Helper()
	var all []byte
	for _, d := range datagrams {
		all = append(all, d...)
	}
	n := len(datagrams[0])
	ctl := []byte{0: 18, 8: unix.IPPROTO_UDP, 12: unix.UDP_SEGMENT, 16: byte(n), 17: byte(n >> 8), 23: 0}
	if _, err := unix.SendmsgN(p.fd, all, ctl, p.to, 0); err != nil {
		p.t.Fatal(err)
	}
}

// receive calls f with each frame that arrives until it has been quiet for d.
// Announcements are left out.
func (p *peer) receive(d time.Duration, f func(h overlay.Header, frame []byte)) {
	buf := make([]byte, 65536)
	for {
		fds := []unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, int(d.Milliseconds()))
		if err == unix.EINTR {
			continue
		}
		if n == 0 || err != nil {
			return
		}
		n, _, err = unix.Recvfrom(p.fd, buf, unix.MSG_DONTWAIT)
		if err != nil {
			continue
		}
		h, err := overlay.Parse(buf[:n])
		if err != nil {
			p.t.Errorf("a datagram of %d bytes: %v", n, err)
			continue
		}
		if !h.HeaderOnly {
			f(h, buf[overlay.Size:n])
		}
	}
}
