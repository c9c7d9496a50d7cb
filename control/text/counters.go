package text

import (
	"fmt"
	"strconv"

	"up4/control/api"
)

// maxColumns is how many vports or shards stand beside each other. Of more,
// only the sums are shown.
const maxColumns = 8

// column is one vport or shard.
type column struct {
	head string
	api.Counts
}

// View is what is shown of the counters.
type View struct {
	Vports []int // none: all, and the shards
	All    bool  // zero counters too
	Color  bool  // losses stand out
}

// Counters is the counters for people, in the order of texts, with rates where
// last is a round before.
func Counters(c api.Counters, last *api.Counters, texts []api.CounterText, v View) string {
	var vports, shards []column
	for _, p := range c.Vports {
		vports = append(vports, column{fmt.Sprintf("VPORT %d", p.ID), p.Counts})
	}
	for _, s := range c.Shards {
		shards = append(shards, column{fmt.Sprintf("SHARD %d", s.Index), s.Counts})
	}
	out := section("vport", vports, c, last, texts, v)
	if len(v.Vports) == 0 {
		out += "\n" + section("shard", shards, c, last, texts, v)
	}
	g := &Grid{Right: Columns(1, 2)}
	g.Add("drops", num(c.Drops), "by the program, the topology or the network (lost is one of them)")
	g.Add("harness drops", num(c.HarnessDrops), "for want of a resource of the process or the host")
	return out + "\n" + g.String()
}

func section(scope string, cols []column, c api.Counters, last *api.Counters, texts []api.CounterText, v View) string {
	shown := cols
	if len(cols) > maxColumns {
		shown = nil
	}
	g := &Grid{Right: Columns(2, len(shown)+4), style: map[int]string{}}
	head := []string{"COUNTER", "CLASS"}
	for _, col := range shown {
		head = append(head, col.head)
	}
	sums := len(cols) != 1
	if sums {
		head = append(head, "TOTAL")
	}
	if last != nil {
		head = append(head, "/S")
	}
	g.Add(head...)
	for _, t := range texts {
		if t.Scope != scope || !v.All && c.Total.Get(t.Name) == 0 {
			continue
		}
		row := []string{t.Name, string(t.Class)}
		for _, col := range shown {
			row = append(row, num(col.Get(t.Name)))
		}
		if sums {
			row = append(row, num(c.Total.Get(t.Name)))
		}
		if last != nil {
			row = append(row, rate(t, c, *last))
		}
		if v.Color && c.Total.Get(t.Name) > 0 {
			g.style[len(g.rows)] = styles[t.Class]
		}
		g.Add(row...)
	}
	switch {
	case len(g.rows) == 1:
		return scope + "s: nothing counted yet\n"
	case len(cols) > maxColumns && scope == "vport":
		return fmt.Sprintf("%s%d vports; --vport N shows one\n", g, len(cols))
	}
	return g.String()
}

// styles make losses stand out on a terminal: yellow and red.
var styles = map[api.Class]string{api.Drop: "\x1b[33m", api.Harness: "\x1b[31m"}

func num(n uint64) string { return strconv.FormatUint(n, 10) }

// rate is what a counter gained a second; nothing for a peak.
func rate(t api.CounterText, c, last api.Counters) string {
	d := c.UptimeNs - last.UptimeNs
	now, before := c.Total.Get(t.Name), last.Total.Get(t.Name)
	if t.Peak || d <= 0 || now < before { // the switch was restarted in between
		return "-"
	}
	return fmt.Sprintf("%.0f", float64(now-before)/float64(d)*1e9)
}

// Explain is the counters for people, each with what it counts.
func Explain(c api.Counters, texts []api.CounterText, v View) string {
	g := &Grid{Right: Columns(2, 3)}
	g.Add("COUNTER", "CLASS", "TOTAL", "WHAT IT COUNTS")
	for _, t := range texts {
		if n := c.Total.Get(t.Name); (n > 0 || v.All) && (len(v.Vports) == 0 || t.Scope == "vport") {
			g.Add(t.Name, string(t.Class), num(n), t.Text)
		}
	}
	if len(g.rows) == 1 {
		return "nothing counted yet; --all explains every counter\n"
	}
	return g.String()
}
