package warn

import (
	"bufio"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"up4/p4/include"
	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/p4/syntax"
	"up4/p4/syntax/preproc"
	"up4/p4/types"
)

// alike is what codes say what a kind of p4c's warnings says.
var alike = map[string]string{
	"unused":                  "unused-",
	"invalid-header":          "invalid-header",
	"uninitialized-use":       "(uninitialized|invalid-header)", // a field of an invalid header is without value, too
	"uninitialized-out-param": "unassigned-out",
	"shadow":                  "shadow",
	"ordering":                "out-alias",
	"unreachable":             "never-accepts",
	"parser-transition":       "(unreachable-case|implicit-reject|no-match|useless-select|duplicate-keyset)",
	"mismatch":                "(constant-key|masked-bits|negative-unsigned|overflow)",
	"overflow":                "(shift-width|overflow|literal-overflow)",
	"deprecated":              "deprecated",
}

// atLeast is the share asked for, in percent.
var atLeast = map[string]int{
	"unused": 90, "invalid-header": 85, "uninitialized-use": 50, "uninitialized-out-param": 80,
	"unreachable": 75, "parser-transition": 60, "mismatch": 90, "overflow": 90, "deprecated": 100,
}

var saidAt = regexp.MustCompile(`^(\S+\.p4)\((\d+)\): \[--Wwarn=([a-z-]+)\] warning: (.*)$`)

// said is p4c's warnings on a program: for each line the kinds.
func said(path, base string) map[int]map[string]bool {
	out := map[int]map[string]bool{}
	f, err := os.Open(path)
	if err != nil {
		return out
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		m := saidAt.FindStringSubmatch(s.Text())
		if m == nil || filepath.Base(m[1]) != base {
			continue
		}
		line, err := strconv.Atoi(m[2])
		if err != nil {
			continue
		}
		if out[line] == nil {
			out[line] = map[string]bool{}
		}
		out[line][m[3]] = true
	}
	return out
}

// checkFile runs the front end on a file.
//
// library says whether the program has no main: then nothing at its top level is
// called unused here; p4c calls it so.
func checkFile(t *testing.T, path string, dirs ...string) (set *source.Set, diags *source.List, took time.Duration, library bool) {
	t.Helper()
	set, diags = &source.Set{}, &source.List{}
	pp := preproc.New(set, diags, preproc.Options{Dirs: dirs, System: include.Lookup, SystemNames: include.Names()})
	if err := pp.Open(path); err != nil {
		t.Fatal(err)
	}
	prog := syntax.Parse(pp, set, diags)
	info := types.Check(prog, set, diags)
	start := time.Now()
	Check(prog, info, set, diags)
	return set, diags, time.Since(start), info.Main == nil
}

// The accepted programs of p4lang/p4c draw warnings at most where something is
// wrong; those that p4c gives are counted, those that only we give are listed with
// -v. What is asked is that nothing panics or takes long, and a share of p4c's: not all
// is asked for, as p4c repeats some in copies it makes of the text.
func TestConformance(t *testing.T) {
	dir, lines := sourcetest.Listed(t, "accept.txt")
	var spent time.Duration
	count := map[string][2]int{}
	ours, only := map[source.Code]int{}, map[source.Code]int{}
	for _, fields := range lines {
		name := fields[0]
		path := filepath.Join(dir, "testdata", name)
		set, diags, took, library := checkFile(t, path, filepath.Join(dir, "p4include"))
		spent += took
		if took > time.Second {
			t.Errorf("%s takes %v", name, took)
		}
		base := filepath.Base(name)
		theirs := said(filepath.Join(dir, "testdata/p4_16_samples_outputs", base+"-stderr"), base)
		if library {
			for _, kinds := range theirs {
				delete(kinds, "unused")
			}
		}
		compare(t, set, diags, base, theirs, count, ours, only)
	}
	t.Logf("all took %v", spent)
	for _, kind := range sortedKeys(count) {
		n := count[kind]
		t.Logf("%s: %d of %d of p4c's", kind, n[0], n[1])
		if 100*n[0] < atLeast[kind]*n[1] {
			t.Errorf("%s: %d of %d of p4c's, want %d %%", kind, n[0], n[1], atLeast[kind])
		}
	}
	for _, code := range sortedKeys(ours) {
		t.Logf("%s: %d, of these p4c gives none in %d", code, ours[code], only[code])
	}
}

func sortedKeys[K ~string, V any](m map[K]V) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return keys
}

// compare counts the warnings of both on one program by lines.
func compare(t *testing.T, set *source.Set, diags *source.List, base string, theirs map[int]map[string]bool,
	count map[string][2]int, ours, only map[source.Code]int) {
	t.Helper()
	lines := map[int][]source.Code{}
	for _, d := range diags.All {
		p := set.Position(d.At.From)
		if d.Severity != source.Warning || filepath.Base(p.File) != base {
			continue
		}
		lines[p.Line] = append(lines[p.Line], d.Code)
		ours[d.Code]++
		met := false
		for kind := range theirs[p.Line] {
			met = met || alike[kind] != "" && regexp.MustCompile("^"+alike[kind]).MatchString(string(d.Code))
		}
		if !met {
			only[d.Code]++
			t.Logf("ours: %s:%d: %s [%s] | %s", base, p.Line, d.Msg, d.Code, strings.TrimSpace(set.File(d.At.From).LineText(p.Line)))
		}
	}
	for line, kinds := range theirs {
		for kind := range kinds {
			if alike[kind] == "" {
				continue
			}
			n := count[kind]
			n[1]++
			met := false
			for _, code := range lines[line] {
				met = met || regexp.MustCompile("^"+alike[kind]).MatchString(string(code))
			}
			if met {
				n[0]++
			} else {
				t.Logf("p4c: %s:%d: %s", base, line, kind)
			}
			count[kind] = n
		}
	}
}
