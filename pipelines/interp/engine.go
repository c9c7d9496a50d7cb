package interp

import (
	"fmt"
	"math/rand/v2"
	"time"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/p4/ir"
	"up4/pipelines"
	"up4/pipelines/arch"
	"up4/pipelines/arch/verdict"
	"up4/pipelines/schema"
	"up4/pipelines/table"
)

// Backend is the back end's name.
const Backend = "interp"

// Budgets of one packet, with all that is made of it.
const (
	maxGenerations = 64      // of clones, resubmission and recirculation
	maxSteps       = 1 << 20 // blocks of code
)

// scratchBytes is where frames lie that the program changed, until they are sent.
const scratchBytes = 1 << 20

type compiled struct {
	ir     *ir.Program
	schema *schema.Schema
	arch   *architecture
	where  arch.Where
}

var _ pipelines.Compiled = (*compiled)(nil)

// Compile makes a program ready. What the interpreter cannot run is an error that says
// where it stands. where is the place of a span, for people.
func Compile(p *ir.Program, s *schema.Schema, where arch.Where) (pipelines.Compiled, error) {
	a := architectures[s.Program.Arch]
	if a == nil {
		return nil, fmt.Errorf("%s does not run programs for %s", Backend, s.Program.Arch)
	}
	if err := a.check(p); err != nil {
		return nil, err
	}
	if err := supported(p, a); err != nil {
		return nil, err
	}
	return &compiled{p, s, a, where}, nil
}

func (c *compiled) Program() *pipelines.Program { return c.schema.Program }

func (c *compiled) Profile() pipelines.Profile {
	return pipelines.Profile{Backend: Backend, Mode: "interpreted", Allocation: "for every value", Traces: true, Arena: scratchBytes + 64}
}

func (c *compiled) Replicate(p pipelines.Place) (pipelines.Engine, error) {
	if p.Arena == nil || len(p.Hits) != len(c.schema.Program.Tables) {
		return nil, fmt.Errorf("place an engine of %s: %d arrays of hit counters for %d tables",
			c.schema.Program.Name, len(p.Hits), len(c.schema.Program.Tables))
	}
	if p.State == nil && c.schema.Program.Stateful() {
		return nil, fmt.Errorf("place an engine of %s: no state for its counters, meters and registers", c.schema.Program.Name)
	}
	scratch, err := p.Arena.Alloc(scratchBytes, 64)
	if err != nil {
		return nil, fmt.Errorf("reserve memory for changed frames: %w", err)
	}
	e := &engine{base: p.Arena.Base(), hits: p.Hits, now: p.Clock}
	e.out = verdict.Writer{Base: e.base, Scratch: scratch, Room: scratchBytes}
	if begun := time.Now(); e.now == nil {
		e.now = func() int64 { return int64(time.Since(begun)) }
	}
	e.tables = &tables{Schema: c.schema, state: p.State, shard: p.Shard, hits: e.hit, last: map[*ir.Table]uint32{}}
	w := &world{tables: e.tables, now: e.now, random: rand.New(rand.NewPCG(uint64(p.Shard), 1)), digest: p.Digest, log: p.Log}
	e.machine = newMachine(c.ir)
	w.m = e.machine
	if p.State != nil {
		e.machine.enterRegion, e.machine.leaveRegion = p.State.Enter, p.State.Leave
	}
	e.path = c.arch.path(w, e)
	e.trace, e.where = p.Trace, c.where
	return e, nil
}

// engine is one shard's interpreter.
type engine struct {
	base    arena.Base
	hits    []arena.Off
	machine *machine
	tables  *tables
	path    path
	now     func() int64     // ns
	trace   pipelines.Tracer // nil for none
	where   arch.Where

	out verdict.Writer

	// pending is what became of frame number waits of the batch, if it could not be put
	// into the batch yet: a packet is run once.
	pending []arch.Output
	waits   int
	waiting bool
}

func (e *engine) hit(t int, hit uint32) {
	arena.At[counter.Tally](e.base, e.hits[t]+arena.Off(hit)*8).Add(1)
}

// Run decides frames one by one.
func (e *engine) Run(b *frame.Batch, from int, root arena.Off) int {
	e.tables.view = table.Open(e.base, root)
	if b.Pool.HeadsUnused() {
		e.out.Reset()
	}
	for i := from; i < b.N; i++ {
		if !e.waiting || e.waits != i {
			d := &b.Frames[i]
			bytes := make([]byte, d.Len())
			d.CopyTo(e.base, bytes)
			e.machine.steps = maxSteps
			if e.trace != nil && e.trace.Wants(d.Ingress) {
				e.pending = e.traced(d.Ingress, bytes)
			} else {
				e.pending = e.path.Process(d.Ingress, bytes)
			}
		}
		if e.waiting = !e.out.Place(b, i, e.pending); e.waiting {
			e.waits = i
			return i
		}
	}
	return b.N
}

func (e *engine) Close() error { return nil }

// Group is a multicast group of the control plane.
func (e *engine) Group(id uint16) (to []arch.Replica) {
	for _, r := range e.tables.view.Group(id) {
		to = append(to, arch.Replica{Port: r.Port, RID: r.RID})
	}
	return to
}

// Session is a clone session of the control plane.
func (e *engine) Session(id uint32) (to []arch.Replica, length int, ok bool) {
	t := e.tables.Sessions
	if t < 0 || id > 0xffff {
		return nil, 0, false
	}
	rec := e.tables.view.Find(t, []byte{byte(id >> 8), byte(id)})
	if rec.Hit == 0 {
		return nil, 0, false
	}
	n := int(rec.Action)
	data := rec.Data(2 + 4*n)
	length = int(data[0])<<8 | int(data[1])
	for i := range n {
		r := data[2+4*i:]
		to = append(to, arch.Replica{Port: uint16(r[0])<<8 | uint16(r[1]), RID: uint16(r[2])<<8 | uint16(r[3])})
	}
	return to, length, true
}

// Now is the microseconds since the engine began.
func (e *engine) Now() uint64 { return uint64(e.now() / 1000) }
