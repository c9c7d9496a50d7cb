package local

import (
	"context"

	"up4/control/api"
	"up4/internal/counter"
)

var classes = map[counter.Class]api.Class{
	counter.Traffic: api.Traffic, counter.Drop: api.Drop, counter.Harness: api.Harness, counter.Note: api.Note,
}

// peaks are the counters that hold a largest value.
var peaks = map[string]bool{counter.Shards[counter.RingPeak].Name: true}

// Counters is every counter by class and name.
func (s *Switch) Counters(ctx context.Context) (api.Counters, error) {
	if err := ctx.Err(); err != nil {
		return api.Counters{}, err
	}
	c, started, now := s.node.Counters(), s.node.Info().Started, s.now()
	out := api.Counters{Time: now, UptimeNs: now.Sub(started).Nanoseconds(), Total: api.NewCounts(),
		Vports: []api.VportCounters{}, Shards: []api.ShardCounters{}}
	for _, v := range c.Vports {
		x := api.VportCounters{ID: int(v.ID), Counts: api.NewCounts()}
		put(&out, x.Counts, counter.Ports[:], v.Total[:])
		out.Vports = append(out.Vports, x)
	}
	for i, sh := range c.Shards {
		x := api.ShardCounters{Index: i, CPU: sh.CPU, Counts: api.NewCounts()}
		put(&out, x.Counts, counter.Shards[:], sh.Total[:])
		out.Shards = append(out.Shards, x)
	}
	return out, nil
}

// put files counts under their names in c, and adds them to the totals.
func put(out *api.Counters, c api.Counts, infos []counter.Info, counts []uint64) {
	for i, info := range infos {
		class, n := classes[info.Class], counts[i]
		c.Of(class)[info.Name] = n
		total := out.Total.Of(class)
		if peaks[info.Name] {
			total[info.Name] = max(total[info.Name], n)
			continue
		}
		total[info.Name] += n
		switch info.Class {
		case counter.Drop:
			out.Drops += n
		case counter.Harness:
			out.HarnessDrops += n
		}
	}
}

// Explain is the text of every counter.
func (s *Switch) Explain(ctx context.Context) ([]api.CounterText, error) {
	var out []api.CounterText
	add := func(scope string, infos []counter.Info) {
		for _, i := range infos {
			out = append(out, api.CounterText{Name: i.Name, Scope: scope, Class: classes[i.Class], Peak: peaks[i.Name], Text: i.Text})
		}
	}
	add("vport", counter.Ports[:])
	add("shard", counter.Shards[:])
	return out, ctx.Err()
}
