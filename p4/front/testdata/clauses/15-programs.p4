// ==== 15 Parameterization
parser generic(in bit<8> x)(bool udp) {
    state start { transition select(udp) { false: accept; true: reject; } }
}
parser top(in bit<8> x) { generic(false) p; state start { p.apply(x); transition accept; } }
// ----
parser generic(in bit<8> x)(bool udp) { state start { transition accept; } }
parser top(in bit<8> x, in bool b) {
    generic(b) p; // ERROR not-constant
    generic() q; // ERROR arguments
    generic(1) r; // ERROR type-mismatch
    state start { transition accept; }
}
control c()(out bit<8> k) { apply {} } // ERROR direction
// ==== 15.1 Direct type invocation
control callee(in bit<8> x) { apply {} }
control generic<T>(in T x) { apply {} }
control caller(in bit<8> x) { apply { callee.apply(x); generic<bit<8>>.apply(x); } }
// ----
control callee(in bit<8> x)(bool b) { apply {} }
control caller(in bit<8> x) {
    apply {
        callee.apply(x); // ERROR arguments "constructor parameters"
    }
}
control abstract_type(in bit<8> x);
control other(in bit<8> x) {
    apply {
        abstract_type.apply(x); // ERROR no-member
    }
}
// ==== 16 Deparsing
#include <core.p4>
header H { bit<8> a; }
control deparser(packet_out b, in H h) { apply { b.emit(h); } }
// ----
#include <core.p4>
header H { bit<8> a; }
control deparser(in packet_out b, in H h) { apply { b.emit(h); } } // ERROR direction
// ==== 16.1 Data insertion into packets
#include <core.p4>
header H { bit<8> a; }
header_union U { H h; }
struct S { H h; U u; H[2] s; }
control deparser(packet_out b, in S s) { apply { b.emit(s); b.emit(s.h); b.emit(s.u); b.emit(s.s); b.emit({ s.h, s.u }); } }
// ----
#include <core.p4>
control deparser(packet_out b, in bit<8> x) {
    apply {
        b.emit(x); // ERROR type-mismatch
        b.emit(1); // ERROR no-width
        b.emit(); // ERROR arguments
    }
}
// ==== 17 Architecture description
parser P<H>(out H h);
control C<H>(inout H h);
package Switch<H>(P<H> p, C<H> c);
struct Hs {}
parser p(out Hs h) { state start { transition accept; } }
control c(inout Hs h) { apply {} }
Switch(p(), c()) main;
// ----
parser P<H>(out H h);
control C<H>(inout H h);
package Switch<H>(P<H> p, C<H> c);
struct Hs {}
struct Other {}
parser p(out Hs h) { state start { transition accept; } }
control c(inout Other h) { apply {} }
Switch(p(), c()) one; // ERROR type-mismatch
Switch(p()) two; // ERROR arguments
extern E { E(); }
E() main; // ERROR main
// ==== 18.1 Compile-time known and local compile-time known values
header H { bit<8> a; }
const bit<8> n = 8;
bit<(n)> f(in H[3] s) { bit<(2 * 4 + 1)> x = 0; return 1; }
control c()(bit<8> k) { const bit<8> m = k * 2 + n; apply {} }
// ----
control c(in bit<8> x)(bit<8> k) {
    const bit<8> m = x; // ERROR not-constant
    bit<(k)> w; // ERROR not-constant
    apply {}
}
// ==== 18.2 Compile-time Evaluation
extern E { E(bit<8> n); }
control C();
control c()(E e) { apply {} }
package P(C x);
E(4) e;
P(c(e)) main;
// ----
control C();
package P(C x);
control a() { apply {} }
P(a) main; // ERROR syntax
// ==== 18.3 Control plane names
#include <core.p4>
control c(in bit<8> x) {
    action a() {}
    table t { key = { x : exact; } actions = { a; NoAction; } }
    apply { t.apply(); }
}
// ----
control c() {
    @name("a") action b() {}
    action a() {} // ERROR duplicate-name
    apply {}
}
// ==== 18.3.1 Computing control-plane names
#include <core.p4>
control c() {
    table one { actions = { NoAction; } }
    table two { actions = { NoAction; } }
    apply {}
}
control d() { table one { actions = { NoAction; } } apply {} }
// ----
#include <core.p4>
control c() {
    table one { actions = { NoAction; } }
    @name("one") table two { actions = { NoAction; } } // ERROR duplicate-name
    apply {}
}
// ==== 18.3.1.1 Value sets
match_kind { ternary }
struct vsk { @match(ternary) bit<16> port; }
parser p() { value_set<vsk>(4) pvs; @name("x") value_set<bit<8>>(4) other; state start { transition accept; } }
// ----
parser p() {
    value_set<bit<8>>(4) pvs;
    @name("pvs") value_set<bit<8>>(4) other; // ERROR duplicate-name
    state start { transition accept; }
}
// ==== 18.3.1.2 Tables
#include <core.p4>
control c() { @name("x") table t { actions = { NoAction; } } apply {} }
// ----
#include <core.p4>
control c() {
    @name("x") table t { actions = { NoAction; } }
    @name("x") table u { actions = { NoAction; } } // ERROR duplicate-name
    apply {}
}
// ==== 18.3.1.3 Keys
#include <core.p4>
header H { bit<8> a; }
control c(in H[2] h, in bit<8> f) {
    table t {
        key = { h[1].a : exact; h[0].isValid() : exact; f[3:0] : exact; f & 0xF : exact; f + 1 : exact @name("sum"); }
        actions = { NoAction; }
    }
    apply {}
}
// ----
#include <core.p4>
control c(in bit<8> f) {
    table t {
        key = { f + 1 : exact; } // ERROR key-name
        actions = { NoAction; }
    }
    apply {}
}
// ==== 18.3.1.4 Actions
control c() { action a() {} @name("b.c") action d() {} apply {} }
// ----
control c() {
    @name("x") action a() {}
    @name("x") action b() {} // ERROR duplicate-name
    apply {}
}
// ==== 18.3.1.5 Instances
extern E { E(); }
control Callee()(E e_in) { apply {} }
control Caller() { Callee(E()) c1; Callee(E()) c2; apply {} }
// ----
extern E { E(); }
control c() {
    E() e1;
    @name("e1") E() e2; // ERROR duplicate-name
    apply {}
}
// ==== 18.3.2 Annotations controlling naming
#include <core.p4>
control c() { @hidden table t { actions = { NoAction; } } @name("x") action a() {} apply {} }
// ----
#include <core.p4>
control c() {
    @name table t { actions = { NoAction; } } // ERROR annotation
    apply {}
}
// ==== 19 Static assertions
#include <core.p4>
const bool a = static_assert(1 < 2, "one is less");
const bool b = static_assert(true);
// ----
#include <core.p4>
const bool a = static_assert(1 > 2, "one is more"); // ERROR static-assert "one is more"
const bool b = static_assert(false); // ERROR static-assert
void f(in bool x) {
    bool y = static_assert(x); // ERROR not-constant
}
// ==== 20 Annotations
@a @b() @c(1, "x") @d[1] const bit<8> x = 1;
struct S { @e bit<8> a; }
control c(@f in bit<8> y) { apply { @g { } } }
// ----
@1 const bit<8> a = 1; // ERROR syntax
// ----
@a[1] @a[2] const bit<8> a = 1; // ERROR duplicate-name
@b(1) @b[2] const bit<8> b = 1; // ERROR duplicate-name
// ==== 20.1 Bodies of Unstructured Annotations
@a(any words (in balance) "text" 1 + { ; ]) @b() const bit<8> a = 1;
@c(1) @c(2) const bit<8> b = 1;
// ----
@a(not (in balance) const bit<8> a = 1; // ERROR syntax
// ==== 20.2 Bodies of Structured Annotations
const int n = 4;
@a[] @b[1, "x", true, n + 1] @c[k = 1, l = "x"] const bit<8> a = 1;
// ----
@a[1, { 2, 3 }] const bit<8> a = 1; // ERROR annotation
@b[k = { x = 1 }] const bit<8> b = 1; // ERROR annotation
@c[missing] const bit<8> c = 1; // ERROR unknown-name
@d[k = 1, k = 2] const bit<8> d = 1; // ERROR duplicate-name
// ----
@a[1, k = 2] const bit<8> a = 1; // ERROR syntax
// ==== 20.2.1 Structured Annotation Examples
@Empty[] @MixedExprList[1, "hello", true, 1 == 2, 5 + 6] @Pairs[k1 = 1 + 2, k2 = "x"] const bit<8> a = 1;
// ----
@IllegalMixing[key = 4, 5] const bit<8> a = 1; // ERROR syntax
// ----
@DupAnno[k1 = 1] @DupAnno[k2 = 2] const bit<8> a = 1; // ERROR duplicate-name
// ==== 20.3.1 Optional parameter annotations
extern void f(in bit<8> a, @optional in bit<8> b);
void g() { f(1); f(1, 2); }
// ----
extern void f(in bit<8> a, @optional in bit<8> b);
void g() {
    f(); // ERROR arguments
    f(b = 1); // ERROR arguments
}
action a(@optional bit<8> x) {} // ERROR optional-parameter
// ==== 20.3.2 Annotations on the table action list
#include <core.p4>
control c(in bit<8> x) {
    action a() {}
    table t {
        key = { x : exact; }
        actions = { @tableonly a; @defaultonly NoAction; }
        default_action = NoAction;
        entries = { 1 : a(); }
    }
    apply {}
}
// ----
#include <core.p4>
control c(in bit<8> x) {
    action a() {}
    table t {
        key = { x : exact; }
        actions = {
            @tableonly a;
            @defaultonly NoAction;
        }
        default_action = a; // ERROR default-only
        entries = {
            1 : NoAction(); // ERROR default-only
        }
    }
    table u {
        actions = {
            @tableonly @defaultonly NoAction; // ERROR annotation
        }
    }
    apply {}
}
// ==== 20.3.3 Control-plane API annotations
#include <core.p4>
control c() { @name("t1") table t { actions = { NoAction; } } @hidden action a() {} apply {} }
// ----
@name(4) action a() {} // ERROR annotation
@name("x", "y") action b() {} // ERROR annotation
// ==== 20.3.3.1 Restrictions
#include <core.p4>
control c() { @name(".foo.bar") table t { actions = { NoAction; } } apply {} }
// ----
#include <core.p4>
control c() { @name(".foo.bar") table t { actions = { NoAction; } } apply {} }
control d() {
    @name(".foo.bar") table t { actions = { NoAction; } } // ERROR duplicate-name
    apply {}
}
// ==== 20.3.4 Concurrency control annotations
control c(inout bit<8> x) { apply { @atomic { x = 1; } } }
@atomic parser p() { @atomic state start { transition accept; } }
// ----
control c(inout bit<8> x) {
    apply {
        @atomic x = 1; // ERROR syntax
    }
}
// ==== 20.3.5 Value set annotations
match_kind { exact, ternary }
struct vsk { @match(ternary) bit<16> port; bit<8> other; }
// ----
match_kind { exact, ternary }
struct vsk { @match(near) bit<16> port; } // ERROR annotation
// ==== 20.3.6 Extern function/method annotations
@pure extern bit<8> f(in bit<8> x);
extern E { E(); @noSideEffects bit<8> get(); }
// ----
extern E {
    E(); @pure // it has nothing behind it
} // ERROR syntax
// ==== 20.3.7 Deprecated annotation
@deprecated("use g instead") extern void f();
// ----
@deprecated(1) extern void f(); // ERROR annotation
// ==== 20.3.8 No warnings annotation
@noWarn("unused") const bit<8> a = 1;
// ----
@noWarn(unused) const bit<8> a = 1; // ERROR annotation
// ==== 20.4 Target-specific annotations
@vendor(anything at all) @pragma_like const bit<8> a = 1;
@pragma vendor anything at all
const bit<8> b = 1;
// ----
@vendor[1 + true] const bit<8> a = 1; // ERROR operand-type
