package runtime

import (
	"testing"

	"up4/internal/counter"
	"up4/runtime/topology"
)

func TestOversubscribed(t *testing.T) {
	for _, c := range []struct {
		shards int
		cpus   []int
		quota  float64
		want   bool
	}{
		{1, []int{0}, 0, false},
		{2, []int{0, 1}, 0, false},
		{3, []int{0, 1}, 0, true},
		{2, []int{0, 1, 2, 3}, 2, false},
		{3, []int{0, 1, 2, 3}, 2, true},
		{2, []int{0, 1, 2, 3}, 1.5, true},
		{1, []int{0, 1}, 0.5, true},
		{2, []int{0, 1}, 8, false},
	} {
		o := Options{CPUs: c.cpus, Quota: c.quota, Topology: &topology.Topology{Node: topology.Node{Shards: c.shards}}}
		n := &Node{opt: o, top: o.Topology}
		n.opt.Compiled = through(0)
		n.final.taken = true // no sockets to ask
		if got := n.Info().Oversubscribed; got != c.want {
			t.Errorf("%d shards, CPUs %v, quota %v: %v, want %v", c.shards, c.cpus, c.quota, got, c.want)
		}
	}
}

// A vport says what its peer has told, and nothing before it did; and whether
// trains are sent to it.
func TestInfoOfVports(t *testing.T) {
	r := newRig(t, through(1), options{vports: 2})
	trains := r.node.sockets[0].GSO
	for _, v := range r.node.Info().Vports {
		if v.PeerShards != 0 || v.GSO != trains || v.Fallback {
			t.Errorf("vport %d before anything was heard: %+v", v.ID, v)
		}
	}
	r.peers[1].hello(0, 0, 3)
	r.waitFor("the greeting", func() bool { return r.total(1, counter.RxHellos) == 1 })
	r.node.ports[0][1][counter.GSOFallbacks].Add(1) // as its route's first refusal does
	v := r.node.Info().Vports
	if v[0].PeerShards != 0 || v[0].GSO != trains || v[0].Fallback {
		t.Errorf("vport 0: %+v", v[0])
	}
	if v[1].PeerShards != 3 || v[1].GSO || !v[1].Fallback {
		t.Errorf("vport 1: %+v", v[1])
	}
}

// What the configuration warns of is told with what the start itself does.
func TestWarningsOfTheConfiguration(t *testing.T) {
	top := &topology.Topology{Node: topology.Node{Bind: anyPort, Shards: 1, Slabs: 32, TableMiB: 1, Steer: topology.SteerFlow, Wait: topology.WaitBlock},
		Warnings: []string{"something is set and not read"}}
	n, err := New(Options{Topology: top, Compiled: through(0), CPUs: []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	if w := n.Info().Warnings; len(w) == 0 || w[0] != top.Warnings[0] {
		t.Errorf("warnings %q", w)
	}
}
