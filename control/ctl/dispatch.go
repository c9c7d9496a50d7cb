package ctl

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"up4/control/api"
	"up4/internal/nearest"
)

// call is a request whose params have been read.
type call func(context.Context) (any, error)

// methods is every method and how its params are read.
var methods = map[string]func(api.Switch, json.RawMessage) (call, error){
	api.MethodInfo:     plain(api.Switch.Info),
	api.MethodSchema:   plain(api.Switch.Schema),
	api.MethodCounters: plain(api.Switch.Counters),
	api.MethodExplain:  plain(api.Switch.Explain),
	api.MethodShutdown: plain(func(sw api.Switch, ctx context.Context) (struct{}, error) { return struct{}{}, sw.Shutdown(ctx) }),
	api.MethodWrite:    withRead(api.Switch.Write, batch),
	api.MethodLoad:     with(api.Switch.Load),
	api.MethodDump:     with(api.Switch.Dump),
	api.MethodCells:    with(api.Switch.Cells),
	api.MethodSetCells: with(api.Switch.SetCells),
	api.MethodTrace:    with(api.Switch.Trace),
	api.MethodDigests: with(func(sw api.Switch, ctx context.Context, p api.LastParams) (api.Digests, error) {
		return sw.Digests(ctx, p.N)
	}),
	api.MethodPunts: with(func(sw api.Switch, ctx context.Context, p api.LastParams) (api.Punts, error) {
		return sw.Punts(ctx, p.N)
	}),
}

var methodNames = []string{api.MethodInfo, api.MethodSchema, api.MethodWrite, api.MethodLoad, api.MethodDump,
	api.MethodCells, api.MethodSetCells, api.MethodDigests, api.MethodTrace,
	api.MethodCounters, api.MethodExplain, api.MethodPunts, api.MethodShutdown}

func plain[R any](f func(api.Switch, context.Context) (R, error)) func(api.Switch, json.RawMessage) (call, error) {
	return func(sw api.Switch, raw json.RawMessage) (call, error) {
		var none struct{}
		if err := strict(raw, &none); err != nil {
			return nil, err
		}
		return func(ctx context.Context) (any, error) { return f(sw, ctx) }, nil
	}
}

func with[P, R any](f func(api.Switch, context.Context, P) (R, error)) func(api.Switch, json.RawMessage) (call, error) {
	return withRead(f, func(raw json.RawMessage) (p P, err error) {
		err = strict(raw, &p)
		return p, err
	})
}

func withRead[P, R any](f func(api.Switch, context.Context, P) (R, error), read func(json.RawMessage) (P, error)) func(api.Switch, json.RawMessage) (call, error) {
	return func(sw api.Switch, raw json.RawMessage) (call, error) {
		p, err := read(raw)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context) (any, error) { return f(sw, ctx, p) }, nil
	}
}

// decode reads a request line. With an error, what could be read of the
// request comes back all the same: its id is worth having.
func decode(line []byte) (api.Request, *api.Error) {
	var req api.Request
	if err := strict(line, &req); err != nil {
		return req, api.Errorf(api.BadRequest, "not a request: %v", err)
	}
	if req.V != api.Version {
		return req, api.Errorf(api.BadVersion, "this switch speaks version %d, the request version %d", api.Version, req.V)
	}
	return req, nil
}

func prepare(sw api.Switch, req api.Request) (call, *api.Error) {
	read, ok := methods[req.Method]
	if !ok {
		name := req.Method
		if len(name) > 80 {
			name = name[:80] + "…"
		}
		return nil, api.Errorf(api.UnknownMethod, "there is no method %q%s", name, nearest.Hint(req.Method, methodNames))
	}
	if req.Method != api.MethodLoad && len(req.Params) > maxParams {
		return nil, tooLong("params of "+req.Method+" have", maxParams)
	}
	c, err := read(sw, req.Params)
	var e *api.Error
	if errors.As(err, &e) {
		return nil, e
	}
	if err != nil {
		return nil, api.Errorf(api.BadRequest, "params of %s: %v", req.Method, err)
	}
	return c, nil
}

// strict reads one JSON value without unknown names. Nothing at all leaves v
// as it is.
func strict(raw []byte, v any) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("%s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("there is more after the value")
	}
	return nil
}
