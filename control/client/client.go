// Package client is a far switch: an api.Switch that asks over a control
// socket. It links nothing of the server.
package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"syscall"
	"time"

	"up4/control/api"
)

// ErrUnreachable is wrapped by the errors of a switch that cannot be asked: no
// socket, nobody behind it, or no answer that makes sense.
var ErrUnreachable = errors.New("the switch cannot be reached")

// Client asks the switch behind one socket. Each call is a connection of its
// own, so that a Client has no state, needs no Close, and survives a restart of
// the switch. A call that runs into its context's deadline gives that
// context's error.
type Client struct{ path string }

var _ api.Switch = (*Client)(nil)

// New is a client of the control socket at path. It opens nothing.
func New(path string) *Client { return &Client{path: path} }

// Path is the socket's.
func (c *Client) Path() string { return c.path }

// Info asks what the switch is.
func (c *Client) Info(ctx context.Context) (api.Info, error) {
	return ask[api.Info](ctx, c, api.MethodInfo, nil)
}

// Schema asks for the tables.
func (c *Client) Schema(ctx context.Context) (api.Schema, error) {
	return ask[api.Schema](ctx, c, api.MethodSchema, nil)
}

// Write applies a batch.
func (c *Client) Write(ctx context.Context, b api.Batch) (api.Written, error) {
	return ask[api.Written](ctx, c, api.MethodWrite, b)
}

// Load applies a route file.
func (c *Client) Load(ctx context.Context, f api.File) (api.Written, error) {
	return ask[api.Written](ctx, c, api.MethodLoad, f)
}

// Dump reads entries back.
func (c *Client) Dump(ctx context.Context, p api.DumpParams) (api.Dump, error) {
	return ask[api.Dump](ctx, c, api.MethodDump, p)
}

// Cells reads cells of a counter, meter or register.
func (c *Client) Cells(ctx context.Context, p api.CellsParams) (api.Cells, error) {
	return ask[api.Cells](ctx, c, api.MethodCells, p)
}

// SetCells writes cells of a counter, meter or register.
func (c *Client) SetCells(ctx context.Context, p api.SetCells) (api.Written, error) {
	return ask[api.Written](ctx, c, api.MethodSetCells, p)
}

// Trace traces frames.
func (c *Client) Trace(ctx context.Context, p api.TraceParams) (api.Traces, error) {
	return ask[api.Traces](ctx, c, api.MethodTrace, p)
}

// Digests asks for the last n messages of the program to the control plane.
func (c *Client) Digests(ctx context.Context, n int) (api.Digests, error) {
	return ask[api.Digests](ctx, c, api.MethodDigests, api.LastParams{N: n})
}

// Counters asks for every counter.
func (c *Client) Counters(ctx context.Context) (api.Counters, error) {
	return ask[api.Counters](ctx, c, api.MethodCounters, nil)
}

// Explain asks for the text of every counter.
func (c *Client) Explain(ctx context.Context) ([]api.CounterText, error) {
	return ask[[]api.CounterText](ctx, c, api.MethodExplain, nil)
}

// Punts asks for the last n frames sent to the CPU port.
func (c *Client) Punts(ctx context.Context, n int) (api.Punts, error) {
	return ask[api.Punts](ctx, c, api.MethodPunts, api.LastParams{N: n})
}

// Shutdown begins the switch's end.
func (c *Client) Shutdown(ctx context.Context) error {
	return c.call(ctx, api.MethodShutdown, nil, nil)
}

// ask is call with a typed result.
func ask[R any](ctx context.Context, c *Client, method string, params any) (R, error) {
	var out R
	err := c.call(ctx, method, params, &out)
	return out, err
}

// call sends one request and reads its reply into out, which may be nil.
func (c *Client) call(ctx context.Context, method string, params, out any) error {
	req := api.Request{V: api.Version, ID: 1, Method: method}
	if params != nil {
		raw, err := json.Marshal(params)
		if err != nil {
			return fmt.Errorf("write %s request: %w", method, err)
		}
		req.Params = raw
	}
	line, err := json.Marshal(req)
	if err != nil {
		return fmt.Errorf("write %s request: %w", method, err)
	}
	start := time.Now()
	rep, err := c.exchange(ctx, append(line, '\n'))
	if err != nil {
		return c.unreachable(ctx, start, err)
	}
	switch {
	case rep.Error != nil: // also where the server did not get as far as the id
		return rep.Error
	case rep.V != api.Version || rep.ID != req.ID:
		return fmt.Errorf("%w: %s answers with version %d to request %d, not version %d to request %d",
			ErrUnreachable, c.path, rep.V, rep.ID, api.Version, req.ID)
	case out == nil:
		return nil
	}
	if err := json.Unmarshal(rep.Result, out); err != nil {
		return fmt.Errorf("%w: read the reply to %s: %w", ErrUnreachable, method, err)
	}
	return nil
}

// exchange sends a line and reads one.
func (c *Client) exchange(ctx context.Context, line []byte) (rep api.Reply, err error) {
	var d net.Dialer
	nc, err := d.DialContext(ctx, "unix", c.path)
	if err != nil {
		return rep, err
	}
	defer nc.Close()
	stop := context.AfterFunc(ctx, func() { _ = nc.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	// A server that turns the client away replies without having read; its
	// reply says more than the failed write.
	_, werr := nc.Write(line)
	r := bufio.NewReaderSize(nc, 64<<10)
	text, err := r.ReadBytes('\n')
	if err != nil {
		if werr != nil {
			err = werr
		}
		return rep, err
	}
	if err := json.Unmarshal(text, &rep); err != nil {
		return rep, fmt.Errorf("read its reply: %w", err)
	}
	return rep, nil
}

// ended is a context's error in words for people.
type ended struct {
	text string
	err  error
}

func (e ended) Error() string { return e.text }
func (e ended) Unwrap() error { return e.err }

// late is the error of an exchange, begun at start, that took too long.
func (c *Client) late(ctx context.Context, start time.Time) error {
	within := ""
	if end, ok := ctx.Deadline(); ok {
		within = fmt.Sprintf(" within %v", end.Sub(start).Round(time.Millisecond))
	}
	return ended{fmt.Sprintf("no answer from %s%s", c.path, within), context.DeadlineExceeded}
}

// unreachable says what a failed exchange, begun at start, means.
func (c *Client) unreachable(ctx context.Context, start time.Time, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ended{"interrupted while waiting for " + c.path, context.Canceled}
	case ctx.Err() != nil, errors.Is(err, os.ErrDeadlineExceeded):
		return c.late(ctx, start)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: there is no socket %s: is up4d running?", ErrUnreachable, c.path)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%w: nobody listens at %s: up4d has ended without removing it, or it is no socket", ErrUnreachable, c.path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w: %s belongs to another user", ErrUnreachable, c.path)
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: %s ended the connection without an answer", ErrUnreachable, c.path)
	}
	return fmt.Errorf("%w: %s: %w", ErrUnreachable, c.path, err)
}
