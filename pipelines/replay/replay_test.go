package replay

import (
	"errors"
	"strings"
	"testing"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/p4/corpus"
	"up4/pipelines"
	"up4/pipelines/table"
)

// fake is a program with one exact table, whose action sends by a port; without
// an entry frames go to group 1. wrong, if set, spoils what the engine did.
type fake struct {
	wrong func(b *frame.Batch, from, next int) int
}

var (
	_ pipelines.Compiled = fake{}
	_ pipelines.Engine   = (*fakeEngine)(nil)
)

func (fake) Program() *pipelines.Program {
	return &pipelines.Program{Name: "fake", Tables: []pipelines.Table{{
		Name: "t", Size: 4, Default: "flood",
		Keys:    []pipelines.Key{{Name: "h.first", Bits: 8}},
		Actions: []pipelines.Action{{Name: "send", Params: []pipelines.Param{{Name: "port", Bits: 9}}}, {Name: "flood"}},
	}}}
}

func (fake) Profile() pipelines.Profile { return pipelines.Profile{} }

func (f fake) Replicate(p pipelines.Place) (pipelines.Engine, error) {
	return &fakeEngine{f, p}, nil
}

type fakeEngine struct {
	fake
	place pipelines.Place
}

func (e *fakeEngine) Close() error { return nil }

func (e *fakeEngine) Run(b *frame.Batch, from int, root arena.Off) int {
	base := e.place.Arena.Base()
	view := table.Open(base, root)
	next := from
	for ; next < b.N; next++ {
		d := &b.Frames[next]
		d.Egress, d.Reason = frame.DropPort, frame.ByProgram
		var first [1]byte
		if d.CopyTo(base, first[:]) == 0 {
			continue
		}
		r := view.Exact(0).Find(first[:])
		if r.Action == 0 {
			d.Egress = uint16(r.Data(2)[0])<<8 | uint16(r.Data(2)[1])
			*arena.At[uint64](base, e.place.Hits[0]+8*arena.Off(r.Hit))++
			continue
		}
		group := view.Group(1)
		if d.Reason = frame.NoGroup; len(group) == 0 {
			continue
		}
		if !b.Copyable(len(group)) {
			break
		}
		for _, m := range group {
			c := b.Copy(next, 1)
			c.Egress, c.Group, c.RID = m.Port, 1, m.RID
		}
		d.Reason = frame.Copied
	}
	if e.wrong != nil {
		return e.wrong(b, from, next)
	}
	return next
}

func op(kind, key, port string) corpus.Op {
	return corpus.Op{Op: kind, Table: "t", Match: map[string]string{"h.first": key}, Action: "send", Params: map[string]corpus.Value{"port": corpus.Value(port)}}
}

func in(bytes string, out ...corpus.Output) corpus.Step {
	b, err := corpus.ParseBytes(bytes)
	if err != nil {
		panic(err)
	}
	f := &corpus.Frame{Port: 3, Bytes: b, Out: out}
	if out == nil {
		f.Drop = corpus.ByProgram
	}
	return corpus.Step{Frame: f}
}

func to(ports ...uint16) []corpus.Output {
	var out []corpus.Output
	for _, p := range ports {
		out = append(out, corpus.Output{Port: p})
	}
	return out
}

// story is a case that the fake, unspoilt, gets right.
func story() *corpus.Case {
	none := in("07")
	none.Frame.Drop = corpus.NoGroup
	return &corpus.Case{Name: "story", Steps: []corpus.Step{
		none,
		{Groups: map[uint16][]uint16{1: {4, 5, 6}}},
		in("07 0809", to(4, 5, 6)...),
		{Tables: []corpus.Op{op(corpus.Insert, "7", "300"), op(corpus.Insert, "0x08", "1")}},
		in("07 0809", to(300)...), in(""), in("08 ff*100", to(1)...), in("09 11*70", to(4, 5, 6)...), in("07", to(300)...),
		{Hits: []corpus.Hit{{Table: "t", Match: map[string]string{"h.first": "7"}, Count: 2}}},
		{Tables: []corpus.Op{op(corpus.Modify, "7", "2"), {Op: corpus.Delete, Table: "t", Match: map[string]string{"h.first": "8"}}}},
		in("07", to(2)...), in("08", to(4, 5, 6)...),
		{Hits: []corpus.Hit{{Table: "t", Match: map[string]string{"h.first": "7"}, Count: 3}}},
		{Tables: []corpus.Op{{Op: corpus.Clear, Table: "t"}, op(corpus.Insert, "8", "2")}},
		in("08", to(2)...),
		{Hits: []corpus.Hit{{Table: "t", Match: map[string]string{"h.first": "8"}, Count: 1}}},
		{Tables: []corpus.Op{{Op: corpus.Default, Table: "t", Action: "send", Params: map[string]corpus.Value{"port": "9"}}}},
		in("07", to(9)...),
	}}
}

func TestRightEnginePasses(t *testing.T) {
	for _, o := range Variants() {
		if err := Case(fake{}, story(), o); err != nil {
			t.Error(err)
		}
	}
}

// TestWrongEnginesAreSeen has an engine for each thing that replay watches.
func TestWrongEnginesAreSeen(t *testing.T) {
	each := func(f func(b *frame.Batch, d *frame.Desc)) func(*frame.Batch, int, int) int {
		return func(b *frame.Batch, from, next int) int {
			for i := from; i < next; i++ {
				f(b, &b.Frames[i])
			}
			return next
		}
	}
	for name, c := range map[string]struct {
		wrong func(*frame.Batch, int, int) int
		says  string
	}{
		"another port": {each(func(_ *frame.Batch, d *frame.Desc) {
			if d.Egress == 300 {
				d.Egress = 44
			}
		}), "got  44"},
		"another byte": {each(func(b *frame.Batch, d *frame.Desc) {
			if d.BodyLen > 0 {
				d.BodyBytes(b.Pool.Base())[0] ^= 1
			}
		}), "step 4"},
		"a byte before the frame": {each(func(b *frame.Batch, d *frame.Desc) {
			*arena.At[byte](b.Pool.Base(), d.Body-1) ^= 1
		}), "outside of every frame"},
		"a byte behind the frame": {each(func(b *frame.Batch, d *frame.Desc) {
			*arena.At[byte](b.Pool.Base(), d.Body+arena.Off(d.BodyLen)) ^= 1
		}), "outside of every frame"},
		"another reason": {each(func(_ *frame.Batch, d *frame.Desc) {
			if d.Reason == frame.NoGroup {
				d.Reason = frame.ByProgram
			}
		}), "dropped: no_group"},
		"a reason that is no verdict": {each(func(_ *frame.Batch, d *frame.Desc) {
			if d.Reason == frame.ByProgram {
				d.Reason = frame.Fault
			}
		}), "reason 3"},
		"copies and a verdict": {each(func(_ *frame.Batch, d *frame.Desc) {
			if d.Reason == frame.Copied {
				d.Egress = 1
			}
		}), "has 3 copies and the verdict 1"},
		"a copy of no frame": {func(b *frame.Batch, _, next int) int {
			for i := range b.Copies[:b.NCopies] {
				b.Copies[i].Parent = 999
			}
			return next
		}, "copies"},
		"a copy that is no replica": {func(b *frame.Batch, _, next int) int {
			for i := range b.Copies[:b.NCopies] {
				b.Copies[i].RID = 7
			}
			return next
		}, "is not replica 7 of group 1"},
		"no progress":   {func(_ *frame.Batch, from, _ int) int { return from }, "engine went from frame 0 to 0"},
		"past the end":  {func(b *frame.Batch, _, _ int) int { return b.N + 1 }, "engine went"},
		"a frame twice": {func(_ *frame.Batch, from, next int) int { return max(from+1, next-1) }, "hits of t"},
	} {
		o := Plain
		if name == "a frame twice" {
			o.Batch = 8
		}
		err := Case(fake{wrong: c.wrong}, story(), o)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want something with %q", name, err, c.says)
		}
	}
}

func TestWrongCorporaAreSeen(t *testing.T) {
	hits := func(table, key string, n uint64) corpus.Step {
		return corpus.Step{Hits: []corpus.Hit{{Table: table, Match: map[string]string{"h.first": key}, Count: n}}}
	}
	tables := func(o corpus.Op) corpus.Step { return corpus.Step{Tables: []corpus.Op{o}} }
	for name, c := range map[string]struct {
		step corpus.Step
		says string
	}{
		"another count":     {hits("t", "8", 5), "hits of t map[h.first:8]: 1, want 5"},
		"no such entry":     {hits("t", "77", 0), "no entry"},
		"no such table":     {hits("u", "7", 0), `no table "u"`},
		"insert twice":      {tables(op(corpus.Insert, "8", "1")), "exists"},
		"no such operation": {tables(op("upsert", "8", "1")), `no operation "upsert"`},
		"no such action":    {tables(corpus.Op{Op: corpus.Default, Table: "t", Action: "fly"}), `no action "fly"`},
		"parameter missing": {tables(corpus.Op{Op: corpus.Default, Table: "t", Action: "send"}), "0 parameters given"},
		"value too wide":    {tables(op(corpus.Insert, "256", "1")), "does not fit 8 bits"},
		"no value":          {tables(op(corpus.Insert, "x", "1")), "is no value"},
		"key missing":       {tables(corpus.Op{Op: corpus.Delete, Table: "t"}), "0 key fields given"},
		"frame too long":    {in("00*65500"), "too long"},
		"too many replicas": {corpus.Step{Groups: map[uint16][]uint16{2: make([]uint16, 511)}}, "at most"},
	} {
		cs := story()
		cs.Steps = append(cs.Steps, c.step)
		if err := Case(fake{}, cs, Plain); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want something with %q", name, err, c.says)
		}
	}
}

func TestDifferencesAreBounded(t *testing.T) {
	cs := story()
	for range 100 {
		cs.Steps = append(cs.Steps, in("07", to(8)...))
	}
	err := Case(fake{}, cs, Options{Batch: frame.BatchCap, Copies: 8})
	if err == nil || !errors.Is(err, errEnough) || strings.Count(err.Error(), "step ") > maxDifferences {
		t.Errorf("%v", err)
	}
}
