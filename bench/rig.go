package main

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"up4/internal/counter"
	"up4/pipelines"
	"up4/pipelines/registry"
	"up4/pipelines/table"
	"up4/runtime"
	"up4/runtime/topology"
)

// Ports of the benchmarks on loopback.
const (
	loadPort   = 19101 // the load sends from here
	sinkPort   = 19102 // and takes frames back here
	barePort   = 19103
	switchPort = 19110 // and upwards, one a switch
)

func loopback(port int) netip.AddrPort {
	return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), uint16(port))
}

// socketBuf is the buffer asked for by every socket of a benchmark, bytes.
const socketBuf = 8 << 20

// loadBuf is that of the load, which must not be what drops.
const loadBuf = 16 << 20

// rigOptions is one case.
type rigOptions struct {
	egresses int // vports 1 … egresses, all of them the load's sink
	routes   int
	shards   int
	spread   bool
	trains   bool
	port     int
	cpus     []int
	program  string
	backend  string
}

// rigSwitch is a real switch under load.
type rigSwitch struct {
	node *runtime.Node
	opt  rigOptions
}

// route is the i-th of n prefixes: /24s below 10.0.0.0 in a spread-out order.
func route(i int) [4]byte {
	x := uint32(i) * 2654435761 >> 8 & 0xffff // a permutation of 16 bits (odd multiplier)
	return [4]byte{10, byte(x >> 8), byte(x), 0}
}

// destination is an address in the route that flow uses.
func destination(routes int) func(flow int) [4]byte {
	return func(flow int) [4]byte {
		a := route(flow % routes)
		a[3] = byte(1 + flow%250)
		return a
	}
}

func newSwitch(o rigOptions) (*rigSwitch, error) {
	compiled, err := registry.Load(o.program, o.backend)
	if err != nil {
		return nil, fmt.Errorf("load program: %w", err)
	}
	top := &topology.Topology{Node: topology.Node{
		ID: "bench", Bind: loopback(o.port), Pipeline: o.program, Backend: o.backend, Shards: o.shards, Oversubscribe: true,
		Steer: topology.SteerFlow, Wait: topology.WaitBlock, GSO: o.trains, GRO: o.trains,
		RcvBuf: socketBuf, SndBuf: socketBuf, Slabs: 256, TableMiB: 256,
	}}
	if o.spread {
		top.Node.Steer, top.Node.Spread = topology.SteerPeer, true
	}
	top.Vports = append(top.Vports, topology.Vport{ID: 0, Peer: loopback(loadPort), PeerVport: -1, MTU: 1460})
	for v := range o.egresses {
		top.Vports = append(top.Vports, topology.Vport{ID: uint16(1 + v), Peer: loopback(sinkPort), PeerVport: v, MTU: 1460})
	}
	n, err := runtime.New(runtime.Options{Topology: top, Compiled: compiled, CPUs: o.cpus})
	if err != nil {
		return nil, err
	}
	runtime.SetThreads(o.shards + 2) // the load and the bare forwarder are threads too
	if err := errors.Join(n.Start(), install(n, compiled, o)); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return &rigSwitch{n, o}, nil
}

// install writes the routes, whose next hops take turns over the egresses.
func install(n *runtime.Node, c pipelines.Compiled, o rigOptions) error {
	if c.Program().Name != "l3fwd" {
		return nil
	}
	t := c.Program().Tables[0]
	action := -1
	for i, a := range t.Actions {
		if a.Name == "forward" {
			action = i
		}
	}
	ops := make([]table.Op, o.routes)
	for i := range ops {
		a := route(i)
		ops[i] = table.Op{Kind: table.Insert, Entry: table.Entry{
			Key: a[:], PrefixLen: 24, Action: uint16(action), Data: []byte{0, byte(1 + i%o.egresses), 2, 0, 0, 0, 2, byte(i)},
		}}
	}
	if err := n.Apply(ops); err != nil {
		return fmt.Errorf("install routes: %w", err)
	}
	return nil
}

// sample is what a switch or the bare forwarder has done so far.
type sample struct {
	at     time.Time
	frames uint64
	cpuNs  int64
}

func newSample(frames uint64, cpuNs int64) sample { return sample{time.Now(), frames, cpuNs} }

func (s *rigSwitch) sample() (sample, error) {
	cpu, err := s.node.CPUTime()
	if err != nil {
		return sample{}, err
	}
	var frames uint64
	for _, v := range s.node.Counters().Vports {
		if v.ID != 0 {
			frames += v.Total[counter.TxFrames]
		}
	}
	var ns int64
	for _, n := range cpu {
		ns += n
	}
	return newSample(frames, ns), nil
}

// slice is one repeat.
type slice struct {
	cpuNsPerFrame float64
	framesPerS    float64
	busy          float64 // share of the time that the thread ran
}

const (
	warm    = 20 * time.Millisecond
	measure = 80 * time.Millisecond
)

// run points the load at a port, waits until it flows, and measures.
func (l *load) measure(port int, sample func() (sample, error)) (slice, error) {
	return l.measureFor(measure, port, sample)
}

func (l *load) measureFor(d time.Duration, port int, sample func() (sample, error)) (slice, error) {
	l.target.Store(uint32(port))
	defer func() {
		l.target.Store(0)
		for !l.paused.Load() {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(5 * time.Millisecond)
	}()
	time.Sleep(warm)
	a, err := sample()
	if err != nil {
		return slice{}, err
	}
	time.Sleep(d)
	b, err := sample()
	if err != nil {
		return slice{}, err
	}
	wall := b.at.Sub(a.at)
	frames := float64(b.frames - a.frames)
	return slice{
		cpuNsPerFrame: float64(b.cpuNs-a.cpuNs) / frames,
		framesPerS:    frames / wall.Seconds(),
		busy:          float64(b.cpuNs-a.cpuNs) / float64(wall),
	}, nil
}
