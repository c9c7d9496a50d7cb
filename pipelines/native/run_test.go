package native

import (
	"testing"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/p4/corpus/packet"
	"up4/pipelines"
	"up4/pipelines/table"
)

// run gives a function that runs a batch of the frames, over and over.
func run(t *testing.T, program string, ops []table.Op, members []table.Replica, frames [][]byte) func() {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	c, _ := compile(program)
	specs := c.Program().Specs()
	a, err := arena.New(24 << 20)
	must(err)
	t.Cleanup(func() { _ = a.Close() })
	store, err := table.NewStore(a, 8<<20, specs)
	must(err)
	_, err = store.Apply(ops)
	must(err)
	_, err = store.SetGroup(frame.FloodGroup, members)
	must(err)
	hits, err := a.Alloc(8*uint64(specs[0].HitSlots()), 8)
	must(err)
	e, err := c.Replicate(pipelines.Place{Arena: a, Hits: []arena.Off{hits}})
	must(err)
	pool, err := frame.NewPool(a, 0, frame.PoolSize{Slabs: 1, HeadCells: frame.CopyCap, Cells: 1})
	must(err)
	_, slab, _ := pool.TakeSlab()
	b := pool.Batch()
	return func() {
		at := slab
		for i, f := range frames {
			copy(a.Bytes(at, len(f)), f)
			b.Frames[i] = frame.Desc{Body: at, BodyLen: uint16(len(f)), Egress: frame.CPUPort}
			at += arena.Off(len(f)+63) &^ 63
		}
		b.N, b.NCopies = len(frames), 0
		pool.ResetHeads()
		if n := e.Run(b, 0, store.Root()); n != b.N {
			t.Fatalf("stopped at %d of %d", n, b.N)
		}
	}
}

func TestRunAllocatesNothing(t *testing.T) {
	packetTo := func(dst [4]byte, ttl byte) []byte {
		return packet.Ethernet{Dst: packet.MAC{2}, Type: packet.TypeIPv4, Payload: packet.IPv4{TTL: ttl, Dst: dst}.Bytes()}.Bytes()
	}
	forward := append([]byte{0, 1}, 2, 0, 0, 0, 0, 2)
	for name, f := range map[string]func(){
		"l3fwd": run(t, "l3fwd",
			[]table.Op{{Entry: table.Entry{Key: []byte{10, 0, 0, 0}, PrefixLen: 8, Action: l3Forward, Data: forward}}}, nil,
			[][]byte{packetTo([4]byte{10, 1}, 64), packetTo([4]byte{11}, 64), packetTo([4]byte{10}, 1), {}, make([]byte, 60)}),
		"l2fwd": run(t, "l2fwd",
			[]table.Op{{Entry: table.Entry{Key: []byte{2, 0, 0, 0, 0, 0}, Action: l2Forward, Data: []byte{0, 1}}}},
			[]table.Replica{{Port: 0}, {Port: 1}, {Port: 2}},
			[][]byte{packetTo([4]byte{}, 1), {}, packet.Ethernet{Dst: packet.MAC{255}}.Bytes(), packet.Ethernet{Dst: packet.MAC{4}}.Bytes()}),
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations a batch", name, n)
		}
	}
}
