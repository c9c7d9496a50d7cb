package main

import (
	"strings"
	"unicode/utf8"

	"up4/internal/probe"
)

// escapes are the colours of statuses.
var escapes = map[probe.Status]string{
	probe.OK: "\x1b[32m", probe.Limited: "\x1b[33m", probe.No: "\x1b[31m", probe.Unknown: "\x1b[35m",
}

const plain = "\x1b[0m"

// text is the report for people: a line a check, then what is not as it could
// be, then the verdict.
func text(r probe.Report, colour bool) string {
	name, status := 0, 0
	for _, c := range r.Checks {
		name, status = max(name, width(c.Name)), max(status, width(string(c.Status)))
	}
	paint := func(s string, st probe.Status) string {
		if !colour {
			return s
		}
		return escapes[st] + s + plain
	}
	var b, more strings.Builder
	for _, c := range r.Checks {
		b.WriteString(pad(c.Name, name) + "  " + paint(pad(string(c.Status), status), c.Status) + "  " + c.Value + "\n")
		if c.Status != probe.OK {
			more.WriteString("\n" + paint(c.Name, c.Status) + ": " + c.Why + "\n")
			if c.Advice != "" {
				more.WriteString("  → " + c.Advice + "\n")
			}
		}
	}
	b.WriteString(more.String())
	b.WriteString("\n")
	for _, l := range r.Verdict.Lines {
		b.WriteString(l + "\n")
	}
	return b.String()
}

func width(s string) int { return utf8.RuneCountInString(s) }

func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }
