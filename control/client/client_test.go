package client

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"up4/control/api"
	"up4/control/api/apitest"
	"up4/control/ctl"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

func sockPath(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "cli")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "a.sock")
}

func serve(t *testing.T, sw api.Switch, o ctl.Options) *Client {
	t.Helper()
	path := sockPath(t)
	s, err := ctl.Listen(path, sw, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return New(path)
}

// TestEveryMethod: what the switch at the far end says is what comes back, and
// what was asked is what it saw.
func TestEveryMethod(t *testing.T) {
	ctx := context.Background()
	pv, prio, hits := 3, api.Value("7"), uint64(1)<<63
	counts := api.NewCounts()
	counts.Drops["lost"] = 1<<64 - 1
	e := api.Entry{Table: "acl", Match: map[string]api.Value{"a": "1&&&0x1", "b": "5"}, Priority: &prio, Action: "go", Params: map[string]api.Value{"p": "9007199254740993"}, Hits: &hits}
	sw := &apitest.Switch{
		InfoReply:     api.Info{ID: "a", Started: time.Unix(5, 6).UTC(), Vports: []api.VportInfo{{ID: 4, PeerVport: &pv}}, Warnings: []string{"w"}},
		SchemaReply:   api.Schema{Program: "p", Tables: []api.Table{{Name: "t", Keys: []api.Key{{Name: "k", Bits: 9}}, Example: []string{"1"}}}},
		WriteReply:    api.Written{Applied: 2, Warnings: []string{"x"}},
		DumpReply:     api.Dump{Tables: []api.TableDump{{Table: "acl", Entries: []api.Entry{e}, Default: &api.Entry{Table: "acl", DefaultAction: true, Action: "drop"}}}},
		CountersReply: []api.Counters{{Drops: 1<<64 - 1, Total: counts, Vports: []api.VportCounters{{ID: 9, Counts: counts}}}},
		ExplainReply:  []api.CounterText{{Name: "lost", Scope: "vport", Class: api.Drop, Text: "t"}},
		PuntsReply:    api.Punts{Punts: []api.Punt{{Seq: 1, Bytes: []byte{0, 255}}}},
	}
	c := serve(t, sw, ctl.Options{})
	check := func(name string, want, got any, err error) {
		t.Helper()
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", name, err, d)
		}
	}
	info, err := c.Info(ctx)
	check("info", sw.InfoReply, info, err)
	schema, err := c.Schema(ctx)
	check("schema", sw.SchemaReply, schema, err)
	batch := api.Batch{Ops: []api.Op{{Kind: api.Add, Entry: &e}, {Kind: api.Delete, Table: "t", Words: []string{"1"}}}}
	written, err := c.Write(ctx, batch)
	check("write", sw.WriteReply, written, err)
	check("batch", []api.Batch{batch}, sw.Writes(), nil)
	file := api.File{Name: "f", Text: strings.Repeat("[{\"table\": \"…\"}]\n", 100000), Replace: true}
	written, err = c.Load(ctx, file)
	check("load", sw.WriteReply, written, err)
	check("file", []api.File{file}, sw.Files(), nil)
	dump, err := c.Dump(ctx, api.DumpParams{Table: "acl"})
	check("dump", sw.DumpReply, dump, err)
	check("dumped", []api.DumpParams{{Table: "acl"}}, sw.Dumped(), nil)
	seven := 7
	cell := api.CellsParams{Kind: api.Register, Name: "flows", Index: &seven}
	cells, err := c.Cells(ctx, cell)
	check("cells", sw.CellsReply, cells, err)
	value := api.Value("0x2a")
	written, err = c.SetCells(ctx, api.SetCells{CellsParams: cell, Value: &value})
	check("set cells", sw.WriteReply, written, err)
	check("cells asked", []api.SetCells{{CellsParams: cell}, {CellsParams: cell, Value: &value}}, sw.Celled(), nil)
	traces := api.Traces{Lost: 2, Traces: []api.Trace{{Shard: 1, Vport: 3, Bytes: api.Hex{1}, Events: []api.TraceEvent{{Event: "drop"}}}}}
	sw.TraceReplies = []api.Traces{traces}
	got, err := c.Trace(ctx, api.TraceParams{N: 1, WaitMs: 5})
	check("trace", traces, got, err)
	digests, err := c.Digests(ctx, 3)
	check("digests", sw.DigestsReply, digests, err)
	counters, err := c.Counters(ctx)
	check("counters", sw.CountersReply[0], counters, err)
	explain, err := c.Explain(ctx)
	check("explain", sw.ExplainReply, explain, err)
	punts, err := c.Punts(ctx, 7)
	check("punts", sw.PuntsReply, punts, err)
	check("punts asked", []int{7}, sw.PuntsAsked(), nil)
	check("shutdown", nil, nil, c.Shutdown(ctx))
	check("calls", []string{"info", "schema", "write", "load", "dump", "cells", "set_cells", "trace", "digests", "counters", "explain", "punts", "shutdown"}, sw.Calls(), nil)
}

func TestRefusal(t *testing.T) {
	two := 2
	refusal := &api.Error{Code: api.Exists, Message: "entry exists already", Index: &two}
	c := serve(t, &apitest.Switch{Err: refusal}, ctl.Options{})
	_, err := c.Info(context.Background())
	var e *api.Error
	if !errors.As(err, &e) || errors.Is(err, ErrUnreachable) {
		t.Fatalf("got %v", err)
	}
	if d := cmp.Diff(refusal, e); d != "" {
		t.Error(d)
	}
}

func TestUnreachable(t *testing.T) {
	ctx := context.Background()
	path := sockPath(t)
	c := New(path)
	_, err := c.Info(ctx)
	if want := "the switch cannot be reached: there is no socket " + path + ": is up4d running?"; !errors.Is(err, ErrUnreachable) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}

	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	_, err = c.Info(ctx)
	if want := "the switch cannot be reached: nobody listens at " + path + ": up4d has ended without removing it, or it is no socket"; !errors.Is(err, ErrUnreachable) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestStrangeServers: what is no up4 server at all is told apart from a refusal.
func TestStrangeServers(t *testing.T) {
	for reply, want := range map[string]string{
		"":                                  "ended the connection without an answer",
		"HTTP/1.1 400 Bad Request\r\n":      "read its reply: invalid character 'H' looking for beginning of value",
		`{"v":2,"id":1,"result":{}}` + "\n": "answers with version 2 to request 1, not version 1 to request 1",
		`{"v":1,"id":9,"result":{}}` + "\n": "answers with version 1 to request 9, not version 1 to request 1",
		`{"v":1,"id":1,"result":[]}` + "\n": "read the reply to info: json: cannot unmarshal array",
		`{"v":1,"id":1}` + "\n":             "read the reply to info: unexpected end of JSON input",
	} {
		path := sockPath(t)
		l, err := net.Listen("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go func() {
			defer close(done)
			nc, err := l.Accept()
			if err != nil {
				return
			}
			defer nc.Close()
			_, _ = nc.Read(make([]byte, 4096))
			_, _ = nc.Write([]byte(reply))
		}()
		_, err = New(path).Info(context.Background())
		if !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", reply, err, want)
		}
		l.Close()
		<-done
	}
}

// TestDeadline: a switch that does not answer costs the caller its own patience.
func TestDeadline(t *testing.T) {
	hold := make(chan struct{})
	sw := &apitest.Switch{Before: func(context.Context, string) error { <-hold; return nil }}
	c := serve(t, sw, ctl.Options{})
	t.Cleanup(func() { close(hold) })
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := c.Info(ctx)
	if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrUnreachable) || err.Error() != "no answer from "+c.Path()+" within 50ms" {
		t.Errorf("got %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	if _, err := c.Info(ctx); !errors.Is(err, context.Canceled) || err.Error() != "interrupted while waiting for "+c.Path() {
		t.Errorf("got %v", err)
	}
}

// TestTurnedAway: the server's own words arrive, also under a request larger
// than a socket buffer.
func TestTurnedAway(t *testing.T) {
	hold, started := make(chan struct{}), make(chan struct{})
	sw := &apitest.Switch{Before: func(context.Context, string) error { close(started); <-hold; return nil }}
	c := serve(t, sw, ctl.Options{MaxClients: 1})
	done := make(chan error)
	go func() { done <- c.Shutdown(context.Background()) }()
	<-started
	_, err := c.Load(context.Background(), api.File{Text: strings.Repeat("x", 900_000)})
	var e *api.Error
	if !errors.As(err, &e) || e.Code != api.Busy {
		t.Errorf("got %v", err)
	}
	close(hold)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
