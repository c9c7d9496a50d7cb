// ==== 12 Statements
void g() {}
void f(inout bit<8> x) { x = 1; g(); ; { x = 2; } if (x == 1) x = 3; return; }
// ----
void f(inout bit<8> x) {
    x + 1; // ERROR syntax
    x = 2 // a semicolon is missing
} // ERROR syntax
// ----
parser p() {
    state start {
        return; // ERROR syntax
        transition accept;
    }
}
// ==== 12.1 Assignment statement
struct S { bit<8> a; }
void f(inout S s, in S t, inout bit<8> x) { s = t; s = { 1 }; x = s.a; x[3:0] = 1; }
// ----
struct S { bit<8> a; }
void f(inout S s, in S t, inout bit<8> x) {
    t = s; // ERROR not-assignable
    x = 16w1; // ERROR type-mismatch
    s = 1; // ERROR type-mismatch
}
// ==== 12.2 Empty statement
void f(in bool b) { ; ; if (b) ; else ; }
// ----
void f(in bool b) {
    if (b) else ; // ERROR syntax
}
// ==== 12.3 Block statement
void f(inout bit<8> x) { @atomic { bit<8> y = x; { x = y; } } }
// ----
void f(inout bit<8> x) {
    { bit<8> y = x; }
    x = y; // ERROR unknown-name
}
// ==== 12.4 Return statement
bit<8> f(in bool b) { if (b) { return 1; } return 2; }
void g() { return; }
control c() { apply { return; } }
action a() { return; }
// ----
bit<8> f(in bool b) { // ERROR missing-return
    if (b) { return 1; }
}
bit<8> g() {
    return; // ERROR return
}
void h() {
    return 1; // ERROR return
}
bit<8> i() {
    return true; // ERROR type-mismatch
}
control c() {
    apply {
        return 1; // ERROR return
    }
}
// ==== 12.5 Exit statement
action a() { exit; }
control c() { apply { a(); exit; } }
// ----
void f() {
    exit; // ERROR exit
}
// ----
parser p() {
    state start {
        exit; // ERROR syntax
    }
}
// ==== 12.6 Conditional statement
void f(in bit<8> x, out bit<8> y) { if (x == 1) y = 1; else if (x == 2) { y = 2; } else { y = 3; } }
// ----
void f(in bit<8> x) {
    if (x) {} // ERROR condition
    if (1) {} // ERROR condition
}
// ----
void f(in bool b) {
    else {} // ERROR syntax
}
// ==== 12.7 Switch statement
control c(inout bit<8> x) { apply { switch (x) { 1: { x = 2; } (2): {} default: {} } } }
// ----
control c(inout bit<8> x) {
    apply {
        switch (x) { { 1 }: {} } // ERROR syntax
    }
}
// ----
parser p(in bit<8> x) {
    state start {
        switch (x) { 1: {} } // ERROR syntax
    }
}
// ==== 12.7.1 Switch statement with action_run expression
#include <core.p4>
control c(in bit<8> x) {
    action a() {}
    action b() {}
    table t { key = { x : exact; } actions = { a; b; NoAction; } }
    apply { switch (t.apply().action_run) { a: b: {} NoAction: {} default: {} } }
}
// ----
#include <core.p4>
control c(in bit<8> x) {
    action a() {}
    action other() {}
    table t { key = { x : exact; } actions = { a; NoAction; } }
    apply {
        switch (t.apply().action_run) {
            other: {} // ERROR action-not-in-table
            1: {} // ERROR switch
            missing: {} // ERROR unknown-name
        }
        switch (t.apply()) {} // ERROR switch
    }
}
// ==== 12.7.2 Switch statement with integer or enumerated type expression
error { A, B }
enum E { X, Y }
enum bit<8> R { X = 3 }
control c(in bit<8> x, in int<8> i, in E e, in R r, in error err) {
    apply {
        switch (x) { 0x86: {} 8w1: {} R.X: {} default: {} }
        switch (i) { -1: {} }
        switch (e) { E.X: {} E.Y: {} }
        switch (r) { R.X: {} }
        switch (err) { error.A: {} }
    }
}
// ----
enum E { X, Y }
struct S { bit<8> a; }
control c(in bit<8> x, in E e, in S s, in bit<8> y) {
    apply {
        switch (x) { 16w1: {} } // ERROR type-mismatch
        switch (x) { true: {} } // ERROR type-mismatch
        switch (x) { y: {} } // ERROR not-constant
        switch (e) { 1: {} } // ERROR type-mismatch
        switch (s) {} // ERROR switch
        switch ("a") {} // ERROR switch
    }
}
// ==== 12.7.3 Notes common to all switch statements
control c(in bit<8> x) { apply { switch (x) { 1: 2: {} 3: } } }
// ----
control c(in bit<8> x) {
    apply {
        switch (x) { 1: {} 0x1: {} } // ERROR duplicate-label
        switch (x) { default: {} 1: {} } // ERROR switch "last"
        switch (x) { default: {} default: {} } // ERROR switch
    }
}
