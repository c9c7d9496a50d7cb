package main

import (
	"errors"
	"fmt"
	"strings"

	"up4/internal/counter"
	"up4/io/overlay"
)

// e2eCase is one row: a program, a frame size, egresses, trains or not.
type e2eCase struct {
	frameBytes, egresses int
	trains               bool
}

func e2eCases() (out []e2eCase) {
	for _, trains := range []bool{true, false} {
		for _, egresses := range []int{1, 4} {
			for _, size := range []int{1460, 512, 64} {
				out = append(out, e2eCase{size, egresses, trains})
			}
		}
	}
	return out
}

func (c e2eCase) name() string {
	mode := "trains"
	if !c.trains {
		mode = "singles"
	}
	return fmt.Sprintf("%d B, %d egress, %s", c.frameBytes, c.egresses, mode)
}

func (c e2eCase) transport() string {
	if c.trains {
		return "udp-trains"
	}
	return "udp-singles"
}

const (
	e2eFlows   = 4096
	e2eRoutes  = 1000
	e2eRepeats = 25
)

// runE2E measures the real shard, saturated and blocking, against the bare
// forwarder: repeats of both take turns in one process, on one CPU, under one
// load, so that what the machine does meanwhile meets both.
func runE2E(p params, emit func(Row) error) error {
	for _, c := range e2eCases() {
		if !strings.Contains(c.name(), p.only) {
			continue
		}
		row, err := runE2ECase(p, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name(), err)
		}
		if err := emit(row); err != nil {
			return err
		}
	}
	return nil
}

func runE2ECase(p params, c e2eCase) (row Row, err error) {
	row = Row{
		Bench: "e2e", Case: c.name(), Program: "l3fwd", Backend: p.backend, Transport: c.transport(),
		Routes: e2eRoutes, Flows: e2eFlows, Shards: 1, FrameBytes: c.frameBytes, Egresses: c.egresses,
	}
	cpus := benchCPUs()
	l, b, stop, err := yardstick(c, cpus)
	if err != nil {
		return row, err
	}
	defer stop()
	s, err := e2eSwitch(p, c, c.egresses, switchPort, cpus[1:])
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, s.node.Close()) }()
	var single *rigSwitch // beside one that alternates, one that does not
	if c.egresses > 1 {
		if single, err = e2eSwitch(p, c, 1, switchPort+1, cpus[1:]); err != nil {
			return row, err
		}
		defer func() { err = errors.Join(err, single.node.Close()) }()
	}
	var ns, bareNs, ratio, toOne, rate, gbps, busy, bareBusy []float64
	before := mallocs()
	for range p.repeats(e2eRepeats) {
		base, err := l.measure(barePort, b.sample)
		if err != nil {
			return row, err
		}
		got, err := l.measure(switchPort, s.sample)
		if err != nil {
			return row, err
		}
		if single != nil {
			one, err := l.measure(switchPort+1, single.sample)
			if err != nil {
				return row, err
			}
			toOne = append(toOne, got.cpuNsPerFrame/one.cpuNsPerFrame)
		}
		ns, bareNs = append(ns, got.cpuNsPerFrame), append(bareNs, base.cpuNsPerFrame)
		busy, bareBusy = append(busy, got.busy), append(bareBusy, base.busy)
		ratio = append(ratio, got.cpuNsPerFrame/base.cpuNsPerFrame)
		rate = append(rate, got.framesPerS)
		gbps = append(gbps, got.framesPerS*float64(c.frameBytes)*8/1e9)
	}
	allocs := mallocs() - before
	row.CPUNsPerFrame, row.RatioToIO, row.RatioToOne = figure(ns), figure(ratio), figure(toOne)
	row.FramesPerS, row.InnerGbps = figure(rate), figure(gbps)
	row.BareNsPerFrame, row.Busy, row.BareBusy = figure(bareNs), figure(busy), figure(bareBusy)
	row.Void = voidReasons(c, row.BareNsPerFrame, row.BareBusy, row.Busy)
	s.describe(&row, allocs)
	return row, nil
}

// yardstick starts the load of a case and the bare forwarder, idle at first.
func yardstick(c e2eCase, cpus []int) (l *load, b *bare, stop func(), err error) {
	l, err = newLoad(loadOptions{
		tx: loopback(loadPort), rx: loopback(sinkPort), frameBytes: c.frameBytes, flows: e2eFlows,
		dsts: destination(e2eRoutes), mac: [6]byte{2, 0, 0, 0, 0, 1}, trains: c.trains,
	})
	if err != nil {
		return nil, nil, nil, err
	}
	if b, err = newBare(loopback(barePort), loopback(sinkPort), c.frameBytes+overlay.Size, c.trains); err != nil {
		l.close()
		return nil, nil, nil, err
	}
	b.start(cpus[1])
	l.start(cpus[0])
	return l, b, func() { l.close(); b.close() }, nil
}

func e2eSwitch(p params, c e2eCase, egresses, port int, cpus []int) (*rigSwitch, error) {
	return newSwitch(rigOptions{
		egresses: egresses, routes: e2eRoutes, shards: 1, trains: c.trains, port: port,
		cpus: cpus, program: "l3fwd", backend: p.backend,
	})
}

// describe adds what the switch counted: trains in and out, copies, and the
// process's allocations meanwhile (the benchmark's own among them) a frame.
func (s *rigSwitch) describe(row *Row, allocs uint64) {
	var in, inTrains, out, outTrains, copied, linear, gathered uint64
	c := s.node.Counters()
	for _, v := range c.Vports {
		if v.ID == 0 {
			in, inTrains = v.Total[counter.RxFrames], v.Total[counter.RxTrains]
			continue
		}
		out += v.Total[counter.TxFrames]
		outTrains += v.Total[counter.TxTrains]
	}
	for _, sh := range c.Shards {
		copied += sh.Total[counter.CopiedOut]
		linear += sh.Total[counter.Linearised]
		gathered += sh.Total[counter.Gathered]
	}
	a, b := float64(in)/float64(max(inTrains, 1)), float64(out)/float64(max(outTrains, 1))
	row.TrainIn, row.TrainOut, row.CopiedOut, row.Linearised, row.Gathered = &a, &b, &copied, &linear, &gathered
	perFrame := float64(allocs) / float64(max(in, 1))
	row.AllocsPerFrame = &perFrame
	if out == 0 {
		row.Void = "nothing was forwarded"
	}
}
