package format

import (
	"strings"
	"testing"
)

// Brackets that do not pair are refused where they stand.
func TestUnbalanced(t *testing.T) {
	tests := []struct{ in, want string }{
		{"control C() {\n    apply {\n", "a.p4:2:11: this { is never closed"},
		{"header H {\n    bit<8> a;\n}\n}\n", "a.p4:4:1: this } closes nothing"},
		{"control C() {\n    x = f(1;\n}\n", "a.p4:3:1: this } does not close the ( of line 2"},
		{"x = a[1);", "a.p4:1:8: this ) does not close the [ of line 1"},
		{"#ifndef A\n#define A\nheader H {\n#endif\n", "a.p4:3:10: this { is never closed"},
		{"#if A\nheader H {\n#else\nheader I {\n#endif\n", "a.p4:2:10: this { is never closed"},
		{"#if A\n#if B\nheader H {\n#endif\n#endif\n", "a.p4:3:10: this { is never closed"},
	}
	for _, tt := range tests {
		if out, err := Format("a.p4", []byte(tt.in)); out != nil || err == nil || err.Error() != "format "+tt.want {
			t.Errorf("%q: %v\nwant format %s", tt.in, err, tt.want)
		}
	}
}

// Which brackets there are may depend on macros and conditions.
func TestBalancedByDirectives(t *testing.T) {
	for _, in := range []string{
		"#if A\nheader H {\n#else\nheader I {\n#endif\n}\n",
		"#if A\nheader H {\n#elif B\nheader I {\n#elif C\n#if D\nheader J {\n#else\nheader K {\n#endif\n#endif\n}\n",
		"#if A\nheader H {\n#endif\n#if !A\nheader I {\n#endif\n}\n",
		"#if A\nheader H {\n#else\nheader I { bit<8> a; }\n#endif\n#if A\n}\n#endif\n",
		"#define BEGIN header H {\nBEGIN\n}\n",
		"#if A\nif (a) {\n#endif\nb();\n#if A\n}\n#endif\n",
		"// {\n/* ( */ const string s = \"[\";\n",
	} {
		if _, err := Format("a.p4", []byte(in)); err != nil {
			t.Errorf("%q: %v", in, err)
		}
	}
}

// Many conditions with much open take no square of time.
func TestManyConditions(t *testing.T) {
	const n = 20000
	text := strings.Repeat("{\n#if A\n", n) + strings.Repeat("#endif\n}\n", n)
	if _, err := Format("a.p4", []byte(text)); err == nil {
		t.Error("a depth without end is laid out")
	}
}
