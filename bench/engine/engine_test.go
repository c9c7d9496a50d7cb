package engine

import (
	"encoding/json"
	"errors"
	"os"
	"testing"

	"up4/io/frame"
	"up4/pipelines/registry"
)

// TestRun keeps the benchmark in working order; its times are not judged here.
// With UP4_BENCH set it runs in full and prints its rows.
func TestRun(t *testing.T) {
	opt := Options{Rounds: 3}
	full := os.Getenv("UP4_BENCH") != ""
	if full {
		opt = Options{}
	}
	rows, err := Run(opt)
	if err != nil {
		t.Fatal(err)
	}
	lookups, forwards := 0, 0
	for _, r := range rows {
		if full {
			line, _ := json.Marshal(r)
			t.Logf("%s", line)
		}
		if r.NsPerFrame <= 0 || r.NsPerFrameMin > r.NsPerFrame || r.NsPerFrame > r.NsPerFrameMax || r.Bench != "engine" || r.Batch != 64 {
			t.Errorf("%+v", r)
		}
		switch r.Case {
		case "lookup":
			lookups++
		case "forward":
			forwards++
			if r.Backend == "native" && r.AllocsPerFrame != 0 {
				t.Errorf("%s allocates %v objects a frame", r.Program, r.AllocsPerFrame)
			}
		}
	}
	if lookups != len(settings) || forwards < len(settings) {
		t.Errorf("%d lookups and %d engines for %d settings", lookups, forwards, len(settings))
	}
}

// A pass must end with an error if verdicts are not the table's.
func TestWrongVerdictIsAnError(t *testing.T) {
	s := setting{"l2fwd", 4096, 4096, 64, l2Traffic}
	tr, err := l2Traffic(s)
	if err != nil {
		t.Fatal(err)
	}
	tr.flows[5].port ^= 1
	w, err := newWorldFor(s, tr)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	c, err := w.forward("native")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.take(); err == nil {
		t.Error("a wrong verdict passed")
	}
	if w.descs[0].Egress == frame.DropPort {
		t.Error("the engine did not run")
	}
}

func TestOptionsAreChecked(t *testing.T) {
	if _, err := Run(Options{Rounds: -1}); err == nil {
		t.Error("-1 rounds accepted")
	}
	if _, err := Run(Options{Backends: []string{"quantum"}}); !errors.Is(err, registry.ErrUnknownBackend) {
		t.Errorf("unknown back end: %v", err)
	}
}
