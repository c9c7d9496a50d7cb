package replay

import (
	"errors"
	"fmt"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/p4/corpus"
	"up4/pipelines"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// rig is one engine with tables, counters and memory of its own.
type rig struct {
	options Options
	coder   coder
	arena   *arena.Arena
	store   *table.Store
	groups  map[uint16][]table.Replica
	hits    []arena.Off
	pool    *frame.Pool
	engine  pipelines.Engine

	// The frames that wait for run lie in one slab.
	home frame.Handle
	slab arena.Off // its payload
	used int       // bytes of the slab
	end  []span    // of each frame's pieces
}

// span is bytes that belong to a frame, as offsets in the slab.
type span struct{ from, to int }

const (
	tableBytes = 8 << 20
	slabs      = 2
)

func newRig(c pipelines.Compiled, o Options) (*rig, error) {
	p := c.Program()
	specs := p.Specs()
	pool := frame.PoolSize{Slabs: slabs, HeadCells: o.Copies, Cells: 1}
	size := uint64(tableBytes) + pool.Bytes() + c.Profile().Arena + state.Room(p.Arrays, 1, p.Cells(specs)) + 1<<20
	for _, s := range specs {
		size += hitBytes(&s) + 64
	}
	a, err := arena.New(size)
	if err != nil {
		return nil, fmt.Errorf("make arena: %w", err)
	}
	r := &rig{options: o, coder: coder{p}, arena: a, groups: map[uint16][]table.Replica{}}
	if err := r.furnish(c, specs, pool); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return r, nil
}

func (r *rig) furnish(c pipelines.Compiled, specs []table.Spec, size frame.PoolSize) (err error) {
	if r.store, err = table.NewStore(r.arena, tableBytes, specs); err != nil {
		return fmt.Errorf("make tables: %w", err)
	}
	if r.pool, err = frame.NewPool(r.arena, 0, size); err != nil {
		return fmt.Errorf("make pool: %w", err)
	}
	for _, spec := range specs {
		off, err := r.arena.Alloc(hitBytes(&spec), 64)
		if err != nil {
			return fmt.Errorf("make counters of %s: %w", spec.Name, err)
		}
		r.hits = append(r.hits, off)
	}
	p := c.Program()
	kept, err := state.New(r.arena, p.Arrays, 1, p.Cells(specs))
	if err != nil {
		return fmt.Errorf("make state: %w", err)
	}
	if r.engine, err = c.Replicate(pipelines.Place{Arena: r.arena, Hits: r.hits, State: kept}); err != nil {
		return err
	}
	change, err := r.store.Apply(p.Given())
	if err != nil {
		return fmt.Errorf("add the program's entries: %w", err)
	}
	r.retire(change.Garbage)
	return nil
}

// hitBytes is the length of a table's array of hit counters.
func hitBytes(s *table.Spec) uint64 { return 8 * uint64(s.HitSlots()) }

func (r *rig) close() { _ = r.arena.Close() }

// gap is the least number of bytes between two frames.
const gap = 64

// reserve is n bytes of the slab for a frame, at least gap away from any other.
func (r *rig) reserve(n int) (int, bool) {
	at := (r.used+gap+63)&^63 + r.options.Shift
	if at+n+gap > frame.SlabPayload {
		return 0, false
	}
	r.used = at + n
	r.end = append(r.end, span{at, at + n})
	return at, true
}

// place puts a frame into the batch that waits; false if it does not fit.
func (r *rig) place(f *corpus.Frame) bool {
	b := r.pool.Batch()
	if r.slab == 0 {
		var ok bool
		if r.home, r.slab, ok = r.pool.TakeSlab(); !ok {
			return false
		}
		b.N, b.NCopies, r.used, r.end = 0, 0, 0, r.end[:0]
		fill(r.memory(), r.options.Fill)
	}
	head := min(r.options.Head, len(f.Bytes))
	used, ends := r.used, len(r.end)
	at, ok := r.reserve(head)
	to, ok2 := r.reserve(len(f.Bytes) - head)
	if !ok || !ok2 {
		r.used, r.end = used, r.end[:ends]
		return false
	}
	copy(r.memory()[at:], f.Bytes[:head])
	copy(r.memory()[to:], f.Bytes[head:])
	d := frame.Desc{
		Body: r.slab + arena.Off(to), BodyLen: uint16(len(f.Bytes) - head),
		Ingress: f.Port, Egress: 0x5555, Home: r.home, Reason: frame.Fault,
	}
	if head > 0 {
		d.Head, d.HeadLen = r.slab+arena.Off(at), uint16(head)
	}
	b.Frames[b.N] = d
	b.N++
	return true
}

func (r *rig) memory() []byte { return r.arena.Bytes(r.slab, frame.SlabPayload) }

func fill(b []byte, v byte) {
	for i := range b {
		b[i] = v
	}
}

// run gives the batch to the engine, in as many calls as it wants, and returns
// what came of each frame.
func (r *rig) run() ([]outcome, error) {
	b := r.pool.Batch()
	b.Copies = b.Copies[:r.options.Copies]
	out := make([]outcome, b.N)
	for from := 0; from < b.N; {
		b.NCopies = 0
		next := r.engine.Run(b, from, r.store.Root())
		if next <= from || next > b.N {
			return nil, fmt.Errorf("engine went from frame %d to %d of %d with all the room there is", from, next, b.N)
		}
		if err := r.collect(b, from, next, out); err != nil {
			return nil, err
		}
		r.pool.ResetHeads()
		from = next
	}
	err := r.untouched()
	r.pool.Release(r.home, 1)
	r.slab = 0
	return out, err
}

// collect takes the verdicts on frames from to next-1.
func (r *rig) collect(b *frame.Batch, from, next int, out []outcome) error {
	copies := b.Copies[:b.NCopies]
	for i := from; i < next; i++ {
		d := &b.Frames[i]
		mine := 0
		for mine < len(copies) && int(copies[mine].Parent) == i {
			mine++
		}
		replicated := d.Egress == frame.DropPort && d.Reason == frame.Copied
		if replicated != (mine > 0) {
			return fmt.Errorf("frame %d has %d copies and the verdict %d, reason %d", i, mine, d.Egress, d.Reason)
		}
		for k := range copies[:mine] {
			if err := r.member(&copies[k]); err != nil {
				return fmt.Errorf("copy %d of frame %d: %w", k, i, err)
			}
			out[i].out = append(out[i].out, r.output(&copies[k]))
		}
		copies = copies[mine:]
		switch {
		case replicated:
		case d.Egress != frame.DropPort:
			out[i].out = []corpus.Output{r.output(d)}
		case d.Reason == frame.ByProgram:
			out[i].drop = corpus.ByProgram
		case d.Reason == frame.NoGroup:
			out[i].drop = corpus.NoGroup
		default:
			out[i].drop = fmt.Sprintf("reason %d", d.Reason)
		}
	}
	if len(copies) > 0 {
		return fmt.Errorf("%d copies left over, the next of frame %d", len(copies), copies[0].Parent)
	}
	return nil
}

// member checks that a copy says which replica of its group it is.
func (r *rig) member(d *frame.Desc) error {
	group := r.groups[d.Group]
	if int(d.RID) >= len(group) || group[d.RID].Port != d.Egress {
		return fmt.Errorf("egress %d is not replica %d of group %d", d.Egress, d.RID, d.Group)
	}
	return nil
}

func (r *rig) output(d *frame.Desc) corpus.Output {
	b := make([]byte, d.Len())
	d.CopyTo(r.arena.Base(), b)
	return corpus.Output{Port: d.Egress, Bytes: b}
}

// untouched checks the bytes between the frames.
func (r *rig) untouched() error {
	at := 0
	for _, e := range append(r.end, span{frame.SlabPayload, 0}) {
		for i, v := range r.memory()[at:e.from] {
			if v != r.options.Fill {
				return fmt.Errorf("byte %d of the slab, outside of every frame, changed to %02x", at+i, v)
			}
		}
		at = e.to
	}
	return nil
}
