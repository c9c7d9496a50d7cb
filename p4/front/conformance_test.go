package front

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"up4/p4/front/disguise"
	"up4/p4/source"
	"up4/p4/source/sourcetest"
)

// The lists of programs of p4lang/p4c stand beside each other in a folder that
// P4LISTS names; P4C names the checkout. What is asked is the share of programs
// accepted, rejected, and rejected with the first error on the right line.
const (
	wantAccepted  = 99.7 // percent
	wantRejected  = 98.0
	wantFirstLine = 92.5
)

// share reports a percentage and fails where it is too small.
func share(t *testing.T, what string, n, of int, want float64) {
	t.Helper()
	p := 100 * float64(n) / float64(of)
	t.Logf("%s: %d of %d, %.1f %%", what, n, of, p)
	if p < want {
		t.Errorf("%s: %.1f %%, want %.1f %%", what, p, want)
	}
}

// first is the first error in the order of the text.
func (u *Unit) first() (source.Diagnostic, bool) {
	u.Diags.Sort()
	for _, d := range u.Diags.All {
		if d.Severity == source.Error {
			return d, true
		}
	}
	return source.Diagnostic{}, false
}

func TestAccepted(t *testing.T) {
	dir, lines := sourcetest.Listed(t, "accept.txt")
	ok := 0
	for _, l := range lines {
		u := Check(filepath.Join(dir, "testdata", l[0]), Options{})
		if d, bad := u.first(); bad {
			t.Logf("rejected: %v: %s [%s]", u.Set.Position(d.At.From), d.Msg, d.Code)
			continue
		}
		ok++
	}
	share(t, "accepted", ok, len(lines), wantAccepted)
}

func TestRejected(t *testing.T) {
	dir, lines := sourcetest.Listed(t, "errors-judgeable-by-line.txt")
	rejected, right := 0, 0
	for _, l := range lines {
		want, err := strconv.Atoi(l[1])
		if err != nil {
			t.Fatal(err)
		}
		u := Check(filepath.Join(dir, "testdata", "p4_16_errors", l[0]), Options{})
		d, bad := u.first()
		if !bad {
			t.Logf("accepted: %s, an error in line %d", l[0], want)
			continue
		}
		rejected++
		p := u.Set.Position(d.At.From)
		if p.Line == want && filepath.Base(p.File) == filepath.Base(l[0]) {
			right++
			continue
		}
		t.Logf("elsewhere: %s: want line %d: %d:%d: %s [%s]", l[0], want, p.Line, p.Col, d.Msg, d.Code)
	}
	share(t, "rejected", rejected, len(lines), wantRejected)
	share(t, "first error on its line", right, len(lines), wantFirstLine)
}

// TestDisguised checks every program of both lists again, with other names and
// other white space: the verdict is the same, and the first error stands at what
// stood on the same line.
func TestDisguised(t *testing.T) {
	dir, lines := sourcetest.Listed(t, "accept.txt")
	_, errors := sourcetest.Listed(t, "errors-judgeable-by-line.txt")
	var paths []string
	for _, l := range lines {
		paths = append(paths, filepath.Join(dir, "testdata", l[0]))
	}
	for _, l := range errors {
		paths = append(paths, filepath.Join(dir, "testdata", "p4_16_errors", l[0]))
	}
	same := 0
	for _, path := range paths {
		want, wantBad := Check(path, Options{}).first()
		wantAt := Check(path, Options{}).Set.Position(want.At.From)
		d := disguise.New(1)
		u := Check(path, Options{Read: func(path string) ([]byte, error) {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			return d.Text(path, text), nil
		}})
		got, gotBad := u.first()
		at := u.Set.Position(got.At.From)
		old := d.Old(at.File, at.Line)
		switch {
		case wantBad != gotBad:
			t.Errorf("%s: error %v, disguised %v: %q, %q", path, wantBad, gotBad, want.Msg, got.Msg)
		case wantBad && (want.Code != got.Code || wantAt.Line != old):
			t.Errorf("%s: %d [%s] %s, disguised %d (%d) [%s] %s", path, wantAt.Line, want.Code, want.Msg, old, at.Line, got.Code, got.Msg)
		default:
			same++
		}
	}
	t.Logf("%d of %d alike", same, len(paths))
}
