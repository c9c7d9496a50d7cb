package runtime

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/overlay"
	"up4/pipelines"
	"up4/pipelines/table"
	"up4/runtime/topology"
)

// Many flows interleaved at the source, two shards steered by flow, one of them
// held up at random: no flow is reordered, and every frame is accounted for.
func TestFlowsKeepTheirOrder(t *testing.T) {
	for _, c := range []struct {
		name            string
		spread, grouped bool
	}{{"steered, grouped trains", false, true}, {"through the rings", true, false}} {
		t.Run(c.name, func(t *testing.T) {
			var turn atomic.Int64
			r := newRig(t, through(1), options{shards: 2, vports: 2, spread: c.spread, before: func(shard int) {
				if shard == 1 && turn.Add(1)%4 == 0 {
					time.Sleep(time.Duration(rand.IntN(500)) * time.Microsecond)
				}
			}})
			const flows, rounds = 4096, 5
			buckets := make([]uint8, flows)
			for f := range buckets {
				buckets[f] = uint8(rand.IntN(overlay.Buckets))
			}
			src := r.peers[0]
			sent := 0
			for round := range rounds {
				var trains [2][][]byte
				for f := range flows {
					b := make([]byte, 100)
					binary.BigEndian.PutUint32(b, uint32(f))
					binary.BigEndian.PutUint32(b[4:], uint32(round+1))
					g := 0
					if c.grouped {
						g = int(buckets[f]) % 2
					}
					trains[g] = append(trains[g], src.datagram(buckets[f], b))
					if len(trains[g]) == 60 {
						src.train(trains[g])
						sent += 60
						trains[g] = trains[g][:0]
						time.Sleep(20 * time.Microsecond)
					}
				}
				for _, g := range trains {
					if len(g) > 0 {
						src.train(g)
						sent += len(g)
					}
				}
			}
			for b := range uint8(overlay.Buckets) {
				src.hello(b, src.seq[b], 1)
			}
			last := make([]uint32, flows)
			got := 0
			r.peers[1].receive(300*time.Millisecond, func(_ overlay.Header, b []byte) {
				f, n := binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])
				if n <= last[f] {
					t.Fatalf("flow %d: frame %d after %d", f, n, last[f])
				}
				last[f] = n
				got++
			})
			lost, full := r.total(0, counter.Lost), r.total(0, counter.DropRingFull)+r.total(0, counter.DropNoCell)
			delivered := r.total(1, counter.TxFrames)
			if uint64(sent) != delivered+lost+full {
				t.Errorf("sent %d ≠ delivered %d + lost %d + rings %d", sent, delivered, lost, full)
			}
			if got != int(delivered) {
				t.Errorf("%d arrived of %d sent on", got, delivered)
			}
			if n := r.shardTotal(counter.MixedTrains); c.grouped && n != 0 {
				t.Errorf("mixed_trains = %d", n)
			}
			if n := r.shardTotal(counter.RingIn); (n != 0) != c.spread {
				t.Errorf("ring_in = %d", n)
			}
			t.Logf("sent %d, delivered %d, lost %d, rings %d, kernel drops %d", sent, delivered, lost, full, r.shardTotal(counter.KernelDrops))
		})
	}
}

// Two tables are changed by one batch each time; a program that reads both
// never sees them differ, under publications as fast as they go.
func TestTablesFlipTogether(t *testing.T) {
	var torn, looked atomic.Uint64
	c := &program{run: func(b *frame.Batch, from int, v table.View, _ pipelines.Place) int {
		left, right := v.Exact(0), v.Exact(1)
		for i := from; i < b.N; i++ {
			k := uint64(i % 100)
			if left.Find64(k).Word(0) != right.Find64(k).Word(0) {
				torn.Add(1)
			}
			looked.Add(1)
			b.Frames[i].Egress = 1
		}
		return b.N
	}}
	r := newRig(t, c, options{shards: 2, vports: 2, wait: topology.WaitAdaptive})
	write := func(kind table.OpKind, n uint64) []table.Op {
		var ops []table.Op
		for k := range uint32(100) {
			for tab := range 2 {
				key := binary.LittleEndian.AppendUint32(nil, k)
				ops = append(ops, table.Op{Kind: kind, Table: tab, Entry: table.Entry{Key: key, Data: binary.BigEndian.AppendUint64(nil, n<<8|uint64(k))}})
			}
		}
		return ops
	}
	if err := r.node.Apply(write(table.Insert, 0)); err != nil {
		t.Fatal(err)
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for n := uint8(0); ; n++ {
			select {
			case <-stop:
				return
			default:
				r.peers[0].send(r.peers[0].datagram(n%overlay.Buckets, make([]byte, 64)))
				time.Sleep(20 * time.Microsecond)
			}
		}
	}()
	published := 0
	for end := time.Now().Add(time.Second); time.Now().Before(end); published++ {
		if err := r.node.Apply(write(table.Modify, uint64(published+1))); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	<-ended
	if torn.Load() != 0 || looked.Load() == 0 {
		t.Errorf("%d of %d frames saw the tables differ", torn.Load(), looked.Load())
	}
	t.Logf("%d publications of 200 entries, %d frames", published, looked.Load())
}

func TestHitsAreForgottenWithTheEntry(t *testing.T) {
	c := &program{run: func(b *frame.Batch, from int, v table.View, p pipelines.Place) int {
		x := v.Exact(0)
		for i := from; i < b.N; i++ {
			rec := x.Find64(7)
			arena.At[counter.Tally](p.Arena.Base(), p.Hits[0]+arena.Off(rec.Hit)*8).Add(1)
			b.Frames[i].Egress = 1
		}
		return b.N
	}}
	r := newRig(t, c, options{vports: 2})
	key := []byte{7, 0, 0, 0}
	op := func(k table.OpKind) []table.Op {
		return []table.Op{{Kind: k, Entry: table.Entry{Key: key, Data: make([]byte, 8)}}}
	}
	frames := func(n int) {
		t.Helper()
		before := r.total(1, counter.TxFrames)
		for range n {
			r.peers[0].send(r.peers[0].datagram(1, make([]byte, 64)))
		}
		r.waitFor("frames", func() bool { return r.total(1, counter.TxFrames) == before+uint64(n) })
	}
	for _, n := range []int{5, 3} {
		if err := r.node.Apply(op(table.Insert)); err != nil {
			t.Fatal(err)
		}
		frames(n)
		e := r.node.Entries(0)
		if len(e) != 1 || r.node.Hits(0, e[0].Hit) != uint64(n) {
			t.Errorf("entries %v, hits %d, want %d", e, r.node.Hits(0, e[0].Hit), n)
		}
		if err := r.node.Apply(op(table.Delete)); err != nil {
			t.Fatal(err)
		}
		frames(2) // misses, and the shard moves on
		time.Sleep(3 * sweepEvery)
	}
	// A batch with a fault changes nothing.
	err := r.node.Apply(append(op(table.Insert), op(table.Insert)...))
	var oe *table.OpError
	if !errors.As(err, &oe) || oe.Index != 1 || len(r.node.Entries(0)) != 0 {
		t.Errorf("%v, entries %v", err, r.node.Entries(0))
	}
}

// The multicast group of all vports is there from the start.
func TestFloodGroup(t *testing.T) {
	var got atomic.Int64
	c := &program{run: func(b *frame.Batch, from int, v table.View, _ pipelines.Place) int {
		got.Store(int64(len(v.Group(frame.FloodGroup))))
		return b.N
	}}
	r := newRig(t, c, options{vports: 7})
	r.peers[0].send(r.peers[0].datagram(0, make([]byte, 64)))
	r.waitFor("the frame", func() bool { return got.Load() == 7 })
}

// A peer is killed and comes back: its restart is told from a loss.
func TestPeerKilledAndBack(t *testing.T) {
	r := newRig(t, through(1), options{vports: 2})
	p := r.peers[0]
	p.hello(3, 0, 1)
	for range 50 {
		p.send(p.datagram(3, make([]byte, 64)))
	}
	r.waitFor("frames", func() bool { return r.total(0, counter.RxFrames) == 50 })
	at := p.addr
	p.close()
	time.Sleep(150 * time.Millisecond) // a life of less than 100 ms is not believed
	q := newPeerAt(t, at)
	q.to, q.inc = p.to, 1
	q.hello(3, 0, 1)
	q.seq[3] = 2 // two frames are lost on the way
	for range 10 {
		q.send(q.datagram(3, make([]byte, 64)))
	}
	r.waitFor("frames", func() bool { return r.total(0, counter.RxFrames) == 60 })
	for id, want := range map[counter.Port]uint64{counter.Restarts: 1, counter.Lost: 2, counter.Reordered: 0, counter.Duplicates: 0} {
		if got := r.total(0, id); got != want {
			t.Errorf("%s = %d, want %d", counter.Ports[id].Name, got, want)
		}
	}
}

func TestMoreShardsThanCPUs(t *testing.T) {
	top := &topology.Topology{Node: topology.Node{Bind: anyPort, Shards: 5, Slabs: 32, TableMiB: 1}}
	for _, c := range []struct {
		cpus  []int
		quota float64
		want  string
	}{
		{[]int{0, 1}, 0, "more shards than allowed CPUs: 5 asked for, this process may use 2 (CPUs [0 1]); ask for fewer, or allow it with --oversubscribe"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7}, 1.5, "more shards than allowed CPUs: 5 asked for, this process may use 2 (its control group grants the time of 1.5); ask for fewer, or allow it with --oversubscribe"},
	} {
		_, err := New(Options{Topology: top, Compiled: through(0), CPUs: c.cpus, Quota: c.quota})
		if err == nil || err.Error() != c.want || !errors.Is(err, ErrTooManyShards) {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

// A CPU that is not there: the start fails, and says why.
func TestStartFails(t *testing.T) {
	top := &topology.Topology{Node: topology.Node{Bind: anyPort, Shards: 1, Slabs: 32, TableMiB: 1, Steer: topology.SteerFlow, Wait: topology.WaitBlock}}
	n, err := New(Options{Topology: top, Compiled: through(0), CPUs: []int{1000}})
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Start(); err == nil || err.Error() != "start: shard 0: pin thread to CPU 1000: invalid argument" {
		t.Errorf("%v", err)
	}
	if err := n.Close(); err != nil {
		t.Error(err)
	}
}

func TestBusyPort(t *testing.T) {
	p := newPeer(t)
	top := &topology.Topology{Node: topology.Node{Bind: p.addr, Shards: 1, Slabs: 32, TableMiB: 1, Steer: topology.SteerFlow}}
	_, err := New(Options{Topology: top, Compiled: through(0), CPUs: []int{0}})
	if want := "UDP address " + p.addr.String() + " is in use by another process: address already in use"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Close under load: what the kernel had accepted is forwarded, the rest it
// counts, and the last numbers are announced.
func TestDrainUnderLoad(t *testing.T) {
	r := newRig(t, through(1), options{shards: 2, vports: 2, spread: true})
	src := r.peers[0]
	src.hello(0, 0, 1)
	r.waitFor("the greeting", func() bool { return r.total(0, counter.RxHellos) > 0 })
	stop, sent := make(chan struct{}), make(chan uint64)
	go func() {
		n := uint64(0)
		for {
			select {
			case <-stop:
				sent <- n
				return
			default:
				var ds [][]byte
				for i := range 40 {
					ds = append(ds, src.datagram(uint8(i), make([]byte, 500)))
				}
				src.train(ds)
				n += 40
			}
		}
	}()
	time.Sleep(100 * time.Millisecond)
	if err := r.node.Close(); err != nil {
		t.Fatal(err)
	}
	close(stop)
	<-sent
	c := r.node.Counters()
	in, tx := c.Vports[0].Total, c.Vports[1].Total
	ended := tx[counter.TxFrames] + in[counter.DropRingFull] + in[counter.DropNoCell] + tx[counter.TxSocketFull]
	if in[counter.RxFrames] == 0 || in[counter.RxFrames] != ended {
		t.Errorf("received %d ≠ sent %d + ring full %d + no cell %d + socket full %d", in[counter.RxFrames],
			tx[counter.TxFrames], in[counter.DropRingFull], in[counter.DropNoCell], tx[counter.TxSocketFull])
	}
	if tx[counter.TxHellos] == 0 {
		t.Error("no announcement at the end")
	}
	if err := r.node.Apply(nil); !errors.Is(err, ErrClosed) {
		t.Errorf("Apply after Close: %v", err)
	}
}

func TestPuntsAreKept(t *testing.T) {
	r := newRig(t, through(frame.CPUPort), options{vports: 1})
	for i := range 300 {
		b := make([]byte, 64)
		b[0] = byte(i)
		r.peers[0].send(r.peers[0].datagram(0, b))
		if i%50 == 49 {
			time.Sleep(2 * puntEvery)
		}
	}
	r.waitFor("punts", func() bool { return r.total(0, counter.Punted) == 300 })
	kept := r.node.Punts()
	if len(kept) != puntKept {
		t.Fatalf("%d kept, want %d", len(kept), puntKept)
	}
	for i, p := range kept {
		if want := uint64(300 - puntKept + i + 1); p.Seq != want || p.Bytes[0] != byte(want-1) || p.Length != 64 {
			t.Errorf("punt %d: number %d, first byte %d, %d bytes", i, p.Seq, p.Bytes[0], p.Length)
		}
	}
}
