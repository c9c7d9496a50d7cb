package syntax

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/p4/syntax/preproc"
)

// read parses a program through our preprocessor.
func read(t *testing.T, dir, path string) (*source.List, *source.Set) {
	t.Helper()
	var set source.Set
	var diags source.List
	pp := preproc.New(&set, &diags, preproc.Options{
		Dirs: []string{filepath.Join(dir, "p4include"), filepath.Join(dir, "p4include/bmv2")},
	})
	if err := pp.Open(path); err != nil {
		t.Fatal(err)
	}
	Parse(pp, &set, &diags)
	return &diags, &set
}

func firstError(diags *source.List, set *source.Set) (msg string, at source.Position) {
	for _, d := range diags.All {
		if d.Severity == source.Error {
			return d.Msg, set.Position(d.At.From)
		}
	}
	return "", source.Position{}
}

// samples lists the programs that p4c accepts. Links to what is not in the checkout
// are left out.
func samples(t *testing.T, dir string) (paths []string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "testdata/p4_16_samples/*.p4"))
	if err != nil || len(all) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range all {
		if _, err := os.Stat(path); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// Programs that p4c accepts have no error of syntax.
func TestAccepted(t *testing.T) {
	dir := sourcetest.Checkout(t)
	for _, path := range samples(t, dir) {
		diags, set := read(t, dir, path)
		if msg, at := firstError(diags, set); msg != "" {
			t.Errorf("%s: %s", at, msg)
		}
	}
}

// What is printed of a program's expressions and types is what their spans cover.
// Includes and macros are left out: the text of a macro's use is not what it means.
func TestPrintedSamples(t *testing.T) {
	dir := sourcetest.Checkout(t)
	for _, path := range samples(t, dir) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if strings.HasPrefix(strings.TrimSpace(line), "#") {
				lines[i] = ""
			}
		}
		prog, _, set := parse(t, strings.Join(lines, "\n"))
		checkSpans(t, prog, set)
	}
}

var syntaxError = regexp.MustCompile(`(?m)^(\S+)\((\d+)\):\s*syntax error`)

// annotated matches where p4c shows a line that is an annotation.
var annotated = regexp.MustCompile(`syntax error.*\n\s*@\w+\(`)

// What p4c calls a syntax error is our first error, on the same line; save for
// the bodies of annotations, which are tokens to the grammar, and are read by who
// knows the annotation.
func TestRejected(t *testing.T) {
	dir := sourcetest.Checkout(t)
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
		diags, set := read(t, dir, filepath.Join(dir, "testdata/p4_16_errors", name))
		msg, at := firstError(diags, set)
		if got := fmt.Sprint(at.Line); got != string(m[2]) {
			t.Errorf("%s: line %s, want %s: %s", name, got, m[2], msg)
		}
	}
}
