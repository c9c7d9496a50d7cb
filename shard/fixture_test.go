package shard

import (
	"testing"
	"time"

	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
	"up4/io/link"
	"up4/io/mem"
	"up4/pipelines"
	"up4/ring"
)

// engineFunc is an engine that is a function.
type engineFunc func(b *frame.Batch, from int, root arena.Off) int

var _ pipelines.Engine = engineFunc(nil)

func (f engineFunc) Run(b *frame.Batch, from int, root arena.Off) int { return f(b, from, root) }
func (engineFunc) Close() error                                       { return nil }

// each makes an engine that decides frame by frame.
func each(f func(b *frame.Batch, i int)) engineFunc {
	return func(b *frame.Batch, from int, _ arena.Off) int {
		for i := from; i < b.N; i++ {
			f(b, i)
		}
		return b.N
	}
}

func toPort(p uint16) engineFunc {
	return each(func(b *frame.Batch, i int) { b.Frames[i].Egress = p })
}

type options struct {
	shards int
	vports int
	spread bool
	wait   Wait
	pool   frame.PoolSize
	engine func(shard int) pipelines.Engine
	before func(shard int)
	punts  int
}

// node is shards over memory links, without a runtime.
type node struct {
	t       *testing.T
	arena   *arena.Arena
	current *Current
	shards  []*Shard
	links   []*mem.Link
	pools   []*frame.Pool
	punts   []*ring.SPSC[Punt]
	returns []*ring.SPSC[frame.Handle]
	done    chan error
	started bool
	size    frame.PoolSize
}

func newNode(t *testing.T, o options) *node {
	t.Helper()
	if o.shards == 0 {
		o.shards = 1
	}
	if o.pool == (frame.PoolSize{}) {
		o.pool = frame.PoolSize{Slabs: 32, HeadCells: 512, Cells: 64}
	}
	if o.punts == 0 {
		o.punts = 64
	}
	n := &node{t: t, current: &Current{}, done: make(chan error, o.shards), size: o.pool}
	var err error
	if n.arena, err = arena.New(uint64(o.shards)*o.pool.Bytes() + 1<<20); err != nil {
		t.Fatal(err)
	}
	var mesh *Mesh
	if o.spread {
		if mesh, err = NewMesh(o.shards); err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	for i := range o.shards {
		pool, err := frame.NewPool(n.arena, i, o.pool)
		if err != nil {
			t.Fatal(err)
		}
		ports := &link.Ports{}
		for v := range o.vports {
			ports[v] = &counter.PortTallies{}
		}
		l := mem.New(pool, ports)
		up, _ := ring.New[Punt](o.punts)
		down, _ := ring.New[frame.Handle](o.punts)
		s, err := New(Config{
			Index: i, Shards: o.shards, CPU: -1, Start: start, Links: []link.Link{l}, Pool: pool, Engine: o.engine(i),
			Current: n.current, Mesh: mesh, Ports: ports, Tallies: &counter.ShardTallies{}, Wait: o.wait,
			Punts: up, PuntReturns: down, BeforeBatch: o.before,
		})
		if err != nil {
			t.Fatal(err)
		}
		l.Notify = s.Wake
		n.shards, n.links, n.pools = append(n.shards, s), append(n.links, l), append(n.pools, pool)
		n.punts, n.returns = append(n.punts, up), append(n.returns, down)
	}
	Connect(n.shards)
	t.Cleanup(n.close)
	return n
}

func (n *node) start() {
	n.started = true
	for _, s := range n.shards {
		go func() { n.done <- s.Run() }()
	}
}

// drain ends the shards as a runtime does: all quiet, then all stopped.
func (n *node) drain() {
	n.t.Helper()
	if !n.started {
		return
	}
	n.started = false
	for _, s := range n.shards {
		s.Drain()
	}
	for _, s := range n.shards {
		for deadline := time.Now().Add(20 * time.Second); !s.Quiet(); time.Sleep(100 * time.Microsecond) {
			if time.Now().After(deadline) {
				n.t.Fatal("a shard does not fall quiet")
			}
		}
	}
	for _, s := range n.shards {
		s.Stop()
	}
	for range n.shards {
		if err := <-n.done; err != nil {
			n.t.Error(err)
		}
	}
}

// close checks that all memory has come home.
func (n *node) close() {
	n.drain()
	for i, s := range n.shards {
		s.takeHome()
		_ = n.links[i].Close()
		if free := n.pools[i].FreeSlabs(); free != n.size.Slabs {
			n.t.Errorf("shard %d: %d of %d slabs came home", i, free, n.size.Slabs)
		}
		_ = s.Close()
	}
	_ = n.arena.Close()
}

func (n *node) port(v int, id counter.Port) (sum uint64) {
	for _, s := range n.shards {
		sum += s.cfg.Ports[v][id].Load()
	}
	return sum
}

func (n *node) shard(id counter.Shard) (sum uint64) {
	for _, s := range n.shards {
		sum += s.cfg.Tallies[id].Load()
	}
	return sum
}

// want checks counters of a vport; drops and notes not named are zero.
func (n *node) want(v int, want map[counter.Port]uint64) {
	n.t.Helper()
	for id := range counter.NumPort {
		w, named := want[id]
		if got := n.port(v, id); got != w && (named || counter.Ports[id].Class != counter.Traffic) {
			n.t.Errorf("vport %d: %s = %d, want %d", v, counter.Ports[id].Name, got, w)
		}
	}
}

// frames makes n frames of a bucket with their number in the first bytes.
func frames(n int, vport uint16, bucket uint8) []mem.Frame {
	out := make([]mem.Frame, n)
	for i := range out {
		b := make([]byte, 64)
		b[0], b[1], b[2], b[3] = byte(vport), bucket, byte(i>>8), byte(i)
		out[i] = mem.Frame{Vport: vport, Bucket: bucket, Bytes: b}
	}
	return out
}

func number(b []byte) int { return int(b[2])<<8 | int(b[3]) }
