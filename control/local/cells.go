package local

import (
	"bytes"
	"context"
	"math"
	"slices"

	"up4/control/api"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// cell is one cell of an array, as people name it.
type cell struct {
	index int // in the array
	hit   uint32
	entry *api.Entry // of a direct array
}

// Cells reads cells of a counter, meter or register.
func (s *Switch) Cells(ctx context.Context, p api.CellsParams) (api.Cells, error) {
	if err := ctx.Err(); err != nil {
		return api.Cells{}, err
	}
	array, err := s.coder.FindArray(p.Kind, p.Name)
	if err != nil {
		return api.Cells{}, err
	}
	out := api.Cells{Array: s.coder.Array(array), Cells: []api.Cell{}}
	cells, all, err := s.cells(array, p)
	if err != nil {
		return out, err
	}
	err = s.node.WithState(func(st *state.State) error {
		for _, c := range cells {
			x, zero := s.read(st, array, c)
			if !zero || !all || c.entry != nil {
				out.Cells = append(out.Cells, x)
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return out, refusal(err)
	}
	return out, nil
}

// cells is the cells that are meant, and whether they are all of the array.
func (s *Switch) cells(array int, p api.CellsParams) (list []cell, all bool, err error) {
	a := &s.node.Program().Arrays[array]
	switch {
	case a.Table < 0 && p.Words != nil:
		return nil, false, api.Errorf(api.BadCell, "%s %s has cells 0 to %d, which have an index", a.Kind, p.Name, a.Size-1)
	case a.Table >= 0 && p.Index != nil:
		_, name := s.coder.Name(a.Table)
		return nil, false, api.Errorf(api.BadCell, "the cells of %s %s belong to the entries of table %s: give an entry's key", a.Kind, p.Name, name)
	case a.Table >= 0:
		return s.directCells(a.Table, p.Words)
	case p.Index != nil && (*p.Index < 0 || *p.Index >= a.Size):
		return nil, false, api.Errorf(api.BadCell, "%s %s has cells 0 to %d, and no cell %d", a.Kind, p.Name, a.Size-1, *p.Index)
	case p.Index != nil:
		return []cell{{index: *p.Index}}, false, nil
	}
	list = make([]cell, a.Size)
	for i := range list {
		list[i].index = i
	}
	return list, true, nil
}

// directCells is the cells of a table's entries: of the one with this key, or all.
func (s *Switch) directCells(t int, key []string) (list []cell, all bool, err error) {
	entries, _, _, err := s.node.Read(t)
	if err != nil {
		return nil, false, refusal(err)
	}
	var want table.Entry
	if key != nil {
		if want, err = s.coder.Key(t, key); err != nil {
			return nil, false, err
		}
	}
	for _, e := range entries {
		if key != nil && !(bytes.Equal(e.Key, want.Key) && bytes.Equal(e.Mask, want.Mask) && e.PrefixLen == want.PrefixLen && e.Priority == want.Priority) {
			continue
		}
		x, err := s.coder.Format(t, e.Entry)
		if err != nil {
			return nil, false, refusal(err)
		}
		list = append(list, cell{index: int(e.Hit), hit: e.Hit, entry: &x})
	}
	if key != nil && list == nil {
		return nil, false, s.coder.Refusal(table.ErrNotFound, table.Op{Kind: table.Delete, Table: t, Entry: want})
	}
	return list, key == nil, nil
}

// read reads one cell, and says whether it is as it was at first.
func (s *Switch) read(st *state.State, array int, c cell) (out api.Cell, zero bool) {
	a := &st.Arrays()[array]
	if out.Entry = c.entry; c.entry == nil {
		out.Index = &c.index
	}
	switch a.Kind {
	case state.Counter:
		packets, bytes := st.Counted(array, c.index)
		if hitsCount(a) {
			packets += s.node.Hits(a.Table, c.hit)
		}
		if a.Unit != state.Bytes {
			out.Packets = &packets
		}
		if a.Unit != state.Packets {
			out.Bytes = &bytes
		}
		return out, packets == 0 && bytes == 0
	case state.Meter:
		r, on := st.Rates(array, c.index)
		if on {
			out.Rates = &api.Rates{CIR: r.CIR, CBS: r.CBS, PIR: r.PIR, PBS: r.PBS}
		}
		return out, !on
	}
	words := make([]uint64, max(1, (a.Bits+63)/64))
	st.Read(array, c.index, words)
	v := s.coder.PrintCell(array, words)
	out.Value = &v
	return out, !slices.ContainsFunc(words, func(w uint64) bool { return w != 0 })
}

// hitsCount says whether a direct counter's packets are the entries' hits, which
// engines count anyway, with what the control plane made them differ by in the array.
func hitsCount(a *state.Array) bool { return a.Table >= 0 && a.Unit == state.Packets }

// direct adds an entry's hits, its direct counter and its direct meter.
func (s *Switch) direct(t int, hit uint32, x *api.Entry) error {
	n := s.node.Hits(t, hit)
	x.Hits = &n
	for i, a := range s.node.Program().Arrays {
		if a.Table != t {
			continue
		}
		err := s.node.WithState(func(st *state.State) error {
			c, _ := s.read(st, i, cell{index: int(hit), hit: hit})
			if c.Bytes != nil {
				x.Bytes = c.Bytes
			}
			if c.Rates != nil {
				x.Meter = c.Rates
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// SetCells writes cells of a counter, meter or register.
func (s *Switch) SetCells(ctx context.Context, p api.SetCells) (api.Written, error) {
	if err := ctx.Err(); err != nil {
		return api.Written{}, err
	}
	array, err := s.coder.FindArray(p.Kind, p.Name)
	if err != nil {
		return api.Written{}, err
	}
	if p.All != (p.Index == nil && p.Words == nil) {
		return api.Written{}, api.Errorf(api.BadRequest, "name one cell, or all")
	}
	write, err := s.writer(array, p)
	if err != nil {
		return api.Written{}, err
	}
	cells, _, err := s.cells(array, p.CellsParams)
	if err != nil {
		return api.Written{}, err
	}
	err = s.node.WithState(func(st *state.State) error {
		for _, c := range cells {
			if err := write(st, c); err != nil {
				return api.Errorf(api.BadCell, "%v", err)
			}
		}
		return nil
	})
	if err != nil {
		return api.Written{}, refusal(err)
	}
	return api.Written{Applied: len(cells), Warnings: []string{}}, nil
}

// writer is how a cell of an array gets its value, once all of it is known to be right.
func (s *Switch) writer(array int, p api.SetCells) (func(*state.State, cell) error, error) {
	a := &s.node.Program().Arrays[array]
	switch {
	case a.Kind != state.Counter && (p.Packets != 0 || p.Bytes != 0), a.Kind != state.Meter && p.Rates != nil, a.Kind != state.Register && p.Value != nil:
		return nil, api.Errorf(api.BadCell, "%s %s has cells of another kind", a.Kind, p.Name)
	case a.Kind == state.Counter && (a.Unit == state.Packets && p.Bytes != 0 || a.Unit == state.Bytes && p.Packets != 0):
		return nil, api.Errorf(api.BadCell, "counter %s counts %s only", p.Name, a.Unit)
	case a.Kind == state.Counter:
		return func(st *state.State, c cell) error {
			n := p.Packets
			if hitsCount(a) {
				n -= s.node.Hits(a.Table, c.hit)
			}
			st.SetCount(array, c.index, n, p.Bytes)
			return nil
		}, nil
	case a.Kind == state.Meter:
		var r state.Rates
		if p.Rates != nil {
			r = state.Rates{CIR: p.Rates.CIR, CBS: p.Rates.CBS, PIR: p.Rates.PIR, PBS: p.Rates.PBS}
		}
		return func(st *state.State, c cell) error { return st.Configure(array, c.index, r) }, nil
	}
	words := make([]uint64, max(1, (a.Bits+63)/64))
	if p.Value != nil {
		var err error
		if words, err = s.coder.ParseCell(array, string(*p.Value)); err != nil {
			return nil, err
		}
	}
	return func(st *state.State, c cell) error {
		st.Write(array, c.index, words)
		return nil
	}, nil
}

// Digests is the last n messages of the program to the control plane.
func (s *Switch) Digests(ctx context.Context, n int) (api.Digests, error) {
	if n <= 0 {
		n = math.MaxInt
	}
	kept := s.node.Digests()
	out := api.Digests{Digests: []api.DigestMessage{}}
	for _, d := range kept[max(0, len(kept)-n):] {
		name, fields := s.coder.FormatDigest(d.Digest, d.Fields)
		out.Digests = append(out.Digests, api.DigestMessage{Seq: d.Seq, Time: d.Time, Digest: name, Fields: fields})
	}
	return out, ctx.Err()
}
