package registry

import (
	"slices"
	"sync"
	"testing"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// counting counts packets in a register, and in a wider one in an action that the
// region calls, which has a region of its own.
const counting = `#include <core.p4>
#include <v1model.p4>
struct headers_t {}
struct meta_t {}
parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) { state start { transition accept; } }
control V(inout headers_t h, inout meta_t m) { apply {} }
control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    register<bit<32>>(1) seen;
    register<bit<80>>(1) wide;
    register<bit<8>>(1) bare;
    action more() {
        bit<80> w;
        @atomic { wide.read(w, 0); wide.write(0, w + 1); }
    }
    apply {
        bit<32> n;
        bit<8> b;
        bare.read(b, 0);
        bare.write(0, b + 1);
        @atomic { seen.read(n, 0); more(); seen.write(0, n + 1); return; }
    }
}
control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) { apply {} }
control C(inout headers_t h, inout meta_t m) { apply {} }
control D(packet_out p, in headers_t h) { apply {} }
V1Switch(P(), V(), I(), E(), C(), D()) main;
`

// Shards that count in @atomic regions lose nothing, and the register that is counted
// in outside of one is warned of.
func TestAtomic(t *testing.T) {
	const shards, frames = 2, 3000
	p, err := Read("counting.p4", Reading{Read: func(string) ([]byte, error) { return []byte(counting), nil }})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"register I.bare is read and written outside of @atomic: with several shards an update may be lost in between"}
	if got := p.Schema.Program.Shared; !slices.Equal(got, want) {
		t.Errorf("warned of %q", got)
	}
	for _, b := range p.Offering() {
		c, err := Compile(p, b)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(b, func(t *testing.T) { countOn(t, c, shards, frames) })
	}
}

func countOn(t *testing.T, c pipelines.Compiled, shards, frames int) {
	a, err := arena.New(64 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	program, specs := c.Program(), c.Program().Specs()
	st, err := state.New(a, program.Arrays, shards, program.Cells(specs))
	if err != nil {
		t.Fatal(err)
	}
	hits := make([]arena.Off, len(specs))
	for i := range specs {
		if hits[i], err = a.Alloc(8*uint64(specs[i].HitSlots()), 64); err != nil {
			t.Fatal(err)
		}
	}
	var engines []pipelines.Engine
	var pools []*frame.Pool
	for i := range shards {
		pool, err := frame.NewPool(a, i, frame.PoolSize{Slabs: 2, HeadCells: frame.CopyCap, Cells: 1})
		if err != nil {
			t.Fatal(err)
		}
		e, err := c.Replicate(pipelines.Place{Arena: a, Shard: i, Hits: hits, State: st})
		if err != nil {
			t.Fatal(err)
		}
		pools, engines = append(pools, pool), append(engines, e)
	}
	store, err := table.NewStore(a, 16<<20, specs)
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for i := range shards {
		home, slab, _ := pools[i].TakeSlab()
		running.Go(func() {
			for range frames {
				b := pools[i].Batch()
				b.N, b.NCopies = 1, 0
				b.Frames[0] = frame.Desc{Body: slab + 64, BodyLen: 60, Egress: frame.DropPort, Home: home}
				if engines[i].Run(b, 0, store.Root()) != 1 {
					t.Error("a frame was not taken")
				}
				pools[i].ResetHeads()
			}
		})
	}
	running.Wait()
	n, _ := st.ReadWord(0, 0)
	wide := make([]uint64, 2)
	st.Read(1, 0, wide)
	if total := uint64(shards * frames); n != total || wide[0] != total || wide[1] != 0 {
		t.Errorf("counted %d and %d of %d", n, wide, total)
	}
}
