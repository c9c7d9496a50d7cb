package udp

import (
	"bytes"
	"encoding/hex"
	"net/netip"
	"testing"

	"golang.org/x/sys/unix"

	"up4/internal/counter"
	"up4/internal/mmsg"
	"up4/io/frame"
	"up4/io/overlay"
)

func toVport(v uint16) func(int, *frame.Desc) uint16 {
	return func(int, *frame.Desc) uint16 { return v }
}

// repeat makes n datagrams of one bucket and length.
func (p *plainPeer) repeat(n int, bucket uint8, size int) (out [][]byte) {
	for range n {
		out = append(out, p.datagram(bucket, size))
	}
	return out
}

func forEachMode(t *testing.T, f func(t *testing.T, o options)) {
	for name, o := range map[string]options{
		"trains":     {gso: true, gro: true},
		"trains v6":  {gso: true, gro: true, v6: true},
		"singles":    {},
		"gso only":   {gso: true},
		"gro only":   {gro: true},
		"singles v6": {v6: true},
	} {
		t.Run(name, func(t *testing.T) { f(t, o) })
	}
}

func TestTrainGoesThrough(t *testing.T) {
	forEachMode(t, func(t *testing.T, o options) {
		o.vports = 2
		f := newFixture(t, o)
		in := f.peers[0].repeat(20, 5, 1000)
		last := f.peers[0].datagram(5, 300)
		f.peers[0].train(append(in, last)...)
		in = append(in, last)
		n := 0
		for n < len(in) {
			n += f.turn(toVport(1))
		}
		out := f.peers[1].receive(len(in))
		for i := range in {
			// Header by hand: version 1, incarnation 0, shard 0, bucket 5,
			// vport 1; sequence from 1; one second on the clock.
			want := append([]byte{0x10, 0x00, 0x14, 0x01, 0, 0, 0, byte(i + 1), 0x00, 0x0f, 0x42, 0x40}, in[i][12:]...)
			if !bytes.Equal(out[i], want) {
				t.Fatalf("datagram %d:\n got %s\nwant %s", i, hex.EncodeToString(out[i][:40]), hex.EncodeToString(want[:40]))
			}
		}
		f.peers[0].silent()
		f.peers[1].silent()
		f.want(0, map[counter.Port]uint64{counter.RxFrames: 21, counter.RxBytes: 20300})
		f.want(1, map[counter.Port]uint64{counter.TxFrames: 21, counter.TxBytes: 20300})
		if o.gso && o.gro {
			f.want(0, map[counter.Port]uint64{counter.RxTrains: 1, counter.RxTrain16: 1})
			f.want(1, map[counter.Port]uint64{counter.TxTrains: 1, counter.TxTrain16: 1})
		}
	})
}

func TestAlternatingEgressesKeepOrderAndTrains(t *testing.T) {
	f := newFixture(t, options{vports: 5, gso: true, gro: true})
	in := f.peers[0].repeat(40, 1, 500)
	f.peers[0].train(in...)
	f.turn(func(i int, _ *frame.Desc) uint16 { return uint16(1 + i%4) })
	for v := 1; v <= 4; v++ {
		out := f.peers[v].receive(10)
		for k, d := range out {
			if !bytes.Equal(d[12:], in[k*4+v-1][12:]) {
				t.Errorf("vport %d, datagram %d is not frame %d", v, k, k*4+v-1)
			}
			if h, err := overlay.Parse(d); err != nil || h.Seq != uint32(k+1) || int(h.Vport) != v {
				t.Errorf("vport %d, datagram %d: %+v %v", v, k, h, err)
			}
		}
		f.want(v, map[counter.Port]uint64{counter.TxFrames: 10, counter.TxTrains: 1, counter.TxTrain8: 1})
	}
	// 500 bytes and a header are short enough to be copied together.
	f.wantShard(counter.Gathered, 40)
	f.wantShard(counter.Linearised, 0)
}

// Longer frames are pieces of memory: no byte of them is copied.
func TestLongFramesAreNotGathered(t *testing.T) {
	f := newFixture(t, options{vports: 3, gso: true, gro: true})
	in := f.peers[0].repeat(20, 1, gatherMax-overlay.Size+1)
	f.peers[0].train(in...)
	f.turn(func(i int, _ *frame.Desc) uint16 { return uint16(1 + i%2) })
	for v := 1; v <= 2; v++ {
		for k, d := range f.peers[v].receive(10) {
			if !bytes.Equal(d[12:], in[k*2+v-1][12:]) {
				t.Errorf("vport %d, datagram %d differs", v, k)
			}
		}
	}
	f.wantShard(counter.Gathered, 0)
}

// A longer frame cannot join a train; a shorter one ends it.
func TestTrainsOfMixedLengths(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true})
	lengths := []int{100, 100, 200, 200, 50, 60, 60, 1460, 14}
	var in [][]byte
	for i, n := range lengths {
		in = append(in, f.peers[0].datagram(uint8(i%3), n))
	}
	f.peers[0].send(in...)
	got := 0
	for got < len(in) {
		got += f.turn(toVport(1))
	}
	out := f.peers[1].receive(len(in))
	for i := range in {
		if !bytes.Equal(out[i][12:], in[i][12:]) {
			t.Errorf("datagram %d differs", i)
		}
	}
	f.want(1, map[counter.Port]uint64{counter.TxFrames: uint64(len(in))})
}

// Trains to a peer of 2 shards hold buckets of one parity.
func TestTrainsAreGroupedByThePeersShards(t *testing.T) {
	f := newFixture(t, options{vports: 2, gso: true, gro: true})
	hello := make([]byte, overlay.Size)
	overlay.Header{HeaderOnly: true, Vport: 3, Micros: 2}.Put(hello)
	f.peers[1].send(hello)
	f.turn(toVport(frame.DropPort))
	if n := f.link.ports[1].shared.PeerShards(); n != 2 {
		t.Fatalf("peer has %d shards, want 2", n)
	}
	f.peers[0].send(f.peers[0].datagram(0, 100)) // a flush takes the number over
	f.turn(toVport(1))
	f.peers[1].receive(1)
	var in [][]byte
	for i := range 32 {
		in = append(in, f.peers[0].datagram(uint8(i), 100))
	}
	f.peers[0].train(in...)
	f.turn(toVport(1))
	out := f.peers[1].receive(32)
	for i, d := range out {
		h, _ := overlay.Parse(d)
		want := uint8(i * 2)
		if i >= 16 {
			want = uint8((i-16)*2 + 1)
		}
		if h.Bucket != want {
			t.Errorf("datagram %d is of bucket %d, want %d", i, h.Bucket, want)
		}
	}
	f.want(1, map[counter.Port]uint64{counter.TxTrains: 3, counter.TxTrain16: 2, counter.TxTrain1: 1, counter.RxHellos: 1})
}

func TestMixedTrainsAreCounted(t *testing.T) {
	f := newFixture(t, options{vports: 1, gso: true, gro: true, shards: 2, steered: true})
	p := f.peers[0]
	p.train(p.datagram(0, 64), p.datagram(2, 64), p.datagram(4, 64))
	f.turn(toVport(0))
	f.wantShard(counter.MixedTrains, 0)
	p.train(p.datagram(0, 64), p.datagram(2, 64), p.datagram(3, 64))
	f.turn(toVport(0))
	f.wantShard(counter.MixedTrains, 1)
}

// Copies with heads of their own leave whole: header from the cell, rest shared.
func TestCopiesShareTheBody(t *testing.T) {
	f := newFixture(t, options{vports: 4, gso: true, gro: true})
	in := f.peers[0].repeat(10, 7, 200)
	f.peers[0].train(in...)
	f.poll()
	b := f.pool.Batch()
	for f.link.Next(b) {
		for i := range b.N {
			for v := uint16(1); v <= 3; v++ {
				c := b.Copy(i, 14)
				if c == nil {
					t.Fatal("no room for a copy")
				}
				c.Egress = v
				c.HeadBytes(f.arena.Base())[0] = byte(0xa0 + v)
			}
			b.Frames[i].Egress, b.Frames[i].Reason = frame.DropPort, frame.Copied
		}
		f.link.Queue(b.Frames[:b.N])
		f.link.Queue(b.Copies[:b.NCopies])
	}
	f.link.Flush()
	f.pool.ResetHeads()
	for v := 1; v <= 3; v++ {
		for i, d := range f.peers[v].receive(10) {
			want := append([]byte{byte(0xa0 + v)}, in[i][13:]...)
			if !bytes.Equal(d[12:], want) {
				t.Errorf("vport %d, copy %d:\n got %x\nwant %x", v, i, d[12:], want)
			}
		}
		f.want(v, map[counter.Port]uint64{counter.TxTrains: 1, counter.TxFrames: 10})
	}
	f.wantShard(counter.Linearised, 30) // short copies are put together
}

func TestNoAllocationOnRealSockets(t *testing.T) {
	forEachMode(t, func(t *testing.T, o options) {
		o.vports = 2
		f := newFixture(t, o)
		var ds [][]byte
		for i := range 30 {
			ds = append(ds, f.peers[0].datagram(uint8(i%5), 1000))
		}
		var all []byte
		for _, d := range ds {
			all = append(all, d...)
		}
		var ctl mmsg.Control
		ctl.PutSegment(len(ds[0]))
		name := f.peers[0].to
		sink := make([]byte, 65536)
		b := f.pool.Batch()
		cycle := func() {
			_, _ = unix.SendmsgN(f.peers[0].fd, all, ctl[:], name, 0)
			for f.link.Poll(1e9) > 0 {
				for f.link.Next(b) {
					for i := range b.N {
						b.Frames[i].Egress = 1
					}
					f.link.Queue(b.Frames[:b.N])
				}
				f.link.Flush()
			}
			for {
				if _, err := unix.Read(f.peers[1].fd, sink); err != nil {
					break
				}
			}
		}
		cycle() // the first frame of a sender's shard makes its row
		_ = unix.SetNonblock(f.peers[1].fd, true)
		send := func() { _, _ = unix.SendmsgN(f.peers[0].fd, all, ctl[:], name, 0) }
		both := testing.AllocsPerRun(50, func() { cycle() })
		alone := testing.AllocsPerRun(50, send)
		if both > alone {
			t.Errorf("%v allocations a turn beyond the test's own %v", both-alone, alone)
		}
	})
}

func TestOpenRefusesABusyAddress(t *testing.T) {
	socks, err := Open(Options{Bind: netip.MustParseAddrPort("127.0.0.1:0"), Shards: 2, ByBucket: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		for _, s := range socks {
			_ = s.Close()
		}
	}()
	addr, _ := socks[0].Addr()
	if other, _ := socks[1].Addr(); other != addr {
		t.Errorf("sockets of one group at %v and %v", addr, other)
	}
	if _, err := Open(Options{Bind: addr, Shards: 1}); err == nil {
		t.Error("a second switch joined the group")
	}
}

// The steering program: bucket mod shards, for single datagrams and by the
// first datagram of a train; a runt goes to the first.
func TestSteeringByBucket(t *testing.T) {
	socks, err := Open(Options{Bind: netip.MustParseAddrPort("127.0.0.1:0"), Shards: 3, ByBucket: true, GRO: true})
	if err != nil {
		t.Fatal(err)
	}
	addr, _ := socks[0].Addr()
	p := newPlainPeer(t, netip.MustParseAddrPort("127.0.0.1:0"), addr)
	buf := make([]byte, 65536)
	where := func() int {
		t.Helper()
		at := -1
		for i, s := range socks {
			if n, _, err := unix.Recvfrom(s.fd, buf, unix.MSG_DONTWAIT); err == nil && n > 0 {
				if at >= 0 {
					t.Errorf("arrived at %d and %d", at, i)
				}
				at = i
			}
		}
		return at
	}
	for b := range uint8(overlay.Buckets) {
		p.send(p.datagram(b, 64))
		if got := where(); got != int(b)%3 {
			t.Errorf("bucket %d arrived at shard %d, want %d", b, got, b%3)
		}
	}
	p.train(p.datagram(4, 64), p.datagram(5, 64), p.datagram(6, 64))
	if got := where(); got != 1 {
		t.Errorf("train that begins with bucket 4 arrived at %d, want 1", got)
	}
	p.send([]byte{1})
	if got := where(); got != 0 {
		t.Errorf("a runt arrived at %d, want 0", got)
	}
	for _, s := range socks {
		_ = s.Close()
	}
}
