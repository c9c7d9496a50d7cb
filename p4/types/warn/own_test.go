package warn

import (
	"path/filepath"
	"strings"
	"testing"

	"up4/p4/source"
)

// The programs that come with the product draw no warning.
func TestOwnPrograms(t *testing.T) {
	paths, err := filepath.Glob("../../programs/*/*.p4")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range paths {
		set, diags, _, _ := checkFile(t, path)
		var b strings.Builder
		if err := diags.Write(&b, set); err != nil {
			t.Fatal(err)
		}
		if b.Len() > 0 {
			t.Errorf("%s:\n%s", path, b.String())
		}
	}
}

// Nothing is said about what comes with the product, nor of a program with errors.
func TestSilence(t *testing.T) {
	const text = "const bit<8> unused = 1;\ncontrol k(out bit<8> x) { apply { x = 1; } }\n" + whole
	for _, system := range []bool{false, true} {
		set, prog, info, diags := parse(t, "x.p4", text, system)
		Check(prog, info, set, diags)
		if got := len(diags.All) == 0; got != system {
			t.Errorf("system %v: %v", system, diags.All)
		}
	}
	set, prog, info, diags := parse(t, "x.p4", text, false)
	diags.Errorf(source.Span{}, "x", "an error")
	Check(prog, info, set, diags)
	if len(diags.All) != 1 {
		t.Errorf("warnings beside errors: %v", diags.All)
	}
	Check(nil, nil, set, &source.List{})
	// A program without main is a library: what it declares is for others.
	if _, diags := checkText(t, "x.p4", "const bit<8> unused = 1;\n"); len(diags.All) > 0 {
		t.Errorf("of a library: %v", diags.All)
	}
}
