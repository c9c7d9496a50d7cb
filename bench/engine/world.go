package engine

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/io/overlay"
	"up4/pipelines"
	"up4/pipelines/registry"
	"up4/pipelines/table"
)

// traffic is what a setting's table holds and what is sent through it.
type traffic struct {
	specs []table.Spec
	ops   []table.Op
	flows []flow
	// look makes a loop of lookups: in version root, of flows from to to-1.
	// It returns a number that depends on every record found.
	look func(base arena.Base, flows []flow) lookLoop
}

type lookLoop func(root arena.Off, from, to int) uint64

// flow is a destination: the first bytes of its frames, and the port by which
// they must leave.
type flow struct {
	header []byte
	key    uint64 // as the lookup wants it
	port   uint16
}

const (
	ingress    = 9      // no route leads here
	trains     = 16     // that one receive call takes
	trainBytes = 65_493 // longest payload of a train
	trainLen   = 64     // datagrams
	descBytes  = 32     // a frame.Desc
	tableBytes = 64 << 20
)

// world is the memory of one setting: tables, frames, descriptors.
type world struct {
	setting
	traffic
	arena  *arena.Arena
	store  *table.Store
	pool   *frame.Pool
	frames int          // of a pass
	descs  []frame.Desc // of a whole pass, in batches one after the other
	at     []arena.Off  // where each frame of a pass lies
	next   int          // first flow of the next pass
	now    int          // first flow of this pass
	sink   uint64       // keeps the lookups' results alive
}

func newWorld(s setting) (*world, error) {
	t, err := s.make(s)
	if err != nil {
		return nil, err
	}
	return newWorldFor(s, t)
}

func newWorldFor(s setting, t traffic) (*world, error) {
	perSlab := min(trainLen, trainBytes/(overlay.Size+s.frameBytes))
	frames := trains * perSlab / batchFrames * batchFrames
	pool := frame.PoolSize{Slabs: trains, HeadCells: batchFrames, Cells: 1}
	hits := uint64(0)
	for _, s := range t.specs {
		hits += (8*uint64(s.HitSlots()) + 64) * uint64(len(registry.Backends()))
	}
	hits += uint64(len(registry.Backends())) << 21 // what engines take for themselves
	a, err := arena.New(tableBytes + pool.Bytes() + hits + uint64(frames)*descBytes + 1<<20)
	if err != nil {
		return nil, fmt.Errorf("make arena: %w", err)
	}
	w := &world{setting: s, traffic: t, arena: a, frames: frames}
	if err := w.furnish(pool, perSlab); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return w, nil
}

func (w *world) furnish(size frame.PoolSize, perSlab int) (err error) {
	if w.store, err = table.NewStore(w.arena, tableBytes, w.specs); err != nil {
		return fmt.Errorf("make tables: %w", err)
	}
	if _, err = w.store.Apply(w.ops); err != nil {
		return fmt.Errorf("fill table: %w", err)
	}
	if w.pool, err = frame.NewPool(w.arena, 0, size); err != nil {
		return fmt.Errorf("make pool: %w", err)
	}
	descs, err := w.arena.Alloc(uint64(w.frames)*descBytes, 64)
	if err != nil {
		return fmt.Errorf("make descriptors: %w", err)
	}
	w.descs = arena.Slice[frame.Desc](w.arena.Base(), descs, w.frames)
	for len(w.at) < w.frames {
		home, slab, ok := w.pool.TakeSlab()
		if !ok {
			return errors.New("make frames: slabs do not last")
		}
		for i := range min(perSlab, w.frames-len(w.at)) {
			at := slab + arena.Off(i*(overlay.Size+w.frameBytes)+overlay.Size)
			w.descs[len(w.at)] = frame.Desc{Body: at, BodyLen: uint16(w.frameBytes), Ingress: ingress, Home: home}
			w.at = append(w.at, at)
		}
	}
	// Wherever a pass starts, its flows are neighbours.
	w.flows = append(w.flows, w.flows[:w.frames]...)
	return nil
}

func (w *world) close() { _ = w.arena.Close() }

// advance goes to the flows of the next pass.
func (w *world) advance() {
	w.now = w.next
	w.next = (w.next + w.frames) % w.targets
}

// contenders are the lookup and the engine of each back end that has the
// program, or of those named.
func (w *world) contenders(backends []string) ([]*contender, error) {
	all := []*contender{w.lookup()}
	for _, name := range registry.Offering(w.program) {
		if backends != nil && !slices.Contains(backends, name) {
			continue
		}
		c, err := w.forward(name)
		if err != nil {
			return nil, err
		}
		if c != nil {
			all = append(all, c)
		}
	}
	return all, nil
}

func (w *world) lookup() *contender {
	loop := w.look(w.arena.Base(), w.flows)
	root := w.store.Root()
	return &contender{
		row:     w.row("lookup"),
		frames:  w.frames,
		prepare: w.advance,
		pass: func() {
			for i := w.now; i < w.now+w.frames; i += batchFrames {
				w.sink += loop(root, i, i+batchFrames)
			}
		},
		check: func() error { return nil },
	}
}

// noAllocation is the profile of engines that are made to be fast.
const noAllocation = "none per frame"

// forward is a back end's engine, nil if there is no point in measuring it.
func (w *world) forward(backend string) (*contender, error) {
	c, err := registry.Load(w.program, backend)
	if err != nil {
		return nil, err
	}
	if !strings.HasPrefix(c.Profile().Allocation, noAllocation) {
		return nil, nil // an oracle, which also moves frames out of their places
	}
	var hits []arena.Off
	for _, s := range w.specs {
		off, err := w.arena.Alloc(8*uint64(s.HitSlots()), 64)
		if err != nil {
			return nil, fmt.Errorf("make counters: %w", err)
		}
		hits = append(hits, off)
	}
	e, err := c.Replicate(pipelines.Place{Arena: w.arena, Hits: hits})
	if err != nil {
		return nil, fmt.Errorf("make engine: %w", err)
	}
	row := w.row("forward")
	row.Backend, row.Mode = backend, c.Profile().Mode
	root := w.store.Root()
	b := *w.pool.Batch()
	return &contender{
		row:     row,
		frames:  w.frames,
		prepare: w.refill,
		pass: func() {
			for i := 0; i < w.frames; i += batchFrames {
				b.Frames, b.N, b.NCopies = w.descs[i:i+batchFrames], batchFrames, 0
				e.Run(&b, 0, root)
			}
		},
		check: w.verdicts,
	}, nil
}

func (w *world) row(name string) Row {
	return Row{
		Bench: "engine", Case: name, Program: w.program, Routes: w.entries, Flows: w.targets,
		Batch: batchFrames, FrameBytes: w.frameBytes,
	}
}

// refill writes the headers of the next flows into the frames.
func (w *world) refill() {
	w.advance()
	base := w.arena.Base()
	for i, at := range w.at {
		h := w.flows[w.now+i].header
		copy(arena.Slice[byte](base, at, len(h)), h)
		w.descs[i].Egress = frame.DropPort
	}
}

func (w *world) verdicts() error {
	for i := range w.descs {
		if got, want := w.descs[i].Egress, w.flows[w.now+i].port; got != want {
			return fmt.Errorf("%w: frame to flow %d left by %d, want %d", ErrWrongVerdict, w.now+i, got, want)
		}
	}
	return nil
}
