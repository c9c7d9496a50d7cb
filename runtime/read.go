package runtime

import (
	"os"
	"sync"

	"up4/internal/counter"
	"up4/internal/version"
	"up4/pipelines"
	"up4/pipelines/state"
	"up4/pipelines/table"
	"up4/runtime/status"
)

// Program is the program that runs.
func (n *Node) Program() *pipelines.Program { return n.opt.Compiled.Program() }

// Apply applies a batch to the tables, all or nothing, and returns when it is
// published: a batch of frames that starts later sees it.
func (n *Node) Apply(ops []table.Op) error { return n.tables.apply(ops) }

// Read reads table t back from one version: its entries, and the action of a
// miss with its packed parameters.
func (n *Node) Read(t int) (entries []table.Listed, action uint16, data []byte, err error) {
	return n.tables.read(t)
}

// Entries is the entries of table t; none once the switch has ended.
func (n *Node) Entries(t int) []table.Listed {
	entries, _, _, _ := n.tables.read(t)
	return entries
}

// Hits is how many frames matched the entry with this hit index, over all shards.
func (n *Node) Hits(t int, hit uint32) uint64 {
	n.final.mu.RLock()
	defer n.final.mu.RUnlock()
	if n.final.taken {
		return 0
	}
	var sum uint64
	for _, offs := range n.hits {
		sum += n.hit(offs[t], hit).Load()
	}
	return sum
}

// Groups is the multicast groups, by number.
func (n *Node) Groups() ([]table.Group, error) { return n.tables.groups() }

// WithState calls f with the program's counters, meters and registers. f may take
// what they lock, and nothing else.
func (n *Node) WithState(f func(*state.State) error) error {
	n.final.mu.RLock()
	defer n.final.mu.RUnlock()
	if n.final.taken {
		return ErrClosed
	}
	return f(n.state)
}

// Digests is the messages kept of the program to the control plane, oldest first.
func (n *Node) Digests() []status.Digest { return n.messages.list() }

// Punts is the frames kept of those sent to the CPU port, oldest first.
func (n *Node) Punts() []status.Punt { return n.punts.list() }

// final is what is kept of the sockets once they are gone.
type final struct {
	mu    sync.RWMutex
	taken bool
	drops []uint64 // by shard
}

func (f *final) take(n *Node) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.taken {
		return
	}
	for _, s := range n.sockets {
		d, _ := s.Drops()
		f.drops = append(f.drops, d)
	}
	f.taken = true
}

// Counters reads every counter.
func (n *Node) Counters() status.Counters {
	var c status.Counters
	n.final.mu.RLock()
	defer n.final.mu.RUnlock()
	for _, v := range n.top.Vports {
		vc := status.VportCounters{ID: v.ID}
		for i := range n.ports {
			for k := range vc.Total {
				vc.Total[k] += n.ports[i][v.ID][k].Load()
			}
		}
		vc.Total[counter.Lost] = n.ledger.Lost(v.ID)
		c.Vports = append(c.Vports, vc)
	}
	for i := range n.tallies {
		sc := status.ShardCounters{CPU: n.cpus[i]}
		for k := range sc.Total {
			sc.Total[k] = n.tallies[i][k].Load()
		}
		sc.Total[counter.MessagesLost] = n.messages.shards[i].lost.Load()
		if n.final.taken {
			sc.Total[counter.KernelDrops] = n.final.drops[i]
		} else if d, err := n.sockets[i].Drops(); err == nil {
			sc.Total[counter.KernelDrops] = d
		}
		c.Shards = append(c.Shards, sc)
	}
	return c
}

// Info tells how the switch was set up.
func (n *Node) Info() status.Info {
	t := n.top.Node
	info := status.Info{
		ID: t.ID, Version: version.String(), PID: os.Getpid(), Incarnation: n.opt.Incarnation, Started: n.started,
		Bind: t.Bind, Profile: n.opt.Compiled.Profile(), Steer: string(t.Steer), Spread: t.Spread, Wait: string(t.Wait),
		Oversubscribed: n.opt.oversubscribed(), Warnings: append([]string(nil), n.warnings...),
	}
	n.final.mu.RLock()
	defer n.final.mu.RUnlock()
	if n.final.taken {
		return info
	}
	info.ArenaBytes, info.ArenaFree = n.arena.Size(), n.arena.Free()
	for i, s := range n.sockets {
		if a, err := s.Addr(); err == nil {
			info.Bind = a
		}
		info.Shards = append(info.Shards, status.Shard{CPU: n.cpus[i], RcvBuf: s.RcvBuf, SndBuf: s.SndBuf, GSO: s.GSO, GRO: s.GRO})
	}
	for i, v := range n.top.Vports {
		var fallbacks uint64
		for s := range n.ports {
			fallbacks += n.ports[s][v.ID][counter.GSOFallbacks].Load()
		}
		info.Vports = append(info.Vports, status.Vport{
			ID: v.ID, Peer: v.Peer, PeerVport: v.PeerVport, MTU: v.MTU,
			PeerShards: n.shared[i].PeerShards(), GSO: n.sockets[0].GSO && fallbacks == 0, Fallback: fallbacks > 0,
		})
	}
	return info
}

// CPUTime is the CPU time in nanoseconds that each shard's thread has used.
func (n *Node) CPUTime() ([]int64, error) {
	out := make([]int64, len(n.shards))
	for i, s := range n.shards {
		ns, err := s.CPUTime()
		if err != nil {
			return nil, err
		}
		out[i] = ns
	}
	return out, nil
}
