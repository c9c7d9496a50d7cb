package lower

import (
	"fmt"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/pipelines/arch"
	"up4/pipelines/lir"
)

// gen writes one function.
type gen struct {
	*program
	f    *lir.Func
	vars *storage // of its locals
	rec  lir.Expr // the record

	cells map[*ir.Local]*cell // of the variables of the code that is translated
	given map[*ir.Local]*ref  // parameters of actions that entries give, where they are
	temps map[*lir.Local]bool // set once
	cur   *lir.Block          // where instructions go; nil behind a terminator
	at    lir.At              // the source that is translated
	names map[string]bool     // of blocks

	in   *input  // of a parser
	out  *output // of a deparser
	last map[*ir.Table]*lir.Local
	// fault is where what ran out of its budget goes.
	fault *lir.Block
	steps *scalar
	// inside says at run time whether the packet is in an @atomic region; within, whether
	// the code that is translated is.
	inside *scalar
	within bool
	fused  *fused     // in the function that runs all blocks, nil elsewhere
	start  *lir.Block // the first: where variables get what they begin with
	init   []lir.Instr
}

// refusal is about a construct that no compiled back end can run yet, with its place.
func (g *gen) refusal(format string, args ...any) {
	panic(&arch.UnsupportedError{At: g.at.Src, Msg: fmt.Sprintf(format, args...)})
}

func (p *program) newGen(name string, params ...*lir.Local) *gen {
	f := &lir.Func{Name: name, Params: params}
	g := &gen{program: p, f: f, cells: map[*ir.Local]*cell{}, given: map[*ir.Local]*ref{}, temps: map[*lir.Local]bool{}, names: map[string]bool{}, last: map[*ir.Table]*lir.Local{}}
	g.vars = &storage{record: &p.record, f: f, names: map[string]bool{}, homes: p.homes}
	for _, l := range params {
		g.vars.names[l.Name] = true
		g.temps[l] = true
	}
	p.lir.Funcs = append(p.lir.Funcs, f)
	g.start = g.block("begin")
	g.begin(g.start)
	return g
}

// block makes a block with a name like that; begin goes on there.
func (g *gen) block(name string) *lir.Block {
	if name == "" {
		name = "b"
	}
	unique := name
	for n := 2; g.names[unique]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	g.names[unique] = true
	return &lir.Block{Name: unique}
}

// openEntry puts what variables begin with where the function begins.
func (g *gen) openEntry() { g.start.Instrs = append(g.init, g.start.Instrs...) }

func (g *gen) begin(b *lir.Block) {
	if g.cur != nil {
		g.end(&lir.Goto{At: g.at, To: b})
	}
	g.f.Blocks = append(g.f.Blocks, b)
	g.cur = b
}

func (g *gen) emit(i lir.Instr) {
	if g.cur != nil {
		g.cur.Instrs = append(g.cur.Instrs, i)
	}
}

func (g *gen) end(t lir.Term) {
	if g.cur != nil {
		g.cur.Term = t
		g.cur = nil
	}
}

func (g *gen) jump(b *lir.Block) { g.end(&lir.Goto{At: g.at, To: b}) }

func (g *gen) branch(c lir.Expr, yes, no *lir.Block) {
	if v, ok := constant(c); ok {
		if v == 1 {
			g.jump(yes)
		} else {
			g.jump(no)
		}
		return
	}
	g.end(&lir.If{At: g.at, Cond: c, Then: yes, Else: no})
}

// when runs then only if c holds.
func (g *gen) when(c lir.Expr, then func()) {
	if v, ok := constant(c); ok {
		if v == 1 {
			then()
		}
		return
	}
	yes, join := g.block("then"), g.block("join")
	g.branch(c, yes, join)
	g.begin(yes)
	then()
	g.begin(join)
}

func (g *gen) set(l *lir.Local, x lir.Expr) { g.emit(&lir.Set{At: g.at, Dst: l, X: x}) }

func (g *gen) call(s lir.Service, index int, args []lir.Expr, dst ...*lir.Local) {
	g.emit(&lir.Call{At: g.at, Service: s, Index: index, Args: args, Dst: dst})
}

// result asks for a service that gives a word.
func (g *gen) result(name string, bits int, s lir.Service, index int, args ...lir.Expr) lir.Expr {
	l := g.local(name, word(bits))
	g.temps[l] = true
	g.call(s, index, args, l)
	return use(l)
}

// recordAt is an address in the record.
func (g *gen) recordAt(off int) lir.Expr { return plus(g.rec, num(uint64(off), 32)) }

// scratch is room in the record for what a service works on.
func (p *program) scratch(bytes int) int { return p.record.room("scratch", bytes+lir.Slack) }

// void is room of a header's size for what is written to no header.
func (p *program) void(t *ir.RecordType) int {
	at, ok := p.voids[t]
	if !ok {
		at = p.record.room("void", (packetWidth(t)+max(0, varbitOf(t))+7)/8+lir.Slack)
		p.voids[t] = at
	}
	return at
}

func (g *gen) span(s source.Span) {
	if s.From.Valid() {
		g.at = lir.At{Src: s}
	}
}
