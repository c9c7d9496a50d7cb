package ir

import (
	"os"
	"strings"
	"testing"
)

// mustRead reads a program that has to be right.
func mustRead(t *testing.T, text string) *Program {
	t.Helper()
	p, err := Read([]byte(text), "test")
	if err != nil {
		t.Fatalf("Read: %v", err)
	}
	return p
}

// valid reads a program that Validate has to accept.
func valid(t *testing.T, text string) *Program {
	t.Helper()
	p := mustRead(t, text)
	for _, err := range Validate(p) {
		t.Errorf("Validate: %v", err)
	}
	return p
}

func wholeText(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/whole.ir")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWhole: a program written by hand with every form in it is valid, and is
// printed as it was written.
func TestWhole(t *testing.T) {
	text := wholeText(t)
	p := valid(t, text)
	var b strings.Builder
	if err := Print(&b, p); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != text {
		gl, wl := strings.Split(got, "\n"), strings.Split(text, "\n")
		for i := range min(len(gl), len(wl)) {
			if gl[i] != wl[i] {
				t.Fatalf("line %d is printed as\n%s\nnot as\n%s", i+1, gl[i], wl[i])
			}
		}
		t.Fatalf("%d lines are printed, not %d", len(gl), len(wl))
	}
}

// TestWholeIsWhole: testdata/whole.ir holds each word of the text form.
func TestWholeIsWhole(t *testing.T) {
	text := wholeText(t)
	for w := range words {
		if !strings.Contains(text, w) {
			if _, op := opsByName[w]; !op {
				t.Errorf("testdata/whole.ir does not use %q", w)
			}
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"x": "x", "x_1": "x_1", "$v": "$v", "a.b": "`a.b`", "bit": "`bit`", "add": "`add`", "1x": "`1x`", "": "``",
		"a`b": "`a\\x60b`", "a\\b": "`a\\\\b`", "a\"b": "`a\"b`", "a\nb": "`a\\nb`", "é": "`é`", "_": "`_`",
	} {
		if got := quote(in); got != want {
			t.Errorf("quote(%q) = %s, want %s", in, got, want)
		}
		p := &Program{Errors: []string{in}}
		text := Text(p)
		q, err := Read([]byte(text), "test")
		if err != nil || len(q.Errors) != 1 || q.Errors[0] != in {
			t.Errorf("%q is printed as %q and read as %v, %v", in, text, q, err)
		}
	}
}

// head is what the small programs of the tests below begin with.
const head = `errors { NoError, E }
match_kinds { exact, lpm, ternary }
enum K { A B }
enum R: bit<8> { ONE = 1 }
header H { a: bit<8> b: bit<8> }
union U { h: H }
struct S { h: H s: H[2] x: bit<8> u: U }
`

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"nonsense", `test:1:1: a declaration is expected, not "nonsense"`},
		{"errors { A B }", `test:1:12: "," or "}" is expected, not "B"`},
		{"errors { A", `test:1:11: "," or "}" is expected, not the end of the text`},
		{"errors { bit }", `test:1:10: "bit" is a word of the text form: as a name it stands between backquotes`},
		{"errors { `A }", "test:1:10: no closing ` on the line"},
		{"errors { `\\q` }", "test:1:10: the quoted text has a wrong escape"},
		{"errors { A, ; }", `test:1:13: unexpected character ';'`},
		{"struct T { x: bit<99999999999> }", `test:1:19: "99999999999" is too large here`},
		{"struct T { x: Header }\nheader Hader { }", `test:1:15: no type "Header"`},
		{"struct T { }\nstruct T { }", `test:2:8: type "T" is declared twice`},
		{head + "struct T { x: h }", `test:8:15: no type "h"; did you mean "H"?`},
		{head + "function f() local f {\nstart:\n  return A:bool\n}", `test:10:10: bool has no members`},
		{head + "function f() local f {\nstart:\n  return C:K\n}", `test:10:10: K has no member "C"; known are A, B`},
		{head + "function f() local f {\nstart:\n  return x\n}", `test:10:10: no variable or parameter "x"`},
		{head + "function f(s: in S) local f {\nstart:\n  return s.y\n}", `test:10:12: S has no field "y"; known are h, s, x, u`},
		{head + "function f(s: in S) local f {\nstart:\n  return s.x.y\n}", `test:10:14: bit<8> has no fields`},
		{head + "function f(s: in S) local f {\nstart:\n  return s.x[1:bit<8>]\n}", `test:10:13: bit<8> has no elements`},
		{head + "function f() local f {\nstart:\n  goto there\n}", `test:10:8: no block "there"`},
		{head + "function f() local f {\nstart:\n  call g()\n  return\n}", `test:10:8: no parser, control, action or function "g"`},
		{head + "function f() local f {\nstart:\n  call f() return\n}", `test:10:12: block "start" has no end: a terminator on a line of its own is expected, not "return"`},
		{head + "function f() local f {\nstart:\n  call f()\nnext_one:\n  return\n}", `test:11:1: block "start" has no end: a terminator on a line of its own is expected, not "next_one"`},
		{head + "function f() local f {\nstart:\n  return\n}\nfunction f() local f {\n}", `test:12:10: function "f" is declared twice`},
		{head + "function f() local f {\n  var x: bool\n  var x: bool\nstart:\n  return\n}", `test:10:7: "x" is declared twice`},
		{head + "function f() local f {\nstart:\n  return concat(true, true)\n}", `test:10:10: "concat" of bool and bool has no type`},
		{head + "table t {\n  action a()\n  default_action b()\n}", `test:10:18: table t has no action "b"`},
		{head + "table t {\n  nonsense\n}", `test:9:3: "@" is expected, not "nonsense"`},
	} {
		_, err := Read([]byte(c.text), "test")
		if err == nil {
			t.Errorf("no error in\n%s\nwant %s", c.text, c.want)
			continue
		}
		if got, _, _ := strings.Cut(err.Error(), "\n"); got != c.want {
			t.Errorf("%s\ndraws\n%s\nwant\n%s", c.text, err, c.want)
		}
	}
}

// TestReadGoesOn: one error does not hide those behind it.
func TestReadGoesOn(t *testing.T) {
	_, err := Read([]byte(head+`function f() local f {
start:
  return x
}
struct T { y: nothing }
function g(a: in bit<8>) -> bit<8> local g {
start:
  a = b
  a = c
  return d
}
`), "test")
	want := []string{"test:10:10:", "test:12:15:", "test:15:7:", "test:16:7:", "test:17:10:"}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d errors, want %d:\n%v", len(lines), len(want), err)
	}
	for i, w := range want {
		if !strings.HasPrefix(lines[i], w) {
			t.Errorf("error %d is %s, want %s", i, lines[i], w)
		}
	}
}

// TestReadLimits: deep nesting is an error, not a crash.
func TestReadLimits(t *testing.T) {
	deep := strings.Repeat("not(", 100_000)
	for _, text := range []string{
		head + "function f() local f {\nstart:\n  return " + deep + "\n}",
		"newtype T = " + strings.Repeat("list<", 100_000),
		"newtype T = bool" + strings.Repeat("[1]", 100_000),
		head + "function f() local f {\nstart:\n  return " + strings.Repeat("9", 100_000) + ":int\n}",
		"main P main {" + strings.Repeat("arg x = package P p {", 100_000),
		head + "@a " + strings.Repeat("{", 100_000),
		head + "function f() local f {\nstart:\n  (\n  return\n}",
		head + "function f() local f owner g {\nstart:\n  return\n}\naction g() local g owner f {\nstart:\n  x = y\n  return\n}",
	} {
		if _, err := Read([]byte(text), "test"); err == nil {
			t.Errorf("%.40s…: no error", text)
		}
	}
}

// FuzzRead: whatever is read without an error prints, and reads back the same.
// Validate takes anything.
func FuzzRead(f *testing.F) {
	f.Add(wholeText(f))
	f.Add(head + "function f(s: in S) local f {\nstart:\n  return\n}")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Read([]byte(text), "fuzz")
		if err != nil {
			return
		}
		if len(Validate(p)) > 0 {
			return
		}
		once := Text(p)
		q, err := Read([]byte(once), "printed")
		if err != nil {
			t.Fatalf("%v in\n%s", err, once)
		}
		if twice := Text(q); twice != once {
			t.Fatalf("printed\n%s\nread back\n%s", once, twice)
		}
	})
}
