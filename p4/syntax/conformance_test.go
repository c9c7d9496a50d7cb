package syntax

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/syntax/scan"
)

// checkout is the folder of p4c's test programs, or the test is skipped.
func checkout(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("P4C")
	if dir == "" {
		t.Skip("P4C names no checkout of p4lang/p4c")
	}
	if _, err := exec.LookPath("cpp"); err != nil {
		t.Skip("there is no C preprocessor to expand the programs with")
	}
	return dir
}

// lineOf is where a line of expanded text came from.
type lineOf struct {
	file string
	line int
}

var marker = regexp.MustCompile(`^# (\d+) "([^"]*)"`)

// expanded parses a program through the C preprocessor, so that nothing but this
// package is tested. It gives the lines' places by their number.
func expanded(t *testing.T, dir, path string) (*source.List, *source.Set, []lineOf) {
	t.Helper()
	var stderr bytes.Buffer
	cmd := exec.Command("cpp", "-undef", "-nostdinc", "-x", "assembler-with-cpp",
		"-I", filepath.Join(dir, "p4include"), "-I", filepath.Join(dir, "p4include/bmv2"), path)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Logf("%s: cpp: %v: %s", path, err, stderr.String())
	}
	lines := strings.Split(string(out), "\n")
	places := []lineOf{{}}
	at := lineOf{path, 0}
	for i, line := range lines {
		if m := marker.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1])
			at = lineOf{m[2], n - 1}
			lines[i] = ""
		} else {
			at.line++
		}
		places = append(places, at)
	}
	var set source.Set
	var diags source.List
	f, err := set.Add(path, []byte(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	prog := Parse(scan.New(f, &diags, 0), &set, &diags)
	if diags.Errors() == 0 {
		checkSpans(t, prog, &set)
	}
	return &diags, &set, places
}

func firstError(diags *source.List, set *source.Set, places []lineOf) (string, lineOf) {
	for _, d := range diags.All {
		if d.Severity == source.Error {
			return d.Msg, places[set.Position(d.At.From).Line]
		}
	}
	return "", lineOf{}
}

// Programs that p4c accepts have no error of syntax.
func TestAccepted(t *testing.T) {
	dir := checkout(t)
	paths, err := filepath.Glob(filepath.Join(dir, "testdata/p4_16_samples/*.p4"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			continue // a link to what is not in this checkout
		}
		diags, set, places := expanded(t, dir, path)
		if msg, at := firstError(diags, set, places); msg != "" {
			t.Errorf("%s:%d: %s", at.file, at.line, msg)
		}
	}
}

var syntaxError = regexp.MustCompile(`(?m)^(\S+)\((\d+)\):\s*syntax error`)

// annotated matches where p4c shows a line that is an annotation.
var annotated = regexp.MustCompile(`syntax error.*\n\s*@\w+\(`)

// What p4c calls a syntax error is our first error, on the same line; save for
// the bodies of annotations, which are tokens to the grammar, and are read by who
// knows the annotation.
func TestRejected(t *testing.T) {
	dir := checkout(t)
	outputs, err := filepath.Glob(filepath.Join(dir, "testdata/p4_16_errors_outputs/*-stderr"))
	if err != nil || len(outputs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, output := range outputs {
		said, err := os.ReadFile(output)
		if err != nil {
			t.Fatal(err)
		}
		m := syntaxError.FindSubmatch(said)
		if m == nil || bytes.Contains(said, []byte("END_ANNOTATION")) || annotated.Match(said) {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(output), "-stderr")
		diags, set, places := expanded(t, dir, filepath.Join(dir, "testdata/p4_16_errors", name))
		msg, at := firstError(diags, set, places)
		if got := fmt.Sprint(at.line); got != string(m[2]) {
			t.Errorf("%s: line %s, want %s: %s", name, got, m[2], msg)
		}
	}
}
