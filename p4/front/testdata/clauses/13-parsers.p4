// ==== 13 Packet parsing
parser p(in bit<8> x) { state start { transition select(x) { 1: accept; default: reject; } } }
// ----
parser p(in bit<8> x) { } // ERROR syntax
// ==== 13.1 Parser states
parser p() { state start { transition next; } state next { transition accept; } }
// ----
parser p() { // ERROR no-start
    state begin { transition accept; }
}
parser q() {
    state start { transition accept; }
    state accept { } // ERROR state
    state reject { } // ERROR state
}
// ==== 13.2 Parser declarations
extern E { E(); }
parser p(in bit<8> x)(bool b) {
    const bit<8> k = 1;
    E() e;
    bit<8> v = x;
    value_set<bit<8>>(4) s;
    state start { transition accept; }
}
// ----
parser p() {
    action a() {} // ERROR syntax
    state start { transition accept; }
}
// ----
parser p(in bit<8> x)(in bool b) { // ERROR direction
    state start { transition accept; }
}
// ----
parser p<T>(in T x) {
    state start { transition accept; }
    bit<8> late; // ERROR syntax
}
// ==== 13.4 Parser states
parser p(inout bit<8> x) {
    state start { bit<8> y = x; x = y; { x = 1; } if (x == 1) { x = 2; } transition next; }
    state next { }
}
// ----
parser p(inout bit<8> x) {
    state start { bit<8> y = x; transition next; }
    state next {
        x = y; // ERROR unknown-name
        transition accept;
    }
    state next { transition accept; } // ERROR duplicate-name
}
// ==== 13.5 Transition statements
parser p() { state start { transition last; } state last { transition accept; } }
// ----
parser p() {
    bit<8> v;
    state start { transition nowhere; } // ERROR unknown-name
    state two { transition v; } // ERROR state
}
// ----
parser p() {
    state start {
        transition accept;
        ; // ERROR syntax
    }
}
// ==== 13.6 Select expressions
error { A }
parser p(in bit<8> x, in bool b, in error e) {
    state start { transition select(x, b) { (1, true): accept; (_, _): two; } }
    state two { transition select(e) { error.A: accept; default: reject; } }
}
// ----
header H { bit<8> a; }
parser p(in bit<8> x, in H h) {
    state start {
        transition select(h) { _: accept; } // ERROR key-type
    }
    state two { transition select(1) { _: accept; } } // ERROR no-width
    state three { transition select(x) { 16w1: accept; } } // ERROR keyset
    state four { transition select(x) { 1: missing; } } // ERROR unknown-name
    state five { transition select(x, x) { (1, 2, 3): accept; } } // ERROR keyset
}
// ==== 13.7 verify
#include <core.p4>
parser p(in bit<8> x) { state start { verify(x == 4, error.NoMatch); transition accept; } }
// ----
#include <core.p4>
parser p(in bit<8> x) {
    state start {
        verify(x, error.NoMatch); // ERROR type-mismatch
        verify(true, error.Missing); // ERROR no-member
        transition accept;
    }
}
control c() {
    apply {
        verify(true, error.NoMatch); // ERROR call-place
    }
}
// ==== 13.8 Data extraction
#include <core.p4>
header H { bit<8> a; }
parser p(packet_in b, out H h) { state start { b.extract(h); b.advance(8); transition accept; } }
// ----
#include <core.p4>
packet_in() b; // ERROR not-instantiable
// ==== 13.8.1 Fixed-width extraction
#include <core.p4>
header H { bit<8> a; }
header_union U { H h; }
parser p(packet_in b, out H h, out U u) {
    state start { b.extract(h); b.extract<H>(h); b.extract(u.h); b.extract<H>(_); transition accept; }
}
// ----
#include <core.p4>
header V { varbit<8> v; }
struct S { bit<8> a; }
header H { bit<8> a; }
parser p(packet_in b, out S s, out V v, in H w) {
    state start {
        b.extract(s); // ERROR type-mismatch
        b.extract(v); // ERROR second-varbit
        b.extract(w); // ERROR not-assignable
        transition accept;
    }
}
// ==== 13.8.2 Variable-width extraction
#include <core.p4>
header V { bit<8> n; varbit<64> v; }
parser p(packet_in b, out V v) { state start { b.extract(v, 32); transition accept; } }
// ----
#include <core.p4>
header H { bit<8> a; }
header V { varbit<8> v; varbit<8> w; } // ERROR second-varbit
parser p(packet_in b, out H h, out V v) {
    state start {
        b.extract(h, 32); // ERROR second-varbit
        b.extract(v, 32);
        transition accept;
    }
}
// ==== 13.8.3 Lookahead
#include <core.p4>
header H { bit<8> a; }
parser p(packet_in b, out bit<8> x) {
    state start { x = b.lookahead<bit<8>>(); x = b.lookahead<H>().a; transition select(b.lookahead<bit<4>>()) { _: accept; } }
}
// ----
#include <core.p4>
header V { varbit<8> v; }
parser p(packet_in b, out bit<8> x) {
    state start {
        x = b.lookahead<bit<16>>(); // ERROR type-mismatch
        x = b.lookahead(); // ERROR inference
        b.lookahead<V>(); // ERROR inference
        b.lookahead<string>(); // ERROR inference
        transition accept;
    }
}
// ==== 13.8.4 Skipping bits
#include <core.p4>
parser p(packet_in b, in bit<32> n) { state start { b.advance(n); b.advance(32); transition accept; } }
// ----
#include <core.p4>
parser p(packet_in b) {
    state start {
        b.advance(); // ERROR arguments
        b.advance(8w1); // ERROR type-mismatch
        transition accept;
    }
}
// ==== 13.9 Header stacks
#include <core.p4>
header Mpls { bit<20> label; bit<1> bos; }
parser p(packet_in b, out Mpls[3] m) {
    state start { b.extract(m.next); transition select(m.last.bos) { 0: start; 1: accept; } }
}
// ----
header Mpls { bit<20> label; }
control c(inout Mpls[3] m) {
    apply {
        m.next.label = 1; // ERROR stack-property
        m.last.label = 1; // ERROR stack-property
    }
}
parser p(inout Mpls m) {
    state start {
        m.next = m; // ERROR no-member
        transition accept;
    }
}
// ==== 13.10 Sub-parsers
parser inner(out bit<8> x) { state start { x = 1; transition accept; } }
parser outer(out bit<8> x) { inner() i; state start { i.apply(x); inner.apply(x); transition accept; } }
// ----
parser inner(out bit<8> x) { state start { transition accept; } }
control other() { apply {} }
parser outer(out bit<8> x) {
    inner() i;
    other() o; // ERROR instance-place
    state start {
        i.apply(1); // ERROR not-assignable
        i.apply(); // ERROR arguments
        transition accept;
    }
}
control c(out bit<8> x) {
    inner() i; // ERROR instance-place
    apply {}
}
parser self(out bit<8> x) {
    state start {
        self.apply(x); // ERROR recursion
        transition accept;
    }
}
// ==== 13.11 Parser Value Sets
match_kind { exact, ternary }
struct vsk { @match(ternary) bit<16> port; }
parser p(in bit<16> x) {
    value_set<bit<16>>(4) pvs;
    value_set<vsk>(2) keys;
    state start { transition select(x) { pvs: accept; keys: accept; _: reject; } }
}
// ----
header H { bit<8> a; }
parser p(in bit<16> x, in bit<8> n) {
    value_set<H>(4) a; // ERROR value-set
    value_set<bit<16>>(n) b; // ERROR not-constant
    value_set<bit<16>>(true) c; // ERROR size
    value_set<bit<8>>(4) d;
    state start {
        transition select(x) {
            d: accept; // ERROR keyset
            later: accept; // ERROR unknown-name
        }
    }
}
// ----
value_set<bit<16>>(4) top; // ERROR syntax
