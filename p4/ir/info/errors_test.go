package info

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/p4/source"
)

// More programs that draw a code than the examples of the codes are: what stands
// before main and in front of it, the control's locals, and what is said.
func TestErrors(t *testing.T) {
	const objects = "extern action_selector { action_selector(bit<32> size); }\n" +
		"extern register<T> { register(bit<32> size); }\n"
	for _, c := range []struct {
		top, main, locals string
		code              source.Code
		says              string
	}{
		{main: `@pkginfo(name="a", name="b")`, code: CodeAnnotation, says: "name in @pkginfo is given twice"},
		{main: `@pkginfo(name="a") @pkginfo(name="b")`, code: CodeAnnotation, says: "given twice"},
		{main: `@pkginfo(name=5)`, code: CodeAnnotation, says: "name in @pkginfo must be a string"},
		{main: `@pkginfo(arch="mine")`, code: CodeUnknownKey, says: "left out"},
		{main: `@platform_property(multicast_group_table_size="x")`, code: CodeAnnotation, says: "must be a number"},
		{main: `@platform_property(multicast_group_table_size=0x80000000)`, code: CodeAnnotation, says: "must be a number"},
		{main: `@brief(5)`, code: CodeAnnotation, says: "@brief must hold one string"},
		{main: `@big[0x8000000000000000]`, code: CodeAnnotation, says: "does not fit in 64 bits"},
		{locals: `@max_group_size(9) action_selector(8) s;`, code: CodeSize, says: "no more than 8"},
		{locals: `@max_group_size(0x80000000) action_selector(8) s;`, code: CodeSize, says: "31 bits"},
		{locals: `@selector_size_semantics("sum") action_selector(8) s;`, code: CodeAnnotation, says: "sum_of_members"},
		{locals: `@id(1) register<bit<8>>(1) r; @id(1) register<bit<8>>(1) s;`, code: CodeID, says: "something else already"},
		{
			top:    "@p4runtime_translation(\"u\", 8) type int<8> n;",
			locals: `register<n>(1) r;`, code: CodeTranslation, says: "only types over bit",
		},
		{
			top:    "@p4runtime_translation(\"u\", bit<0>) type bit<8> n;",
			locals: `register<n>(1) r;`, code: CodeTranslation, says: "must hold a string and then",
		},
	} {
		text := exampleArch + objects + c.top + "\ncontrol c() {\n" + c.locals + "\napply {} }\n" + c.main + exampleMain
		file := filepath.Join(t.TempDir(), "p.p4")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, _, diags := program(file)
		if p == nil {
			t.Errorf("%s: not lowered: %v", text, diags.All)
			continue
		}
		diags = &source.List{}
		Build(p, Options{}, diags)
		if len(diags.All) != 1 || diags.All[0].Code != c.code || !strings.Contains(diags.All[0].Msg, c.says) {
			t.Errorf("%s: want %s saying %q, got %v", text, c.code, c.says, diags.All)
		}
	}
}

// An architecture that is told is followed, whatever the package is called.
func TestToldArchitecture(t *testing.T) {
	p := readIR(t, "testdata/psa.ir")
	p.Main.Type = "Mine"
	var diags source.List
	if info := Build(p, Options{Arch: "psa"}, &diags); info.PkgInfo.GetArch() != "psa" || len(info.Counters) != 1 || diags.Errors() != 0 {
		t.Errorf("got %v, %v", info, diags.All)
	}
	if Build(p, Options{Arch: "tofino"}, &diags); diags.Errors() != 1 || !strings.Contains(diags.All[0].Msg, "psa") {
		t.Errorf("architecture tofino: %v", diags.All)
	}
}
