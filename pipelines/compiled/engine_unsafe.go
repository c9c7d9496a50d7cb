package compiled

import (
	"fmt"
	"math/rand/v2"
	"time"
	"unsafe"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines"
	"up4/pipelines/arch"
	"up4/pipelines/arch/verdict"
	"up4/pipelines/lower"
	"up4/pipelines/schema"
	"up4/pipelines/table"
)

// Sizes of an engine's memory, bytes.
const (
	outBytes    = 1 << 20 // frames that were changed otherwise than in place, until they are sent
	leastWork   = 1 << 20 // records and packets of one frame that takes the long way, with all that is made of it
	leastEmit   = 1 << 13 // headers that one packet can have
	manyPackets = 100     // that one frame can become, of the largest
)

// emitBytes is what the headers of a packet can have when it leaves.
func (p *Program) emitBytes() int {
	n := leastEmit
	for _, h := range p.Lowered.Headers {
		n += h.Bytes
	}
	return n
}

// workBytes is the memory for one frame that takes the long way.
func (p *Program) workBytes() int {
	return max(leastWork, manyPackets*(p.Lowered.LIR.Record.Bytes+p.emitBytes()-leastEmit))
}

// maxGenerations is how often a packet, a copy of it and so on may be cloned, resubmitted
// or recirculated.
const maxGenerations = 64

// Program is a program as a back end compiled it.
type Program struct {
	Schema  *schema.Schema
	Lowered *lower.Lowered
	Backend string // go
	Mode    string // compiled, jit or interpreted
	Make    Maker
}

var _ pipelines.Compiled = (*compiled)(nil)

type compiled struct{ p *Program }

// New is the contract's form of a program.
func New(p *Program) pipelines.Compiled { return &compiled{p} }

func (c *compiled) Program() *pipelines.Program { return c.p.Schema.Program }

func (c *compiled) Profile() pipelines.Profile {
	return pipelines.Profile{
		Backend: c.p.Backend, Mode: c.p.Mode, Allocation: "none per frame that goes straight through",
		Arena: outBytes + uint64(c.p.workBytes()+c.p.Lowered.LIR.Record.Bytes) + 256,
	}
}

func (c *compiled) Replicate(p pipelines.Place) (pipelines.Engine, error) {
	name := c.p.Schema.Program.Name
	if p.Arena == nil || len(p.Hits) != len(c.p.Schema.Program.Tables) {
		return nil, fmt.Errorf("place an engine of %s: %d arrays of hit counters for %d tables", name, len(p.Hits), len(c.p.Schema.Program.Tables))
	}
	if p.State == nil && c.p.Schema.Program.Stateful() {
		return nil, fmt.Errorf("place an engine of %s: no state for its counters, meters and registers", name)
	}
	e := &engine{program: c.p, record: c.p.Lowered.LIR.Record.Bytes, room: c.p.workBytes(), emit: c.p.emitBytes()}
	var offs [3]arena.Off
	for i, n := range []int{outBytes, c.p.workBytes(), e.record} {
		var err error
		if offs[i], err = p.Arena.Alloc(uint64(n)+64, 64); err != nil {
			return nil, fmt.Errorf("reserve memory for an engine of %s: %w", name, err)
		}
	}
	e.out = verdict.Writer{Base: p.Arena.Base(), Scratch: offs[0], Room: outBytes}
	e.work, e.main = offs[1], offs[2]
	e.host = &Host{base: p.Arena.Base(), place: p, now: p.Clock, random: rand.NewPCG(uint64(p.Shard), 1), logs: c.p.Lowered.LIR.Logs}
	if begun := time.Now(); p.Clock == nil {
		e.host.now = func() int64 { return int64(time.Since(begun)) }
	}
	e.host.Rec = e.host.At(e.main)
	for _, off := range p.Hits {
		e.host.Hits = append(e.host.Hits, e.host.At(off))
	}
	e.code = c.p.Make(e.host)
	way, ok := ways[c.p.Schema.Program.Arch]
	if !ok {
		return nil, fmt.Errorf("no way of packets through %s", c.p.Schema.Program.Arch)
	}
	e.way = way(e)
	return e, nil
}

// way is the way of packets through an architecture that does not go straight through.
type way interface {
	// whole takes a packet from the beginning.
	whole(port uint16, bytes []byte) []arch.Output
	// rest goes on with a frame where main left it.
	rest(status uint64, d *frame.Desc) []arch.Output
}

var ways = map[string]func(*engine) way{"v1model": newV1Way, "ubpf": newUBPFWay, "ebpf": newEBPFWay}

// engine is one shard's.
type engine struct {
	program *Program
	host    *Host
	code    Code
	way     way
	out     verdict.Writer
	record  int       // bytes of one
	main    arena.Off // the record of frames that go straight through
	work    arena.Off // memory for the others
	room    int       // bytes of it
	used    int       // of which in use
	emit    int       // bytes that a packet's headers can have

	// pending is what became of frame number waits of the batch, if it could not be put
	// into the batch yet: a packet is run once.
	pending []arch.Output
	waits   int
	waiting bool
}

// Run implements pipelines.Engine.
func (e *engine) Run(b *frame.Batch, from int, root arena.Off) int {
	h := e.host
	h.View, h.pool = table.Open(h.base, root), b.Pool
	if b.Pool.HeadsUnused() {
		e.out.Reset()
	}
	for i := from; i < b.N; i++ {
		if !e.waiting || e.waits != i {
			next, status := e.code.Main(b, i)
			if next >= b.N {
				return b.N
			}
			if status == Done {
				return next
			}
			i = next
			e.used = 0
			e.pending = e.long(b, i, status)
		}
		if e.waiting = !e.out.Place(b, i, e.pending); e.waiting {
			e.waits = i
			return i
		}
	}
	return b.N
}

// long takes a frame the long way, from where main has left it.
func (e *engine) long(b *frame.Batch, i int, status uint64) []arch.Output {
	d := &b.Frames[i]
	switch status {
	case Fault:
		return []arch.Output{{Fate: arch.Fault}}
	case Assert:
		return []arch.Output{{Fate: arch.Assert}}
	case Whole:
		bytes := e.take(d.Len())
		d.CopyTo(e.host.base, bytes)
		return e.way.whole(d.Ingress, bytes)
	}
	return e.way.rest(status, d)
}

// take is n bytes of memory that lasts as long as the frame that takes the long way; what
// it needs beyond that is of Go's.
func (e *engine) take(n int) []byte {
	size := (n + 8 + 7) &^ 7
	if e.used+size > e.room {
		return nil
	}
	at := e.work + arena.Off(e.used)
	e.used += size
	return arena.Slice[byte](e.host.base, at, n)[:n:n]
}

// offset is where bytes of take lie.
func (e *engine) offset(b []byte) arena.Off {
	return arena.Off(e.host.Off(unsafe.Pointer(unsafe.SliceData(b))))
}

// Close implements pipelines.Engine.
func (e *engine) Close() error { return nil }
