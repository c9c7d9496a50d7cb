package interp

import (
	"math/big"

	"up4/p4/ir"
	"up4/pipelines/arch/hash"
	"up4/pipelines/arch/ubpf"
	"up4/pipelines/arch/v1model"
)

var ubpfArchitecture = &architecture{
	check: nothing,
	has: func(name string) bool {
		return ubpfFunctions[name] != nil || name == "Register.read" || name == "Register.write"
	},
	path: func(w *world, _ v1model.Control) path {
		b := &ubpfBlocks{world: w}
		args := w.m.prog.Main.Args
		b.parser, b.pipeline, b.deparser = args[0].Block, args[1].Block, args[2].Block
		w.m.env = b
		return &ubpf.Path{Blocks: b}
	},
}

// ubpfBlocks runs the blocks of a program for ubpf_model, and its externs.
type ubpfBlocks struct {
	*world
	p                          *ubpf.Packet // the one that runs
	parser, pipeline, deparser *ir.Func
}

func (b *ubpfBlocks) Begin(p *ubpf.Packet) {
	p.State = &v1state{initial(b.parser.Params[1].Type), initial(b.parser.Params[2].Type)}
}

// run runs the parser or the pipeline: headers, metadata and, in newer programs, the
// standard metadata, behind what comes first.
func (b *ubpfBlocks) run(p *ubpf.Packet, f *ir.Func, first ...Value) ending {
	b.p = p
	s := p.State.(*v1state)
	n := len(first)
	args := append(first, s.headers, s.meta)
	if f.Params[n].Dir == ir.Out {
		args[n] = nil
	}
	if len(f.Params) > n+2 {
		args = append(args, ubpfRecord(f.Params[n+2].Type.(*ir.RecordType), &p.Std))
	}
	e := b.m.invoke(f, args)
	p.Faulty = p.Faulty || e == stopped
	s.headers, s.meta = args[n], args[n+1]
	if len(args) > n+2 {
		readUBPF(&p.Std, args[n+2].(*Record))
	}
	return e
}

func (b *ubpfBlocks) Parse(p *ubpf.Packet) {
	b.m.in = reader{bytes: p.Bytes}
	p.Rejected = b.run(p, b.parser, Object{}) != returned
	p.Payload = (b.m.in.at + 7) / 8
}

func (b *ubpfBlocks) Pipeline(p *ubpf.Packet) { b.run(p, b.pipeline) }

func (b *ubpfBlocks) Deparse(p *ubpf.Packet) (headers [][]byte) {
	b.p = p
	b.m.out = writer{}
	if b.m.invoke(b.deparser, []Value{Object{}, clone(p.State.(*v1state).headers)}) == stopped {
		p.Faulty = true
	}
	from := 0
	for _, end := range b.m.out.ends {
		headers = append(headers, b.m.out.bytes[from:end])
		from = end
	}
	return headers
}

// ubpfRecord is the standard metadata as the program sees it.
func ubpfRecord(t *ir.RecordType, s *ubpf.Std) *Record {
	r := initial(t).(*Record)
	for i, f := range t.Fields {
		switch f.Name {
		case "input_port":
			r.Fields[i] = number(int(s.InputPort))
		case "packet_length":
			r.Fields[i] = number(int(s.PacketLength))
		case "output_action":
			r.Fields[i] = number(int(s.OutputAction))
		case "output_port":
			r.Fields[i] = number(int(s.OutputPort))
		case "clone":
			r.Fields[i] = Bool(s.Clone)
		case "clone_port":
			r.Fields[i] = number(int(s.ClonePort))
		}
	}
	return r
}

// readUBPF takes over what the program made of the standard metadata.
func readUBPF(s *ubpf.Std, r *Record) {
	for i, f := range r.T.Fields {
		n := uint32(integerOf(r.Fields[i]).Uint64())
		switch f.Name {
		case "input_port":
			s.InputPort = n
		case "packet_length":
			s.PacketLength = n
		case "output_action":
			s.OutputAction = n
		case "output_port":
			s.OutputPort = n
		case "clone":
			s.Clone = n != 0
		case "clone_port":
			s.ClonePort = n
		}
	}
}

// ubpfFunctions are the extern functions of ubpf_model.p4. They return the result.
var ubpfFunctions = map[string]func(b *ubpfBlocks, c *ir.CallExtern, a []Value) Value{
	"mark_to_drop": func(b *ubpfBlocks, _ *ir.CallExtern, _ []Value) Value { b.p.Marked = true; return nil },
	"mark_to_pass": func(b *ubpfBlocks, _ *ir.CallExtern, _ []Value) Value { b.p.Marked = false; return nil },
	"ubpf_time_get_ns": func(b *ubpfBlocks, _ *ir.CallExtern, _ []Value) Value {
		return Int{ir.Wrap(big.NewInt(b.now()), &ir.BitsType{Width: 48})}
	},
	"truncate": func(b *ubpfBlocks, _ *ir.CallExtern, a []Value) Value { b.p.Truncate = small(a[0]); return nil },
	"hash": func(b *ubpfBlocks, c *ir.CallExtern, a []Value) Value {
		a[0] = Int{new(big.Int).SetUint64(uint64(hash.Lookup3(pack(a[2], c.Args[2].Value.Type()))))}
		return nil
	},
	"csum_replace2": func(_ *ubpfBlocks, _ *ir.CallExtern, a []Value) Value { return replaced(a, 1) },
	"csum_replace4": func(_ *ubpfBlocks, _ *ir.CallExtern, a []Value) Value { return replaced(a, 2) },
}

// replaced is a checksum after a field of so many 16-bit words has changed: the
// complement of ~sum + ~old + new in one's complement (RFC 1624, equation 3).
func replaced(a []Value, words int) Value {
	sum, old, fresh := integerOf(a[0]).Uint64(), integerOf(a[1]).Uint64(), integerOf(a[2]).Uint64()
	total := ^sum & 0xffff
	for i := range words {
		total += ^(old >> (16 * i)) & 0xffff
		total += fresh >> (16 * i) & 0xffff
	}
	for total>>16 != 0 {
		total = total&0xffff + total>>16
	}
	return number(int(^total & 0xffff))
}

// Extern runs an extern of ubpf_model.
func (b *ubpfBlocks) Extern(c *ir.CallExtern, a []Value) Value {
	o := b.m.object(c)
	switch {
	case o == nil:
		return ubpfFunctions[c.Name](b, c, a)
	case c.Name == "read":
		return b.readRegister(o.Type.Args[0], b.array(c), small(a[0]))
	}
	b.writeRegister(o.Type.Args[0], b.array(c), small(a[0]), a[1])
	return nil
}
