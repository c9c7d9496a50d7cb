package local

import (
	"context"
	"errors"
	"time"

	"up4/control/api"
	"up4/pipelines/table"
	"up4/runtime/status"
)

const (
	maxTraces    = 1000
	maxTraceWait = 20 * time.Second
)

// Trace traces frames from now on.
func (s *Switch) Trace(ctx context.Context, p api.TraceParams) (api.Traces, error) {
	out := api.Traces{Traces: []api.Trace{}}
	vport := -1
	switch wait := time.Duration(p.WaitMs) * time.Millisecond; {
	case p.N < 1 || p.N > maxTraces:
		return out, api.Errorf(api.BadRequest, "trace 1 to %d frames at a time, not %d", maxTraces, p.N)
	case p.WaitMs < 0 || wait > maxTraceWait:
		return out, api.Errorf(api.BadRequest, "wait at most %v for frames", maxTraceWait)
	case p.Vport != nil && !s.vports[*p.Vport]:
		return out, api.Errorf(api.BadValue, "no vport of this topology: %d", *p.Vport)
	case p.Vport != nil:
		vport = *p.Vport
	}
	waiting, cancel := context.WithTimeout(ctx, time.Duration(p.WaitMs)*time.Millisecond)
	defer cancel()
	list, lost, err := s.node.Trace(waiting, vport, p.N)
	switch {
	case errors.Is(err, status.ErrTracing):
		return out, api.Errorf(api.Busy, "%v", err)
	case errors.Is(err, status.ErrNoTraces):
		return out, api.Errorf(api.BadRequest, "back end %s does not trace frames; --backend interp does", s.node.Info().Profile.Backend)
	case err != nil:
		return out, refusal(err)
	}
	find := s.entries()
	for _, t := range list {
		x := s.coder.Trace(t.Trace, find)
		x.Time, x.Shard = t.Time, t.Shard
		out.Traces = append(out.Traces, x)
	}
	out.Lost = lost
	return out, ctx.Err()
}

// entries finds entries by their table and hit index, among those that are there now.
func (s *Switch) entries() func(t int, hit uint32) (table.Entry, bool) {
	read := map[int]map[uint32]table.Entry{}
	return func(t int, hit uint32) (table.Entry, bool) {
		if read[t] == nil {
			read[t] = map[uint32]table.Entry{}
			list, _, _, _ := s.node.Read(t) // of a switch that ends: none
			for _, e := range list {
				read[t][e.Hit] = e.Entry
			}
		}
		e, ok := read[t][hit]
		return e, ok
	}
}
