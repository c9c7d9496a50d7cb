// ==== 14 Control blocks
control c(inout bit<8> x) { bit<8> y; action a() { x = y; } apply { y = 1; a(); } }
// ----
control c(inout bit<8> x) {
    apply { x = 1; }
    bit<8> late; // ERROR syntax
}
// ----
control c() { } // ERROR syntax
// ==== 14.1 Actions
control c(inout bit<8> x) {
    action a(in bit<8> p, bit<8> q) { x = p + q; }
    apply { a(1, 2); }
}
action top() {}
// ----
extern E { E(); }
control C();
action a(bit<8> q, in bit<8> p) {} // ERROR direction
action b(E e) {} // ERROR parameter-type
action d(C x) {} // ERROR parameter-type
action e(bit<8> q) { q = 1; } // ERROR not-assignable
action f() {
    E g; // ERROR variable-type
    E() h; // ERROR instance-place
}
// ----
parser p() {
    state start { transition accept; }
    action a() {} // ERROR syntax
}
// ==== 14.1.1 Invoking actions
control c(inout bit<8> x) {
    action a(bit<8> q) { x = q; }
    action b() { a(1); }
    apply { a(x); b(); }
}
// ----
action top(bit<8> q) {}
bit<8> f() {
    top(1); // ERROR call-place
    return 1;
}
control c(inout bit<8> x) {
    action a(inout bit<8> p, bit<8> q) { p = q; }
    apply {
        a(x); // ERROR arguments
        a(1, 2); // ERROR not-assignable
    }
}
// ==== 14.2 Tables
#include <core.p4>
control c(in bit<8> x) {
    table t { key = { x : exact; } actions = { NoAction; } }
    apply { t.apply(); }
}
// ----
#include <core.p4>
control c(in bit<8> x) {
    table t { key = { x : exact; } } // ERROR table-property
    apply {}
}
// ----
control c(in bit<8> x) {
    table u { } // ERROR syntax
    apply {}
}
// ==== 14.2.1 Table properties
#include <core.p4>
control c(in bit<8> x) {
    table t { key = { x : exact; } actions = { NoAction; } size = 4; const default_action = NoAction; mine = 5; }
    apply { t.apply(); }
}
// ----
#include <core.p4>
control c(in bit<8> x) {
    table t { key = { x : exact; } actions = { NoAction; } size = 4; size = 5; } // ERROR duplicate-name
    apply {}
}
// ==== 14.2.1.1 Keys
#include <core.p4>
error { A }
enum E { X }
header H { bit<8> a; varbit<8> v; }
control c(in bit<8> x, in bool b, in error e, in E n, in H h) {
    table t {
        key = { x : exact; b : exact; e : exact; n : exact; h.a : lpm; h.isValid() : ternary; x + 1 : exact @name("sum"); }
        actions = { NoAction; }
    }
    table none { key = {} actions = { NoAction; } }
    apply { t.apply(); none.apply(); }
}
// ----
#include <core.p4>
extern X { X(); }
control c(in bit<8> x)(X e) {
    table t {
        key = {
            x : nearest; // ERROR unknown-name
            x + 1 : exact; // ERROR key-name
            e : exact; // ERROR key-type
            missing : exact; // ERROR unknown-name
            1 : exact; // ERROR key-type
        }
        actions = { NoAction; }
    }
    apply {}
}
// ==== 14.2.1.2 Actions
action top(in bit<32> x) {}
action NoAction() {}
control c(inout bit<32> z) {
    action b(inout bit<32> x, bit<8> data) {}
    table t { actions = { top(5); b(z); NoAction; } }
    apply { t.apply(); }
}
// ----
action a() {}
action NoAction() {}
control c(inout bit<32> z) {
    action a(in bit<32> x) {}
    action b(inout bit<32> x, bit<8> data) {}
    table other { actions = { NoAction; } }
    table t {
        actions = {
            a; // ERROR arguments
            b(z, 3); // ERROR action-arguments
            .missing; // ERROR unknown-name
            z; // ERROR not-an-action
            NoAction;
            NoAction; // ERROR duplicate-name
        }
    }
    table same {
        actions = {
            a(1);
            .a; // ERROR duplicate-name
            NoAction;
        }
    }
    apply {}
}
// ----
action NoAction() {}
control c(inout bit<32> z) {
    action a(in bit<32> x) {}
    table other { actions = { NoAction; } }
    table t {
        actions = {
            a(other.apply().hit ? 32w5 : 3); // ERROR call-place
            NoAction;
        }
    }
    apply {}
}
// ==== 14.2.1.3 Default action
#include <core.p4>
control c(inout bit<32> z) {
    action a(in bit<32> x) {}
    action b(inout bit<32> x, bit<8> data) {}
    table t { actions = { a(5); b(z); } default_action = a(5); }
    table u { actions = { a(5); b(z); } const default_action = b(z, 8w8); }
    table v { actions = { NoAction; } }
    apply {}
}
// ----
#include <core.p4>
control c(inout bit<32> z, inout bit<32> y) {
    action a(in bit<32> x) {}
    action b(inout bit<32> x, bit<8> data) {}
    action other() {}
    table t { actions = { a(5); b(z); } default_action = a(z); } // ERROR action-arguments
    table u { actions = { a(5); b(z); } default_action = b(z); } // ERROR arguments
    table v { actions = { a(5); b(z); } default_action = b(y, 3); } // ERROR action-arguments
    table w { actions = { a(5); } default_action = other; } // ERROR action-not-in-table
    table x { default_action = other; actions = { other; } } // ERROR table-property
    apply {}
}
// ==== 14.2.1.4 Entries
#include <core.p4>
control c(in bit<8> x, in bit<16> y) {
    action a(bit<8> v) {}
    table t {
        key = { x : exact; y : ternary; }
        actions = { a; NoAction; }
        const entries = {
            (1, 0x1111 &&& 0xF) : a(1);
            (2, _) : a(2);
            (3, 0x1181) : NoAction();
            _ : a(4);
        }
    }
    table u {
        key = { x : exact; }
        actions = { a; NoAction; }
        entries = { const 1 : a(1); 2 : NoAction; }
    }
    apply {}
}
// ----
#include <core.p4>
control c(in bit<8> x, in bit<16> y) {
    action a(bit<8> v) {}
    action other() {}
    table t {
        key = { x : exact; y : lpm; }
        actions = { a; NoAction; }
        const entries = {
            (1) : a(1); // ERROR keyset
            (1, 2, 3) : a(1); // ERROR keyset
            (true, 2) : a(1); // ERROR keyset
            (x, 2) : a(1); // ERROR not-constant
            (1 &&& 1, 2) : a(1); // ERROR keyset
            (1, 5 &&& 5) : a(1); // ERROR keyset
            (1, 2) : a(); // ERROR arguments
            (1, 2) : a(x); // ERROR not-constant
            (1, 2) : other(); // ERROR action-not-in-table
        }
    }
    table keyless { // ERROR entry
        actions = { NoAction; }
        entries = { _ : NoAction(); }
    }
    apply {}
}
// ==== 14.2.1.4.1 Entry priorities
#include <core.p4>
control c(in bit<8> x) {
    table t {
        key = { x : ternary; }
        actions = { NoAction; }
        largest_priority_wins = false;
        priority_delta = 10;
        entries = { const priority = 10 : 1 &&& 3 : NoAction(); 2 : NoAction(); priority = (4 * 10) : _ : NoAction(); }
    }
    apply {}
}
// ----
#include <core.p4>
control c(in bit<8> x) {
    table a {
        key = { x : exact; }
        actions = { NoAction; }
        entries = { priority = 10 : 1 : NoAction(); } // ERROR priority
    }
    table b {
        key = { x : ternary; }
        actions = { NoAction; }
        const entries = { priority = 10 : 1 : NoAction(); } // ERROR priority
    }
    table d {
        key = { x : ternary; }
        actions = { NoAction; }
        largest_priority_wins = 3; // ERROR table-property
        priority_delta = 0; // ERROR table-property
        entries = {
            1 : NoAction(); // ERROR priority
            priority = (-1) : 2 : NoAction(); // ERROR priority
        }
    }
    apply {}
}
// ----
#include <core.p4>
control c(in bit<8> x) {
    table a {
        key = { x : ternary; }
        actions = { NoAction; }
        entries = {
            priority = 5 + 5 : 1 : NoAction(); // ERROR syntax
        }
    }
    apply {}
}
// ==== 14.2.1.5 Size
#include <core.p4>
const int n = 64;
control c(in bit<8> x) {
    table t { actions = { NoAction; } size = n * 2; }
    apply {}
}
// ----
#include <core.p4>
control c(in bit<8> x) {
    table t { actions = { NoAction; } size = true; } // ERROR table-property
    table u { actions = { NoAction; } size = -1; } // ERROR table-property
    table v { actions = { NoAction; } size = x; } // ERROR not-constant
    apply {}
}
// ==== 14.2.1.6 Additional properties
#include <core.p4>
extern E { E(); }
control c() {
    table t { actions = { NoAction; } @a vendor = "text"; const other = E(); }
    apply {}
}
// ----
#include <core.p4>
control c() {
    table t { actions = { NoAction; } vendor = missing; } // ERROR unknown-name
    apply {}
}
// ==== 14.2.2 Match-action unit invocation
#include <core.p4>
control c(out bit<8> x) {
    table t { actions = { NoAction; } }
    apply {
        t.apply();
        if (t.apply().hit) { x = 1; } else if (t.apply().miss) { x = 2; }
        switch (t.apply().action_run) { NoAction: {} }
    }
}
// ----
#include <core.p4>
control c(out bit<8> x) {
    table t { actions = { NoAction; } }
    action a() {
        t.apply(); // ERROR call-place
    }
    apply {
        t.apply(1); // ERROR arguments
        if (t.apply().found) {} // ERROR no-member
        if (t.apply()) {} // ERROR condition
        t.run(); // ERROR no-member
    }
}
// ==== 14.4 Invoking controls
control callee(inout bit<8> x) { apply { x = 1; } }
control caller(inout bit<8> x) { callee() i; apply { i.apply(x); callee.apply(x); } }
// ----
control callee(inout bit<8> x) { apply { x = 1; } }
parser p(inout bit<8> x) {
    state start {
        callee.apply(x); // ERROR call-place
        transition accept;
    }
}
control caller(inout bit<8> x) {
    callee() i;
    action a() {
        i.apply(x); // ERROR call-place
    }
    apply {
        i.apply(); // ERROR arguments
        i.apply(true); // ERROR not-assignable
        caller.apply(x); // ERROR recursion
    }
}
