package types

import (
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/p4/syntax"
	"up4/p4/syntax/scan"
)

// checkText runs the front end on a text without directives.
func checkText(t *testing.T, name, text string) (*Info, *syntax.Program, *source.Set, *source.List) {
	t.Helper()
	var set source.Set
	var diags source.List
	f, err := set.Add(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	prog := syntax.Parse(scan.New(f, &diags, 0), &set, &diags)
	if diags.Errors() > 0 {
		t.Fatalf("%s: %v", name, diags.All)
	}
	return Check(prog, &set, &diags), prog, &set, &diags
}

// Each example draws its code on the marked line, and nothing else.
func TestCodes(t *testing.T) {
	sourcetest.Codes(t, Codes, func(t *testing.T, example string) (*source.Set, *source.List) {
		_, _, set, diags := checkText(t, "example.p4", example)
		return set, diags
	})
}
