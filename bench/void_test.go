package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// By hand: 60 ns at 64 bytes and 230 at 1460 make 60 + 170·698/1396 = 145 ns at
// 762, and 1.5 times that 217.5.
func TestVoid(t *testing.T) {
	f := func(v float64) *Figure { return &Figure{Median: v} }
	for _, c := range []struct {
		name                 string
		frameBytes           int
		trains               bool
		bare, bareBusy, busy *Figure
		want                 []string // parts; none: the row counts
	}{
		{"quiet", 1460, true, f(230), f(1), f(0.95), nil},
		{"as slow as may be", 1460, true, f(344), f(0.8), f(0.8), nil},
		{"slower", 1460, true, f(346), f(1), f(1), []string{"took 346 ns a frame, on a quiet machine 230"}},
		{"short frames", 64, true, f(91), f(1), f(1), []string{"took 91 ns a frame, on a quiet machine 60"}},
		{"between", 762, true, f(217), f(1), f(1), nil},
		{"between, slower", 762, true, f(218), f(1), f(1), []string{"on a quiet machine 145"}},
		{"singles", 1460, false, f(2700), f(1), f(1), nil},
		{"slow singles", 1460, false, f(2800), f(1), f(1), []string{"on a quiet machine 1836"}},
		{"idle shard", 64, true, f(60), f(0.9), f(0.79), []string{"the shard ran 79% of the time: not saturated"}},
		{"idle yardstick", 64, true, f(60), f(0.5), f(1), []string{"the bare forwarder ran 50% of the time"}},
		{"all of it", 64, true, f(100), f(0.5), f(0.4), []string{"took 100 ns", "forwarder ran 50%", "shard ran 40%"}},
		{"bare alone", 64, true, f(60), f(0.9), nil, nil},
		{"nothing", 64, true, nil, f(0), f(0), []string{"nothing was forwarded"}},
	} {
		got := voidReasons(e2eCase{c.frameBytes, 1, c.trains}, c.bare, c.bareBusy, c.busy)
		if (got == "") != (c.want == nil) {
			t.Errorf("%s: %q", c.name, got)
		}
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q lacks %q", c.name, got, w)
			}
		}
	}
}

// A row shows the yardstick's own figures and that it is void, in both forms.
func TestVoidRow(t *testing.T) {
	r := Row{Bench: "e2e", Case: "c", CPUNsPerFrame: &Figure{300, 290, 310}, BareNsPerFrame: &Figure{250, 240, 260},
		Busy: &Figure{0.7, 0.6, 0.8}, BareBusy: &Figure{0.9, 0.8, 1}, Void: "why"}
	var b strings.Builder
	if err := r.print(&b, true); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	for k, want := range map[string]any{
		"bare_cpu_ns_per_frame": 250.0, "bare_cpu_ns_per_frame_min": 240.0, "bare_cpu_ns_per_frame_max": 260.0,
		"busy": 0.7, "bare_busy": 0.9, "void": "why",
	} {
		if got[k] != want {
			t.Errorf("%s: %v, want %v", k, got[k], want)
		}
	}
	b.Reset()
	if err := r.print(&b, false); err != nil || !strings.Contains(b.String(), "bare 250.0 ns/frame (240.0–260.0)") ||
		!strings.Contains(b.String(), "busy 70% (bare 90%)") || !strings.Contains(b.String(), "VOID: why") {
		t.Errorf("%v: %s", err, b.String())
	}
}
