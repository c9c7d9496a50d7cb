// Package sourcetest holds what the tests of the front end's packages share: the check
// of documented codes against their examples, and the public programs.
package sourcetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/p4/source"
)

// Codes checks that each code has a text and that its example draws it, and nothing
// else, on the line marked "// ERROR" or "// WARNING"; where no line is marked, about
// the program as a whole, which is line 0. Codes without an example are for the caller.
func Codes(t *testing.T, codes []source.CodeInfo, run func(t *testing.T, example string) (*source.Set, *source.List)) {
	t.Helper()
	seen := map[source.Code]bool{}
	for _, c := range codes {
		if seen[c.Code] {
			t.Errorf("%s is there twice", c.Code)
		}
		seen[c.Code] = true
		if c.Text == "" {
			t.Errorf("%s has no text", c.Code)
		}
		if c.Example == "" {
			continue
		}
		t.Run(string(c.Code), func(t *testing.T) {
			set, diags := run(t, c.Example)
			if len(diags.All) != 1 {
				t.Fatalf("%d diagnostics, want one: %v", len(diags.All), diags.All)
			}
			d, want := diags.All[0], marked(c)
			if line := set.Position(d.At.From).Line; d.Code != c.Code || d.Severity != c.Severity || line != want {
				t.Errorf("got %s (%s) in line %d, want line %d: %s", d.Code, d.Severity, line, want, d.Msg)
			}
		})
	}
}

func marked(c source.CodeInfo) int {
	before, _, found := strings.Cut(c.Example, "// "+strings.ToUpper(c.Severity.String()))
	if !found {
		return 0
	}
	return 1 + strings.Count(before, "\n")
}

// Checkout is the folder that holds testdata/ of p4lang/p4c. The environment variable
// P4C names it; without it the test is skipped.
func Checkout(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("P4C")
	if dir == "" {
		t.Skip("P4C names no checkout of p4lang/p4c")
	}
	return dir
}

// Samples is the public programs of the checkout that are meant to be accepted.
func Samples(t testing.TB) []string {
	t.Helper()
	dir := filepath.Join(Checkout(t), "testdata", "p4_16_samples")
	var files []string
	for _, pattern := range []string{"*.p4", "*/*.p4"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatalf("no programs in %s", dir)
	}
	return files
}

// Listed is the lines, in fields, of a list of public programs, and the checkout; the
// names in it start from its testdata/. The environment variable P4LISTS names the
// folder of the lists; without it, or without a checkout, the test is skipped.
func Listed(t testing.TB, list string) (checkout string, lines [][]string) {
	t.Helper()
	lists := os.Getenv("P4LISTS")
	if lists == "" {
		t.Skip("P4LISTS names no folder of lists of p4lang/p4c's programs")
	}
	checkout = Checkout(t)
	text, err := os.ReadFile(filepath.Join(lists, list))
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		lines = append(lines, strings.Fields(l))
	}
	return checkout, lines
}
