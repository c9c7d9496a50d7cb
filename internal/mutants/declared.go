package main

import (
	"path/filepath"
	"strings"
)

// refusals are files that no packet meets: they say what is not run at all, or tell
// people of what was (which has tests of its own).
var refusals = []string{
	"pipelines/interp/trace.go",
	"pipelines/interp/supported.go",
	"pipelines/arch/v1model/refuse.go",
}

// declaration is mistakes that change nothing a program can see.
type declaration struct {
	file, function string // "" for all of the file
	before         string // contained in the line, "" for all
	twice          string // contained in the code twice: two statements in the other order
	why            string
}

var declarations = []declaration{
	{"engine.go", "", "maxSteps", "", "a budget: any large number will do"},
	{"engine.go", "", "maxGenerations", "", "a budget"},
	{"engine.go", "", "scratchBytes", "", "a budget"},
	{"engine.go", "Compile", "", "", "refuses at load"},
	{"engine.go", "Profile", "", "", "a description"},
	{"engine.go", "Replicate", "", "", "refuses wrong places, and seeds random numbers"},
	{"machine.go", "", "maxDepth", "", "a budget"},
	{"", "", "tracer", "", "tells people only"},
	{"", "", "m.traceable(", "", "tells people only"},
	{"", "", "m.changed(", "", "tells people only"},
	{"", "", "r.note(", "", "tells people only"},
	{"v1model.go", "record", "", "set(", "each sets a field of its own"},
	{"v1model.go", "read", "", "get(", "each reads a field of its own"},
}

// declared says whether a mistake is none.
func declared(s *site, _ string) bool {
	for _, d := range declarations {
		if (d.file == "" || filepath.Base(s.path) == d.file) && (d.twice == "" || strings.Count(s.before(), d.twice) == 2) && (d.function == "" || d.function == s.function) && strings.Contains(s.line0(), d.before) {
			return true
		}
	}
	return false
}

// line0 is the line on which a site begins.
func (s *site) line0() string {
	from := strings.LastIndexByte(string(s.text[:s.from]), '\n') + 1
	to := len(s.text)
	if i := strings.IndexByte(string(s.text[s.from:]), '\n'); i >= 0 {
		to = s.from + i
	}
	return string(s.text[from:to])
}
