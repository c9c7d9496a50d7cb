package warn

import (
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/scan"
	"up4/p4/types"
)

// parse runs the front end on a text without directives.
func parse(t *testing.T, name, text string, system bool) (*source.Set, *syntax.Program, *types.Info, *source.List) {
	t.Helper()
	var set source.Set
	var diags source.List
	f, err := set.Add(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f.System = system
	prog := syntax.Parse(scan.New(f, &diags, 0), &set, &diags)
	info := types.Check(prog, &set, &diags)
	if diags.Errors() > 0 {
		t.Fatalf("%s: %v", name, diags.All)
	}
	return &set, prog, info, &diags
}

// checkText is what is warned of in a text.
func checkText(t *testing.T, name, text string) (*source.Set, *source.List) {
	t.Helper()
	set, prog, info, diags := parse(t, name, text, false)
	Check(prog, info, set, diags)
	return set, diags
}

// Each example draws its code on the marked line, and nothing else.
func TestCodes(t *testing.T) {
	seen := map[source.Code]bool{}
	for _, info := range Codes {
		if seen[info.Code] {
			t.Errorf("%s is there twice", info.Code)
		}
		seen[info.Code] = true
		if !strings.Contains(info.Example, "// WARNING") {
			t.Errorf("%s: no line is marked", info.Code)
			continue
		}
		want := 1 + strings.Count(info.Example[:strings.Index(info.Example, "// WARNING")], "\n")
		set, diags := checkText(t, string(info.Code), info.Example)
		if len(diags.All) != 1 {
			t.Errorf("%s: %d diagnostics, want one: %v", info.Code, len(diags.All), diags.All)
			continue
		}
		d := diags.All[0]
		if line := set.Position(d.At.From).Line; d.Code != info.Code || d.Severity != info.Severity || line != want {
			t.Errorf("%s: got %s (%s) in line %d, want line %d: %s", info.Code, d.Code, d.Severity, line, want, d.Msg)
		}
	}
}
