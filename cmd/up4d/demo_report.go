package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"up4/control/api"
	"up4/internal/counter"
)

// term is one line of a direction's account: where frames ended, and how many.
type term struct {
	where, name string
	frames      uint64
}

// account is one direction: what was offered, and where it ended.
type account struct {
	title     string
	offered   uint64
	delivered uint64
	drops     []term
}

func (a *account) sum() uint64 {
	n := a.delivered
	for _, t := range a.drops {
		n += t.frames
	}
	return n
}

// holds: offered = delivered + drops by name.
func (a *account) holds() bool { return a.offered == a.sum() }

// report prints the counters of both routers and each direction's account.
func (d *demo) report(ctx context.Context, phases []*phase) error {
	var routers [2]api.Counters
	for i, r := range d.routers {
		var err error
		if routers[i], err = r.ctl.Counters(ctx); err != nil {
			return fmt.Errorf("read counters of router %s: %w", r.id, err)
		}
	}
	if err := printCounters(os.Stdout, d.routers, routers); err != nil {
		return err
	}
	for _, p := range phases {
		printPhase(os.Stdout, p)
	}
	err := error(nil)
	for from := range 2 {
		a := d.account(from, phases, routers)
		a.print(os.Stdout)
		if !a.holds() {
			err = errors.Join(err, fmt.Errorf("%s: %d frames offered, %d accounted for", a.title, a.offered, a.sum()))
		}
	}
	return err
}

// account follows a direction: generator, two routers, generator.
func (d *demo) account(from int, phases []*phase, routers [2]api.Counters) *account {
	ends := [2]string{"west", "east"}
	a := &account{title: fmt.Sprintf("%s → %s", ends[from], ends[1-from])}
	// A frame from the west comes in by port 0 and leaves by port 1.
	in, out := from, 1-from
	for i := range 2 {
		at := i
		if from == 1 {
			at = 1 - i
		}
		where := "router " + d.routers[at].id
		a.add(where, routers[at].Vports[in], arrivals)
		a.add(where, routers[at].Vports[out], departures)
	}
	far := "generator " + ends[1-from]
	var lost, spoilt uint64
	for _, p := range phases {
		a.offered += p.both[from].OfferedFrames
		r := p.both[1-from].Received
		a.delivered += r.From(p.both[from].ID).Received
		lost += r.Link.Lost
		spoilt += r.Corrupted + r.Foreign + r.Malformed + r.Truncated
	}
	a.drop(far, "lost", lost)
	a.drop(far, "spoilt", spoilt)
	return a
}

// arrivals are the counters that end a frame on the vport it came in by,
// departures those on the vport it was to leave by.
var arrivals, departures = bySide()

func bySide() (in, out []string) {
	in = append(in, counter.Ports[counter.Punted].Name)
	for _, c := range counter.Ports {
		switch {
		case c.Class != counter.Drop && c.Class != counter.Harness:
		case c.Out:
			out = append(out, c.Name)
		default:
			in = append(in, c.Name)
		}
	}
	return in, out
}

func (a *account) add(where string, v api.VportCounters, names []string) {
	for _, name := range names {
		a.drop(where, name, v.Drops[name]+v.HarnessDrops[name]+v.Traffic[name])
	}
}

func (a *account) drop(where, name string, frames uint64) {
	if frames != 0 {
		a.drops = append(a.drops, term{where, name, frames})
	}
}

func (a *account) print(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n", a.title)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "  offered\t%d\t \n", a.offered)
	fmt.Fprintf(t, "= delivered\t%d\t \n", a.delivered)
	for _, d := range a.drops {
		fmt.Fprintf(t, "+ %s\t%d\t at %s\n", d.name, d.frames, d.where)
	}
	_ = t.Flush()
	if a.holds() {
		fmt.Fprintln(w, "holds: every frame is accounted for")
		return
	}
	fmt.Fprintf(w, "DOES NOT HOLD: %d offered, %d accounted for\n", a.offered, a.sum())
}

func printPhase(w io.Writer, p *phase) {
	fmt.Fprintf(w, "\n%s:", p.name)
	for i, end := range []string{"west", "east"} {
		r := p.both[i]
		from := p.both[1-i].Received.From(r.ID)
		fmt.Fprintf(w, "  from %s %.2f Mframes/s offered, %.1f%% delivered, latency p50 %.0f µs p99 %.0f µs;",
			end, r.OfferedPPS/1e6, percent(from.Received, r.OfferedFrames), float64(from.Latency.P50)/1e3, float64(from.Latency.P99)/1e3)
	}
	fmt.Fprintln(w)
}

func percent(part, whole uint64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// printCounters prints what is not zero, a column a vport.
func printCounters(w io.Writer, names [2]*router, routers [2]api.Counters) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "counter\tclass\t")
	for i, r := range routers {
		for _, v := range r.Vports {
			fmt.Fprintf(t, "%s:%d\t", names[i].id, v.ID)
		}
	}
	fmt.Fprintln(t)
	for _, c := range counter.Ports {
		line, some := fmt.Sprintf("%s\t%s\t", c.Name, c.Class), false
		for _, r := range routers {
			for _, v := range r.Vports {
				n := v.Traffic[c.Name] + v.Drops[c.Name] + v.HarnessDrops[c.Name] + v.Notes[c.Name]
				line += fmt.Sprintf("%d\t", n)
				some = some || n != 0
			}
		}
		if some {
			fmt.Fprintln(t, line)
		}
	}
	return t.Flush()
}
