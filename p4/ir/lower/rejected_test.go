package lower

import (
	"strings"
	"testing"

	"up4/p4/ir"
	"up4/p4/source"
)

// TestRejected: what only lowering can see is wrong is reported where it stands, with
// the words that follow // ERROR.
func TestRejected(t *testing.T) {
	const stack = "header H { bit<8> a; }\ncontrol C(inout bit<8> v, inout H h);\npackage P(C c);\n"
	for name, text := range map[string]string{
		"13.8: a packet in a function": `#include <core.p4>
header H { bit<8> a; }
parser Pr(packet_in p, out H h);
package P(Pr p);
void f(packet_in p, out H h) {
    p.extract(h); // ERROR extract is called outside a parser
}
parser pr(packet_in p, out H h) {
    state start { f(p, h); transition accept; }
}
P(pr()) main;
`,
		"8.6: a negative bit": stack + `control c(inout bit<8> v, inout H h)(int k) {
    apply {
        v[k +: 2] = 1; // ERROR there is no bit -1 in bit<8>
    }
}
P(c(-1)) main;
`,
		"14.2.1.4: a priority that no control plane can send": stack + `match_kind { optional }
action a() {}
control c(inout bit<8> v, inout H h) {
    table t {
        key = { v : optional; }
        actions = { a; }
        default_action = a;
        largest_priority_wins = false;
        priority_delta = 2147483647;
        entries = {
            1 : a();
            2 : a(); // ERROR would be 2147483648, and the greatest is 2147483647
        }
    }
    apply { t.apply(); }
}
P(c()) main;
`,
	} {
		t.Run(name, func(t *testing.T) {
			f := check(t, "program.p4", text)
			if s := f.errors(); s != "" {
				t.Fatalf("Check: %s", s)
			}
			Lower(f.prog, f.info, &f.set, &f.diags)
			line, words := 0, ""
			for n, l := range strings.Split(text, "\n") {
				if _, after, ok := strings.Cut(l, "// ERROR "); ok {
					line, words = n+1, after
				}
			}
			if f.diags.Errors() == 0 {
				t.Fatalf("no error, want %q in line %d", words, line)
			}
			for _, d := range f.diags.All {
				if f.set.Position(d.At.From).Line != line || !strings.Contains(d.Msg, words) {
					t.Errorf("got %s: %s, want %q in line %d", f.set.Position(d.At.From), d.Msg, words, line)
				}
			}
		})
	}
}

// TestInvalid: what is made and is not valid is an error of the compiler's own, and has
// no main that could be run.
func TestInvalid(t *testing.T) {
	var diags source.List
	p := &ir.Program{Main: &ir.Package{Type: "P", Name: "main"}, Tables: []*ir.Table{{Name: "t", Local: "t"}}}
	validated(p, source.Span{}, &diags)
	if p.Main != nil {
		t.Error("it still has a main")
	}
	if len(diags.All) != 1 || diags.All[0].Code != CodeInternal || !strings.Contains(diags.All[0].Msg, "table t") {
		t.Errorf("got %v", diags.All)
	}
}
