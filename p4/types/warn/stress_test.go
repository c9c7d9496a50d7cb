package warn

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// slowest is far more than any of these takes when its work is bounded.
const slowest = 5 * time.Second

// Programs whose ways are too many to follow take no longer for it.
func TestBounded(t *testing.T) {
	var actions strings.Builder
	actions.WriteString("control k(inout bit<8> x) {\n    action a0() { x = 1; }\n")
	for i := range 40 {
		fmt.Fprintf(&actions, "    action a%d() { a%d(); if (x == 1) { a%d(); } a%d(); }\n", i+1, i, i, i)
	}
	actions.WriteString("    apply { a40(); }\n}\n")

	const depth = 25
	nested := "bit<8> f(in bit<8> n) {\n    bit<8> v;\n    bit<8> s = 0;\n" +
		strings.Repeat("for (bit<8> i = 0; i < n; i = i + 1) {\n", depth) + "s = s + v; v = i;\n" +
		strings.Repeat("}\n", depth) + "return s;\n}\n"

	var states strings.Builder
	states.WriteString("header H { bit<8> a; bit<8> b; }\nstruct Hs { H[500] s; }\nparser p(inout bit<8> n, out Hs h) {\n    state start { transition s0; }\n")
	for i := range 400 {
		fmt.Fprintf(&states, "    state s%d { h.s[%d].setValid(); n = n + 1; transition select(n) { 1: s%d; 2: s%d; _: accept; } }\n", i, i, (i+1)%400, (i*7)%400)
	}
	states.WriteString("}\n")

	deep := "bit<8> f(in bit<8> n) {\n    return n" + strings.Repeat(" + (n", 60) + strings.Repeat(")", 60) + ";\n}\n"
	wide := "header H { bit<8> a; }\nstruct S { H[60000] s; }\ncontrol k(inout bit<8> x) {\n    S s;\n    apply { x = s.s[1].a; }\n}\n"

	for name, text := range map[string]string{"actions": actions.String(), "loops": nested, "states": states.String(), "deep": deep, "wide": wide} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			checkText(t, name, text)
			if took := time.Since(start); took > slowest {
				t.Errorf("takes %v", took)
			}
		})
	}
}
