package interp

import (
	"up4/p4/ir"
	"up4/pipelines/arch/ebpf"
	"up4/pipelines/arch/v1model"
)

var ebpfArchitecture = &architecture{
	check: nothing,
	has:   func(name string) bool { return name == "CounterArray.increment" || name == "CounterArray.add" },
	path: func(w *world, _ v1model.Control) path {
		b := &ebpfBlocks{world: w}
		b.parser, b.filter = w.m.prog.Main.Args[0].Block, w.m.prog.Main.Args[1].Block
		w.m.env = b
		return &ebpf.Path{Blocks: b}
	},
}

// ebpfBlocks runs the blocks of a program for ebpf_model, and its externs.
type ebpfBlocks struct {
	*world
	parser, filter *ir.Func
}

func (b *ebpfBlocks) Parse(p *ebpf.Packet) {
	b.m.in = reader{bytes: p.Bytes}
	args := []Value{Object{}, nil}
	e := b.m.invoke(b.parser, args)
	p.State, p.Rejected, p.Faulty = args[1], e != returned, e == stopped
}

func (b *ebpfBlocks) Filter(p *ebpf.Packet) {
	args := []Value{p.State.(Value), nil}
	e := b.m.invoke(b.filter, args)
	p.Faulty = e == stopped
	p.Accepted = bool(args[1].(Bool))
}

// Extern counts: increment adds 1, add a number.
func (b *ebpfBlocks) Extern(c *ir.CallExtern, a []Value) Value {
	by := uint64(1)
	if c.Name == "add" {
		by = integerOf(a[1]).Uint64()
	}
	b.state.CountMany(b.shard, b.array(c), small(a[0]), by, 0)
	return nil
}
