package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Row is one result: a JSON object a line. Figures are medians, with the
// smallest and largest of the repeats beside them.
type Row struct {
	Bench      string `json:"bench"`
	Case       string `json:"case"`
	Program    string `json:"program,omitempty"`
	Backend    string `json:"backend,omitempty"`
	Mode       string `json:"mode,omitempty"`
	Transport  string `json:"transport,omitempty"`
	Routes     int    `json:"routes,omitempty"`
	Flows      int    `json:"flows,omitempty"`
	Batch      int    `json:"batch,omitempty"`
	Shards     int    `json:"shards,omitempty"`
	FrameBytes int    `json:"frame_bytes,omitempty"`
	Egresses   int    `json:"egresses,omitempty"`

	NsPerFrame     *Figure  `json:"ns_per_frame,omitempty"`
	CPUNsPerFrame  *Figure  `json:"cpu_ns_per_frame,omitempty"`
	BareNsPerFrame *Figure  `json:"bare_cpu_ns_per_frame,omitempty"` // of the bare forwarder beside it
	Busy           *Figure  `json:"busy,omitempty"`                  // share of the time that the measured threads ran, 0 to 1
	BareBusy       *Figure  `json:"bare_busy,omitempty"`
	RatioToIO      *Figure  `json:"ratio_to_io,omitempty"`
	RatioToOne     *Figure  `json:"ratio_to_one,omitempty"` // to the row with one egress, or one shard
	FramesPerS     *Figure  `json:"frames_per_s,omitempty"`
	InnerGbps      *Figure  `json:"inner_gbps,omitempty"`
	AllocsPerFrame *float64 `json:"allocs_per_frame,omitempty"`
	TrainIn        *float64 `json:"train_in,omitempty"`  // mean frames a train received
	TrainOut       *float64 `json:"train_out,omitempty"` // and sent
	CopiedOut      *uint64  `json:"copied_out,omitempty"`
	Linearised     *uint64  `json:"linearised,omitempty"`
	Gathered       *uint64  `json:"gathered,omitempty"`
	DropsWith      *uint64  `json:"drops_with,omitempty"`    // publications
	DropsWithout   *uint64  `json:"drops_without,omitempty"` // publications
	Void           string   `json:"void,omitempty"`          // why the row says nothing
}

// Figure is the median, minimum and maximum of repeats.
type Figure struct{ Median, Min, Max float64 }

// figure sums repeats up; those that are not numbers are left out.
func figure(v []float64) *Figure {
	v = slices.DeleteFunc(slices.Clone(v), func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	if len(v) == 0 {
		return nil
	}
	slices.Sort(v)
	return &Figure{v[len(v)/2], v[0], v[len(v)-1]}
}

// MarshalJSON writes a row with its figures spread out: x, x_min, x_max.
func (r Row) MarshalJSON() ([]byte, error) {
	type plain Row
	b, err := json.Marshal(plain(r))
	if err != nil {
		return nil, err
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	for k, v := range m {
		if f, ok := v.(map[string]any); ok {
			m[k], m[k+"_min"], m[k+"_max"] = f["Median"], f["Min"], f["Max"]
		}
	}
	return json.Marshal(m)
}

// print writes a row for people, or as JSON.
func (r Row) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-7s %-34s", r.Bench, r.Case)
	add := func(name string, f *Figure, unit string, digits int) {
		if f != nil {
			fmt.Fprintf(&b, "  %s %.*f%s (%.*f–%.*f)", name, digits, f.Median, unit, digits, f.Min, digits, f.Max)
		}
	}
	add("", r.NsPerFrame, " ns/frame", 1)
	add("cpu", r.CPUNsPerFrame, " ns/frame", 1)
	add("bare", r.BareNsPerFrame, " ns/frame", 1)
	add("ratio to io", r.RatioToIO, "", 3)
	add("ratio to one", r.RatioToOne, "", 3)
	if r.FramesPerS != nil {
		fmt.Fprintf(&b, "  %.2f Mframes/s", r.FramesPerS.Median/1e6)
	}
	if r.Busy != nil {
		fmt.Fprintf(&b, "  busy %.0f%%", 100*r.Busy.Median)
	}
	if r.BareBusy != nil {
		fmt.Fprintf(&b, " (bare %.0f%%)", 100*r.BareBusy.Median)
	}
	if r.TrainIn != nil {
		fmt.Fprintf(&b, "  trains %.1f→%.1f", *r.TrainIn, *r.TrainOut)
	}
	if r.CopiedOut != nil {
		fmt.Fprintf(&b, "  copied_out %d linearised %d gathered %d", *r.CopiedOut, *r.Linearised, *r.Gathered)
	}
	if r.AllocsPerFrame != nil {
		fmt.Fprintf(&b, "  %.5f allocs/frame", *r.AllocsPerFrame)
	}
	if r.DropsWith != nil {
		fmt.Fprintf(&b, "  dropped %d with, %d without", *r.DropsWith, *r.DropsWithout)
	}
	if r.Void != "" {
		fmt.Fprintf(&b, "  VOID: %s", r.Void)
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}
