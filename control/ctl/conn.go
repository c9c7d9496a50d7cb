package ctl

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"runtime/debug"
	"time"

	"up4/control/api"
)

// conn is one client.
type conn struct {
	s  *Server
	nc *net.UnixConn
	r  *bufio.Reader

	busy bool      // guarded by s.mu: a call runs, or its reply is being written
	idle time.Time // guarded by s.mu: since when it has had its last reply
}

func (c *conn) serve() {
	defer c.s.serving.Done()
	defer c.s.remove(c)
	defer c.nc.Close()
	c.r = bufio.NewReaderSize(c.nc, 64<<10)
	for {
		line, err := c.readLine()
		if err != nil && !errors.Is(err, errTooLarge) {
			return
		}
		if err == nil && len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if !c.s.begin(c) {
			return
		}
		var rep api.Reply
		if err != nil {
			rep = refuse(0, api.Errorf(api.TooLarge, "a request has at most %d bytes", c.s.o.MaxRequest))
		} else {
			rep = c.answer(line)
		}
		c.s.answered(c)
		werr := c.write(rep)
		if !c.s.end(c) || werr != nil {
			return
		}
	}
}

var errTooLarge = errors.New("request too large")

// readLine reads one request without its newline. Of one that is too long, it
// reads to the end and keeps nothing. The line is valid until the next call.
func (c *conn) readLine() ([]byte, error) {
	if err := c.nc.SetReadDeadline(time.Now().Add(c.s.o.IdleTimeout)); err != nil {
		return nil, err
	}
	if _, err := c.r.Peek(1); err != nil {
		return nil, err
	}
	if err := c.nc.SetReadDeadline(time.Now().Add(c.s.o.LineTimeout)); err != nil {
		return nil, err
	}
	var long []byte
	tooLarge := false
	for {
		part, err := c.r.ReadSlice('\n')
		whole := err == nil
		if !whole && err != bufio.ErrBufferFull {
			return nil, err // also EOF in the middle of a line
		}
		part = bytes.TrimSuffix(part, []byte("\n"))
		tooLarge = tooLarge || len(long)+len(part) > c.s.o.MaxRequest
		switch {
		case whole && tooLarge:
			return nil, errTooLarge
		case tooLarge:
			long = nil
		case whole && long == nil:
			return part, nil
		default:
			long = append(long, part...)
			if whole {
				return long, nil
			}
		}
	}
}

// answer runs one request on the pool.
func (c *conn) answer(line []byte) api.Reply {
	req, bad := decode(line)
	if bad != nil {
		return refuse(req.ID, bad)
	}
	call, bad := prepare(c.s.sw, req)
	if bad != nil {
		return refuse(req.ID, bad)
	}
	select {
	case c.s.calls <- struct{}{}:
	default: // earlier calls timed out and still run
		return refuse(req.ID, api.Errorf(api.Busy, "the switch is busy with %d calls", cap(c.s.calls)))
	}
	ctx, cancel := context.WithTimeout(c.s.ctx, c.s.o.CallTimeout)
	defer cancel()
	done := make(chan api.Reply, 1)
	err := c.s.pool.Submit(func() {
		rep := c.run(ctx, req, call)
		<-c.s.calls
		done <- rep
	})
	if err != nil {
		<-c.s.calls
		return refuse(req.ID, api.Errorf(api.Internal, "start the call: %v", err))
	}
	select {
	case rep := <-done:
		return rep
	case <-ctx.Done():
		return refuse(req.ID, timedOut(ctx.Err(), c.s.o.CallTimeout))
	}
}

func timedOut(err error, after time.Duration) *api.Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return api.Errorf(api.Timeout, "the switch did not finish %v after the request; it may still do so", after)
	}
	return api.Errorf(api.Closing, "the switch is shutting down")
}

// run calls the switch. A fault in there costs a reply, not the process.
func (c *conn) run(ctx context.Context, req api.Request, call call) (rep api.Reply) {
	defer func() {
		if p := recover(); p != nil {
			c.s.o.Log.Error("control request panicked", "method", req.Method, "panic", p, "stack", string(debug.Stack()))
			rep = refuse(req.ID, api.Errorf(api.Internal, "the switch failed in %s; its log says more", req.Method))
		}
	}()
	result, err := call(ctx)
	if err != nil {
		var e *api.Error
		switch {
		case errors.As(err, &e):
			return refuse(req.ID, e)
		case ctx.Err() != nil:
			return refuse(req.ID, timedOut(ctx.Err(), c.s.o.CallTimeout))
		}
		return refuse(req.ID, api.Errorf(api.Internal, "%v", err))
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return refuse(req.ID, api.Errorf(api.Internal, "write the reply: %v", err))
	}
	return api.Reply{V: api.Version, ID: req.ID, Result: raw}
}

func refuse(id uint64, e *api.Error) api.Reply { return api.Reply{V: api.Version, ID: id, Error: e} }

func (c *conn) write(rep api.Reply) error {
	b, err := json.Marshal(rep)
	if err != nil {
		return err
	}
	if err := c.nc.SetWriteDeadline(time.Now().Add(c.s.o.LineTimeout)); err != nil {
		return err
	}
	_, err = c.nc.Write(append(b, '\n'))
	return err
}

// turnAway tells a client why it is not served. What it may have sent is
// read, as the kernel would otherwise take the reply back when closing.
func (c *conn) turnAway(e *api.Error) {
	defer c.s.serving.Done()
	defer c.nc.Close()
	_ = c.nc.SetDeadline(time.Now().Add(time.Second))
	if c.write(refuse(0, e)) == nil && c.nc.CloseWrite() == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(c.nc, 1<<20))
	}
}
