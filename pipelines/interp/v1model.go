package interp

import (
	"math/big"
	"slices"

	"up4/p4/ir"
	"up4/pipelines/arch/v1model"
)

var v1architecture = &architecture{
	check: v1model.Check,
	has: func(name string) bool {
		return v1functions[name] != nil || v1methods[name] != nil || name == "Checksum16.get"
	},
	path: func(w *world, c v1model.Control) path {
		b := newV1blocks(w.m)
		b.env = &v1env{world: w, blocks: b}
		w.m.env = b.env
		w.choose = b.env.sum
		w.counted = func() int { return len(b.p.Bytes) }
		return &v1model.Path{Blocks: b, Control: c, Generations: maxGenerations, Note: func(text string) { w.m.tracer.copy(text) }}
	},
}

// v1blocks runs the blocks of a v1model program.
type v1blocks struct {
	m       *machine
	p       *v1model.Packet // the one that runs
	env     *v1env
	parser  *ir.Func
	verify  *ir.Func
	ingress *ir.Func
	egress  *ir.Func
	update  *ir.Func
	deparse *ir.Func

	headers, meta ir.Type
	std           *ir.RecordType
	field         map[string]int  // of std
	lists         map[int][][]int // by number of a field list, the fields of meta: paths of indices
}

// v1state is a packet's headers and metadata.
type v1state struct{ headers, meta Value }

func newV1blocks(m *machine) *v1blocks {
	b := &v1blocks{m: m, field: map[string]int{}, lists: map[int][][]int{}}
	for i, to := range []**ir.Func{&b.parser, &b.verify, &b.ingress, &b.egress, &b.update, &b.deparse} {
		*to = m.prog.Main.Args[i].Block
	}
	b.headers, b.meta = b.parser.Params[1].Type, b.parser.Params[2].Type
	b.std = b.parser.Params[3].Type.(*ir.RecordType)
	for i, f := range b.std.Fields {
		b.field[f.Name] = i
	}
	b.tagged(b.meta, nil)
	return b
}

// tagged notes the fields within a type that are in field lists.
func (b *v1blocks) tagged(t ir.Type, path []int) {
	r, ok := under(t).(*ir.RecordType)
	if !ok || r.Kind != ir.Struct {
		return
	}
	for i, f := range r.Fields {
		at := append(slices.Clone(path), i)
		for _, n := range fieldLists(f.Annotations) {
			b.lists[n] = append(b.lists[n], at)
		}
		b.tagged(f.Type, at)
	}
}

// fieldLists is the numbers in a field's @field_list annotations.
func fieldLists(as []ir.Annotation) (numbers []int) {
	for _, a := range as {
		if a.Name != "field_list" {
			continue
		}
		n, in := 0, false
		for _, c := range a.Body + "," {
			if digit := c >= '0' && c <= '9'; digit {
				n, in = n*10+int(c-'0'), true
			} else if in {
				numbers = append(numbers, n)
				n, in = 0, false
			}
		}
	}
	return numbers
}

func (b *v1blocks) Begin(p *v1model.Packet) {
	p.State = &v1state{initial(b.headers), initial(b.meta)}
}

func (b *v1blocks) Headers(to, from *v1model.Packet) {
	to.State.(*v1state).headers = clone(from.State.(*v1state).headers)
}

func (b *v1blocks) Keep(to, from *v1model.Packet, r *v1model.Request) {
	src, dst := from.State.(*v1state), to.State.(*v1state)
	if keep, ok := r.Fields.(kept); ok {
		keep.copy(b, to, from)
		return
	}
	if r.List == v1model.All {
		dst.meta = clone(src.meta)
		return
	}
	for _, path := range b.lists[r.List] {
		from, to := src.meta.(*Record), dst.meta.(*Record)
		last := len(path) - 1
		for _, i := range path[:last] {
			from, to = from.Fields[i].(*Record), to.Fields[i].(*Record)
		}
		to.Fields[path[last]] = clone(from.Fields[path[last]])
	}
}

// run runs a block over the packet; with is its arguments around the headers, the
// metadata and the standard metadata.
func (b *v1blocks) run(p *v1model.Packet, f *ir.Func) {
	s := p.State.(*v1state)
	args := []Value{s.headers, s.meta}
	if len(f.Params) == 3 {
		args = append(args, b.record(&p.Std))
	}
	b.p = p
	clear(b.env.last)
	if b.m.invoke(f, args) == stopped {
		p.Faulty = true
	}
	s.headers, s.meta = args[0], args[1]
	if len(args) == 3 {
		b.read(&p.Std, args[2].(*Record))
	}
}

func (b *v1blocks) Verify(p *v1model.Packet)  { b.run(p, b.verify) }
func (b *v1blocks) Ingress(p *v1model.Packet) { b.run(p, b.ingress) }
func (b *v1blocks) Egress(p *v1model.Packet)  { b.run(p, b.egress) }
func (b *v1blocks) Update(p *v1model.Packet)  { b.run(p, b.update) }

func (b *v1blocks) Parse(p *v1model.Packet) {
	s := p.State.(*v1state)
	b.p = p
	b.m.in = reader{bytes: p.Bytes}
	args := []Value{Object{}, nil, s.meta, b.record(&p.Std)}
	b.m.invoke(b.parser, args)
	s.headers, s.meta = args[1], args[2]
	b.read(&p.Std, args[3].(*Record))
	p.ParserError = b.m.err
	p.Payload = (b.m.in.at + 7) / 8
}

func (b *v1blocks) Deparse(p *v1model.Packet) []byte {
	b.p = p
	b.m.out = writer{}
	s := p.State.(*v1state)
	if b.m.invoke(b.deparse, []Value{Object{}, clone(s.headers)}) == stopped {
		p.Faulty = true
	}
	return b.m.out.bytes
}

// record is the standard metadata as the program sees it.
func (b *v1blocks) record(s *v1model.Std) *Record {
	r := initial(b.std).(*Record)
	set := func(name string, v uint64) {
		if i, ok := b.field[name]; ok {
			n := new(big.Int).SetUint64(v)
			if t := bits(b.std.Fields[i].Type); t != nil {
				n = ir.Wrap(n, t)
			}
			r.Fields[i] = Int{n}
		}
	}
	set("ingress_port", uint64(s.IngressPort))
	set("egress_spec", uint64(s.EgressSpec))
	set("egress_port", uint64(s.EgressPort))
	set("instance_type", uint64(s.InstanceType))
	set("packet_length", uint64(s.PacketLength))
	set("enq_timestamp", uint64(s.EnqTimestamp))
	set("ingress_global_timestamp", s.IngressTimestamp)
	set("egress_global_timestamp", s.EgressTimestamp)
	set("mcast_grp", uint64(s.McastGrp))
	set("egress_rid", uint64(s.EgressRID))
	if s.ChecksumError {
		set("checksum_error", 1)
	}
	set("parser_error", uint64(s.ParserError))
	set("priority", uint64(s.Priority))
	return r
}

// read takes over what the program made of the standard metadata.
func (b *v1blocks) read(s *v1model.Std, r *Record) {
	get := func(name string) uint64 {
		if i, ok := b.field[name]; ok {
			return integerOf(r.Fields[i]).Uint64()
		}
		return 0
	}
	s.IngressPort = uint16(get("ingress_port"))
	s.EgressSpec = uint16(get("egress_spec"))
	s.EgressPort = uint16(get("egress_port"))
	s.InstanceType = uint32(get("instance_type"))
	s.PacketLength = uint32(get("packet_length"))
	s.EnqTimestamp = uint32(get("enq_timestamp"))
	s.IngressTimestamp = get("ingress_global_timestamp")
	s.EgressTimestamp = get("egress_global_timestamp")
	s.McastGrp = uint16(get("mcast_grp"))
	s.EgressRID = uint16(get("egress_rid"))
	s.ChecksumError = get("checksum_error") != 0
	s.ParserError = int(get("parser_error"))
	s.Priority = uint8(get("priority"))
	if b.env.dropped {
		s.MarkToDrop()
		b.env.dropped = false
	}
}
