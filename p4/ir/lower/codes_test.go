package lower

import (
	"slices"
	"strings"
	"testing"

	"up4/p4/source"
)

// TestCodes: the marked line of each code's example draws the code, and nothing else
// is wrong with it.
func TestCodes(t *testing.T) {
	for _, c := range Codes {
		if c.Code == CodeInternal { // no program is known that draws it
			continue
		}
		t.Run(string(c.Code), func(t *testing.T) {
			f := check(t, "example.p4", c.Example)
			if s := f.errors(); s != "" {
				t.Fatalf("Check: %s", s)
			}
			p := Lower(f.prog, f.info, &f.set, &f.diags)
			mark := "// ERROR"
			if c.Severity == source.Warning {
				mark = "// WARNING"
			}
			if c.Severity == source.Error && p.Main != nil {
				t.Error("the program has a main, in spite of the error")
			}
			lines := strings.Split(c.Example, "\n")
			want := 1 + slices.IndexFunc(lines, func(l string) bool { return strings.HasSuffix(l, mark) })
			found := false
			for _, d := range f.diags.All {
				if d.Severity != c.Severity {
					continue
				}
				if d.Severity == source.Error && d.Code != c.Code {
					t.Errorf("%s: %s [%s]", f.set.Position(d.At.From), d.Msg, d.Code)
				}
				found = found || d.Code == c.Code && f.set.Position(d.At.From).Line == want
			}
			if !found {
				t.Errorf("no error in line %d: %s", want, f.errors())
			}
		})
	}
}
