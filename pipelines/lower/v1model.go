package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// v1model lowers a program for v1model: a function for each block, and main.
func (p *program) v1model() (*Lowered, error) {
	p.extern = v1extern
	blocks := make([]*ir.Func, 6)
	for i := range blocks {
		blocks[i] = p.ir.Main.Args[i].Block
	}
	parser := blocks[0]
	s := &storage{record: &p.record, homes: p.homes}
	p.std = s.cell("std", parser.Params[3].Type)
	from := p.record.bytes
	p.meta = s.cell("meta", parser.Params[2].Type)
	meta := Range{from, p.record.bytes}
	p.headers = s.cell("hdr", parser.Params[1].Type)
	p.packetSlots()
	p.parseBlock("parse", parser)
	for i, name := range []string{"verify", "ingress", "egress", "update"} {
		p.controlBlock(name, blocks[i+1])
	}
	p.deparseBlock("deparse", blocks[5])
	p.mainV1(blocks)
	out := p.finish()
	out.Meta = meta
	p.fieldLists(out, p.meta)
	for i, k := range p.own {
		out.Lists[ownList+i] = p.keptRanges(k)
	}
	return out, nil
}

// newBlock begins a function of one block: rec is its parameter.
func (p *program) newBlock(name string) *gen {
	rec := &lir.Local{Name: "rec", T: pointer}
	g := p.newGen(name, rec)
	g.rec = use(rec)
	g.steps = p.slot("steps")
	g.fault = &lir.Block{Name: "fault"}
	g.names["fault"] = true
	return g
}

// bindBlock gives a block's parameters the packet's headers, metadata and standard
// metadata.
func (g *gen) bindBlock(f *ir.Func, headers, meta, std *cell) {
	cells := []*cell{headers, meta, std}
	params := f.Params
	if f.Kind == ir.Parser {
		params = params[1:]
	}
	for i, p := range params {
		if i < len(cells) {
			g.cells[p] = cells[i]
		}
	}
}

// close ends a function: what runs through returns 0, what has no budget left 1.
func (g *gen) close() {
	g.end(&lir.Return{At: g.at, Status: num(0, 8)})
	g.begin(g.fault)
	g.region(false)
	g.end(&lir.Return{At: g.at, Status: num(1, 8)})
	g.openEntry()
}

func (p *program) controlBlock(name string, f *ir.Func) {
	g := p.newBlock(name)
	g.bindBlock(f, p.headers, p.meta, p.std)
	g.control(f)
	g.close()
}

// control runs a control, to its end however it ends.
func (g *gen) control(f *ir.Func) {
	done := g.block(f.Local + "_done")
	g.code(f, exits{done: done, exit: done, reject: done})
	g.begin(done)
	g.region(false)
}

func (p *program) parseBlock(name string, f *ir.Func) {
	g := p.newBlock(name)
	g.bindBlock(f, p.headers, p.meta, p.std)
	start := g.temp("start", toPtr(g.read(p.slot("packet"))))
	g.input(f, start, g.temp("end", plus(start, g.read(p.slot("length")))))
	done, rejected := g.block("parsed"), g.block("rejected")
	g.code(f, exits{done: done, exit: done, reject: rejected})
	g.begin(rejected)
	g.write(p.slot("rejected"), num(1, 1))
	g.begin(done)
	g.region(false)
	g.write(p.slot("payload"), g.consumed())
	g.close()
}

// input lets a parser read from start to end.
func (g *gen) input(f *ir.Func, start, end lir.Expr) {
	g.in = &input{start: start, end: end, cursor: g.vars.scalar("cursor", pointer)}
	g.write(g.in.cursor, start)
	if !g.wholeBytes(f) {
		g.in.bits = g.vars.scalar("cursor_bits", word(3))
	}
	g.in.err = g.stdField("parser_error")
}

// consumed is the bytes that the parser has read, one that it has begun whole.
func (g *gen) consumed() lir.Expr {
	n := distance(g.read(g.in.cursor), g.in.start)
	if g.in.bits == nil {
		return n
	}
	return bin(lir.Add, n, cond(cmp(lir.Ne, g.read(g.in.bits), num(0, 3)), num(1, 1), num(0, 1)), 32)
}

// stdField is where a field of the standard metadata is; what the architecture has no
// such field for is a slot of its own.
func (g *gen) stdField(name string) *scalar {
	if g.fused != nil {
		return g.fused.slot(g, "std."+name)
	}
	return g.program.slot("std." + name)
}

func (p *program) deparseBlock(name string, f *ir.Func) {
	g := p.newBlock(name)
	g.cells[f.Params[1]] = p.headers
	start := g.temp("out", toPtr(g.read(p.slot("out"))))
	g.output(f, start, g.temp("end", plus(start, g.read(p.slot("outroom")))))
	g.control(f)
	bits := bin(lir.Mul, distance(g.read(g.out.cursor), start), num(8, 4), 64)
	if g.out.bits != nil {
		bits = bin(lir.Add, bits, g.read(g.out.bits), 64)
	}
	g.write(p.slot("outbits"), bits)
	g.close()
}

// output lets a deparser write from start to end.
func (g *gen) output(f *ir.Func, start, end lir.Expr) {
	g.out = &output{start: start, end: end, cursor: g.vars.scalar("at", pointer)}
	g.write(g.out.cursor, start)
	if !g.wholeBytes(f) {
		g.out.bits = g.vars.scalar("at_bits", word(3))
	}
}

// wholeBytes says whether a function reads and writes whole bytes of packets only.
func (g *gen) wholeBytes(f *ir.Func) bool {
	whole := true
	for _, b := range allBlocks(f, map[*ir.Func]bool{}) {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ir.Extract:
				whole = whole && packetWidth(i.Dst.T)%8 == 0
			case *ir.Advance:
				whole = whole && wholeNumber(i.Bits)
			case *ir.Emit:
				whole = whole && wholeHeaders(i.Value.Type())
			}
		}
	}
	return whole
}

// allBlocks is a function's blocks and those of all that it calls.
func allBlocks(f *ir.Func, seen map[*ir.Func]bool) (list []*ir.Block) {
	if seen[f] {
		return nil
	}
	seen[f] = true
	for _, b := range f.Blocks {
		list = append(list, b)
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ir.Call:
				list = append(list, allBlocks(i.Func, seen)...)
			case *ir.Apply:
				for _, a := range i.Table.Actions {
					list = append(list, allBlocks(a.Func, seen)...)
				}
			}
		}
	}
	return list
}

// wholeNumber says whether a number of bits is one of bytes for sure.
func wholeNumber(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.Const:
		c, ok := x.Value.(*ir.IntConst)
		return ok && c.V.TrailingZeroBits() >= 3 || ok && c.V.Sign() == 0
	case *ir.Binary:
		switch x.Op {
		case ir.Shl:
			c, ok := x.Y.(*ir.Const)
			if !ok {
				return wholeNumber(x.X)
			}
			n, ok := c.Value.(*ir.IntConst)
			return ok && n.V.IsInt64() && n.V.Int64() >= 3 || wholeNumber(x.X)
		case ir.Mul:
			return wholeNumber(x.X) || wholeNumber(x.Y)
		case ir.Add, ir.Sub:
			return wholeNumber(x.X) && wholeNumber(x.Y)
		case ir.Concat:
			return widthOf(x.Y.Type()) >= 3 && wholeNumber(x.Y)
		}
	case *ir.Cast:
		return widthOf(x.T) >= 3 && wholeNumber(x.X)
	}
	return false
}

// wholeHeaders says whether all headers within a type are whole bytes.
func wholeHeaders(t ir.Type) bool {
	switch t := under(t).(type) {
	case *ir.StackType:
		return wholeHeaders(t.Elem)
	case *ir.RecordType:
		if t.Kind == ir.Header {
			return packetWidth(t)%8 == 0
		}
		for _, f := range t.Fields {
			if !wholeHeaders(f.Type) {
				return false
			}
		}
	}
	return true
}

// fieldLists notes which fields of the metadata are in which @field_list.
func (p *program) fieldLists(out *Lowered, c *cell) {
	r, ok := c.t.(*ir.RecordType)
	if !ok || r.Kind != ir.Struct {
		return
	}
	for i, f := range r.Fields {
		for _, n := range fieldListNumbers(f.Annotations) {
			out.Lists[n] = append(out.Lists[n], ranges(c.parts[i])...)
		}
		p.fieldLists(out, c.parts[i])
	}
}

// fieldListNumbers is the numbers in a field's @field_list annotations.
func fieldListNumbers(as []ir.Annotation) (numbers []int) {
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

// ownFields gives the fields that an older call keeps a list of their own.
func (g *gen) ownFields(x ir.Expr) int {
	g.own = append(g.own, keptOf(x))
	return ownList + len(g.own) - 1
}

// keptOf is the places that make up a value.
func keptOf(x ir.Expr) (k kept) {
	switch x := x.(type) {
	case *ir.Load:
		return kept{x.Place}
	case *ir.Make:
		for _, e := range x.Elems {
			k = append(k, keptOf(e)...)
		}
	case *ir.Cast:
		return keptOf(x.X)
	}
	return k
}

// keptRanges is where those of the places that are metadata lie in the record.
func (p *program) keptRanges(k kept) (list []Range) {
	for _, place := range k {
		if under(place.Root.Type) != p.meta.t {
			continue
		}
		c := p.meta
		for _, s := range place.Path {
			if s.Kind != ir.FieldStep || s.Field >= len(c.parts) {
				c = nil
				break
			}
			c = c.parts[s.Field]
		}
		if c != nil {
			list = append(list, ranges(c)...)
		}
	}
	return list
}
