package types

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/p4/syntax"
	"up4/p4/syntax/preproc"
)

// The lists of programs of p4lang/p4c stand beside each other in a folder that
// P4LISTS names; P4C names the checkout. What is asked of us is the share of
// programs accepted, rejected, and rejected with the first error on the right line.
const (
	wantAccepted  = 99.0 // percent
	wantRejected  = 97.0
	wantFirstLine = 90.0
)

// checkFile runs the whole front end on a file.
func checkFile(t *testing.T, dir, path string) (*Info, *source.Set, *source.List) {
	t.Helper()
	var set source.Set
	var diags source.List
	pp := preproc.New(&set, &diags, preproc.Options{Dirs: []string{"../include", filepath.Join(dir, "p4include")}})
	if err := pp.Open(path); err != nil {
		t.Fatal(err)
	}
	prog := syntax.Parse(pp, &set, &diags)
	if diags.Errors() > 0 {
		return nil, &set, &diags
	}
	return Check(prog, &set, &diags), &set, &diags
}

func firstError(diags *source.List) (source.Diagnostic, bool) {
	for _, d := range diags.All {
		if d.Severity == source.Error {
			return d, true
		}
	}
	return source.Diagnostic{}, false
}

// share reports a percentage and fails where it is too small.
func share(t *testing.T, what string, n, of int, want float64) {
	t.Helper()
	p := 100 * float64(n) / float64(of)
	t.Logf("%s: %d of %d, %.1f %%", what, n, of, p)
	if p < want {
		t.Errorf("%s: %.1f %%, want %.1f %%", what, p, want)
	}
}

func TestConformanceAccepted(t *testing.T) {
	dir, lines := sourcetest.Listed(t, "accept.txt")
	ok, all := 0, 0
	for _, l := range lines {
		if _, err := os.Stat(filepath.Join(dir, "testdata", l[0])); err != nil {
			t.Logf("not in this checkout: %s", l[0])
			continue
		}
		all++
		_, set, diags := checkFile(t, dir, filepath.Join(dir, "testdata", l[0]))
		d, bad := firstError(diags)
		if !bad {
			ok++
			continue
		}
		t.Logf("rejected: %s: %s: %s [%s]", l[0], place1(set, d), d.Msg, d.Code)
	}
	share(t, "accepted", ok, all, wantAccepted)
}

func TestConformanceRejected(t *testing.T) {
	dir, lines := sourcetest.Listed(t, "errors-judgeable-by-line.txt")
	rejected, right := 0, 0
	for _, l := range lines {
		line, err := strconv.Atoi(l[1])
		if err != nil {
			t.Fatal(err)
		}
		_, set, diags := checkFile(t, dir, filepath.Join(dir, "testdata/p4_16_errors", l[0]))
		d, bad := firstError(diags)
		if !bad {
			t.Logf("accepted: %s, an error in line %d", l[0], line)
			continue
		}
		rejected++
		if set.Position(d.At.From).Line == line {
			right++
			continue
		}
		t.Logf("elsewhere: %s: want line %d: %s: %s [%s]", l[0], line, place1(set, d), d.Msg, d.Code)
	}
	share(t, "rejected", rejected, len(lines), wantRejected)
	share(t, "first error on its line", right, len(lines), wantFirstLine)
}

func place1(set *source.Set, d source.Diagnostic) string {
	p := set.Position(d.At.From)
	return fmt.Sprintf("%s:%d:%d", filepath.Base(p.File), p.Line, p.Col)
}
