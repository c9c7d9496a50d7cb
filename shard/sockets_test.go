package shard

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/link"
	"up4/io/overlay"
	"up4/io/udp"
	"up4/ring"
)

// A whole turn over real sockets: receive a train, decide, send it on. Nothing
// is allocated, and nothing is copied.
func TestNoAllocationOverSockets(t *testing.T) {
	socks, err := udp.Open(udp.Options{Bind: netip.MustParseAddrPort("127.0.0.1:0"), Shards: 1, GSO: true, GRO: true})
	if err != nil {
		t.Fatal(err)
	}
	defer socks[0].Close()
	addr, err := socks[0].Addr()
	if err != nil {
		t.Fatal(err)
	}
	peer, err := net.DialUDP("udp4", nil, net.UDPAddrFromAddrPort(addr))
	if err != nil {
		t.Fatal(err)
	}
	defer peer.Close()
	size := frame.PoolSize{Slabs: 32, HeadCells: 64, Cells: 16}
	a, err := arena.New(size.Bytes() + 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	pool, err := frame.NewPool(a, 0, size)
	if err != nil {
		t.Fatal(err)
	}
	ports, tallies := &link.Ports{}, &counter.ShardTallies{}
	ports[0] = &counter.PortTallies{}
	l, err := udp.New(udp.Config{
		Socket: socks[0], Pool: pool, Shards: 1, Ports: ports, Tallies: tallies, Shared: []*udp.Shared{{}},
		Vports: []udp.Vport{{ID: 0, Peer: peer.LocalAddr().(*net.UDPAddr).AddrPort(), PeerVport: -1, MTU: 1460}},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	up, _ := ring.New[Punt](8)
	down, _ := ring.New[frame.Handle](8)
	s, err := New(Config{
		Shards: 1, CPU: -1, Start: time.Now(), Links: []link.Link{l}, Pool: pool, Engine: toPort(0), Current: &Current{},
		Ports: ports, Tallies: tallies, Punts: up, PuntReturns: down,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	Connect([]*Shard{s})
	datagram := make([]byte, overlay.Size+1000)
	seq := uint32(0)
	cycle := func() {
		for range 20 {
			seq++
			overlay.Header{Bucket: 3, Seq: seq}.Put(datagram)
			_, _ = peer.Write(datagram)
		}
		for s.turn(s.clock()) {
		}
	}
	cycle() // the first frame of a sender's shard makes its row
	if got := testing.AllocsPerRun(100, cycle); got != 0 {
		t.Errorf("%v allocations in a turn", got)
	}
	if n := ports[0][counter.TxFrames].Load(); n != uint64(seq) {
		t.Errorf("%d frames sent of %d", n, seq)
	}
	for _, id := range []counter.Shard{counter.CopiedOut, counter.Linearised, counter.Gathered} {
		if n := tallies[id].Load(); n != 0 {
			t.Errorf("%s = %d", counter.Shards[id].Name, n)
		}
	}
}
