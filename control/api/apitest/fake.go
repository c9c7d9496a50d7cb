// Package apitest has a fake of api.Switch for the tests of what stands on
// either side of the control socket. It knows no program and checks nothing.
package apitest

import (
	"context"
	"sync"

	"up4/control/api"
)

// Switch plays back what its fields hold and notes what it was asked.
type Switch struct {
	InfoReply     api.Info
	SchemaReply   api.Schema
	WriteReply    api.Written
	DumpReply     api.Dump
	CountersReply []api.Counters // one a call; the last again and again
	ExplainReply  []api.CounterText
	PuntsReply    api.Punts
	CellsReply    api.Cells
	DigestsReply  api.Digests
	TraceReplies  []api.Traces // one a call
	Err           error        // returned by every method if set

	// Before, if set, is called at the start of every method. What it returns
	// is the method's error.
	Before func(ctx context.Context, method string) error

	mu     sync.Mutex
	calls  []string
	writes []api.Batch
	files  []api.File
	dumps  []api.DumpParams
	cells  []api.SetCells // asked for, and written
	traced []api.TraceParams
	puntN  []int
}

var _ api.Switch = (*Switch)(nil)

func (s *Switch) begin(ctx context.Context, method string) error {
	s.mu.Lock()
	s.calls = append(s.calls, method)
	s.mu.Unlock()
	if s.Before != nil {
		if err := s.Before(ctx, method); err != nil {
			return err
		}
	}
	return s.Err
}

// Calls is the methods called so far, in order.
func (s *Switch) Calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.calls...)
}

// Writes is the batches written so far.
func (s *Switch) Writes() []api.Batch {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]api.Batch(nil), s.writes...)
}

// Files is the files loaded so far.
func (s *Switch) Files() []api.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]api.File(nil), s.files...)
}

// Dumped is what was asked to be dumped so far.
func (s *Switch) Dumped() []api.DumpParams {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]api.DumpParams(nil), s.dumps...)
}

// Celled is the cells asked for and written so far.
func (s *Switch) Celled() []api.SetCells {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]api.SetCells(nil), s.cells...)
}

// PuntsAsked is the numbers of punts asked for so far.
func (s *Switch) PuntsAsked() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]int(nil), s.puntN...)
}

// Info plays back InfoReply.
func (s *Switch) Info(ctx context.Context) (api.Info, error) {
	return s.InfoReply, s.begin(ctx, api.MethodInfo)
}

// Schema plays back SchemaReply.
func (s *Switch) Schema(ctx context.Context) (api.Schema, error) {
	return s.SchemaReply, s.begin(ctx, api.MethodSchema)
}

// Write plays back WriteReply.
func (s *Switch) Write(ctx context.Context, b api.Batch) (api.Written, error) {
	s.mu.Lock()
	s.writes = append(s.writes, b)
	s.mu.Unlock()
	return s.WriteReply, s.begin(ctx, api.MethodWrite)
}

// Load plays back WriteReply.
func (s *Switch) Load(ctx context.Context, f api.File) (api.Written, error) {
	s.mu.Lock()
	s.files = append(s.files, f)
	s.mu.Unlock()
	return s.WriteReply, s.begin(ctx, api.MethodLoad)
}

// Dump plays back DumpReply.
func (s *Switch) Dump(ctx context.Context, p api.DumpParams) (api.Dump, error) {
	s.mu.Lock()
	s.dumps = append(s.dumps, p)
	s.mu.Unlock()
	return s.DumpReply, s.begin(ctx, api.MethodDump)
}

// Cells plays back CellsReply.
func (s *Switch) Cells(ctx context.Context, p api.CellsParams) (api.Cells, error) {
	s.mu.Lock()
	s.cells = append(s.cells, api.SetCells{CellsParams: p})
	s.mu.Unlock()
	return s.CellsReply, s.begin(ctx, api.MethodCells)
}

// SetCells plays back WriteReply.
func (s *Switch) SetCells(ctx context.Context, p api.SetCells) (api.Written, error) {
	s.mu.Lock()
	s.cells = append(s.cells, p)
	s.mu.Unlock()
	return s.WriteReply, s.begin(ctx, api.MethodSetCells)
}

// Trace plays back the next of TraceReplies, and nothing when they are over.
func (s *Switch) Trace(ctx context.Context, p api.TraceParams) (api.Traces, error) {
	err := s.begin(ctx, api.MethodTrace)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.traced = append(s.traced, p)
	var t api.Traces
	if len(s.TraceReplies) > 0 {
		t, s.TraceReplies = s.TraceReplies[0], s.TraceReplies[1:]
	}
	return t, err
}

// Traced is what was asked to be traced so far.
func (s *Switch) Traced() []api.TraceParams {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]api.TraceParams(nil), s.traced...)
}

// Digests plays back DigestsReply.
func (s *Switch) Digests(ctx context.Context, _ int) (api.Digests, error) {
	return s.DigestsReply, s.begin(ctx, api.MethodDigests)
}

// Counters plays back the next of CountersReply.
func (s *Switch) Counters(ctx context.Context) (api.Counters, error) {
	err := s.begin(ctx, api.MethodCounters)
	s.mu.Lock()
	defer s.mu.Unlock()
	var c api.Counters
	if len(s.CountersReply) > 0 {
		c = s.CountersReply[0]
	}
	if len(s.CountersReply) > 1 {
		s.CountersReply = s.CountersReply[1:]
	}
	return c, err
}

// Explain plays back ExplainReply.
func (s *Switch) Explain(ctx context.Context) ([]api.CounterText, error) {
	return s.ExplainReply, s.begin(ctx, api.MethodExplain)
}

// Punts plays back PuntsReply.
func (s *Switch) Punts(ctx context.Context, n int) (api.Punts, error) {
	s.mu.Lock()
	s.puntN = append(s.puntN, n)
	s.mu.Unlock()
	return s.PuntsReply, s.begin(ctx, api.MethodPunts)
}

// Shutdown notes the call.
func (s *Switch) Shutdown(ctx context.Context) error { return s.begin(ctx, api.MethodShutdown) }
