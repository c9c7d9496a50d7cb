package ctl

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/control/api"
)

func TestBatch(t *testing.T) {
	step := `{"op":"add","table":"t","words":["1","drop"]}`
	op := api.Op{Kind: api.Add, Table: "t", Words: []string{"1", "drop"}}
	for text, want := range map[string][]api.Op{
		"":                       nil,
		"null":                   nil,
		"{}":                     nil,
		`{"ops":null}`:           {},
		`{"ops":[]}`:             {},
		`{"ops":[` + step + `]}`: {op},
		`{"ops": [` + step + `, ` + step + ` ] } `: {op, op},
	} {
		got, err := batch([]byte(text))
		if d := cmp.Diff(want, got.Ops); err != nil || d != "" {
			t.Errorf("%s: %v\n%s", text, err, d)
		}
	}
	long := `{"op":"add","table":"` + strings.Repeat("t", maxStep) + `"}`
	for text, want := range map[string]string{
		`[]`:                                  "params of write: expected an object [bad-request]",
		`7`:                                   "params of write: expected an object [bad-request]",
		`{"ops":{}}`:                          "params of write: expected ops to be an array [bad-request]",
		`{"ops":[],"ops":[]}`:                 `params of write: "ops" is given twice [bad-request]`,
		`{"op":[]}`:                           `params of write: unknown field "op" [bad-request]`,
		`{"ops":[` + step + `,{"x":1}]}`:      `entry 2 of the batch: params of write: unknown field "x" [bad-request]`,
		`{"ops":[` + step + `,` + long + `]}`: "entry 2 of the batch: a step of a batch has at most 65536 bytes [too-large]",
		`{"ops":[` + strings.Repeat(`{},`, maxSteps) + `{}]}`: "a batch has at most 131072 steps; table load takes more [too-large]",
	} {
		_, err := batch([]byte(text))
		var e *api.Error
		if !errors.As(err, &e) || e.Error() != want {
			t.Errorf("%.60s: got %v, want %s", text, err, want)
		}
	}
	if b, err := batch([]byte(`{"ops":[` + strings.Repeat(`{},`, maxSteps-1) + `{}]}`)); err != nil || len(b.Ops) != maxSteps {
		t.Errorf("as many steps as there may be: %d, %v", len(b.Ops), err)
	}
}

// TestBatchWithoutMeasure: a request of nothing but small values costs a small
// multiple of its length before it is refused.
func TestBatchWithoutMeasure(t *testing.T) {
	for name, ops := range map[string]string{
		"steps": strings.Repeat(`{},`, 15<<20/3) + `{}`,
		"words": `{"words":[` + strings.Repeat(`"",`, 15<<20/3) + `""]}`,
		"names": `{"entry":{"match":{` + strings.Repeat(`"a":1,`, 15<<20/6) + `"a":1}}}`,
	} {
		req := api.Request{V: 1, Method: api.MethodWrite, Params: []byte(`{"ops":[` + ops + `]}`)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := prepare(nil, req)
		runtime.ReadMemStats(&after)
		if err == nil || err.Code != api.TooLarge {
			t.Errorf("%s: got %v", name, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 250<<20 {
			t.Errorf("%s: %d MiB for a request of 15", name, used>>20)
		}
	}
}

// TestParamsWithoutMeasure: only a route file may be larger.
func TestParamsWithoutMeasure(t *testing.T) {
	for method := range methods {
		req := api.Request{V: 1, Method: method, Params: []byte("{" + strings.Repeat(" ", maxParams) + "}")}
		want := fmt.Sprintf("params of %s have at most 16777216 bytes [too-large]", method)
		_, err := prepare(nil, req)
		switch {
		case method == api.MethodLoad && err != nil:
			t.Errorf("load: %v", err)
		case method != api.MethodLoad && (err == nil || err.Error() != want):
			t.Errorf("%s: got %v, want %s", method, err, want)
		}
	}
}
