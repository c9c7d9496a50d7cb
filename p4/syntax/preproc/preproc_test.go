package preproc

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/syntax/token"
)

// run reads the program main.p4 of the files given, and gives its tokens with a
// space between them.
func run(t testing.TB, files map[string]string, opt Options) (string, []token.Token, *source.List, *source.Set) {
	t.Helper()
	var set source.Set
	var diags source.List
	opt.Read = func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("open %s: %w", name, fs.ErrNotExist)
	}
	opt.List = func(dir string) []string {
		var all []string
		for name := range files {
			if path.Dir(name) == path.Clean(dir) {
				all = append(all, path.Base(name))
			}
		}
		return all
	}
	p := New(&set, &diags, opt)
	if err := p.Open("main.p4"); err != nil {
		t.Fatal(err)
	}
	var out []string
	var ts []token.Token
	for {
		tok := p.Next()
		if tok.Kind == token.EOF {
			if again := p.Next(); again.Kind != token.EOF {
				t.Errorf("after the end comes %q", again.Text)
			}
			return strings.Join(out, " "), ts, &diags, &set
		}
		out = append(out, tok.Text)
		ts = append(ts, tok)
	}
}

func one(text string) map[string]string { return map[string]string{"main.p4": text} }

// The examples marked "C" are those of the C standard's clause 6.10.5.
func TestExpansion(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a b", "a b"},
		{"#define A 16w0x800 // comment\nx = A;", "x = 16w0x800 ;"},
		{"#define A \\\n 1 \\\n + 2\nA", "1 + 2"},
		{"#define A\nx A y", "x y"},
		{"#define header table\nheader", "table"},
		{"#define A 1\n#undef A\n#undef A\nA", "A"},
		{"#define A B\n#define B A\nA B", "A B"},
		{"#define A (1)\nA (2)", "( 1 ) ( 2 )"},
		{"#define F(x) x + 1\nF(2) F (3) F F;", "2 + 1 3 + 1 F F ;"},
		{"#define F() 1\nF() F( )", "1 1"},
		{"#define F(x) <x>\nF() F((1, 2)) F(\n 3\n)", "< > < ( 1 , 2 ) > < 3 >"},
		{"#define F(x) x\n#define A F\nA(1)", "1"},
		{"#define F(x) x F\nF(1)(2)(3)", "1 F ( 2 ) ( 3 )"},
		{"#define S(x) #x\nS(a  +\n b) S( \"q\\n\" ) S()", `"a + b" "\"q\\n\"" ""`},
		{"#define S(x) T(x)\n#define T(x) #x\n#define A b\nS(A) T(A)", `"b" "A"`},
		{"#define J(a, b) a ## b\nJ(x, y) J(x,) J(,y) J(,) J(1, 2) J(&&, &)", "xy x y 12 &&&"},
		{"#define J(a, b) p ## a ## b ## s\nJ(x, y)", "pxys"},
		{"#define V(...) f(__VA_ARGS__)\nV(1, 2) V()", "f ( 1 , 2 ) f ( )"},
		{"#define V(a, ...) f(a, ## __VA_ARGS__)\nV(1) V(1, 2, 3)", "f ( 1 ) f ( 1 , 2 , 3 )"},
		{"\n__LINE__ __FILE__", `2 "main.p4"`},
		{"#pragma once \"\n#line 7 \"x\n# 1 \"y\"\n#\nz", "z"},
		{"x # y", "x # y"},
		// C, example of rescanning.
		{"#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n" +
			"#define m(a) a(w)\n#define w 0,1\n#define t(a) a\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1); g(x+(3,4)-w) | h 5) & m\n(f)^m(m);",
			"f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; " +
				"f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;"},
		// C, example of # and ##.
		{"#define hash_hash(a, b) a ## b\n#define xstr(s) str(s)\n#define str(s) #s\n#define glue(a, b) a ## b\n" +
			"#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\n" +
			"glue(HIGH, LOW); xglue(HIGH, LOW)", `"hello" ; "hello" ", world"`},
	}
	for _, tt := range tests {
		got, _, diags, set := run(t, one(tt.text), Options{})
		if got != tt.want {
			t.Errorf("%q:\nhave %s\nwant %s", tt.text, got, tt.want)
		}
		noErrors(t, diags, set)
	}
}

func noErrors(t testing.TB, diags *source.List, set *source.Set) {
	t.Helper()
	if len(diags.All) > 0 {
		var b strings.Builder
		diags.Write(&b, set)
		t.Errorf("reported:\n%s", b.String())
	}
}

// Two > that come from different places are no shift.
func TestNoSpuriousShift(t *testing.T) {
	_, ts, _, _ := run(t, one("#define G >\n#define F(x) x>\nG> >G F(>) >>"), Options{})
	var touch []bool
	for _, tok := range ts {
		touch = append(touch, !tok.SpaceBefore)
	}
	want := []bool{false, false, false, false, false, false, false, true}
	if fmt.Sprint(touch) != fmt.Sprint(want) {
		t.Errorf("touching: %v, want %v", touch, want)
	}
}

// What comes out of a macro is where the macro is used.
func TestPlace(t *testing.T) {
	_, ts, _, set := run(t, one("#define F(x) 1 + x\n#define G F(y)\n\n a F(\nb) G"), Options{})
	want := []string{"a 4:2", "1 4:4", "+ 4:4", "b 4:4", "1 5:4", "+ 5:4", "y 5:4"}
	for i, tok := range ts {
		pos := set.Position(tok.At.From)
		if have := fmt.Sprintf("%s %d:%d", tok.Text, pos.Line, pos.Col); have != want[i] {
			t.Errorf("have %s, want %s", have, want[i])
		}
	}
}

func TestConditions(t *testing.T) {
	tests := []struct {
		cond string
		want bool
	}{
		{"1", true}, {"0", false}, {"X", false}, {"A", true}, {"true", true}, {"defined A", true}, {"defined(X)", false},
		{"!defined(X) && defined A", true}, {"A >= 20200408", true}, {"A < 20200408", false}, {"0x10 == 16 && 010 == 8 && 0b11 == 3", true},
		{"1 + 2 * 3 == 7", true}, {"(1 + 2) * 3 == 9", true}, {"10 - 2 - 3 == 5", true}, {"1 << 4 >> 2 == 4", true},
		{"7 & 3 ^ 1 | 8", true}, {"(7 & 3 ^ 1 | 8) == 10", true}, {"-1 < 0", true}, {"~0 == -1", true}, {"!0 == 1", true},
		{"0 && 1 / 0", false}, {"1 || 1 % 0", true}, {"1 ? 0 : 1 / 0", false}, {"0 ? 1 : 0 ? 1 : 2", true},
		{"-7 / 2 == -3 && -7 % 2 == -1", true}, {"10UL == 10", true}, {"F(2) == 3", true}, {"1 << 64", false},
	}
	for _, tt := range tests {
		got, _, diags, set := run(t, one("#define A 20230101\n#define F(x) (x + 1)\n#if "+tt.cond+"\nyes\n#else\nno\n#endif"), Options{})
		if (got == "yes") != tt.want {
			t.Errorf("#if %s: %s", tt.cond, got)
		}
		noErrors(t, diags, set)
	}
	for _, bad := range []string{"", "1 +", "(1", "1 2", "1 / 0", "1 % 0", "1 << -1", "8w1", "\"a\"", "99999999999999999999", "1 ? 2", "defined", "defined(A", ")"} {
		_, _, diags, _ := run(t, one("#if "+bad+"\n#endif"), Options{})
		if len(diags.All) != 1 || diags.All[0].Code != CodeCondition {
			t.Errorf("#if %s: %v", bad, diags.All)
		}
	}
}

func TestGroups(t *testing.T) {
	tests := []struct{ text, want string }{
		{"#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b"},
		{"#if 0\na\n#elif 0\nb\n#else\nd\n#endif e", "d"},
		{"#if 1\na\n#elif 1 / 0\nb\n#endif", "a"},
		{"#if 0\n#if 1\na\n#else\nb\n#endif\n#elif 1\nc\n#endif", "c"},
		{"#ifdef A\na\n#endif\n#ifndef A\nb\n#endif", "b"},
		// What is skipped need not be P4: an open quote, a stray byte, a wrong directive.
		{"#if 0\nit's \"\n\x00 \xff\n#wrong\n#if +\n#endif\n/*\n#endif\n*/\n#endif\nx", "x"},
	}
	for _, tt := range tests {
		got, _, diags, set := run(t, one(tt.text), Options{})
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
		noErrors(t, diags, set)
	}
}
