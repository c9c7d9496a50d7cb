package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// ubpf lowers a program for ubpf_model: parser, pipeline, deparser.
func (p *program) ubpf() (*Lowered, error) {
	p.extern = ubpfExtern
	parser, pipeline, deparser := p.ir.Main.Args[0].Block, p.ir.Main.Args[1].Block, p.ir.Main.Args[2].Block
	s := &storage{record: &p.record, homes: p.homes}
	if len(parser.Params) > 3 { // older programs have no standard metadata
		p.std = s.cell("std", parser.Params[3].Type)
	}
	from := p.record.bytes
	p.meta = s.cell("meta", parser.Params[2].Type)
	meta := Range{from, p.record.bytes}
	p.headers = s.cell("hdr", parser.Params[1].Type)
	p.packetSlots()
	p.parseBlock("parse", parser)
	p.controlBlock("pipeline", pipeline)
	p.ends = p.record.room("ends", 8*maxEnds)
	p.slot("headers")
	p.deparseBlock("deparse", deparser)
	out := p.finish()
	out.Meta = meta
	return out, nil
}

// maxEnds is how many headers a uBPF program may emit, which are told apart.
const maxEnds = 1024

// ebpf lowers a program for ebpf_model: a parser and a filter.
func (p *program) ebpf() (*Lowered, error) {
	p.extern = ebpfExtern
	parser, filter := p.ir.Main.Args[0].Block, p.ir.Main.Args[1].Block
	s := &storage{record: &p.record, homes: p.homes}
	p.headers = s.cell("hdr", parser.Params[1].Type)
	accept := s.cell("accept", filter.Params[1].Type)
	p.packetSlots()
	p.parseBlock("parse", parser)
	g := p.newBlock("filter")
	g.cells[filter.Params[0]], g.cells[filter.Params[1]] = p.headers, accept
	g.control(filter)
	g.close()
	return p.finish(), nil
}

// packetSlots are the slots that every host has to do with.
func (p *program) packetSlots() {
	for _, name := range []string{"packet", "length", "payload", "rejected", "steps", "out", "outroom", "outbits"} {
		p.slot(name)
	}
}

func ebpfExtern(g *gen, c *ir.CallExtern) {
	o := g.objectOf(c)
	if o == nil || o.Type.Name != "CounterArray" || c.Name != "increment" && c.Name != "add" {
		g.refusal("%s is an extern of this program's own, and compiled programs run those of the architecture", c.Name)
	}
	by := num(1, 1)
	if c.Name == "add" {
		by = g.value(c.Args[1].Value).limb(0)
	}
	g.call(lir.Count, g.schema.Arrays[o], []lir.Expr{g.cellIndex(c.Args[0].Value), by, num(0, 1)})
}

// ubpfExtern translates a call of an extern of ubpf_model.
func ubpfExtern(g *gen, c *ir.CallExtern) {
	if o := g.objectOf(c); o != nil {
		array := g.schema.Arrays[o]
		switch c.Name {
		case "read":
			if c.Result != nil {
				g.readRegister(array, g.find(c.Result), c.Args[0].Value)
			}
		case "write":
			g.writeRegister(array, c.Args[0].Value, c.Args[1].Value)
		default:
			g.refusal("%s is an extern of this program's own, and compiled programs run those of the architecture", c.Name)
		}
		return
	}
	switch c.Name {
	case "mark_to_drop":
		g.write(g.slot("marked"), num(1, 1))
	case "mark_to_pass":
		g.write(g.slot("marked"), num(0, 1))
	case "truncate":
		g.write(g.slot("truncate"), bin(lir.Add, resized(g.value(c.Args[0].Value), 32, false).limb(0), num(1, 1), 33))
	case "ubpf_time_get_ns":
		g.storeResult(c, wordValue(cutTo(g.result("ns", 64, lir.Now, 0), 48), 48))
	case "hash":
		ptr, n := g.pack(g.leavesIn(c.Args[2].Value), 0)
		h := g.result("hash", 64, lir.Hash, algorithmIndex("lookup3"), ptr, n)
		to := g.find(c.Args[0].Place)
		g.store(to, resized(wordValue(cutTo(h, 32), 32), widthOf(to.t), false))
	case "csum_replace2":
		g.replaceSum(c, 1)
	case "csum_replace4":
		g.replaceSum(c, 2)
	default:
		g.refusal("%s is an extern of this program's own, and compiled programs run those of the architecture", c.Name)
	}
}

func (g *gen) storeResult(c *ir.CallExtern, v value) {
	if c.Result != nil {
		to := g.find(c.Result)
		g.store(to, resized(v, widthOf(to.t), false))
	}
}

// replaceSum is a checksum after a field of so many 16-bit words has changed: the
// complement of ~sum + ~old + new in one's complement (RFC 1624, equation 3).
func (g *gen) replaceSum(c *ir.CallExtern, words int) {
	sum := g.value(c.Args[0].Value).limb(0)
	was, fresh := g.temp("old", g.value(c.Args[1].Value).limb(0)), g.temp("new", g.value(c.Args[2].Value).limb(0))
	inverted := func(x lir.Expr) lir.Expr { return bin(lir.Xor, cut(x, 16), num(0xffff, 16), 16) }
	total := inverted(sum)
	for i := range words {
		total = bin(lir.Add, total, inverted(shr2(was, 16*i)), 64)
		total = bin(lir.Add, total, cut(shr2(fresh, 16*i), 16), 64)
	}
	g.storeResult(c, wordValue(bin(lir.Xor, g.fold(total), num(0xffff, 16), 16), 16))
}
