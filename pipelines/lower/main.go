package lower

import (
	"up4/p4/ir"
	"up4/p4/source"
	"up4/pipelines/lir"
)

// Statuses of main.
const (
	statusDone    = iota // the verdict is in the descriptor
	statusIngress        // ingress is over and something rare is asked for: the record has all
	statusWhole          // nothing was done: take the packet by the functions of its blocks
	statusFault          // the budget ran out
	statusAssert         // an assertion failed
	statusEgress         // egress is over, and something rare is asked for
)

// Offsets in a descriptor (frame.Desc).
const (
	descHead    = 0
	descBody    = 4
	descHeadLen = 8
	descBodyLen = 10
	descIngress = 12
	descEgress  = 14
	descReason  = 29
)

// Reasons of drops (frame.Reason).
const (
	reasonProgram = 0
	reasonNoCell  = 2
)

// maxHead is the longest head in bytes (frame.MaxHead).
const maxHead = 240

// fused is the state of a packet in main: locals, which a rare way stores in the record.
type fused struct {
	headers, meta, std *cell
	flags              map[string]*scalar
	names              []string // of flags, in order
	entry              *lir.Block
}

func (f *fused) slot(g *gen, name string) *scalar {
	if len(name) > 4 && name[:4] == "std." {
		for i, field := range f.std.t.(*ir.RecordType).Fields {
			if "std."+field.Name == name {
				return f.std.parts[i].words[0]
			}
		}
	}
	s := f.flags[name]
	if s == nil {
		s = g.vars.scalar(name, word(64))
		f.flags[name] = s
		f.names = append(f.names, name)
	}
	return s
}

// mainV1 is the way of a frame that comes in and goes out in one piece: all blocks in one
// function, headers where they are. Programs that clone what came in, or resubmit it, have
// none, since that is to be there unchanged.
func (p *program) mainV1(blocks []*ir.Func) {
	if p.flags["clone_i2e.on"] != nil || p.flags["resubmit.on"] != nil || p.headerBytes(p.headers) > maxHead {
		return
	}
	desc, rec := &lir.Local{Name: "desc", T: pointer}, &lir.Local{Name: "rec", T: pointer}
	g := p.newGen("main", desc, rec)
	g.rec = use(rec)
	g.fault = g.block("fault")
	f := &fused{flags: map[string]*scalar{}, entry: g.cur}
	g.fused = f
	g.vars.shared = true // headers have one room of their own, whoever runs
	f.std = g.vars.cell("std", p.std.t)
	f.meta = g.vars.cell("meta", p.meta.t)
	f.headers = g.vars.cell("hdr", p.headers.t)
	g.vars.shared = false
	g.steps = g.slot("steps")
	m := &mainWay{gen: g, desc: use(desc), blocks: blocks}
	m.arrive()
	m.parseAndIngress()
	m.decide()
	m.egress()
	m.leave()
	g.begin(g.fault)
	g.region(false)
	g.end(&lir.Return{At: g.at, Status: num(statusFault, 8)})
	g.openEntry()
	lir.Join(g.f)
	if start, ok := m.start.(*lir.Use); ok {
		lir.Specialize(g.f, start.Local, g.steps.local)
	}
	lir.DropDead(g.f)
	lir.Join(g.f)
}

// headerBytes is the most that the headers in a cell have.
func (p *program) headerBytes(c *cell) int {
	n := 0
	if c.head != nil {
		n = c.head.bytes
	}
	for _, q := range c.parts {
		n += p.headerBytes(q)
	}
	return n
}

// mainWay writes main.
type mainWay struct {
	*gen
	desc   lir.Expr
	blocks []*ir.Func

	start, end, length, payload, leaves lir.Expr
}

func (m *mainWay) field(off, bytes int) lir.Expr {
	return &lir.Load{Ptr: m.desc, Off: off, Bytes: bytes}
}

func (m *mainWay) setField(off, bytes int, x lir.Expr) {
	m.emit(&lir.Store{At: m.at, Ptr: m.desc, Off: off, Bytes: bytes, X: x})
}

func (m *mainWay) give(status uint64) {
	m.end_(&lir.Return{At: m.at, Status: num(status, 8)})
}

// end_ is gen.end: the field end stands before it.
func (m *mainWay) end_(t lir.Term) { m.gen.end(t) }

// arrive takes the frame's place and length, and what the standard metadata says of it.
func (m *mainWay) arrive() {
	whole, pieces := m.block("whole"), m.block("pieces")
	m.branch(cmp(lir.Eq, m.field(descHeadLen, 2), num(0, 16)), whole, pieces)
	m.begin(pieces)
	m.give(statusWhole)
	m.begin(whole)
	m.start = m.temp("start", toPtr(m.field(descBody, 4)))
	m.length = m.temp("length", m.field(descBodyLen, 2))
	m.end = m.temp("end", plus(m.start, m.length))
	m.write(m.slot("steps"), num(maxSteps, 32))
	m.write(m.slot("length"), m.length)
	m.write(m.slot("packet"), toOff(m.start))
	m.write(m.stdField("ingress_port"), cutTo(m.field(descIngress, 2), 9))
	m.write(m.stdField("packet_length"), m.length)
	m.emit(&lir.Store{At: m.at, Ptr: m.desc, Off: descReason, Bytes: 1, X: num(reasonProgram, 8)})
	if m.readsStd("ingress_global_timestamp") {
		m.write(m.stdField("ingress_global_timestamp"), m.now(48))
	}
}

// now is the time in µs.
func (m *mainWay) now(bits int) lir.Expr {
	ns := m.result("ns", 64, lir.Now, 0)
	return cutTo(bin(lir.Div, ns, num(1000, 10), 64), bits)
}

// readsStd says whether the program reads a field of the standard metadata.
func (m *mainWay) readsStd(name string) (reads bool) {
	passed := m.passes()
	ir.EachRead(m.ir, func(at source.Span, p *ir.Place) {
		if under(p.Root.Type) != m.program.std.t || len(p.Path) == 0 && passed[at] {
			return
		}
		fields := m.program.std.t.(*ir.RecordType).Fields
		reads = reads || len(p.Path) == 0 || fields[p.Path[0].Field].Name == name
	})
	return reads
}

// passes are the places in the text where all of the standard metadata is handed on, to
// what is looked at itself or does not read it.
func (m *mainWay) passes() map[source.Span]bool {
	at := map[source.Span]bool{}
	for _, f := range m.ir.Funcs {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ir.Call:
					at[i.Span()] = true
				case *ir.CallExtern:
					if i.Name == "mark_to_drop" {
						at[i.Span()] = true
					}
				}
			}
		}
	}
	return at
}

func (m *mainWay) bind(f *ir.Func) {
	m.bindBlock(f, m.fused.headers, m.fused.meta, m.fused.std)
}

func (m *mainWay) parseAndIngress() {
	parser := m.blocks[0]
	m.bind(parser)
	m.input(parser, m.start, m.end)
	done := m.block("parsed")
	m.code(parser, exits{done: done, exit: done, reject: done})
	m.begin(done)
	m.region(false)
	m.payload = m.temp("read", m.consumed())
	m.write(m.slot("payload"), m.payload)
	for _, f := range m.blocks[1:3] {
		m.run(f)
	}
}

// run runs a control, and sees to what it has marked.
func (m *mainWay) run(f *ir.Func) {
	m.bind(f)
	m.control(f)
	if m.fused.flags["dropped"] != nil {
		dropped := m.slot("dropped")
		m.when(cmp(lir.Ne, m.read(dropped), num(0, 1)), func() {
			m.write(m.stdField("egress_spec"), num(dropPort, 9))
			m.write(m.stdField("mcast_grp"), num(0, 1))
			m.write(dropped, num(0, 1))
		})
	}
	if m.fused.flags["refuted"] != nil {
		yes, no := m.block("refuted"), m.block("holds")
		m.branch(cmp(lir.Ne, m.read(m.slot("refuted")), num(0, 1)), yes, no)
		m.begin(yes)
		m.give(statusAssert)
		m.begin(no)
	}
}

// drop ends the packet by the program's will.
func (m *mainWay) drop() {
	m.setField(descEgress, 2, num(dropPort, 16))
	m.give(statusDone)
}

// decide: a multicast group overrides egress_spec, and takes the long way.
func (m *mainWay) decide() {
	many, one := m.block("multicast"), m.block("unicast")
	m.branch(cmp(lir.Ne, m.read(m.stdField("mcast_grp")), num(0, 16)), many, one)
	m.begin(many)
	m.spill()
	m.give(statusIngress)
	m.begin(one)
	m.leaves = m.temp("port", m.read(m.stdField("egress_spec")))
	m.write(m.slot("leaves"), m.leaves)
	m.dropIf(m.leaves)
}

func (m *mainWay) dropIf(port lir.Expr) {
	gone, on := m.block("dropped"), m.block("kept")
	m.branch(cmp(lir.Eq, port, num(dropPort, 9)), gone, on)
	m.begin(gone)
	m.drop()
	m.begin(on)
}

// spill stores the packet's state in the record.
func (m *mainWay) spill() {
	f := m.fused
	m.spillCell(m.program.std, f.std)
	m.spillCell(m.program.meta, f.meta)
	m.spillCell(m.program.headers, f.headers)
	for _, name := range f.names {
		s := *m.program.slot(name)
		m.write(&s, m.read(f.flags[name]))
	}
}

func (m *mainWay) spillCell(to, from *cell) {
	pair := func(to, from *scalar) {
		if to != nil {
			m.write(to, m.read(from))
		}
	}
	for i, w := range to.words {
		pair(w, from.words[i])
	}
	pair(to.next, from.next)
	pair(to.length, from.length)
	if to.length != nil {
		n := shr(m.read(from.length), 3)
		m.emit(&lir.Copy{At: m.at, Dst: m.recordAt(to.home), Src: m.recordAt(from.home), N: n})
	}
	if h := to.head; h != nil {
		pair(h.valid, from.head.valid)
		pair(h.ptr, from.head.ptr)
		pair(h.length, from.head.length)
	}
	for i, p := range to.parts {
		m.spillCell(p, from.parts[i])
	}
}

func (m *mainWay) egress() {
	m.write(m.stdField("egress_port"), m.leaves)
	m.write(m.stdField("egress_spec"), num(0, 9))
	if m.readsStd("egress_global_timestamp") {
		m.write(m.stdField("egress_global_timestamp"), m.now(48))
	}
	if m.readsStd("enq_timestamp") {
		m.write(m.stdField("enq_timestamp"), m.now(32))
	}
	m.run(m.blocks[3])
	m.rareEgress()
	m.dropIf(m.read(m.stdField("egress_spec")))
	m.run(m.blocks[4])
}

// rareEgress takes the long way where egress asks for a clone or for recirculation.
func (m *mainWay) rareEgress() {
	rare := truth(false)
	for _, name := range []string{"clone_e2e.on", "recirculate.on", "truncate"} {
		if m.fused.flags[name] != nil {
			rare = either(rare, cmp(lir.Ne, m.read(m.slot(name)), num(0, 1)))
		}
	}
	yes, no := m.block("rare"), m.block("plain")
	m.branch(rare, yes, no)
	if v, ok := constant(rare); !ok || v == 1 {
		m.begin(yes)
		m.spill()
		m.give(statusEgress)
	}
	m.begin(no)
}
