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
	e := &engine{base: p.Arena.Base(), hits: p.Hits, scratch: scratch, now: p.Clock}
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

	scratch arena.Off
	used    int // bytes of it

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
		e.used = 0
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
		if e.waiting = !e.place(b, i, e.pending); e.waiting {
			e.waits = i
			return i
		}
	}
	return b.N
}

func (e *engine) Close() error { return nil }

// place puts what became of a frame into the batch; false if there is no room for it
// now.
func (e *engine) place(b *frame.Batch, i int, outs []arch.Output) bool {
	outs = ends(outs)
	need, sent := 0, 0
	for _, o := range outs {
		if o.Fate == arch.Sent {
			need, sent = need+room(len(o.Bytes)), sent+1
		}
	}
	d := &b.Frames[i]
	if b.NCopies+len(outs) > len(b.Copies) || b.Pool.FreeHeads() < sent || e.used+need > scratchBytes {
		if b.NCopies > 0 || !b.Pool.HeadsUnused() {
			return false
		}
		// This is all the room that there ever is.
		d.Egress, d.Reason = frame.DropPort, frame.NoCell
		return true
	}
	if len(outs) == 1 && outs[0].Group == 0 {
		e.end(b, d, outs[0])
		return true
	}
	d.Egress, d.Reason = frame.DropPort, frame.Copied
	for _, o := range outs {
		c := &b.Copies[b.NCopies]
		b.NCopies++
		*c = *d
		c.Parent, c.Group, c.RID = uint16(i), o.Group, o.RID
		e.end(b, c, o)
	}
	return true
}

// ends are the ends of a frame that count: what leaves, and what was lost on the way.
// That the program drops a packet counts, once, where nothing leaves.
func ends(outs []arch.Output) (list []arch.Output) {
	leaves := false
	for _, o := range outs {
		leaves = leaves || o.Fate == arch.Sent
		if o.Fate != arch.Dropped {
			list = append(list, o)
		}
	}
	if len(list) == 0 || !leaves && len(list) < len(outs) {
		list = append(list, arch.Output{Fate: arch.Dropped})
	}
	return list
}

// end writes down what became of a frame or of a copy.
func (e *engine) end(b *frame.Batch, d *frame.Desc, o arch.Output) {
	d.Egress, d.Reason = frame.DropPort, reasons[o.Fate]
	if o.Fate == arch.Sent {
		d.Egress = o.Port
		e.write(b, d, o)
	}
}

// reasons are a drop's, by the packet's fate.
var reasons = map[arch.Fate]frame.Reason{
	arch.Sent: frame.ByProgram, arch.Dropped: frame.ByProgram, arch.NoGroup: frame.NoGroup, arch.NoSession: frame.NoSession,
	arch.Fault: frame.Fault, arch.Assert: frame.Assert, arch.Looped: frame.Looped,
}

// room is the bytes of scratch that a frame takes: what a sender may overwrite before
// it as well.
func room(n int) int { return (frame.HeadSpace + n + 63) &^ 63 }

// write lays a frame into scratch memory. A head cell is taken with it, so that the
// scratch is known to be free when the head cells are.
func (e *engine) write(b *frame.Batch, d *frame.Desc, o arch.Output) {
	b.Pool.TakeHead()
	at := e.scratch + arena.Off(e.used+frame.HeadSpace)
	e.used += room(len(o.Bytes))
	copy(arena.Slice[byte](e.base, at, len(o.Bytes)), o.Bytes)
	d.Head, d.HeadLen, d.Body, d.BodyLen = 0, 0, at, uint16(len(o.Bytes))
}

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
