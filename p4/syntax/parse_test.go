package syntax

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/p4/syntax/scan"
)

func parse(t testing.TB, text string) (*Program, *source.List, *source.Set) {
	t.Helper()
	var set source.Set
	var diags source.List
	f, err := set.Add("a.p4", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Parse(scan.New(f, &diags, 0), &set, &diags), &diags, &set
}

// programs cuts a file of programs. Lines keep their numbers: each program begins
// with as many empty lines as stand before it.
func programs(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	line := 0
	for _, part := range strings.Split(string(text), "----\n") {
		list = append(list, strings.Repeat("\n", line)+part)
		line += strings.Count(part, "\n") + 1
	}
	return list
}

// marks is what a program's comments expect of its lines: "severity code".
func marks(text string) map[int]string {
	want := map[int]string{}
	for i, line := range strings.Split(text, "\n") {
		for _, word := range []string{"ERROR", "WARNING"} {
			if _, code, ok := strings.Cut(line, "// "+word+" "); ok {
				want[i+1] = strings.ToLower(word) + " " + strings.TrimSpace(code)
			}
		}
	}
	return want
}

func TestAcceptedPrograms(t *testing.T) {
	for _, text := range programs(t, "testdata/accepted.p4") {
		prog, diags, set := parse(t, text)
		for _, d := range diags.All {
			t.Errorf("%s: %s", set.Position(d.At.From), d.Msg)
		}
		checkSpans(t, prog, set)
	}
}

func TestRejectedPrograms(t *testing.T) {
	for _, text := range programs(t, "testdata/rejected.p4") {
		want := marks(text)
		_, diags, set := parse(t, text)
		for _, d := range diags.All {
			line := set.Position(d.At.From).Line
			if got := fmt.Sprint(d.Severity, " ", d.Code); want[line] != got {
				t.Errorf("%s: %s: %s, want %q", set.Position(d.At.From), got, d.Msg, want[line])
			}
			want[line] = want[line] + " told"
		}
		for line, w := range want {
			if !strings.HasSuffix(w, " told") {
				t.Errorf("line %d: no %s", line, w)
			}
		}
	}
}

// Each example draws its code on the line marked.
func TestCodes(t *testing.T) {
	sourcetest.Codes(t, Codes, func(t *testing.T, example string) (*source.Set, *source.List) {
		_, diags, set := parse(t, example)
		return set, diags
	})
	for _, c := range Codes {
		if c.Example == "" && c.Code != CodeTooLarge { // TestTokens draws it
			t.Errorf("%s has no example", c.Code)
		}
	}
}

// The place of an error is the token that was not expected, to the column.
func TestErrorPlace(t *testing.T) {
	for text, want := range map[string]string{
		"const bit<8> a  1;":        `a.p4:1:17: unexpected integer "1": expected "="`,
		"const bit<8>\n\tx = ;":     `a.p4:2:6: unexpected ";": expected an expression`,
		"struct S {\n\n\n":          `a.p4:1:11: the file ends where "}" is expected`,
		"extern Z { Z(); m(); }":    `a.p4:1:17: unexpected name "m": expected a type before it: only the constructor, which is named as its extern, returns none`,
		"const bit<8> a = é;":       `a.p4:1:18: the character "é" has no meaning here: expected an expression`,
		"const bit<8> a = \"x\" y;": `a.p4:1:22: unexpected name "y": expected ";"`,
	} {
		_, diags, set := parse(t, text)
		if len(diags.All) != 1 {
			t.Errorf("%q: %v", text, diags.All)
			continue
		}
		d := diags.All[0]
		if got := fmt.Sprint(set.Position(d.At.From), ": ", d.Msg); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// What is nested too deeply is told once, and read no further; a long chain of
// else if, or of operators within reason, is not nested.
func TestNesting(t *testing.T) {
	deep := 100000
	f := func(body string) string { return "void f() { " + body + " }" }
	for name, text := range map[string]string{
		"parentheses": "const bit<8> a = " + strings.Repeat("(", deep) + ";",
		"minus":       "const bit<8> a = " + strings.Repeat("-", deep) + "1;",
		"types":       "const " + strings.Repeat("tuple<", deep) + " a = 1;",
		"lists":       "const bit<8> a = " + strings.Repeat("{", deep) + ";",
		"casts":       "const bit<8> a = " + strings.Repeat("(bit<8>)", deep) + "1;",
		"choices":     "const bit<8> a = " + strings.Repeat("1 ? ", deep) + "1;",
		"others":      "const bit<8> a = " + strings.Repeat("1 ? 1 : ", deep) + "1;",
		"blocks":      f(strings.Repeat("{", deep) + strings.Repeat("}", deep)),
		"ifs":         f(strings.Repeat("if (a) ", deep) + ";"),
		"lvalues":     f(strings.Repeat("(", deep) + ";"),
		"operators":   "const bit<8> a = 1" + strings.Repeat(" + 1", deep) + ";",
		"members":     "const bit<8> a = a" + strings.Repeat(".a", deep) + ";",
		"sizes":       "const bit<8>" + strings.Repeat("[1]", deep) + " a = 1;",
	} {
		_, diags, _ := parse(t, text)
		if len(diags.All) == 0 || diags.All[0].Code != CodeTooNested {
			t.Errorf("%s: %v", name, diags.All)
		}
	}
	for name, text := range map[string]string{
		"else if":   f(strings.Repeat("if (a == 1) { } else ", 1500) + "{ }"),
		"operators": "const bit<8> a = 1" + strings.Repeat(" + 1", 1500) + ";",
		"braces":    f(strings.Repeat("{", 300) + strings.Repeat("}", 300)),
	} {
		if _, diags, _ := parse(t, text); len(diags.All) != 0 {
			t.Errorf("%s: %v", name, diags.All[0])
		}
	}
}

// FuzzParse: whatever the bytes, there is a tree, its spans are in order and it can
// be printed.
func FuzzParse(f *testing.F) {
	for _, path := range []string{"testdata/accepted.p4", "testdata/rejected.p4"} {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "----\n") {
			f.Add([]byte(part))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<16 {
			t.Skip("longer than is useful: nesting and errors show in 64 KiB")
		}
		prog, diags, set := parse(t, string(text))
		Inspect(prog, func(n Node) bool {
			if at := n.Span(); at.To < at.From || set.File(at.From) == nil {
				t.Fatalf("%T spans %v", n, at)
			}
			return true
		})
		if diags.Errors() == 0 {
			checkSpans(t, prog, set)
		}
		var out strings.Builder
		if err := DumpText(&out, prog, set); err != nil {
			t.Fatal(err)
		}
	})
}

// What is around an error is kept: the checkers have more to say of it.
func TestRecovery(t *testing.T) {
	prog, diags, _ := parse(t, `error { A, B, }
struct S { bit<8> a; bit b c; bit<8> d; }
control C(inout bit<8> x) { table t { key = { x : exact; x exact; } size = 3; } apply { x = 1; x 2; x = 3; } }`)
	if len(diags.All) != 4 {
		t.Errorf("want 4 errors, got %v", diags.All)
	}
	if n := len(prog.Decls[0].(*ErrorDecl).Members); n != 2 {
		t.Errorf("%d errors", n)
	}
	if f := prog.Decls[1].(*FieldsDecl).Fields; len(f) != 2 || f[1].Name.Text != "d" {
		t.Errorf("fields %v", f)
	}
	c := prog.Decls[2].(*ControlDecl)
	props := c.Locals[0].(*TableDecl).Properties
	if len(props) != 2 || len(props[0].Keys) != 1 || len(c.Body.Stmts) != 3 {
		t.Errorf("%d properties, %d statements", len(props), len(c.Body.Stmts))
	}
	if _, ok := c.Body.Stmts[1].(*BadStmt); !ok {
		t.Errorf("the second statement is %T", c.Body.Stmts[1])
	}
}

// An else belongs to the nearest if (clause 12.6), and ends the statement.
func TestElse(t *testing.T) {
	prog, diags, _ := parse(t, `void f() {
    if (a) { } else { x = 1; }
    if (b) if (c) { } else x = 2;
    if (d) { } else if (e) { } else { }
    x = 3;
}`)
	if len(diags.All) != 0 {
		t.Fatal(diags.All)
	}
	var show func(s Stmt) string
	show = func(s Stmt) string {
		if s, ok := s.(*IfStmt); ok {
			out := "if " + ExprString(s.Cond) + " (" + show(s.Then) + ")"
			if s.Else != nil {
				out += " else (" + show(s.Else) + ")"
			}
			return out
		}
		return strings.TrimPrefix(fmt.Sprintf("%T", s), "*syntax.")
	}
	var got []string
	for _, s := range prog.Decls[0].(*FunctionDecl).Body.Stmts {
		got = append(got, show(s))
	}
	want := []string{
		"if a (BlockStmt) else (BlockStmt)",
		"if b (if c (BlockStmt) else (AssignStmt))",
		"if d (BlockStmt) else (if e (BlockStmt) else (BlockStmt))",
		"AssignStmt",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A program that is too long is cut off, and nothing is said of what is missing
// then.
func TestTokens(t *testing.T) {
	text := strings.Repeat(";", maxTokens-5) + "control c() {\n"
	for text, want := range map[string]string{
		strings.Repeat(";", maxTokens):                      "",
		strings.Repeat(";", maxTokens) + "x":                "program-too-large",
		text + strings.Repeat("(", 1000):                    "program-too-large",
		"const int a = " + strings.Repeat("{1}", maxTokens): "syntax program-too-large",
	} {
		_, diags, _ := parse(t, text)
		var got []string
		for _, d := range diags.All {
			got = append(got, string(d.Code))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%.40q…: %v, want %q", text, diags.All, want)
		}
	}
}
