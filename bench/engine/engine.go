// Package engine measures engines alone: the time of Engine.Run for each frame,
// with the bare table lookup beside it in the same run. No socket, no shard.
//
// Frames lie as a link would have received them in one call: 16 trains of up to
// 64 datagrams, each in a slab of its own, overlay headers between the frames.
// A pass runs all of them in batches of 64. Before each pass, outside of the
// time taken, the headers of the next flows are written (an engine spends TTL,
// and a link does write frames between two runs), and after it every verdict is
// checked. Passes of the lookup and of every back end take turns, and so do the
// tables, so that a slow moment of the machine hits all figures alike. Times are
// of the thread's CPU clock, whose reading costs a frame 0.3 to 0.5 ns and is not
// taken off.
package engine

import (
	"errors"
	"fmt"
	goruntime "runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"up4/internal/nearest"
	"up4/pipelines/registry"
)

const (
	batchFrames = 64
	// visitRounds is how many passes one table gets before the next one has its
	// turn: enough for most of them to find it in the caches again.
	visitRounds = 400
)

// Options of Run. The zero value measures everything.
type Options struct {
	// Rounds is how many passes each figure is the median of; 0 stands for 2000.
	Rounds int
	// Backends are the back ends to measure; none stand for all that there are.
	Backends []string
}

// Row is one result.
type Row struct {
	Bench      string `json:"bench"` // engine
	Case       string `json:"case"`  // forward; lookup: the table alone
	Program    string `json:"program"`
	Backend    string `json:"backend,omitempty"`
	Mode       string `json:"mode,omitempty"`
	Routes     int    `json:"routes"` // entries of the table
	Flows      int    `json:"flows"`  // different destinations, uniform over the entries
	Batch      int    `json:"batch"`
	FrameBytes int    `json:"frame_bytes"` // inner

	NsPerFrame     float64 `json:"ns_per_frame"`
	NsPerFrameMin  float64 `json:"ns_per_frame_min"`
	NsPerFrameMax  float64 `json:"ns_per_frame_max"`
	AllocsPerFrame float64 `json:"allocs_per_frame"`
}

// setting is one table and one layout of frames.
type setting struct {
	program    string
	entries    int
	targets    int // flows
	frameBytes int
	make       func(setting) (traffic, error)
}

// settings have 4,096 flows, except where so few would not touch the table.
var settings = []setting{
	{"l3fwd", 1000, 4096, 64, l3Traffic},
	{"l3fwd", 1000, 4096, 1460, l3Traffic},
	{"l3fwd", 100_000, 100_000, 64, l3Traffic},
	{"l3fwd", 100_000, 100_000, 1460, l3Traffic},
	{"l2fwd", 4096, 4096, 64, l2Traffic},
	{"l2fwd", 4096, 4096, 1460, l2Traffic},
}

// ErrWrongVerdict is returned if an engine sent a frame elsewhere than the table
// says: its times mean nothing.
var ErrWrongVerdict = errors.New("engine gave a wrong verdict")

// Run measures. It takes the calling goroutine's thread for itself meanwhile.
func Run(opt Options) ([]Row, error) {
	if opt.Rounds == 0 {
		opt.Rounds = 2000
	}
	if opt.Rounds < 0 {
		return nil, fmt.Errorf("%d rounds", opt.Rounds)
	}
	for _, name := range opt.Backends {
		if !slices.Contains(registry.Backends(), name) {
			return nil, fmt.Errorf("%w %q%s", registry.ErrUnknownBackend, name, nearest.Hint(name, registry.Backends()))
		}
	}
	goruntime.LockOSThread()
	defer goruntime.UnlockOSThread()
	var all []*contender
	groups := make([][]*contender, len(settings))
	for i, s := range settings {
		w, err := newWorld(s)
		if err != nil {
			return nil, fmt.Errorf("set up %s with %d entries: %w", s.program, s.entries, err)
		}
		defer w.close()
		if groups[i], err = w.contenders(opt.Backends); err != nil {
			return nil, fmt.Errorf("set up %s with %d entries: %w", s.program, s.entries, err)
		}
		all = append(all, groups[i]...)
	}
	for done := 0; done < opt.Rounds; done += visitRounds {
		for _, g := range groups {
			for range min(visitRounds, opt.Rounds-done) {
				for _, c := range g {
					if err := c.take(); err != nil {
						return nil, fmt.Errorf("measure %s with %d entries: %w", c.row.Program, c.row.Routes, err)
					}
				}
			}
		}
	}
	var rows []Row
	for _, c := range all {
		rows = append(rows, c.result())
	}
	return rows, nil
}

// contender is what passes are taken of: the lookup, or an engine.
type contender struct {
	row     Row
	prepare func() // not timed
	pass    func()
	frames  int          // of a pass
	check   func() error // what came out
	ns      []float64    // a frame, of each pass
}

// take times one pass.
func (c *contender) take() error {
	c.prepare()
	start := threadTime()
	c.pass()
	ns := threadTime() - start
	c.ns = append(c.ns, float64(ns)/float64(c.frames))
	return c.check()
}

func (c *contender) result() Row {
	var before, after goruntime.MemStats
	c.prepare()
	goruntime.ReadMemStats(&before)
	c.pass()
	goruntime.ReadMemStats(&after)
	slices.Sort(c.ns)
	row := c.row
	row.NsPerFrame = c.ns[len(c.ns)/2]
	row.NsPerFrameMin, row.NsPerFrameMax = c.ns[0], c.ns[len(c.ns)-1]
	row.AllocsPerFrame = float64(after.Mallocs-before.Mallocs) / float64(c.frames)
	return row
}

// threadTime is the thread's CPU time.
func threadTime() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts); err != nil {
		panic(fmt.Sprintf("read the thread's clock: %v", err)) // every Linux has it
	}
	return time.Duration(ts.Nano())
}
