package entry

import (
	"up4/control/api"
	"up4/pipelines"
	"up4/pipelines/table"
)

// Trace is a trace as people read it. entry finds the entry of a table with a hit
// index; false if it is gone.
func (c *Coder) Trace(t *pipelines.Trace, entry func(t int, hit uint32) (table.Entry, bool)) api.Trace {
	out := api.Trace{Vport: int(t.Port), Bytes: t.Bytes, Events: []api.TraceEvent{}}
	for i := range t.Events {
		out.Events = append(out.Events, c.traceEvent(&t.Events[i], entry))
	}
	return out
}

func (c *Coder) traceEvent(e *pipelines.TraceEvent, entry func(t int, hit uint32) (table.Entry, bool)) api.TraceEvent {
	out := api.TraceEvent{Event: e.Kind.String(), At: e.At, Name: e.Name, Before: e.Before, After: e.After,
		Action: e.Action, Fields: traceFields(e.Fields), Args: traceFields(e.Args), Length: e.Length, Bytes: e.Bytes}
	switch e.Kind {
	case pipelines.TraceSend:
		port := int(e.Port)
		out.Vport, out.Length = &port, len(e.Bytes)
	case pipelines.TraceTable:
		out.Hit = &e.Found
		if !e.Found {
			break
		}
		if found, ok := entry(e.Table, e.Hit); ok {
			if x, err := c.Format(e.Table, found); err == nil {
				out.Entry = &x
			}
		}
	}
	return out
}

func traceFields(list []pipelines.TraceField) (out []api.TraceField) {
	for _, f := range list {
		out = append(out, api.TraceField{Name: f.Name, Value: f.Value})
	}
	return out
}
