// Package ctl serves an api.Switch on a unix socket: requests and replies are
// JSON, one a line. It knows what a request looks like and nothing of what a
// switch does with it.
//
// One client cannot hold up another: each has a goroutine that reads and
// writes, under deadlines, and calls of the switch run on a bounded pool.
package ctl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/panjf2000/ants/v2"

	"up4/control/api"
)

// Options bound what clients can ask for. Zero values take the defaults.
type Options struct {
	Log *slog.Logger // default: none
	// MaxRequest is the longest request line in bytes; default 64 MiB, which a
	// file of 400,000 routes fits.
	MaxRequest int
	// MaxClients is the number of connections, and of calls at once; default
	// 32. One more puts out the client that has been idle longest.
	MaxClients int
	// IdleTimeout is how long a client may stay without a request; default 5 minutes.
	IdleTimeout time.Duration
	// LineTimeout is how long a request may take from its first byte to its
	// last, and a reply; default 30 s.
	LineTimeout time.Duration
	// CallTimeout is how long the switch may take; default 30 s.
	CallTimeout time.Duration
	// Grace is how long Close waits for calls that run; default 2 s.
	Grace time.Duration
}

func (o *Options) defaults() {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for _, n := range []struct {
		v *int
		d int
	}{{&o.MaxRequest, 64 << 20}, {&o.MaxClients, 32}} {
		if *n.v <= 0 {
			*n.v = n.d
		}
	}
	for _, n := range []struct {
		v *time.Duration
		d time.Duration
	}{{&o.IdleTimeout, 5 * time.Minute}, {&o.LineTimeout, 30 * time.Second}, {&o.CallTimeout, 30 * time.Second}, {&o.Grace, 2 * time.Second}} {
		if *n.v <= 0 {
			*n.v = n.d
		}
	}
}

// Server is a control socket that is being served.
type Server struct {
	o    Options
	sw   api.Switch
	l    *net.UnixListener
	path string
	file fs.FileInfo // of the socket, to remove no other
	pool *ants.Pool
	// calls has an element for each call that runs. The pool has room for more:
	// a worker that has replied takes a moment to become free.
	calls chan struct{}

	ctx    context.Context // ends when Close has waited long enough
	cancel context.CancelFunc

	accepting sync.WaitGroup
	serving   sync.WaitGroup

	mu      sync.Mutex
	conns   map[*conn]bool // guarded by mu
	closing bool           // guarded by mu

	closed   sync.Once
	closeErr error
}

// Listen opens the control socket at path and serves sw until Close. The
// caller holds Lock(path).
func Listen(path string, sw api.Switch, o Options) (*Server, error) {
	o.defaults()
	pool, err := ants.NewPool(2*o.MaxClients, ants.WithNonblocking(true))
	if err != nil {
		return nil, fmt.Errorf("make the pool of control work: %w", err)
	}
	l, err := listen(path)
	if err != nil {
		pool.Release()
		return nil, err
	}
	l.SetUnlinkOnClose(false)
	s := &Server{o: o, sw: sw, l: l, path: path, pool: pool,
		calls: make(chan struct{}, o.MaxClients), conns: map[*conn]bool{}}
	s.file, err = os.Lstat(path)
	if err != nil {
		pool.Release()
		l.Close()
		return nil, fmt.Errorf("open control socket: %w", err)
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.accepting.Add(1)
	go s.accept()
	return s, nil
}

// acceptPause keeps a lack of file descriptors from turning into a busy loop.
const acceptPause = 50 * time.Millisecond

func (s *Server) accept() {
	defer s.accepting.Done()
	for {
		nc, err := s.l.AcceptUnix()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil:
			s.o.Log.Warn("accept control client", "err", err)
			time.Sleep(acceptPause)
			continue
		}
		c := &conn{s: s, nc: nc, idle: time.Now()}
		if e := s.add(c); e != nil {
			go c.turnAway(e)
		}
	}
}

// add starts serving a client, at the cost of the one that has been idle
// longest if there are too many. An error is what to tell it before it is
// turned away; it counts as being served until then.
func (s *Server) add(c *conn) *api.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.serving.Add(1)
	switch {
	case s.closing:
		return api.Errorf(api.Closing, "the switch is shutting down")
	case len(s.conns) >= s.o.MaxClients && !s.putOut():
		return api.Errorf(api.Busy, "%d clients are being served", s.o.MaxClients)
	}
	s.conns[c] = true
	go c.serve()
	return nil
}

// putOut ends the client that has been idle longest. Callers hold mu.
func (s *Server) putOut() bool {
	var oldest *conn
	for c := range s.conns {
		if !c.busy && (oldest == nil || c.idle.Before(oldest.idle)) {
			oldest = c
		}
	}
	if oldest == nil {
		return false
	}
	delete(s.conns, oldest)
	oldest.nc.Close()
	return true
}

// begin marks a client as busy with a call. False: it has been put out, or the
// server ends.
func (s *Server) begin(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing || !s.conns[c] {
		return false
	}
	c.busy = true
	return true
}

// answered notes that a client's reply is about to be written: it counts as idle from
// then on, so that clients are ordered as their replies were, whenever the goroutines
// that wrote them come to run again.
func (s *Server) answered(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.idle = time.Now()
}

// end marks a client as idle. False: the server ends.
func (s *Server) end(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.busy = false
	return !s.closing
}

func (s *Server) remove(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// Close ends the server: no more clients, calls that run have a moment to
// reply, and the socket file is gone. It may be called more than once.
func (s *Server) Close() error {
	s.closed.Do(func() { s.closeErr = s.close() })
	return s.closeErr
}

func (s *Server) close() error {
	s.mu.Lock()
	s.closing = true
	for c := range s.conns {
		if !c.busy {
			c.nc.Close()
		}
	}
	s.mu.Unlock()
	errs := []error{s.l.Close(), s.removeSocket()}
	s.accepting.Wait()

	done := make(chan struct{})
	go func() { s.serving.Wait(); close(done) }()
	timer := time.NewTimer(s.o.Grace)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		s.mu.Lock()
		for c := range s.conns {
			c.nc.Close()
		}
		s.mu.Unlock()
	}
	s.cancel()
	<-done
	if err := s.pool.ReleaseTimeout(s.o.Grace); err != nil {
		errs = append(errs, fmt.Errorf("end control work: %w", err))
	}
	return errors.Join(errs...)
}

// removeSocket removes the socket file if it is still the one that was opened.
func (s *Server) removeSocket() error {
	fi, err := os.Lstat(s.path)
	if err != nil || !os.SameFile(fi, s.file) {
		return nil // someone has taken care of it
	}
	if err := os.Remove(s.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove control socket: %w", err)
	}
	return nil
}
