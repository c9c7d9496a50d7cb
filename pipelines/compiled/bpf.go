package compiled

import (
	"up4/io/frame"
	"up4/pipelines/arch"
	"up4/pipelines/arch/ebpf"
	"up4/pipelines/arch/ubpf"
)

// blocks runs functions of a program on one record at a time, which a packet has as its
// state: those of architectures without copies.
type blocks struct {
	*engine
	fns map[string]int
}

// begin is a new record with a packet in it: a copy, since code changes headers where
// they are, and what passes as it came is to be as it came.
func (b *blocks) begin(came []byte) record {
	packet, bytes := b.take(len(came)), b.take(b.record)
	copy(packet, came)
	clear(bytes)
	r := record{bytes, b.program.Lowered}
	for _, h := range append(r.low.Headers, r.low.MetaHeaders...) {
		r.setWord(h.Ptr, uint64(b.offset(bytes))+uint64(h.Home))
	}
	r.set("packet", uint64(b.offset(packet)))
	r.set("length", uint64(len(packet)))
	return r
}

// call runs a function, and says whether it came to its end.
func (b *blocks) call(name string, r record) bool {
	r.set("steps", uint64(r.low.Steps))
	return b.code.Call(b.fns[name], b.offset(r.bytes)) == 0
}

func (b *blocks) rest(uint64, *frame.Desc) []arch.Output { return []arch.Output{{Fate: arch.Fault}} }

// ubpfWay runs the blocks of a program for ubpf_model.
type ubpfWay struct {
	blocks
	path ubpf.Path
}

func newUBPFWay(e *engine) way {
	w := &ubpfWay{blocks: blocks{e, functions(e.program.Lowered)}}
	w.path.Blocks = w
	return w
}

func (w *ubpfWay) whole(port uint16, bytes []byte) []arch.Output { return w.path.Process(port, bytes) }

// Begin implements ubpf.Blocks.
func (w *ubpfWay) Begin(p *ubpf.Packet) { p.State = w.begin(p.Bytes) }

// run runs a block, with the standard metadata.
func (w *ubpfWay) run(p *ubpf.Packet, name string) {
	r, s := p.State.(record), &p.Std
	r.set("std.input_port", uint64(s.InputPort))
	r.set("std.packet_length", uint64(s.PacketLength))
	r.set("std.output_action", uint64(s.OutputAction))
	r.set("std.output_port", uint64(s.OutputPort))
	r.set("std.clone", 0)
	if s.Clone {
		r.set("std.clone", 1)
	}
	r.set("std.clone_port", uint64(s.ClonePort))
	if !w.call(name, r) {
		p.Faulty = true
	}
	s.InputPort, s.PacketLength = uint32(r.get("std.input_port")), uint32(r.get("std.packet_length"))
	s.OutputAction, s.OutputPort = uint32(r.get("std.output_action")), uint32(r.get("std.output_port"))
	s.Clone, s.ClonePort = r.get("std.clone") != 0, uint32(r.get("std.clone_port"))
	p.Marked = r.get("marked") != 0
	if n := r.get("truncate"); n != 0 {
		p.Truncate = int(n - 1)
	}
}

// Parse, Pipeline and Deparse implement ubpf.Blocks.
func (w *ubpfWay) Parse(p *ubpf.Packet) {
	w.run(p, "parse")
	r := p.State.(record)
	p.Payload, p.Rejected = int(r.get("payload")), r.get("rejected") != 0
}

func (w *ubpfWay) Pipeline(p *ubpf.Packet) { w.run(p, "pipeline") }

func (w *ubpfWay) Deparse(p *ubpf.Packet) (headers [][]byte) {
	r := p.State.(record)
	out := w.take(w.emit)
	r.set("out", uint64(w.offset(out)))
	r.set("outroom", uint64(w.emit))
	w.run(p, "deparse")
	from := 0
	for i := range int(r.get("headers")) {
		end := int(r.word(r.low.Slots["ends"] + 8*i))
		headers = append(headers, out[from:end])
		from = end
	}
	return headers
}

// ebpfWay runs the blocks of a program for ebpf_model.
type ebpfWay struct {
	blocks
	path ebpf.Path
}

func newEBPFWay(e *engine) way {
	w := &ebpfWay{blocks: blocks{e, functions(e.program.Lowered)}}
	w.path.Blocks = w
	return w
}

func (w *ebpfWay) whole(port uint16, bytes []byte) []arch.Output { return w.path.Process(port, bytes) }

// Parse and Filter implement ebpf.Blocks.
func (w *ebpfWay) Parse(p *ebpf.Packet) {
	r := w.begin(p.Bytes)
	p.State = r
	p.Faulty = !w.call("parse", r)
	p.Rejected = r.get("rejected") != 0
}

func (w *ebpfWay) Filter(p *ebpf.Packet) {
	r := p.State.(record)
	p.Faulty = !w.call("filter", r)
	p.Accepted = r.get("accept") != 0
}
