package preproc

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
)

func system(name string) ([]byte, bool) {
	texts := map[string]string{"core.p4": "core", "arch.p4": "#include \"core.p4\"\narch"}
	text, ok := texts[name]
	return []byte(text), ok
}

func TestInclude(t *testing.T) {
	files := map[string]string{
		"sub/a.p4": "a1 #\n#include \"b.p4\"\na2", "sub/b.p4": "b", "inc/b.p4": "other", "inc/c.p4": "#include \"b.p4\"",
	}
	tests := []struct{ text, want string }{
		{"#include \"sub/a.p4\" // beside\nend", "a1 # b a2 end"},
		{"#include <b.p4>", "other"},
		{"#include \"c.p4\"", "other"},
		{"#include<core.p4>", "core"},
		{"#include \"arch.p4\"", "core arch"},
		{"#include <../x/core.p4>", ""},
		{"#define C <core.p4>\n#define D \"core.p4\"\n#include C\n#include D", "core core"},
	}
	for _, tt := range tests {
		files["main.p4"] = tt.text
		got, _, diags, set := run(t, files, Options{Dirs: []string{"inc"}, System: system})
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
		if tt.want != "" {
			noErrors(t, diags, set)
		}
	}
}

// A file is in the set once, and one of the product says so in its name.
func TestFiles(t *testing.T) {
	files := map[string]string{"main.p4": "#include \"a.p4\"\n#include \"./a.p4\"\n#include <core.p4>", "a.p4": "x"}
	got, ts, _, set := run(t, files, Options{System: system})
	if got != "x x core" || ts[0].At != ts[1].At {
		t.Errorf("%s at %v", got, ts)
	}
	f := set.File(ts[2].At.From)
	if f.Name != "<core.p4>" || !f.System {
		t.Errorf("%s, system %v", f.Name, f.System)
	}
	if f := set.File(ts[0].At.From); f.System {
		t.Error("the user's file is one of the product")
	}
}

func TestDefines(t *testing.T) {
	got, _, diags, set := run(t, one("A B C D(2)"), Options{Defines: []string{"A", "B=(1)", "C=", "D(x)=x"}})
	if got != "1 ( 1 ) 2" {
		t.Errorf("%s", got)
	}
	noErrors(t, diags, set)
	for _, bad := range []string{"", "=1", "1A", "A=1\n2"} {
		var set source.Set
		var diags source.List
		if err := New(&set, &diags, Options{Defines: []string{bad}}).OpenText("a", nil); err == nil {
			t.Errorf("-D %q was taken", bad)
		}
	}
}

func TestMissing(t *testing.T) {
	files := one("#include \"hedaers.p4\"\n#include <corr.p4>\n#include <zzz.p4>\nx")
	files["headers.p4"] = ""
	got, _, diags, _ := run(t, files, Options{Dirs: []string{"inc"}, System: system, SystemNames: []string{"core.p4", "arch.p4"}})
	want := []string{
		`there is no file "hedaers.p4" in the present folder, in inc or among the files that come with up4c; did you mean "headers.p4"?`,
		`there is no file "corr.p4" in inc or among the files that come with up4c; did you mean "core.p4"?`,
		`there is no file "zzz.p4" in inc or among the files that come with up4c`,
	}
	for i, w := range want {
		if d := diags.All[i]; d.Code != CodeIncludeMissing || d.Msg != w {
			t.Errorf("have %s: %s\nwant %s", d.Code, d.Msg, w)
		}
	}
	if got != "x" {
		t.Errorf("the rest: %s", got)
	}
}

// The places are told as far as a reader takes them in.
func TestMissingPlaces(t *testing.T) {
	var many []string
	for i := range maxPlaces + 2 {
		many = append(many, fmt.Sprintf("d%d", i))
	}
	for _, tt := range []struct {
		text string
		opt  Options
		want string
	}{
		{`#include "zzz"`, Options{}, `there is no file "zzz" in the present folder`},
		{`#include <zzz>`, Options{}, `there is no file "zzz": no folder to look for it is given with -I`},
		{`#include <zzz>`, Options{Dirs: []string{"a", "b"}}, `there is no file "zzz" in a or in b`},
		{`#include "/zzz/y"`, Options{Dirs: []string{"a"}, System: system}, `there is no file "/zzz/y"`},
		{`#include <zzz>`, Options{Dirs: many}, `there is no file "zzz" in d0, in d1, in d2, in d3, in d4, in d5, in d6, in d7 or in 2 more folders`},
	} {
		_, _, diags, _ := run(t, one(tt.text), tt.opt)
		if len(diags.All) != 1 || diags.All[0].Msg != tt.want {
			t.Errorf("%s: %v, want %s", tt.text, diags.All, tt.want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	var set source.Set
	var diags source.List
	p := New(&set, &diags, Options{Read: func(name string) ([]byte, error) {
		if name == "main.p4" {
			return []byte("#include \"x\""), nil
		}
		return nil, errors.New("is a directory")
	}})
	if err := p.Open("main.p4"); err != nil {
		t.Fatal(err)
	}
	p.Next()
	if len(diags.All) != 1 || diags.All[0].Code != CodeIncludeRead {
		t.Errorf("%v", diags.All)
	}
	if err := New(&set, &diags, Options{}).Open("no/such"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// Limits are errors, soon and with little memory.
func TestLimits(t *testing.T) {
	var double, chain, paste, parameters strings.Builder
	parameters.WriteString("#define F(x")
	double.WriteString("#define A0 x x\n")
	chain.WriteString("#define A0 x\n")
	paste.WriteString("#define J(a) K(a, a)\n#define K(a, b) a ## b\n")
	for i := range 1000 {
		fmt.Fprintf(&double, "#define A%d A%d A%d\n", i+1, i, i)
		fmt.Fprintf(&chain, "#define A%d A%d\n", i+1, i)
		fmt.Fprintf(&parameters, ", a%d", i)
	}
	tests := []struct {
		name  string
		files map[string]string
		want  source.Code
	}{
		{"self", one("#include \"main.p4\""), CodeIncludeDepth},
		{"twice", one("#ifndef A\n#define A\n" + strings.Repeat("#include \"main.p4\"\n", 100) + "#endif\n" + strings.Repeat("#include \"e\"\n", 3)), CodeIncludeMissing},
		{"many", map[string]string{"main.p4": strings.Repeat("#include \"a\"\n", 300), "a": strings.Repeat("#include \"b\"\n", 300), "b": ""}, CodeIncludeText},
		{"double", one(double.String() + "A24"), CodeExpansion},
		{"chain", one(chain.String() + "A999"), CodeMacroDepth},
		{"calls", one("#define F(x) x\n" + strings.Repeat("F(", 10000)), CodeMacroCall},
		{"arguments", one("#define F(x) x\nF(" + strings.Repeat("x ", MaxLine+1) + ")"), CodeExpansion},
		{"parameters", one(parameters.String()), CodeMacroParams},
		{"definition", one("#define F " + strings.Repeat("x ", MaxLine+1)), CodeDirectiveLong},
		{"line", one("#if " + strings.Repeat("1+", MaxLine) + "1\n#endif\n#if x x x\n"), CodeDirectiveLong},
		{"nested", one("#define F(x) x\n" + strings.Repeat("F(", 1000) + strings.Repeat(")", 1000)), CodeMacroDepth},
		{"paste", one(paste.String() + strings.Repeat("J(", 60) + "xxxxxxxx" + strings.Repeat(")", 60)), CodeExpansion},
		{"condition", one("#if " + strings.Repeat("(", 10000) + "\n#endif"), CodeCondition},
		{"unary", one("#if " + strings.Repeat("!", 10000) + "1\n#endif"), CodeCondition},
	}
	for _, tt := range tests {
		_, _, diags, _ := run(t, tt.files, Options{})
		if len(diags.All) == 0 || diags.All[0].Code != tt.want {
			t.Errorf("%s: %.300v, want %s", tt.name, diags.All, tt.want)
		}
	}
}

// Conditionals end in the file they begin in, and so do the arguments of a macro.
func TestAcrossFiles(t *testing.T) {
	for text, want := range map[string]source.Code{"#if 1": CodeUnterminatedIf, "#endif": CodeUnbalanced, "#define F(x) x\nF(": CodeMacroCall} {
		files := map[string]string{"main.p4": "#if 1\n#include \"a\"\n)\n#endif", "a": text}
		_, _, diags, set := run(t, files, Options{})
		if len(diags.All) != 1 || diags.All[0].Code != want || set.Position(diags.All[0].At.From).File != "a" {
			t.Errorf("%q: %v", text, diags.All)
		}
	}
}

// Each documented code is drawn by the marked line of its example, and alone.
func TestCodes(t *testing.T) {
	sourcetest.Codes(t, Codes, func(t *testing.T, example string) (*source.Set, *source.List) {
		_, _, diags, set := run(t, one(example), Options{})
		return set, diags
	})
}

// Any bytes give an end of the program, and tokens that lie in its files.
func FuzzPreproc(f *testing.F) {
	for _, s := range []string{"#define F(a, ...) #a ## __VA_ARGS__\nF(1, F)(2", "#if 1 ? 2 : (3\n#elif\n#else\n#include \"b\"\n", "#include <core.p4>\n#define X X\nX", "@pragma a #\\\n\"\n__LINE__"} {
		f.Add([]byte(s), []byte("#define A B(A\n#endif"))
	}
	f.Fuzz(func(t *testing.T, main, other []byte) {
		_, ts, _, set := run(t, map[string]string{"main.p4": string(main), "b": string(other)}, Options{System: system})
		for _, tok := range ts {
			if set.File(tok.At.From) == nil || tok.At.To < tok.At.From {
				t.Fatalf("%q is at %v", tok.Text, tok.At)
			}
		}
	})
}
