// ==== 6.1.1 Grammar
const bit<8> a = 1;
;
struct S {}
// ----
const bit<8> a = 1 // the semicolon is missing
const bit<8> b = 2; // ERROR syntax "expected ";""
// ==== 6.2 Preprocessing
#include <core.p4>
#define WIDTH(n) bit<n>
#if defined(WIDTH) && __LINE__ > 1
const WIDTH(8) a = 1;
#else
this is no P4
#endif
// ----
#include <no-such-file.p4> // ERROR include-missing
// ----
#ifdef A // ERROR unterminated-if
const bit<8> a = 1;
// ----
#define F(x) x
const bit<8> a = 1;
F(1, 2) // ERROR macro-arguments
// ==== 6.3 P4 core library
#include <core.p4>
control c(in bit<8> x) {
    table t {
        key = { x : ternary; }
        actions = { NoAction; }
    }
    apply { t.apply(); }
}
const error e = error.PacketTooShort;
// ----
// Nothing of the library is there without the include.
const error e = error.PacketTooShort; // ERROR unknown-name "core.p4"
// ==== 6.4 Lexical constructs
const bit<8> a=1;const	bit<8>
b /* between words */ = 2;
// ----
const bit<8> a = $1; // ERROR stray-character
// ==== 6.4.1 Identifiers
const bit<8> _a1 = 1;
const bit<8> A1 = 2;
const bit<8> state = _a1 + A1;
// ----
const bit<8> 1a = 1; // ERROR syntax
// ----
const bit<8> table = 1; // ERROR syntax
// ----
const bit<8> a = A; // ERROR unknown-name
const bit<8> A = 1;
// ==== 6.4.2 Comments
/* one /* does not nest */
/** as Javadoc has them */
const bit<8> a = 1; // to the end of the line
// ----
const bit<8> a = 1; /* no end // ERROR unterminated-comment
// ==== 6.4.3.1 Boolean literals
const bool a = true && !false;
// ----
const bool a = True; // ERROR unknown-name
// ==== 6.4.3.2 Integer literals
const bit<32> a = 32w255;
const bit<32> b = 32w0d255 + 32w0xFF + 32w0XfF;
const int<32> c = 32s0xFF;
const bit<8> d = 8w0b_1010_1010;
const bit<16> e = 16w0377 + 16w0o377;
const bit<8> f = 1__0;
// ----
const bit<8> a = 0b102; // ERROR bad-integer
const bit<8> b = 0x; // ERROR bad-integer
const bit<8> c = 8w; // ERROR bad-integer
const bit<8> d = 0o8; // ERROR bad-integer
const bit<8> e = 1_6w1; // ERROR bad-integer
// ----
const bit<8> a = 8 w1; // ERROR syntax
// ==== 6.4.3.3 String literals
const string a = "simple";
const string b = "a \" within, and \\";
const string c = "two
lines";
// ----
const string a = "no end; // ERROR unterminated-string
// ==== 6.4.4 Optional trailing commas
enum A { x, y, }
enum bit<8> B { x = 1, y = 2, }
match_kind { one, two, }
const tuple<bit<8>, bool> t = { 1, true, };
struct S { bit<8> x; bit<8> y; }
const S s = { x = 1, y = 2, };
@a[1, 2,] @b[k = 1,] const bit<8> c = 1;
// ----
error { A, B, } // ERROR syntax "no comma"
// ----
extern void f(in bit<8> a, in bit<8> b,); // ERROR syntax
// ----
void g(in bit<8> a) { g(a,); } // ERROR syntax
// ==== 6.6 P4 programs
;
const bit<8> a = 1;
;;
bit<8> f() { return a; }
// ----
bit<8> a = 1; // ERROR syntax "no variables can be declared here"
// ----
table t { } // ERROR syntax
// ==== 6.6.1 Scopes
struct S { bit<8> a; }
header H { bit<8> a; }
enum E { a, b }
extern X<T> { X(); T get(); }
extern Y<T> { Y(); T get(); }
control c(inout bit<8> x) {
    action a(bit<8> b) { x = b; }
    apply {
        bit<8> y = x;
        { bit<8> z = y; x = z; }
        { bit<16> z = 1; }
        a(1);
    }
}
// ----
void f() {
    { bit<8> z = 1; }
    bit<8> y = z; // ERROR unknown-name
}
// ----
enum E { a }
const E e = a; // ERROR unknown-name
// ----
extern X<T> { X(); T get(); }
T f() { return 1; } // ERROR unknown-name
// ==== 6.7 L-values
header H { bit<8> a; }
struct S { bit<8> a; H[2] h; }
void f(inout S s, out bit<8> o, in bit<8> i) {
    bit<8> v;
    v = i;
    s.a = v;
    s.h[0].a = v;
    s.h[i].a = v;
    s.a[3:0] = 1;
    s.a[7:4][1:0] = 1;
    (v) = 1;
    o = v;
}
// ----
const bit<8> k = 1;
bit<8> g() { return 1; }
void f(in bit<8> i) {
    i = 1; // ERROR not-assignable
    k = 1; // ERROR not-assignable
    i[3:0] = 1; // ERROR not-assignable
}
// ----
void f(in bit<8> i) {
    i + 1 = 2; // ERROR syntax
}
// ==== 6.8 Calling convention: call by copy in/copy out
extern E { E(bit<8> n); void set(in bit<8> a, inout bit<8> b, out bit<8> c, bit<8> d); }
control c(inout bit<8> x)(bit<8> k) {
    E(k) e;
    action a(in bit<8> p, bit<8> q) { x = p + q; }
    apply {
        bit<8> y;
        e.set(1, x, y, k);
        e.set(b = x, a = x + 1, d = 3, c = y);
        a(x, 1);
    }
}
extern void f(in bit<8> a, in bit<8> b = 4);
void g() { f(1); f(a = 1, b = 2); f(1, 2); }
// ----
extern E { E(bit<8> n); void set(in bit<8> a, inout bit<8> b, out bit<8> c, bit<8> d); }
control c(inout bit<8> x)(E e) {
    apply {
        bit<8> y;
        e.set(1, 2, y, 3); // ERROR not-assignable
        e.set(1, x, x + y, 3); // ERROR not-assignable
        e.set(1, x, y, x); // ERROR not-constant
        e.set(1, x, y); // ERROR arguments
        e.set(1, b = x, c = y, d = 1); // ERROR arguments "named"
        e.set(1, x, y, 3, 4); // ERROR arguments
        e.set(a = 1, a = 2, c = y, d = 1); // ERROR arguments "twice"
        e.set(true, x, y, 3); // ERROR type-mismatch
    }
}
extern X { X(); }
action a(bit<8> p, in bit<8> q) {} // ERROR direction
void in_extern(in X x) {} // ERROR direction
void in_string(in string x) {} // ERROR direction
extern void out_default(out bit<8> x = 1); // ERROR default-value
control in_ctor()(in bit<8> k) { apply {} } // ERROR direction
// ==== 6.8.2 Optional parameters
#include <core.p4>
struct Empty {}
control nothing(inout Empty h, inout Empty m) { apply {} }
parser parserProto<H, M>(packet_in p, out H h, inout M m);
control controlProto<H, M>(inout H h, inout M m);
package pack<HP, MP, HC, MC>(@optional parserProto<HP, MP> _parser, controlProto<HC, MC> _control = nothing());
extern void h(in bit<32> a, @optional out bit<32> b);
void f() { bit<32> x; h(1); h(1, x); }
pack() main;
// ----
bit<8> f(@optional in bit<8> x) { return 1; } // ERROR optional-parameter
action a(@optional bit<8> x) {} // ERROR optional-parameter
// ----
extern void h(@optional in bit<32> a = 1); // ERROR optional-parameter
// ==== 6.9 Name resolution
const bit<4> x = 1;
control p() {
    const bit<8> x = 8;
    const bit<4> y = .x;
    const bit<8> z = x;
    apply {}
}
// ----
const bit<4> x = 1;
control p() {
    const bit<8> x = 8;
    const bit<4> y = x; // ERROR type-mismatch
    const bit<4> z = .w; // ERROR unknown-name
    apply {}
}
const bit<8> early = late; // ERROR unknown-name
const bit<8> late = 1;
const bit<8> late = 2; // ERROR duplicate-name
bit<8> f(in bit<8> y) { return f(y); } // ERROR recursion
// ==== 6.10 Visibility
const bit<8> k = 1;
control c(inout bit<8> x) { action a() { x = k; } apply { a(); } }
// ----
control c(inout bit<8> x) { action a() { x = 1; } apply { a(); } }
control d(inout bit<8> x) {
    apply {
        a(); // ERROR unknown-name
    }
}
