// Command bench measures up4: each figure beside its baseline, from the same
// run, since these machines are shared and their speed drifts.
//
//	go run ./bench io|engine|e2e|scale [-j]
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"up4/bench/engine"
)

// params are the flags.
type params struct {
	json    bool
	backend string
	quick   bool
	only    string
}

// repeats is n, or a few where a quick look is enough.
func (p params) repeats(n int) int {
	if p.quick {
		return min(n, 3)
	}
	return n
}

func main() {
	var p params
	root := &cobra.Command{
		Use:   "bench",
		Short: "Measure up4, each figure beside its baseline",
		Long: "Each benchmark prints one line a case: medians, with minimum and maximum in\n" +
			"brackets. CPU times are of the measured thread, on the kernel's clock of it.",
		SilenceUsage: true,
	}
	root.PersistentFlags().BoolVarP(&p.json, "json", "j", false, "one JSON object a line")
	root.PersistentFlags().StringVar(&p.backend, "backend", "native", "back end to measure; engine takes several, with commas between")
	root.PersistentFlags().BoolVar(&p.quick, "quick", false, "fewer repeats")
	root.PersistentFlags().StringVar(&p.only, "only", "", "only cases whose name contains this")
	for _, b := range []struct {
		name, short string
		run         func(params, func(Row) error) error
	}{
		{"io", "the bare forwarder alone: what receiving and sending costs", runIO},
		{"engine", "engines alone, with the bare table lookup beside them", runEngine},
		{"scale", "two shards against one, and publications under load", runScale},
		{"e2e", "the real shard against the bare forwarder", runE2E},
	} {
		root.AddCommand(&cobra.Command{
			Use: b.name, Short: b.short, Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				return b.run(p, func(r Row) error { return r.print(os.Stdout, p.json) })
			},
		})
	}
	if err := root.Execute(); err != nil {
		os.Exit(1)
	}
}

// runEngine measures engines without shard or socket.
func runEngine(p params, emit func(Row) error) error {
	opt := engine.Options{Backends: strings.Split(p.backend, ",")}
	if p.quick {
		opt.Rounds = 400
	}
	rows, err := engine.Run(opt)
	if err != nil {
		return err
	}
	for _, r := range rows {
		name := fmt.Sprintf("%s %s, %d routes, %d B", r.Program, r.Case, r.Routes, r.FrameBytes)
		if !strings.Contains(name, p.only) {
			continue
		}
		if err := emit(Row{
			Bench: r.Bench, Case: name, Program: r.Program, Backend: r.Backend, Mode: r.Mode,
			Routes: r.Routes, Flows: r.Flows, Batch: r.Batch, FrameBytes: r.FrameBytes,
			NsPerFrame: &Figure{r.NsPerFrame, r.NsPerFrameMin, r.NsPerFrameMax}, AllocsPerFrame: &r.AllocsPerFrame,
		}); err != nil {
			return err
		}
	}
	return nil
}

// benchCPUs are the CPUs this process may use, the load's first; the same one
// twice if there is but one.
func benchCPUs() []int {
	var set unix.CPUSet
	_ = unix.SchedGetaffinity(0, &set)
	var cpus []int
	for i := range 1024 {
		if set.IsSet(i) {
			cpus = append(cpus, i)
		}
	}
	if len(cpus) == 1 {
		cpus = slices.Repeat(cpus, 2)
	}
	return cpus
}

// runIO measures the bare forwarder.
func runIO(p params, emit func(Row) error) error {
	for _, trains := range []bool{true, false} {
		for _, size := range []int{1460, 512, 64} {
			c := e2eCase{size, 1, trains}
			if !strings.Contains(c.name(), p.only) {
				continue
			}
			row, err := runIOCase(p, c)
			if err != nil {
				return err
			}
			if err := emit(row); err != nil {
				return err
			}
		}
	}
	return nil
}

func runIOCase(p params, c e2eCase) (Row, error) {
	row := Row{Bench: "io", Case: c.name(), Transport: c.transport(), Flows: e2eFlows, FrameBytes: c.frameBytes, Egresses: 1}
	cpus := benchCPUs()
	l, b, stop, err := yardstick(c, cpus)
	if err != nil {
		return row, err
	}
	defer stop()
	var ns, rate, busy []float64
	for range p.repeats(e2eRepeats) {
		got, err := l.measure(barePort, b.sample)
		if err != nil {
			return row, fmt.Errorf("measure: %w", err)
		}
		ns, rate, busy = append(ns, got.cpuNsPerFrame), append(rate, got.framesPerS), append(busy, got.busy)
	}
	row.CPUNsPerFrame, row.FramesPerS, row.BareBusy = figure(ns), figure(rate), figure(busy)
	row.Void = voidReasons(c, row.CPUNsPerFrame, row.BareBusy, nil)
	return row, nil
}
