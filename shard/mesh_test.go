package shard

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/mem"
)

func TestMeshIsCapped(t *testing.T) {
	for n := 1; n <= 60; n++ {
		m, err := NewMesh(n)
		if err != nil {
			if need := meshBytes(n, minRing); need <= MeshBytes {
				t.Errorf("%d shards need %d bytes and were refused", n, need)
			}
			continue
		}
		for from := range m.frames {
			for to, r := range m.frames[from] {
				if from == to {
					continue
				}
				if meshBytes(n, r.Cap()) > MeshBytes {
					t.Errorf("%d shards: the mesh takes %d bytes", n, meshBytes(n, r.Cap()))
				}
				if home := m.home[to][from].Cap(); home < 2*r.Cap() {
					t.Errorf("%d shards: a return ring of %d for a ring of %d", n, home, r.Cap())
				}
			}
		}
	}
}

// All flows arrive at shard 0, which spreads them; one shard is held up at
// random. No flow is reordered and every frame is accounted for.
func TestSpreadKeepsOrder(t *testing.T) {
	for _, pool := range []frame.PoolSize{{}, {Slabs: 16, HeadCells: 16, Cells: 300}} {
		scarce := pool.Slabs != 0 // frames that wait in rings then run the slabs short
		var held atomic.Int64
		n := newNode(t, options{shards: 3, vports: 2, spread: true, pool: pool, wait: Adaptive,
			engine: one(toPort(1)),
			before: func(shard int) {
				if shard == 1 && held.Add(1)%3 == 0 {
					time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
				}
			}})
		n.start()
		const flows, each = 24, 800
		next := [flows]int{}
		rnd := rand.New(rand.NewPCG(5, 6))
		var batch []mem.Frame
		for total := 0; total < flows*each; {
			f := rnd.IntN(flows)
			if next[f] == each {
				continue
			}
			b := frames(1, 0, uint8(f))[0]
			if scarce {
				b.Bytes = append(b.Bytes, make([]byte, 1400)...)
			}
			b.Bytes[2], b.Bytes[3] = byte(next[f]>>8), byte(next[f])
			next[f]++
			total++
			if batch = append(batch, b); len(batch) == 100 {
				n.links[0].Put(batch...)
				batch = batch[:0]
			}
		}
		n.links[0].Put(batch...)
		n.waitFor(func() bool {
			return n.port(1, counter.TxFrames)+n.port(0, counter.DropRingFull)+n.port(0, counter.DropNoCell) == flows*each
		})
		n.drain()
		for shard, l := range n.links {
			last := [flows]int{}
			for _, f := range l.Sent() {
				flow := int(f.Bytes[1])
				if flow%3 != shard {
					t.Fatalf("flow %d left by shard %d", flow, shard)
				}
				if got := number(f.Bytes) + 1; got <= last[flow] {
					t.Fatalf("flow %d: frame %d after %d", flow, got, last[flow])
				}
				last[flow] = number(f.Bytes) + 1
			}
		}
		if in, out := n.shard(counter.RingIn), n.shard(counter.RingOut); in != out || in == 0 {
			t.Errorf("ring_in %d, ring_out %d", in, out)
		}
		if free := n.pools[0].FreeCells(); free != n.size.Cells {
			t.Errorf("%d of %d cells came home", free, n.size.Cells)
		}
		if copied := n.shard(counter.CopiedOut); (copied != 0) != scarce {
			t.Errorf("slabs %d: copied_out = %d", n.size.Slabs, copied)
		}
		t.Logf("slabs %d: ring full %d, no cell %d, copied out %d", n.size.Slabs,
			n.port(0, counter.DropRingFull), n.port(0, counter.DropNoCell), n.shard(counter.CopiedOut))
	}
}

func (n *node) waitFor(cond func() bool) {
	n.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !cond(); time.Sleep(100 * time.Microsecond) {
		if time.Now().After(deadline) {
			n.t.Fatal("waited too long")
		}
	}
}

// A ring whose consumer stands still takes what fits; the rest is counted, exactly.
func TestFullRing(t *testing.T) {
	n := newNode(t, options{shards: 2, vports: 2, spread: true, engine: one(toPort(1)),
		pool: frame.PoolSize{Slabs: 64, HeadCells: 16, Cells: 64}})
	room := n.shards[0].cfg.Mesh.frames[0][1].Cap()
	n.links[0].Put(frames(room+500, 0, 1)...) // bucket 1 is shard 1's, which does not run yet
	for n.shards[0].turn(1) {
	}
	n.want(0, map[counter.Port]uint64{counter.DropRingFull: 500, counter.RxFrames: uint64(room) + 500})
	n.start()
	n.waitFor(func() bool { return n.port(1, counter.TxFrames) == uint64(room) })
	n.drain()
	if got := n.shard(counter.RingPeak); got != uint64(room) {
		t.Errorf("ring_peak = %d, want %d", got, room)
	}
}

// Frames have 64 buckets, so 64 shards is the most that are spread over.
func TestMeshHasRoomForEveryBucket(t *testing.T) {
	if _, err := NewMesh(64); err != nil {
		t.Error(err)
	}
}
