package shard

import (
	"testing"
	"time"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/mem"
	"up4/pipelines"
)

// Two cells of memory flip together with each publication; a shard must never
// see them differ, nor see memory that was recycled after its grace period.
func TestPublicationIsAtomicAndGraceHolds(t *testing.T) {
	for _, w := range []Wait{Spin, Adaptive, Block} {
		var base arena.Base
		bad := make(chan [2]uint64, 1)
		n := newNode(t, options{shards: 2, vports: 2, wait: w, engine: func(int) pipelines.Engine {
			return engineFunc(func(b *frame.Batch, from int, root arena.Off) int {
				for i := from; i < b.N; i++ {
					pair := arena.Slice[uint64](base, root, 2)
					if pair[0] != pair[1] || pair[0] == 0 {
						select {
						case bad <- [2]uint64{pair[0], pair[1]}:
						default:
						}
					}
					b.Frames[i].Egress = 1
				}
				return b.N
			})
		}})
		base = n.arena.Base()
		const versions = 4
		var roots [versions]arena.Off
		for i := range roots {
			off, err := n.arena.Alloc(16, 64)
			if err != nil {
				t.Fatal(err)
			}
			roots[i] = off
		}
		write := func(at arena.Off, v uint64) {
			pair := arena.Slice[uint64](base, at, 2)
			pair[0], pair[1] = v, v
		}
		write(roots[0], 1)
		n.current.Publish(roots[0])
		n.start()
		end := time.Now().Add(300 * time.Millisecond)
		free := append([]arena.Off(nil), roots[1:]...)
		type old struct {
			at    arena.Off
			epoch uint64
		}
		var waiting []old
		now, published := roots[0], 0
		for v := uint64(2); time.Now().Before(end); v++ {
			n.links[v%2].Put(mem.Frame{Vport: 0, Bytes: make([]byte, 64)})
			if len(free) > 0 {
				next := free[0]
				free = free[1:]
				write(next, v)
				waiting = append(waiting, old{now, n.current.Publish(next)})
				now = next
				published++
			}
			for len(waiting) > 0 && min(n.shards[0].Announced(), n.shards[1].Announced()) >= waiting[0].epoch {
				pair := arena.Slice[uint64](base, waiting[0].at, 2)
				pair[0], pair[1] = 0, 0xdead // recycled
				free = append(free, waiting[0].at)
				waiting = waiting[1:]
			}
		}
		n.drain()
		select {
		case b := <-bad:
			t.Errorf("wait %d: a shard saw %x and %x", w, b[0], b[1])
		default:
		}
		t.Logf("wait %d: %d publications, %d batches", w, published, n.shard(counter.Batches))
		if published < 10 {
			t.Errorf("only %d publications: grace periods do not end", published)
		}
	}
}
