package warn

import (
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
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
	sourcetest.Codes(t, Codes, func(t *testing.T, example string) (*source.Set, *source.List) {
		return checkText(t, "example.p4", example)
	})
}
