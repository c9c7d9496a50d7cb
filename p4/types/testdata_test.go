package types

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/syntax"
)

var (
	wantError = regexp.MustCompile(`// ERROR ([a-z-]+)(?: "(.*)")?$`)
	wantValue = regexp.MustCompile(`const .* (\w+) = .*; // = (.*)$`)
)

// The programs of testdata are accepted but for the lines that name an error: its
// code, and a part of its text. A constant's line may name its value.
func TestPrograms(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.p4")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			info, prog, set, diags := checkText(t, path, string(text))
			lines := strings.Split(string(text), "\n")
			compareErrors(t, lines, set, diags)
			compareValues(t, lines, set, info, prog)
		})
	}
}

func compareErrors(t *testing.T, lines []string, set *source.Set, diags *source.List) {
	t.Helper()
	met := map[int]bool{}
	for _, d := range diags.All {
		if d.Severity != source.Error {
			continue
		}
		line := set.Position(d.At.From).Line
		m := wantError.FindStringSubmatch(lines[line-1])
		switch {
		case m == nil || met[line]:
			t.Errorf("line %d: an error that is not expected: %s [%s]", line, d.Msg, d.Code)
		case m[1] != string(d.Code) || !strings.Contains(d.Msg, m[2]):
			t.Errorf("line %d: %s [%s], want %q [%s]", line, d.Msg, d.Code, m[2], m[1])
		}
		met[line] = true
	}
	for i, l := range lines {
		if wantError.MatchString(l) && !met[i+1] {
			t.Errorf("line %d: no error: %s", i+1, l)
		}
	}
}

func compareValues(t *testing.T, lines []string, set *source.Set, info *Info, prog *syntax.Program) {
	t.Helper()
	got := map[int]Value{}
	for _, d := range prog.Decls {
		if c, ok := d.(*syntax.ConstDecl); ok && info.Defs[c] != nil {
			got[set.Position(c.Span().From).Line] = info.Defs[c].Value
		}
	}
	for i, l := range lines {
		m := wantValue.FindStringSubmatch(l)
		if m == nil {
			continue
		}
		if v := got[i+1]; v == nil || v.String() != m[2] {
			t.Errorf("line %d: the value of %s is %v, want %s", i+1, m[1], v, m[2])
		}
	}
}
