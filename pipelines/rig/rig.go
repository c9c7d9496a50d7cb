// Package rig is one engine with tables, state and memory of its own: frames go in one
// by one, and what becomes of them comes out. It stands in for a switch where a program
// is tried, and follows the contract of package pipelines alone.
package rig

import (
	"errors"
	"fmt"
	"math"
	"time"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/pipelines"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// Rig is not safe for use by several goroutines. It is to be closed.
type Rig struct {
	program *pipelines.Program
	specs   []table.Spec
	arena   *arena.Arena
	store   *table.Store
	state   *state.State
	hits    []arena.Off
	pool    *frame.Pool
	engine  pipelines.Engine
	digests []Digest
	now     int64 // ns
	drops   [frame.NumReasons]uint64
	// Log, if set, takes what the program says to people.
	Log func(text string)
	// Trace, if set, takes what happens to each frame.
	Trace func(*pipelines.Trace)
}

// Wants says that every frame is traced if someone takes it.
func (r *Rig) Wants(uint16) bool { return r.Trace != nil }

// Traced hands a trace on.
func (r *Rig) Traced(t *pipelines.Trace) { r.Trace(t) }

// Digest is a message to the control plane.
type Digest struct {
	Index  int // in the program's Digests
	Fields []byte
}

// Output is a frame that left, by a vport or the CPU port.
type Output struct {
	Port, Group, RID uint16
	Bytes            []byte
}

const tableBytes = 16 << 20

// New makes an engine of c, with the entries that the program gives.
func New(c pipelines.Compiled) (*Rig, error) {
	p := c.Program()
	r := &Rig{program: p, specs: p.Specs()}
	pool := frame.PoolSize{Slabs: 2, HeadCells: frame.CopyCap, Cells: 1}
	size := uint64(tableBytes) + pool.Bytes() + c.Profile().Arena + state.Room(p.Arrays, 1, p.Cells(r.specs)) + 1<<20
	for i := range r.specs {
		size += hitBytes(&r.specs[i]) + 64
	}
	var err error
	if r.arena, err = arena.New(size); err != nil {
		return nil, fmt.Errorf("make arena: %w", err)
	}
	if err := r.furnish(c, pool); err != nil {
		return nil, errors.Join(err, r.arena.Close())
	}
	return r, nil
}

func hitBytes(s *table.Spec) uint64 { return 8 * uint64(s.HitSlots()) }

func (r *Rig) furnish(c pipelines.Compiled, size frame.PoolSize) (err error) {
	if r.pool, err = frame.NewPool(r.arena, 0, size); err != nil {
		return fmt.Errorf("make pool: %w", err)
	}
	if r.state, err = state.New(r.arena, r.program.Arrays, 1, r.program.Cells(r.specs)); err != nil {
		return fmt.Errorf("make state: %w", err)
	}
	for i := range r.specs {
		off, err := r.arena.Alloc(hitBytes(&r.specs[i]), 64)
		if err != nil {
			return fmt.Errorf("make counters of %s: %w", r.specs[i].Name, err)
		}
		r.hits = append(r.hits, off)
	}
	if r.engine, err = c.Replicate(pipelines.Place{Arena: r.arena, Hits: r.hits, State: r.state, Digest: func(d int, fields []byte) {
		r.digests = append(r.digests, Digest{d, fields})
	}, Log: r.say, Clock: r.clock, Trace: r}); err != nil {
		return err
	}
	if r.store, err = table.NewStore(r.arena, tableBytes, r.specs); err != nil {
		return fmt.Errorf("make tables: %w", err)
	}
	if err := r.Apply(r.program.Given()); err != nil {
		return fmt.Errorf("add the program's entries: %w", err)
	}
	return nil
}

func (r *Rig) say(text string) {
	if r.Log != nil {
		r.Log(text)
	}
}

func (r *Rig) clock() int64 { return r.now }

// Advance moves the clock of the engine on, which begins at 0 and stands still
// otherwise. It is an error where the clock would run over.
func (r *Rig) Advance(ns int64) error {
	if ns < 0 || r.now > math.MaxInt64-ns {
		return fmt.Errorf("the clock cannot move on by %d ns: it is at %d ns, and a switch lives at most %v", ns, r.now, time.Duration(math.MaxInt64))
	}
	r.now += ns
	return nil
}

// Program is what runs.
func (r *Rig) Program() *pipelines.Program { return r.program }

// State is its counters, meters and registers.
func (r *Rig) State() *state.State { return r.state }

// Close frees all.
func (r *Rig) Close() error { return errors.Join(r.engine.Close(), r.arena.Close()) }

// Apply changes tables, all of it or nothing.
func (r *Rig) Apply(ops []table.Op) error {
	change, err := r.store.Apply(ops)
	if err == nil {
		r.retire(change.Garbage)
	}
	return err
}

// SetGroup sets a multicast group.
func (r *Rig) SetGroup(id uint16, to []table.Replica) error {
	change, err := r.store.SetGroup(id, to)
	if err == nil {
		r.retire(change.Garbage)
	}
	return err
}

// retire does what a runtime does after the grace period, which is over here: no
// engine is running.
func (r *Rig) retire(g table.Garbage) {
	g.EachHit(func(t int, hit uint32) {
		r.hit(t, hit).Set(0)
		r.program.Forget(r.state, t, hit)
	})
	r.store.Free(g)
}

// Entries are a table's entries, as written.
func (r *Rig) Entries(t int) []table.Listed { return r.store.Entries(t) }

// Hits is how many frames matched the entry with this hit index.
func (r *Rig) Hits(t int, hit uint32) uint64 { return r.hit(t, hit).Load() }

func (r *Rig) hit(t int, hit uint32) *counter.Tally {
	return arena.At[counter.Tally](r.arena.Base(), r.hits[t]+8*arena.Off(hit))
}

// Send lets a frame come in by a port and gives what leaves, in order. reason is why a
// frame was dropped that was one to the end, frame.Copied if it became several.
func (r *Rig) Send(port uint16, bytes []byte) (out []Output, reason frame.Reason, err error) {
	if len(bytes) > frame.SlabPayload-1024 {
		return nil, 0, fmt.Errorf("a frame of %d bytes: %d at most", len(bytes), frame.SlabPayload-1024)
	}
	home, slab, ok := r.pool.TakeSlab()
	if !ok {
		return nil, 0, errors.New("no memory for a frame")
	}
	defer r.pool.Release(home, 1)
	copy(r.arena.Bytes(slab+64, len(bytes)), bytes)
	b := r.pool.Batch()
	b.N, b.NCopies = 1, 0
	b.Frames[0] = frame.Desc{Body: slab + 64, BodyLen: uint16(len(bytes)), Ingress: port, Egress: frame.DropPort, Reason: frame.Fault, Home: home}
	if n := r.engine.Run(b, 0, r.store.Root()); n != 1 {
		return nil, 0, errors.New("the engine did not take a frame, with all the room there is")
	}
	defer r.pool.ResetHeads()
	d := &b.Frames[0]
	for i := range b.Copies[:b.NCopies] {
		out = r.end(out, &b.Copies[i])
	}
	return r.end(out, d), d.Reason, nil
}

// Drops is how many frames and copies ended for a reason so far.
func (r *Rig) Drops(why frame.Reason) uint64 { return r.drops[why] }

// end takes what leaves, or counts what does not.
func (r *Rig) end(out []Output, d *frame.Desc) []Output {
	if d.Egress != frame.DropPort {
		return append(out, r.output(d))
	}
	if d.Reason < frame.NumReasons {
		r.drops[d.Reason]++
	}
	return out
}

func (r *Rig) output(d *frame.Desc) Output {
	bytes := make([]byte, d.Len())
	d.CopyTo(r.arena.Base(), bytes)
	return Output{Port: d.Egress, Group: d.Group, RID: d.RID, Bytes: bytes}
}
