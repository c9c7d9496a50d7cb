package ctl

import (
	"bytes"
	"encoding/json"
	"io"

	"up4/control/api"
)

// What a request may hold. A step that has been read takes several times the
// memory of its text, so a batch is read step by step and ends where it holds
// too much; of a route file, package entry takes no more than its tables hold.
const (
	maxParams = 16 << 20 // bytes of params, but of load
	maxSteps  = 1 << 17
	maxStep   = 64 << 10 // bytes of text
)

func tooLong(what string, most int) *api.Error {
	return api.Errorf(api.TooLarge, "%s at most %d bytes", what, most)
}

// batch reads the params of write. As everywhere, null is nothing.
func batch(raw json.RawMessage) (b api.Batch, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if some, err := open(d, '{', "an object"); !some {
		return b, err
	}
	for d.More() {
		name, err := d.Token()
		switch {
		case err != nil:
			return b, err
		case name != "ops":
			return b, api.Errorf(api.BadRequest, "params of write: unknown field %.80q", name)
		case b.Ops != nil:
			return b, api.Errorf(api.BadRequest, "params of write: \"ops\" is given twice")
		}
		if b.Ops, err = steps(d); err != nil {
			return b, err
		}
	}
	if _, err := d.Token(); err != nil {
		return b, err
	}
	return b, nil
}

func steps(d *json.Decoder) ([]api.Op, error) {
	ops := []api.Op{}
	if some, err := open(d, '[', "ops to be an array"); !some {
		return ops, err
	}
	var text json.RawMessage
	for d.More() {
		if len(ops) == maxSteps {
			return nil, api.Errorf(api.TooLarge, "a batch has at most %d steps; table load takes more", maxSteps)
		}
		if err := d.Decode(&text); err != nil {
			return nil, err
		}
		at := len(ops)
		if len(text) > maxStep {
			e := tooLong("a step of a batch has", maxStep)
			e.Index = &at
			return nil, e
		}
		var op api.Op
		if err := strict(text, &op); err != nil {
			return nil, &api.Error{Code: api.BadRequest, Message: "params of write: " + err.Error(), Index: &at}
		}
		ops = append(ops, op)
	}
	_, err := d.Token()
	return ops, err
}

// open takes an opening bracket. False: there is nothing behind it.
func open(d *json.Decoder, want json.Delim, what string) (bool, error) {
	got, err := d.Token()
	switch {
	case err == io.EOF || err == nil && got == nil:
		return false, nil
	case err == nil && got != want:
		return false, api.Errorf(api.BadRequest, "params of write: expected %s", what)
	}
	return err == nil, err
}
