package lower

import "up4/p4/source"

// Codes of what lowering reports.
const (
	CodeNotKnown    source.Code = "not-known-when-instantiated"
	CodeInstances   source.Code = "too-many-instances"
	CodePrefixMask  source.Code = "mask-is-no-prefix"
	CodePriority    source.Code = "negative-priority"
	CodeEntryKey    source.Code = "entry-key-of-its-kind"
	CodeIndex       source.Code = "instantiated-index"
	CodeName        source.Code = "control-plane-name"
	CodeUnsupported source.Code = "cannot-be-lowered"
	CodeInternal    source.Code = "internal"
)

// Codes documents them.
var Codes = []source.CodeInfo{
	{Code: CodeNotKnown, Severity: source.Error, Clause: "18.1",
		Text: "The value has to be known when the program is instantiated. Use literals, constants and constructor parameters.",
		Example: `extern E { E(bit<8> n); }
control C();
package P(C c);
bit<8> one() { return 1; }
extern bit<8> other(bit<8> x);
control c() {
    E(other(1)) e; // ERROR
    apply {}
}
P(c()) main;
`},
	{Code: CodeInstances, Severity: source.Error,
		Text:    "Instances of instances come to more than 20,000, or their code to more than 4,000,000 instructions. Instantiate less.",
		Example: manyInstances},
	{Code: CodePrefixMask, Severity: source.Error, Clause: "14.2.1.4",
		Text: "The mask of an lpm key has to be ones, then zeros.",
		Example: `match_kind { lpm }
action a() {}
control C(in bit<8> x);
package P(C c);
control c(in bit<8> x)(bit<8> mask) {
    table t {
        key = { x : lpm; }
        actions = { a; }
        default_action = a;
        entries = {
            8w1 &&& mask : a(); // ERROR
        }
    }
    apply { t.apply(); }
}
P(c(5)) main;
`},
	{Code: CodePriority, Severity: source.Error, Clause: "14.2.1.4",
		Text: "The priority that follows from the entry before is negative, or above 2147483647. Give another one, or a smaller priority_delta.",
		Example: `match_kind { optional }
action a() {}
control C(in bit<8> x);
package P(C c);
control c(in bit<8> x) {
    table t {
        key = { x : optional; }
        actions = { a; }
        default_action = a;
        priority_delta = 10;
        entries = {
            priority = 5: 1 : a();
            2 : a(); // ERROR
        }
    }
    apply { t.apply(); }
}
P(c()) main;
`},
	{Code: CodeEntryKey, Severity: source.Error, Clause: "14.2.1.4",
		Text: "The match kind of the key has no such entries: exact takes values, lpm values and prefixes, ternary values and masks, range values and ranges.",
		Example: `match_kind { exact }
action a() {}
control C(in bit<8> x);
package P(C c);
control c(in bit<8> x) {
    table t {
        key = { x : exact; }
        actions = { a; }
        default_action = a;
        entries = {
            _ : a(); // ERROR
        }
    }
    apply { t.apply(); }
}
P(c()) main;
`},
	{Code: CodeIndex, Severity: source.Error, Clause: "8.18",
		Text: "The index or bit that a constructor was given is outside the stack or number.",
		Example: `header H { bit<8> a; }
control C(inout H[2] s);
package P(C c);
control c(inout H[2] s)(bit<8> n) {
    apply { s[n].a = 1; } // ERROR
}
P(c(2)) main;
`},
	{Code: CodeName, Severity: source.Warning, Clause: "18.3.3",
		Text: "Two instances have one name for the control plane, such as by an absolute @name or by applying a type twice. Name them.",
		Example: `action a() {}
control C();
package P(C c);
control part() {
    @name(".the_table")
    table t { // WARNING
        actions = { a; }
        default_action = a;
    }
    apply { t.apply(); }
}
control c() {
    part() one;
    part() two;
    apply { one.apply(); two.apply(); }
}
P(c()) main;
`},
	{Code: CodeUnsupported, Severity: source.Error,
		Text: "This has no meaning when the program runs.",
		Example: `extern E { E(); void f(); }
control C(in bit<8> i);
package P(C c);
control c(in bit<8> i) {
    E() e[2][2];
    apply { e[i][1].f(); } // ERROR
}
P(c()) main;
`},
	{Code: CodeInternal, Severity: source.Error,
		Text: "The compiler made invalid code. Nothing is wrong with the program as far as is known: please report it."},
}

// manyInstances has three instances in each of three, ten levels deep.
const manyInstances = `control C();
package P(C c);
control c0() { apply {} }
control c1() { c0() a; c0() b; c0() c; apply { a.apply(); b.apply(); c.apply(); } }
control c2() { c1() a; c1() b; c1() c; apply { a.apply(); b.apply(); c.apply(); } }
control c3() { c2() a; c2() b; c2() c; apply { a.apply(); b.apply(); c.apply(); } }
control c4() { c3() a; c3() b; c3() c; apply { a.apply(); b.apply(); c.apply(); } }
control c5() { c4() a; c4() b; c4() c; apply { a.apply(); b.apply(); c.apply(); } }
control c6() { c5() a; c5() b; c5() c; apply { a.apply(); b.apply(); c.apply(); } }
control c7() { c6() a; c6() b; c6() c; apply { a.apply(); b.apply(); c.apply(); } }
control c8() { c7() a; c7() b; c7() c; apply { a.apply(); b.apply(); c.apply(); } }
control c9() { c8() a; c8() b; c8() c; apply { a.apply(); b.apply(); c.apply(); } }
P(c9()) main; // ERROR
`
