package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"up4/internal/counter"
	"up4/pipelines/table"
)

// runScale measures what a second shard costs a frame, and what publications do.
func runScale(p params, emit func(Row) error) error {
	for _, c := range []struct {
		name string
		opt  rigOptions
	}{
		{"2 shards, grouped trains", rigOptions{shards: 2}},
		{"2 shards, through the rings", rigOptions{shards: 2, spread: true}},
	} {
		for _, size := range []int{1460, 64} {
			name := fmt.Sprintf("%d B, %s", size, c.name)
			if !strings.Contains(name, p.only) {
				continue
			}
			row, err := runScaleCase(p, name, size, c.opt)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if err := emit(row); err != nil {
				return err
			}
		}
	}
	if !strings.Contains(publishName, p.only) {
		return nil
	}
	row, err := runPublications(p)
	if err != nil {
		return fmt.Errorf("publications: %w", err)
	}
	return emit(row)
}

// scaleLoad is a load grouped by the shards of its peer, as a neighbour that
// knows their number sends.
func scaleLoad(size, groups int) (*load, error) {
	return newLoad(loadOptions{
		tx: loopback(loadPort), rx: loopback(sinkPort), frameBytes: size, flows: e2eFlows, dsts: destination(e2eRoutes),
		mac: [6]byte{2, 0, 0, 0, 0, 1}, trains: true, shards: groups,
	})
}

// runScaleCase lets one shard and two take turns under one load.
func runScaleCase(p params, name string, size int, o rigOptions) (row Row, err error) {
	row = Row{Bench: "scale", Case: name, Program: "l3fwd", Backend: p.backend, Transport: "udp-trains",
		Routes: e2eRoutes, Flows: e2eFlows, Shards: o.shards, FrameBytes: size, Egresses: 1}
	cpus := benchCPUs()
	groups := 1
	if !o.spread {
		groups = o.shards
	}
	l, err := scaleLoad(size, groups)
	if err != nil {
		return row, err
	}
	defer l.close()
	o.egresses, o.routes, o.trains, o.program, o.backend = 1, e2eRoutes, true, "l3fwd", p.backend
	o.cpus, o.port = []int{cpus[1], cpus[0]}, switchPort+1
	many, err := newSwitch(o)
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, many.node.Close()) }()
	o.shards, o.spread, o.port = 1, false, switchPort
	one, err := newSwitch(o)
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, one.node.Close()) }()
	l.start(cpus[0])
	var ns, ratio, rate []float64
	before := mallocs()
	for range p.repeats(e2eRepeats) {
		base, err := l.measure(switchPort, one.sample)
		if err != nil {
			return row, err
		}
		got, err := l.measure(switchPort+1, many.sample)
		if err != nil {
			return row, err
		}
		ns = append(ns, got.cpuNsPerFrame)
		ratio = append(ratio, got.cpuNsPerFrame/base.cpuNsPerFrame)
		rate = append(rate, got.framesPerS)
	}
	row.CPUNsPerFrame, row.RatioToOne, row.FramesPerS = figure(ns), figure(ratio), figure(rate)
	many.describe(&row, mallocs()-before)
	return row, nil
}

const (
	publishName    = "1460 B, 200 publications a second of 100 entries"
	publishEvery   = 5 * time.Millisecond
	publishEntries = 100
	publishSlices  = 10 // of one second each, with and without
)

// runPublications compares CPU time a frame with and without publications, at
// half of capacity, and counts what was dropped meanwhile.
func runPublications(p params) (row Row, err error) {
	row = Row{Bench: "scale", Case: publishName, Program: "l3fwd", Backend: p.backend, Transport: "udp-trains",
		Routes: e2eRoutes, Flows: e2eFlows, Shards: 1, FrameBytes: 1460, Egresses: 1}
	cpus := benchCPUs()
	l, err := scaleLoad(1460, 1)
	if err != nil {
		return row, err
	}
	defer l.close()
	s, err := newSwitch(rigOptions{egresses: 1, routes: e2eRoutes, shards: 1, trains: true, port: switchPort,
		cpus: cpus[1:], program: "l3fwd", backend: p.backend})
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, s.node.Close()) }()
	l.start(cpus[0])
	full, err := l.measure(switchPort, s.sample)
	if err != nil {
		return row, err
	}
	l.rate.Store(uint64(full.framesPerS / 2))
	time.Sleep(50 * time.Millisecond)
	var ns, ratio, rate []float64
	var with, without uint64
	for range p.repeats(publishSlices) {
		before := s.drops()
		base, err := l.measureFor(time.Second, switchPort, s.sample)
		if err != nil {
			return row, err
		}
		quiet := s.drops()
		stop := s.publish()
		got, err := l.measureFor(time.Second, switchPort, s.sample)
		if perr := stop(); err != nil || perr != nil {
			return row, errors.Join(err, perr)
		}
		with += s.drops() - quiet
		without += quiet - before
		ns = append(ns, got.cpuNsPerFrame)
		ratio = append(ratio, got.cpuNsPerFrame/base.cpuNsPerFrame)
		rate = append(rate, got.framesPerS)
	}
	row.CPUNsPerFrame, row.RatioToOne, row.FramesPerS = figure(ns), figure(ratio), figure(rate)
	row.DropsWith, row.DropsWithout = &with, &without
	return row, nil
}

// drops is every frame or message that did not get through.
func (s *rigSwitch) drops() (n uint64) {
	c := s.node.Counters()
	for _, v := range c.Vports {
		for id, x := range v.Total {
			if k := counter.Ports[id].Class; k == counter.Drop || k == counter.Harness {
				n += x
			}
		}
	}
	for _, sh := range c.Shards {
		n += sh.Total[counter.KernelDrops]
	}
	return n
}

// publish changes 100 routes, other ones than the load uses, 200 times a
// second, until the function it returns is called.
func (s *rigSwitch) publish() (stop func() error) {
	done, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		tick := time.NewTicker(publishEvery)
		defer tick.Stop()
		kind := table.Insert
		for n := byte(0); ; n++ {
			select {
			case <-done:
				if kind == table.Modify {
					ended <- s.node.Apply(extraRoutes(table.Delete, 0))
					return
				}
				ended <- nil
				return
			case <-tick.C:
				if err := s.node.Apply(extraRoutes(kind, n)); err != nil {
					ended <- err
					return
				}
				kind = table.Modify
			}
		}
	}()
	return func() error { close(done); return <-ended }
}

func extraRoutes(kind table.OpKind, n byte) []table.Op {
	ops := make([]table.Op, publishEntries)
	for i := range ops {
		ops[i] = table.Op{Kind: kind, Entry: table.Entry{
			Key: []byte{11, byte(i), 0, 0}, PrefixLen: 24, Action: 0, Data: []byte{0, 1, 2, 0, 0, 0, 2, n},
		}}
		if kind == table.Delete {
			ops[i].Entry.Data = nil
		}
	}
	return ops
}
