package main

import (
	"path/filepath"
	"strings"
)

// refusals are files that say what is not run at all: no packet meets them.
var refusals = []string{
	"pipelines/interp/supported.go",
	"pipelines/arch/v1model/refuse.go",
}

// declaration is mistakes that change nothing a program can see.
type declaration struct {
	file, function string // "" for all of the file
	before         string // contained in the code, "" for all
	why            string
}

var declarations = []declaration{
	{"engine.go", "", "maxSteps", "a budget: any large number will do"},
	{"engine.go", "", "maxGenerations", "a budget"},
	{"engine.go", "", "scratchBytes", "a budget"},
	{"engine.go", "Compile", "", "refuses at load"},
	{"engine.go", "Profile", "", "a description"},
	{"engine.go", "Replicate", "", "refuses wrong places, and seeds random numbers"},
	{"machine.go", "", "maxDepth", "a budget"},
}

// declared says whether a mistake is none.
func declared(s *site, _ string) bool {
	for _, d := range declarations {
		if filepath.Base(s.path) == d.file && (d.function == "" || d.function == s.function) && strings.Contains(s.line0(), d.before) {
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
