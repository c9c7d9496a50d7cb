package text

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"up4/control/api"
)

// traceBytes is how much of a frame a trace shows.
const traceBytes = 64

// Trace is what happened to a frame, a line for each event.
func Trace(t api.Trace) string {
	var b strings.Builder
	when := ""
	if !t.Time.IsZero() {
		when = fmt.Sprintf(" at %s, shard %d", t.Time.Format("15:04:05.000000"), t.Shard)
	}
	fmt.Fprintf(&b, "in by vport %s, %d bytes%s: %s\n", port(t.Vport), len(t.Bytes), when, short(t.Bytes))
	for _, e := range t.Events {
		at := ""
		if e.At != "" {
			at = "  (" + e.At + ")"
		}
		for i, line := range traceLines(e) {
			if i > 0 {
				at = ""
			}
			fmt.Fprintf(&b, "  %s%s\n", line, at)
		}
	}
	return b.String()
}

// traceLines is an event for people.
func traceLines(e api.TraceEvent) []string {
	switch e.Event {
	case "block":
		return []string{e.Name}
	case "call":
		return []string{"  call " + e.Name}
	case "state":
		return []string{"  state " + e.Name}
	case "extract":
		return []string{"    extract " + e.Name + " " + fields(e.Fields)}
	case "reject":
		return []string{"  reject: error." + e.Name}
	case "set":
		return []string{fmt.Sprintf("  %s: %s → %s", e.Name, e.Before, e.After)}
	case "table":
		return tableLines(e)
	case "extern":
		return []string{fmt.Sprintf("  extern %s(%s)", e.Name, fields(e.Args))}
	case "emit":
		return []string{fmt.Sprintf("  emit %s: %d bytes", e.Name, e.Length)}
	case "copy":
		return []string{e.Name}
	case "send":
		return []string{fmt.Sprintf("out by vport %s, %d bytes: %s", port(*e.Vport), e.Length, short(e.Bytes))}
	case "drop":
		return []string{"dropped: " + e.Name}
	}
	return []string{e.Event + " " + e.Name}
}

func tableLines(e api.TraceEvent) []string {
	lines := []string{fmt.Sprintf("  table %s with %s", e.Name, fields(e.Fields))}
	if len(e.Fields) == 0 {
		lines[0] = "  table " + e.Name
	}
	how := "miss"
	if e.Hit != nil && *e.Hit {
		how = "hit"
		if e.Entry != nil {
			how += " of " + EntryKey(*e.Entry)
		}
	}
	if e.Action == "" {
		return append(lines, "    "+how+": no action")
	}
	return append(lines, fmt.Sprintf("    %s: action %s(%s)", how, e.Action, fields(e.Args)))
}

// EntryKey is what an entry of a table matches, in the order of names.
func EntryKey(e api.Entry) string {
	var words []string
	for _, k := range slices.Sorted(maps.Keys(e.Match)) {
		words = append(words, k+"="+string(e.Match[k]))
	}
	if e.Priority != nil {
		words = append(words, "priority="+string(*e.Priority))
	}
	return strings.Join(words, " ")
}

func fields(list []api.TraceField) string {
	parts := make([]string, len(list))
	for i, f := range list {
		if parts[i] = f.Value; f.Name != "" {
			parts[i] = f.Name + "=" + f.Value
		}
	}
	return strings.Join(parts, ", ")
}

func short(b api.Hex) string {
	if len(b) > traceBytes {
		return hex.EncodeToString(b[:traceBytes]) + "…"
	}
	return hex.EncodeToString(b)
}

// port is a vport for people.
func port(n int) string {
	if n == 510 {
		return "cpu"
	}
	return fmt.Sprint(n)
}
