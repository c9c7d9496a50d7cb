package ctl

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"up4/control/api"
	"up4/control/api/apitest"
)

// TestMain: nothing of a server outlives it. Package ants starts goroutines of
// a default pool when it is loaded.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

func serve(t *testing.T, sw api.Switch, o Options) string {
	t.Helper()
	path, _ := server(t, sw, o)
	return path
}

func server(t *testing.T, sw api.Switch, o Options) (path string, s *Server) {
	t.Helper()
	path = sockPath(t)
	s, err := Listen(path, sw, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("second close: %v", err)
		}
	})
	return path, s
}

// settle waits until no client is busy: a reply is read before its writer has said so.
func (s *Server) settle(t *testing.T) {
	t.Helper()
	busy := func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		for c := range s.conns {
			if c.busy {
				return true
			}
		}
		return false
	}
	for end := time.Now().Add(10 * time.Second); busy(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a client is still busy")
		}
	}
}

type peerConn struct {
	t *testing.T
	net.Conn
	r *bufio.Reader
}

func dial(t *testing.T, path string) *peerConn {
	t.Helper()
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &peerConn{t, c, bufio.NewReader(c)}
}

// line reads one reply line; a server that is silent fails the test.
func (c *peerConn) line() string {
	c.t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
	s, err := c.r.ReadString('\n')
	if err != nil {
		c.t.Fatalf("read reply: %v after %q", err, s)
	}
	return strings.TrimSuffix(s, "\n")
}

func (c *peerConn) ask(line string) string {
	c.t.Helper()
	if _, err := c.Write([]byte(line + "\n")); err != nil {
		c.t.Fatal(err)
	}
	return c.line()
}

// wait is a receive that fails the test rather than hang.
func wait(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(10 * time.Second):
		t.Fatal("waited 10 s in vain")
	}
}

// gone waits for the server to close the connection.
func (c *peerConn) gone() bool {
	_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
	_, err := c.r.ReadByte()
	var ne net.Error
	return err != nil && !(errors.As(err, &ne) && ne.Timeout())
}

// TestProtocol is one connection: bad requests are answered, and the next good
// one still is.
func TestProtocol(t *testing.T) {
	sw := &apitest.Switch{WriteReply: api.Written{Applied: 1, Warnings: []string{}}, PuntsReply: api.Punts{Punts: []api.Punt{}}}
	c := dial(t, serve(t, sw, Options{MaxRequest: 1000}))
	for _, x := range []struct{ req, want string }{
		{`{"v":1,"id":7,"method":"write","params":{"ops":[{"op":"add","table":"t","words":["1","drop"]}]}}`,
			`{"v":1,"id":7,"result":{"applied":1,"warnings":[]}}`},
		{`{"v":1,"id":8,"method":"shutdown"}`, `{"v":1,"id":8,"result":{}}`},
		{`{"v":1,"id":9,"method":"punts","params":{"n":3}}`, `{"v":1,"id":9,"result":{"punts":[]}}`},
		{`nonsense`, `{"v":1,"id":0,"error":{"code":"bad-request","message":"not a request: invalid character 'o' in literal null (expecting 'u')"}}`},
		{`{"v":1,"id":1,"method":"info","extra":1}`, `{"v":1,"id":1,"error":{"code":"bad-request","message":"not a request: unknown field \"extra\""}}`},
		{`{"v":1,"id":1,"method":"info"} {}`, `{"v":1,"id":1,"error":{"code":"bad-request","message":"not a request: there is more after the value"}}`},
		{`{"id":2,"method":"info"}`, `{"v":1,"id":2,"error":{"code":"bad-version","message":"this switch speaks version 1, the request version 0"}}`},
		{`{"v":2,"id":3,"method":"info"}`, `{"v":1,"id":3,"error":{"code":"bad-version","message":"this switch speaks version 1, the request version 2"}}`},
		{`{"v":1,"id":4,"method":"inof"}`, `{"v":1,"id":4,"error":{"code":"unknown-method","message":"there is no method \"inof\"; did you mean \"info\"?"}}`},
		{`{"v":1,"id":5,"method":"punts","params":{"m":3}}`, `{"v":1,"id":5,"error":{"code":"bad-request","message":"params of punts: unknown field \"m\""}}`},
		{`{"v":1,"id":6,"method":"info","params":{"x":1}}`, `{"v":1,"id":6,"error":{"code":"bad-request","message":"params of info: unknown field \"x\""}}`},
		{"\n" + `{"v":1,"id":10,"method":"punts"}`, `{"v":1,"id":10,"result":{"punts":[]}}`},
		{strings.Repeat("x", 1001), `{"v":1,"id":0,"error":{"code":"too-large","message":"a request has at most 1000 bytes"}}`},
		{strings.Repeat("x", 1<<20), `{"v":1,"id":0,"error":{"code":"too-large","message":"a request has at most 1000 bytes"}}`},
		{`{"v":1,"id":11,"method":"punts"` + strings.Repeat(" ", 968) + `}`, `{"v":1,"id":11,"result":{"punts":[]}}`}, // 1,000 bytes
	} {
		if got := c.ask(x.req); got != x.want {
			t.Errorf("%.80s:\n got %s\nwant %s", x.req, got, x.want)
		}
	}
	if w := sw.Writes(); len(w) != 1 || w[0].Ops[0].Table != "t" || w[0].Ops[0].Words[1] != "drop" {
		t.Errorf("written %+v", w)
	}
}

func TestErrorsOfTheSwitch(t *testing.T) {
	two := 2
	sw := &apitest.Switch{}
	c := dial(t, serve(t, sw, Options{}))
	for _, x := range []struct {
		err  error
		want string
	}{
		{&api.Error{Code: api.Exists, Message: "entry exists already", Index: &two, File: "r", Line: 3, Column: 4},
			`{"code":"exists","message":"entry exists already","index":2,"file":"r","line":3,"column":4}`},
		{fmt.Errorf("dump: %w", errors.New("broken")), `{"code":"internal","message":"dump: broken"}`},
	} {
		sw.Err = x.err
		if got, want := c.ask(`{"v":1,"id":1,"method":"info"}`), `{"v":1,"id":1,"error":`+x.want+`}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	sw.Before = func(context.Context, string) error { panic("lost my mind") }
	want := `{"v":1,"id":1,"error":{"code":"internal","message":"the switch failed in info; its log says more"}}`
	if got := c.ask(`{"v":1,"id":1,"method":"info"}`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTimeout: a call that does not return costs its client an answer, and
// others nothing, until every place is taken.
func TestTimeout(t *testing.T) {
	hold := make(chan struct{})
	sw := &apitest.Switch{Before: func(_ context.Context, m string) error {
		if m == api.MethodDump {
			<-hold
		}
		return nil
	}}
	path := serve(t, sw, Options{CallTimeout: 50 * time.Millisecond, MaxClients: 2})
	t.Cleanup(func() { close(hold) }) // before the server ends
	c := dial(t, path)
	want := `{"v":1,"id":1,"error":{"code":"timeout","message":"the switch did not finish 50ms after the request; it may still do so"}}`
	if got := c.ask(`{"v":1,"id":1,"method":"dump"}`); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := dial(t, path).ask(`{"v":1,"id":2,"method":"shutdown"}`); got != `{"v":1,"id":2,"result":{}}` {
		t.Errorf("another client: %s", got)
	}
	c.ask(`{"v":1,"id":1,"method":"dump"}`)
	if got, want := c.ask(`{"v":1,"id":3,"method":"info"}`), `{"v":1,"id":3,"error":{"code":"busy","message":"the switch is busy with 2 calls"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestSlowClients: half a request, a client that says nothing and one that
// does not read its replies hold up nobody, and are put out in time.
func TestSlowClients(t *testing.T) {
	sw := &apitest.Switch{InfoReply: api.Info{Warnings: []string{strings.Repeat("w", 1<<20)}}}
	path := serve(t, sw, Options{IdleTimeout: 300 * time.Millisecond, LineTimeout: 200 * time.Millisecond})
	half, silent, deaf := dial(t, path), dial(t, path), dial(t, path)
	if _, err := half.Write([]byte(`{"v":1,`)); err != nil {
		t.Fatal(err)
	}
	if _, err := deaf.Write([]byte(`{"v":1,"id":1,"method":"info"}` + "\n")); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if got := dial(t, path).ask(fmt.Sprintf(`{"v":1,"id":%d,"method":"shutdown"}`, i)); got != fmt.Sprintf(`{"v":1,"id":%d,"result":{}}`, i) {
			t.Fatalf("got %s", got)
		}
	}
	for name, c := range map[string]*peerConn{"half a request": half, "a silent client": silent} {
		if !c.gone() {
			t.Errorf("%s is still connected", name)
		}
	}
	time.Sleep(300 * time.Millisecond) // more than the line timeout: the reply of a megabyte was given up
	_ = deaf.SetReadDeadline(time.Now().Add(10 * time.Second))
	if b, err := deaf.r.ReadBytes('\n'); err == nil {
		t.Errorf("a client that did not read got all %d bytes in the end", len(b))
	}
}

// TestManyClients: the one that has been idle longest makes room; those that
// wait for an answer do not.
func TestManyClients(t *testing.T) {
	hold := make(chan struct{})
	started := make(chan struct{}, 2)
	sw := &apitest.Switch{Before: func(_ context.Context, m string) error {
		if m == api.MethodDump {
			started <- struct{}{}
			<-hold
		}
		return nil
	}}
	path, s := server(t, sw, Options{MaxClients: 2})
	first, second := dial(t, path), dial(t, path)
	first.ask(`{"v":1,"id":1,"method":"shutdown"}`)
	second.ask(`{"v":1,"id":1,"method":"shutdown"}`)
	s.settle(t)
	third := dial(t, path)
	if got := third.ask(`{"v":1,"id":3,"method":"shutdown"}`); got != `{"v":1,"id":3,"result":{}}` {
		t.Errorf("got %s", got)
	}
	if !first.gone() {
		t.Error("the idlest client is still connected")
	}
	for _, c := range []*peerConn{second, third} {
		if _, err := c.Write([]byte(`{"v":1,"id":4,"method":"dump"}` + "\n")); err != nil {
			t.Fatal(err)
		}
		wait(t, started)
	}
	if got, want := dial(t, path).ask(`{"v":1,"id":5,"method":"info"}`), `{"v":1,"id":0,"error":{"code":"busy","message":"2 clients are being served"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	close(hold)
	for _, c := range []*peerConn{second, third} {
		if got := c.line(); got != `{"v":1,"id":4,"result":{"tables":null}}` {
			t.Errorf("got %s", got)
		}
	}
}

// TestClose: calls that run reply, the socket is gone, idle clients are
// disconnected; a call that hangs does not keep Close beyond its grace.
func TestClose(t *testing.T) {
	started, hold := make(chan struct{}), make(chan struct{})
	sw := &apitest.Switch{Before: func(ctx context.Context, m string) error {
		if m == api.MethodDump {
			close(started)
			<-hold
		}
		return nil
	}}
	path := sockPath(t)
	s, err := Listen(path, sw, Options{Grace: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	idle, busy := dial(t, path), dial(t, path)
	idle.ask(`{"v":1,"id":1,"method":"shutdown"}`)
	if _, err := busy.Write([]byte(`{"v":1,"id":2,"method":"dump"}` + "\n")); err != nil {
		t.Fatal(err)
	}
	wait(t, started)
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if !idle.gone() {
		t.Error("an idle client is still connected")
	}
	close(hold)
	if got := busy.line(); got != `{"v":1,"id":2,"result":{"tables":null}}` {
		t.Errorf("got %s", got)
	}
	if !busy.gone() {
		t.Error("a client is connected to a closed server")
	}
	wg.Wait()
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is still there: %v", err)
	}
	if _, err := net.Dial("unix", path); err == nil {
		t.Error("the socket still answers")
	}
}

func TestCloseDoesNotWaitForEver(t *testing.T) {
	started, hold := make(chan struct{}), make(chan struct{})
	sw := &apitest.Switch{Before: func(ctx context.Context, m string) error {
		close(started)
		<-hold
		return nil
	}}
	path := sockPath(t)
	s, err := Listen(path, sw, Options{Grace: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	c := dial(t, path)
	if _, err := c.Write([]byte(`{"v":1,"id":2,"method":"info"}` + "\n")); err != nil {
		t.Fatal(err)
	}
	wait(t, started)
	begin := time.Now()
	err = s.Close()
	if err == nil || time.Since(begin) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
	close(hold)
}

// FuzzDecode: any line gives a request or a refusal, and never a panic.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"v":1,"id":1,"method":"info"}`, `{"v":1,"method":"write","params":{"ops":[{"op":"add","entry":{"match":{"a":1}}}]}}`,
		`{"v":1,"method":"load","params":{"text":"[]"}}`, `null`, `[]`, `{"v":1,"params":{}}`, "\x00", `{"v":1e0}`, `{"v":1,"method":"dump","params":null}`} {
		f.Add([]byte(s))
	}
	sw := &apitest.Switch{}
	f.Fuzz(func(t *testing.T, line []byte) {
		req, bad := decode(line)
		if bad == nil {
			var c call
			if c, bad = prepare(sw, req); bad == nil {
				if _, err := c(context.Background()); err != nil {
					t.Fatal(err)
				}
				return
			}
		}
		if bad.Code == "" || bad.Message == "" || len(bad.Message) > 4096+6*len(line) {
			t.Fatalf("%q: %#v", line, bad)
		}
		if _, err := json.Marshal(refuse(req.ID, bad)); err != nil {
			t.Fatal(err)
		}
	})
}
