package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"up4/internal/generator"
)

// reportText is the report for people: what was sent, what came in of whom, and
// what else was seen, zeros left out where they are what one expects.
func reportText(r *generator.Report) string {
	var b strings.Builder
	if r.Received.Mine != nil {
		b.WriteString(sentText(r))
	}
	in := &r.Received
	if in.Frames == 0 {
		b.WriteString("received  nothing\n")
		return b.String() + notesText(r)
	}
	fmt.Fprintf(&b, "received  %s frames in %s: %s a second, %.3f Gbit/s of frames\n",
		grouped(in.Frames), seconds(in.Seconds), grouped(uint64(in.PPS)), in.InnerGbps)
	b.WriteString(originsText(in))
	b.WriteString(notesText(r))
	return b.String()
}

func sentText(r *generator.Report) string {
	s := fmt.Sprintf("sent      %s frames of %s bytes on %s flows in %s: %s a second, %.3f Gbit/s of frames\n",
		grouped(r.OfferedFrames), r.Mix, grouped(uint64(r.Flows)), seconds(r.Seconds), grouped(uint64(r.OfferedPPS)), r.InnerGbps)
	if r.TrainsSent > 0 && r.TrainsSent < r.OfferedFrames {
		s += fmt.Sprintf("          in %s trains, %.1f frames each\n", grouped(r.TrainsSent), float64(r.OfferedFrames)/float64(r.TrainsSent))
	}
	return s
}

// originsText is a table with a row for each generator.
func originsText(in *generator.Received) string {
	rows := [][]string{{"from", "received", "lost", "duplicates", "reordered", "min", "p50", "p90", "p99", "p99.9", "max"}}
	row := func(name string, o generator.Origin) {
		l := o.Latency
		cells := []string{name, grouped(o.Received), grouped(o.Lost + o.Unreturned), grouped(o.Duplicates), grouped(o.Reordered)}
		for _, v := range []int64{l.Min, l.P50, l.P90, l.P99, l.P999, l.Max} {
			if l.Count == 0 {
				cells = append(cells, "-")
				continue
			}
			cells = append(cells, micros(v))
		}
		rows = append(rows, cells)
	}
	if m := in.Mine; m != nil && (m.Received > 0 || len(in.Others) == 0) {
		row("itself", *m)
	}
	for _, o := range in.Others {
		row(fmt.Sprintf("generator %d", o.ID), o)
	}
	return "\n" + columns(rows) + "\n"
}

// columns sets rows in columns, all but the first flush right.
func columns(rows [][]string) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, c := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i == 0 {
				b.WriteString(c + pad)
			} else {
				b.WriteString("  " + pad + c)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// notesText is a line for each thing out of the ordinary.
func notesText(r *generator.Report) string {
	var b strings.Builder
	note := func(n uint64, text string) {
		if n > 0 {
			fmt.Fprintf(&b, "%s  %s\n", grouped(n), text)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.SendFailures)) {
		note(r.SendFailures[name], "frames refused by the kernel: "+name)
	}
	in := &r.Received
	note(r.Skipped, "frames of the schedule given up, the sender being late")
	note(r.GSOFallbacks, "trains refused by the route and sent singly")
	note(r.SendWaits, "waits for room in the send buffer")
	note(in.Corrupted, "frames corrupted")
	note(in.Foreign, "frames of no generator")
	note(in.Strangers, "datagrams from another address than the target")
	note(in.Malformed, "datagrams without overlay header or frame")
	note(in.Truncated, "datagrams truncated")
	note(in.Link.Lost, "frames lost between the switch and here, by its sequence numbers")
	note(uint64(r.SocketDrops), "messages dropped at this socket, its buffer being full")
	for _, o := range append(slices.Clone(in.Others), mineOf(in)...) {
		note(o.Stale, fmt.Sprintf("frames of generator %d too late to tell from repeated ones", o.ID))
		note(o.Latency.Unclocked, fmt.Sprintf("frames of generator %d with times of another clock", o.ID))
	}
	if r.Interrupted {
		b.WriteString("ended early\n")
	}
	if !r.Quiet {
		b.WriteString("frames still came in at the end\n")
	}
	return b.String()
}

func mineOf(in *generator.Received) []generator.Origin {
	if in.Mine == nil {
		return nil
	}
	return []generator.Origin{*in.Mine}
}

// grouped is n with its digits in groups of three.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func seconds(s float64) string { return fmt.Sprintf("%.3g s", s) }

// micros is nanoseconds as a readable time.
func micros(ns int64) string {
	d := time.Duration(ns)
	switch {
	case d < 10*time.Microsecond:
		return d.String()
	case d < 10*time.Millisecond:
		return d.Round(100 * time.Nanosecond).String()
	}
	return d.Round(100 * time.Microsecond).String()
}
