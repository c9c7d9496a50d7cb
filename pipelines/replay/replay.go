// Package replay plays a program's packet corpus to an engine and says where
// what comes out differs. It stands in for a shard: it lays frames out in
// memory, calls the engine, and follows the contract of package pipelines. It
// knows no back end and no program.
package replay

import (
	"bytes"
	"errors"
	"fmt"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/p4/corpus"
	"up4/pipelines"
	"up4/pipelines/table"
)

// Options say how the frames of a corpus reach the engine. What comes out must
// not depend on them.
type Options struct {
	// Head is how many bytes of each frame lie apart from the rest, 0 for none.
	Head int
	// Shift is how far the frames are from an address that is a multiple of 64,
	// in bytes.
	Shift int
	// Batch is the largest number of frames in one call, 1 to frame.BatchCap.
	Batch int
	// Copies is the room for copies in one call; what does not fit is for the
	// next call.
	Copies int
	// Fill is the byte around the frames.
	Fill byte
}

// Plain is one frame a call, in one piece.
var Plain = Options{Batch: 1, Copies: frame.CopyCap}

// Variants are options that between them put frames everywhere an engine must
// cope with.
func Variants() []Options {
	all := []Options{
		Plain,
		{Batch: frame.BatchCap, Copies: frame.CopyCap, Fill: 0xff},
		{Batch: 64, Copies: 64, Shift: 1, Fill: 0xa5},
		{Batch: 7, Copies: 65, Shift: 63, Fill: 0x45},
	}
	// A head that ends within each header, between headers, behind them.
	for _, head := range []int{1, 6, 13, 14, 15, 24, 33, 34, 35, 64} {
		all = append(all, Options{Head: head, Batch: 32, Copies: 128, Shift: head % 8, Fill: byte(head)})
	}
	return all
}

func (o Options) String() string {
	return fmt.Sprintf("batch %d, room for %d copies, head %d, shift %d, fill %02x", o.Batch, o.Copies, o.Head, o.Shift, o.Fill)
}

// maxDifferences is how many differences a case reports before it gives up.
const maxDifferences = 10

var errEnough = errors.New("… and perhaps more")

// Case plays one case to a new engine of c. The error joins every difference,
// each with its step, 0-based.
func Case(c pipelines.Compiled, cs *corpus.Case, o Options) error {
	r, err := newRig(c, o)
	if err != nil {
		return fmt.Errorf("case %s: %w", cs.Name, err)
	}
	defer r.close()
	var found []error
	for at := 0; at < len(cs.Steps) && len(found) < maxDifferences; {
		n := 1
		if cs.Steps[at].Frame == nil {
			if err := r.step(&cs.Steps[at]); err != nil {
				found = append(found, fmt.Errorf("step %d: %w", at, err))
			}
		} else {
			var diffs []error
			n, diffs = r.frames(cs.Steps[at:], at)
			found = append(found, diffs...)
		}
		at += n
	}
	if err := r.engine.Close(); err != nil {
		found = append(found, fmt.Errorf("close engine: %w", err))
	}
	if len(found) == 0 {
		return nil
	}
	if len(found) > maxDifferences {
		found = append(found[:maxDifferences], errEnough)
	}
	return fmt.Errorf("case %s (%v):\n%w", cs.Name, o, errors.Join(found...))
}

// step does a step that is no frame.
func (r *rig) step(st *corpus.Step) error {
	for id, ports := range st.Groups {
		replicas := make([]table.Replica, len(ports))
		for i, p := range ports {
			replicas[i] = table.Replica{Port: p, RID: uint16(i)}
		}
		change, err := r.store.SetGroup(id, replicas)
		if err != nil {
			return fmt.Errorf("set group %d: %w", id, err)
		}
		r.groups[id] = replicas
		r.retire(change.Garbage)
	}
	if len(st.Tables) > 0 {
		if err := r.tables(st.Tables); err != nil {
			return err
		}
	}
	var wrong []error
	for _, h := range st.Hits {
		got, err := r.hitCount(h)
		if err != nil {
			wrong = append(wrong, err)
		} else if got != h.Count {
			wrong = append(wrong, fmt.Errorf("hits of %s %v: %d, want %d", h.Table, h.Match, got, h.Count))
		}
	}
	return errors.Join(wrong...)
}

func (r *rig) tables(ops []corpus.Op) error {
	batch := make([]table.Op, len(ops))
	for i, o := range ops {
		var err error
		if batch[i], err = r.coder.op(o); err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
	}
	change, err := r.store.Apply(batch)
	if err != nil {
		return fmt.Errorf("apply tables: %w", err)
	}
	r.retire(change.Garbage)
	return nil
}

// retire does what a runtime does after the grace period, which is over here:
// no engine is running.
func (r *rig) retire(g table.Garbage) {
	g.EachHit(func(t int, hit uint32) { r.hit(t, hit).Set(0) })
	r.store.Free(g)
}

func (r *rig) hit(t int, hit uint32) *counter.Tally {
	return arena.At[counter.Tally](r.arena.Base(), r.hits[t]+8*arena.Off(hit))
}

func (r *rig) hitCount(h corpus.Hit) (uint64, error) {
	t, err := r.coder.table(h.Table)
	if err != nil {
		return 0, err
	}
	want, err := r.coder.match(t, h.Match)
	if err != nil {
		return 0, err
	}
	for _, e := range r.store.Entries(t) {
		if sameEntry(e, want) {
			return r.hit(t, e.Hit).Load(), nil
		}
	}
	return 0, fmt.Errorf("no entry %v in table %s", h.Match, h.Table)
}

// frames plays as many of the steps, which start with a frame, as make a batch,
// and returns their number and the differences. Step first is steps[0].
func (r *rig) frames(steps []corpus.Step, first int) (int, []error) {
	var in []*corpus.Frame
	for i := range steps {
		if steps[i].Frame == nil || len(in) == r.options.Batch || !r.place(steps[i].Frame) {
			break
		}
		in = append(in, steps[i].Frame)
	}
	if len(in) == 0 {
		return 1, []error{fmt.Errorf("step %d: frame of %d bytes is too long to play", first, len(steps[0].Frame.Bytes))}
	}
	outcomes, err := r.run()
	if err != nil {
		return len(in), []error{fmt.Errorf("steps %d to %d: %w", first, first+len(in)-1, err)}
	}
	var diffs []error
	for i, f := range in {
		if err := r.differ(f, outcomes[i]); err != nil {
			diffs = append(diffs, fmt.Errorf("step %d: %w", first+i, err))
		}
	}
	return len(in), diffs
}

// outcome is what came of one frame.
type outcome struct {
	out  []corpus.Output
	drop string
}

// differ compares an outcome with what the corpus wants.
func (r *rig) differ(want *corpus.Frame, got outcome) error {
	if got.drop != want.Drop || len(got.out) != len(want.Out) {
		return fmt.Errorf("in by %d: %v\n    got  %v\n    want %v", want.Port, want.Bytes, got, outcome{want.Out, want.Drop})
	}
	for i, w := range want.Out {
		if w.Bytes == nil {
			w.Bytes = want.Bytes
		}
		if g := got.out[i]; g.Port != w.Port || !bytes.Equal(g.Bytes, w.Bytes) {
			return fmt.Errorf("in by %d: %v\n    got  %d: %v\n    want %d: %v", want.Port, want.Bytes, g.Port, g.Bytes, w.Port, w.Bytes)
		}
	}
	return nil
}

func (o outcome) String() string {
	if o.drop != "" {
		return "dropped: " + o.drop
	}
	var ports []uint16
	for _, p := range o.out {
		ports = append(ports, p.Port)
	}
	return fmt.Sprintf("out by %v", ports)
}
