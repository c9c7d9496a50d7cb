package front

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"up4/p4/source"
)

// example is a program of a clause: accepted, or rejected with the errors that its
// lines name.
type example struct {
	file, clause string
	line         int // of its first
	text         string
	rejected     bool
}

var (
	clauseLine = regexp.MustCompile(`^// ==== ([0-9.]+) (.*)$`)
	errorLine  = regexp.MustCompile(`// ERROR ([a-z0-9-]+)(?: "(.*)")?$`)
)

// examples reads testdata/clauses: a line ==== begins a clause, with its number and
// title, a line ---- parts its programs.
func examples(t *testing.T) []*example {
	t.Helper()
	paths, err := filepath.Glob("testdata/clauses/*.p4")
	if err != nil || len(paths) == 0 {
		t.Fatal("no examples", err)
	}
	var list []*example
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var e *example
		begin := func(clause string, line int) {
			e = &example{file: filepath.Base(path), clause: clause, line: line}
			list = append(list, e)
		}
		lines := bufio.NewScanner(strings.NewReader(string(text)))
		for n := 1; lines.Scan(); n++ {
			line := lines.Text()
			if m := clauseLine.FindStringSubmatch(line); m != nil {
				begin(m[1]+" "+m[2], n+1)
				continue
			}
			if line == "// ----" && e != nil {
				begin(e.clause, n+1)
				continue
			}
			if e == nil {
				t.Fatalf("%s:%d: no clause", path, n)
			}
			e.text += line + "\n"
			e.rejected = e.rejected || errorLine.MatchString(line)
		}
	}
	return list
}

// check compares an example's errors with its lines.
func (e *example) check(t *testing.T) {
	t.Helper()
	text := strings.Repeat("\n", e.line-1) + e.text
	u := Check(e.file, Options{Read: files(map[string]string{e.file: text})})
	lines := strings.Split(text, "\n")
	met := map[int]bool{}
	for _, d := range u.Diags.All {
		if d.Severity != source.Error {
			continue
		}
		p := u.Set.Position(d.At.From)
		var m []string
		if p.File == e.file {
			m = errorLine.FindStringSubmatch(lines[p.Line-1])
		}
		switch {
		case m == nil || met[p.Line]:
			t.Errorf("%s: %v: an error that is not expected: %s [%s]", e.clause, p, d.Msg, d.Code)
		case m[1] != string(d.Code) || !strings.Contains(d.Msg, m[2]):
			t.Errorf("%s: %v: %s [%s], want %q [%s]", e.clause, p, d.Msg, d.Code, m[2], m[1])
		}
		met[p.Line] = true
	}
	for i, l := range lines {
		if errorLine.MatchString(l) && !met[i+1] {
			t.Errorf("%s: %s:%d: no error: %s", e.clause, e.file, i+1, l)
		}
	}
}

// Every clause of the specification that says what a program may be has a program
// that is accepted and one that is rejected.
func TestClauses(t *testing.T) {
	accepted, rejected := map[string]bool{}, map[string]bool{}
	for _, e := range examples(t) {
		e.check(t)
		accepted[e.clause] = accepted[e.clause] || !e.rejected
		rejected[e.clause] = rejected[e.clause] || e.rejected
	}
	known := map[string]bool{}
	for _, clause := range strings.Split(strings.TrimSpace(clauses), "\n") {
		without := strings.HasPrefix(clause, "- ")
		clause = strings.TrimPrefix(clause, "- ")
		known[clause] = true
		switch {
		case without && (accepted[clause] || rejected[clause]):
			t.Errorf("%s has examples, and is listed as one without rules", clause)
		case !without && (!accepted[clause] || !rejected[clause]):
			t.Errorf("%s: accepted %v, rejected %v: both are wanted", clause, accepted[clause], rejected[clause])
		}
	}
	for clause := range accepted {
		if !known[clause] {
			t.Errorf("there is no clause %s", clause)
		}
	}
}
