package runtime

import (
	"testing"

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
