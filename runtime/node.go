// Package runtime assembles a switch: memory, sockets, shards and their
// engines, the publication of tables, start and drain.
//
// It knows a program by the contract of package pipelines alone, and nothing
// of who controls it. (It shares its name with Go's own package, which only
// shard/thread_linux.go imports.)
package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"
	"time"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/link"
	"up4/io/udp"
	"up4/pipelines"
	"up4/pipelines/state"
	"up4/pipelines/table"
	"up4/ring"
	"up4/runtime/topology"
	"up4/shard"
)

// Options is what a switch is made of.
type Options struct {
	Topology *topology.Topology
	Compiled pipelines.Compiled
	// CPUs are those the shards may be pinned to, in order. Fewer than shards
	// is an error unless Topology.Node.Oversubscribe.
	CPUs []int
	// Quota is the CPU time granted to the process, in CPUs; 0 for no limit.
	Quota float64
	// Unpinned leaves the shards where the kernel puts them.
	Unpinned    bool
	Incarnation uint8 // 0–3, another one than the last time
	Log         *slog.Logger
	// BeforeBatch, if set, is called by a shard before each batch: a hook for
	// tests that delay one.
	BeforeBatch func(shard int)
}

// Node is a running switch.
type Node struct {
	opt     Options
	top     *topology.Topology
	started time.Time
	cpus    []int // by shard, -1 if not pinned

	arena    *arena.Arena
	sockets  []*udp.Socket
	links    []*udp.Link
	ledger   *udp.Ledger
	shared   []*udp.Shared // by index in the topology's vports
	pools    []*frame.Pool
	ports    []*link.Ports           // by shard
	tallies  []*counter.ShardTallies // by shard
	engines  []pipelines.Engine
	state    *state.State
	shards   []*shard.Shard
	hits     [][]arena.Off // by shard, then table
	tables   *publisher
	punts    *punts
	messages *messages
	traces   *traces
	watch    *watch // of the goroutine of punts, then of Close
	warnings []string
	final    final

	running sync.WaitGroup
	failed  chan error // of shards that could not run (read by Start) or not drain (by Close)
	closing sync.Once
	ended   chan struct{}
	report  error // set before ended is closed
	stop    chan struct{}
	stopped sync.Once
}

// ErrTooManyShards is wrapped by the error for more shards than allowed CPUs.
var ErrTooManyShards = errors.New("more shards than allowed CPUs")

// New makes a switch: everything is there, opened and checked, and no frame
// has been received. Tables can be written before Start.
func New(opt Options) (_ *Node, err error) {
	n := &Node{
		opt: opt, top: opt.Topology, started: time.Now(),
		failed: make(chan error, opt.Topology.Node.Shards), ended: make(chan struct{}), stop: make(chan struct{}),
		warnings: slices.Clone(opt.Topology.Warnings),
	}
	if n.opt.Log == nil {
		n.opt.Log = slog.New(slog.DiscardHandler)
	}
	defer func() {
		if err != nil {
			n.release()
		}
	}()
	if n.top.Node.Shards > 1 {
		n.warnings = append(n.warnings, opt.Compiled.Program().Shared...)
	}
	if n.cpus, err = place(opt, n.top.Node.Shards); err != nil {
		return nil, err
	}
	if err = n.makeMemory(); err != nil {
		return nil, err
	}
	if err = n.openSockets(); err != nil {
		return nil, err
	}
	if err = n.makeShards(); err != nil {
		return nil, err
	}
	n.tables.start()
	n.watch = newWatch(n.opt.Log)
	n.punts.start(n.messages.take, func() {
		n.ledger.Sweep()
		n.look()
	})
	return n, nil
}

// oversubscribed says whether the shards are more than their CPUs, or could use
// more CPU time than the control group grants.
func (o *Options) oversubscribed() bool {
	shards := o.Topology.Node.Shards
	return shards > len(o.CPUs) || o.Quota > 0 && float64(shards) > o.Quota
}

// place gives each shard a CPU. A part of a CPU's time is enough for a shard to
// start, so the quota is rounded up.
func place(opt Options, shards int) ([]int, error) {
	allowed := len(opt.CPUs)
	why := fmt.Sprintf("CPUs %v", opt.CPUs)
	if q := int(math.Ceil(opt.Quota)); q > 0 && q < allowed {
		allowed, why = q, fmt.Sprintf("its control group grants the time of %.4g", opt.Quota)
	}
	if shards > allowed && !opt.Topology.Node.Oversubscribe {
		return nil, fmt.Errorf("%w: %d asked for, this process may use %d (%s); ask for fewer, or allow it with --oversubscribe",
			ErrTooManyShards, shards, allowed, why)
	}
	cpus := make([]int, shards)
	for i := range cpus {
		cpus[i] = -1
		if !opt.Unpinned && len(opt.CPUs) > 0 {
			cpus[i] = opt.CPUs[i%len(opt.CPUs)]
		}
	}
	return cpus, nil
}

// SetThreads lets Go run as many threads as a switch of that many shards
// needs: one each, and two for everything else.
func SetThreads(shards int) { shard.SetThreads(shards + 2) }

// makeMemory makes the arena and everything in it. Frame memory comes first and
// tables last, so that one limit separates what engines may write from what
// they may only read.
func (n *Node) makeMemory() error {
	specs := n.opt.Compiled.Program().Specs()
	p := n.opt.Compiled.Program()
	cells := p.Cells(specs)
	perShard := n.opt.Compiled.Profile().Arena
	for _, s := range specs {
		perShard += uint64(s.HitSlots())*8 + 64
	}
	size := n.top.ArenaBytes() + state.Room(p.Arrays, n.top.Node.Shards, cells) + uint64(n.top.Node.Shards)*(perShard+arena.PageSize) + 16*arena.PageSize
	var err error
	if n.arena, err = arena.New(size); err != nil {
		return fmt.Errorf("make the arena (shards = %d, slabs = %d, table_mib = %d): %w", n.top.Node.Shards, n.top.Node.Slabs, n.top.Node.TableMiB, err)
	}
	for i := range n.top.Node.Shards {
		pool, err := frame.NewPool(n.arena, i, n.top.Node.Pool())
		if err != nil {
			return fmt.Errorf("make frame memory of shard %d: %w", i, err)
		}
		n.pools = append(n.pools, pool)
		var offs []arena.Off
		for _, s := range specs {
			off, err := n.arena.Alloc(uint64(s.HitSlots())*8, 64)
			if err != nil {
				return fmt.Errorf("make hit counters of table %s: %w", s.Name, err)
			}
			offs = append(offs, off)
		}
		n.hits = append(n.hits, offs)
	}
	if n.state, err = state.New(n.arena, p.Arrays, n.top.Node.Shards, cells); err != nil {
		return fmt.Errorf("make the program's state: %w", err)
	}
	// What engines take for themselves comes before the tables, too.
	n.messages, n.traces = newMessages(n.started, n.opt.Log), newTraces(n.started)
	n.engines = make([]pipelines.Engine, n.top.Node.Shards)
	for i := range n.engines {
		digest, log, err := n.messages.add()
		if err != nil {
			return err
		}
		tracer, err := n.traces.add()
		if err != nil {
			return err
		}
		if n.engines[i], err = n.opt.Compiled.Replicate(pipelines.Place{
			Arena: n.arena, Shard: i, Hits: n.hits[i], State: n.state, Digest: digest, Log: log, Trace: tracer,
		}); err != nil {
			return fmt.Errorf("make engine: %w", err)
		}
	}
	store, err := table.NewStore(n.arena, uint64(n.top.Node.TableMiB)<<20, specs)
	if err != nil {
		return fmt.Errorf("make tables: %w", err)
	}
	n.tables = newPublisher(store)
	n.tables.forget = n.forgetHits
	var flood []table.Replica
	for _, v := range n.top.Vports {
		flood = append(flood, table.Replica{Port: v.ID})
	}
	if err := n.tables.setGroup(frame.FloodGroup, flood); err != nil {
		return err
	}
	if err := n.tables.begin(p.Given()); err != nil {
		return fmt.Errorf("add the program's entries: %w", err)
	}
	return nil
}

// forgetHits sets an entry's hit counters, its direct counter and its direct meter to
// nothing. Precondition: no shard can reach the entry any more.
func (n *Node) forgetHits(t int, hit uint32) {
	for _, offs := range n.hits {
		n.hit(offs[t], hit).Set(0)
	}
	if p := n.Program(); n.state != nil {
		p.Forget(n.state, t, hit)
	}
}

func (n *Node) hit(offs arena.Off, hit uint32) *counter.Tally {
	return arena.At[counter.Tally](n.arena.Base(), offs+arena.Off(hit)*8)
}

func (n *Node) openSockets() error {
	t := n.top.Node
	var err error
	n.sockets, err = udp.Open(udp.Options{
		Bind: t.Bind, RcvBuf: t.RcvBuf, SndBuf: t.SndBuf, GSO: t.GSO, GRO: t.GRO,
		ByBucket: t.Steer == topology.SteerFlow, Shards: t.Shards,
	})
	if err != nil {
		return err
	}
	s := n.sockets[0]
	n.warnIf(t.RcvBuf > 0 && s.RcvBuf < t.RcvBuf, "receive buffer: %d bytes asked for, %d granted (net.core.rmem_max)", t.RcvBuf, s.RcvBuf)
	n.warnIf(t.SndBuf > 0 && s.SndBuf < t.SndBuf, "send buffer: %d bytes asked for, %d granted (net.core.wmem_max)", t.SndBuf, s.SndBuf)
	n.warnIf(t.GSO && !s.GSO, "this kernel does not send trains (UDP_SEGMENT): each frame costs a system call's share")
	n.warnIf(t.GRO && !s.GRO, "this kernel does not receive trains (UDP_GRO): each frame costs a system call's share")
	return nil
}

func (n *Node) warnIf(cond bool, format string, args ...any) {
	if cond {
		n.warnings = append(n.warnings, fmt.Sprintf(format, args...))
	}
}

var waits = map[topology.Wait]shard.Wait{
	topology.WaitAdaptive: shard.Adaptive, topology.WaitSpin: shard.Spin, topology.WaitBlock: shard.Block,
}

func (n *Node) makeShards() error {
	t := n.top.Node
	var mesh *shard.Mesh
	if t.Spread && t.Shards > 1 {
		var err error
		if mesh, err = shard.NewMesh(t.Shards); err != nil {
			return err
		}
	}
	var vports []udp.Vport
	for _, v := range n.top.Vports {
		vports = append(vports, udp.Vport{ID: v.ID, Peer: v.Peer, PeerVport: v.PeerVport, MTU: v.MTU})
		n.shared = append(n.shared, &udp.Shared{})
	}
	n.punts = newPunts(n.arena.Base(), n.started)
	for i := range t.Shards {
		if err := n.makeShard(i, vports, mesh); err != nil {
			return fmt.Errorf("make shard %d: %w", i, err)
		}
	}
	n.ledger = udp.NewLedger(n.links)
	shard.Connect(n.shards)
	n.tables.watch(n.shards)
	return nil
}

func (n *Node) makeShard(i int, vports []udp.Vport, mesh *shard.Mesh) error {
	t := n.top.Node
	ports := &link.Ports{}
	for _, v := range vports {
		ports[v.ID] = &counter.PortTallies{}
	}
	tallies := &counter.ShardTallies{}
	n.ports = append(n.ports, ports)
	n.tallies = append(n.tallies, tallies)
	l, err := udp.New(udp.Config{
		Socket: n.sockets[i], Pool: n.pools[i], Vports: vports, Shared: n.shared, Shard: i, Shards: t.Shards,
		Incarnation: n.opt.Incarnation, Ports: ports, Tallies: tallies, Steered: t.Steer == topology.SteerFlow,
	})
	if err != nil {
		return err
	}
	n.links = append(n.links, l)
	up, err := ring.New[shard.Punt](puntRing)
	if err != nil {
		return err
	}
	down, err := ring.New[frame.Handle](puntRing)
	if err != nil {
		return err
	}
	s, err := shard.New(shard.Config{
		Index: i, Shards: t.Shards, CPU: n.cpus[i], Start: n.started, Links: []link.Link{l}, Pool: n.pools[i],
		Engine: n.engines[i], Current: n.tables.current, Mesh: mesh, Ports: ports, Tallies: tallies,
		Wait: waits[t.Wait], Punts: up, PuntReturns: down, BeforeBatch: n.opt.BeforeBatch,
	})
	if err != nil {
		return err
	}
	n.shards = append(n.shards, s)
	n.punts.add(up, down)
	return nil
}

// Start starts the shards' threads and returns when all of them run, each on
// its CPU, or with the error of one that could not. Close must follow either way.
func (n *Node) Start() error {
	for _, s := range n.shards {
		n.running.Add(1)
		go func() {
			defer n.running.Done()
			if err := s.Run(); err != nil {
				n.failed <- err
			}
		}()
	}
	for _, s := range n.shards {
		for !s.Running() {
			select {
			case err := <-n.failed:
				return fmt.Errorf("start: %w", err)
			case <-time.After(time.Millisecond):
			}
		}
	}
	return nil
}

// Wait returns when the switch is to end: by Shutdown or by ctx.
func (n *Node) Wait(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-n.stop:
	}
}

// Shutdown asks the switch to end: Wait returns.
func (n *Node) Shutdown() { n.stopped.Do(func() { close(n.stop) }) }
