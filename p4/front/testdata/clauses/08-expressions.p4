// ==== 8.2 Operations on error types
error { A, B }
const bool b = error.A == error.B || error.A != error.B;
// ----
error { A, B }
const bool a = error.A < error.B; // ERROR operand-type
const bit<8> b = (bit<8>)error.A; // ERROR cast
const bit<8> c = error.A + 1; // ERROR operand-type
const bool d = error.A == 1; // ERROR type-mismatch
// ==== 8.3 Operations on enum types
enum X { v1, v2 }
enum bit<8> E1 { e1 = 0, e2 = 1 }
enum bit<8> E2 { e1 = 10, e2 = 11 }
const bool a = X.v1 == X.v2;
const bit<8> b = E1.e2;
const bit<8> c = E1.e1 << 3;
const E1 d = (E1)E2.e1;
const E1 e = (E1)(E1.e1 + 1);
const bool f = E1.e1 > E1.e2;
const E1 unnamed = (E1)5;
// ----
enum X { v1, v2 }
enum Y { v1 }
enum bit<8> E1 { e1 = 0, e2 = 1 }
enum bit<8> E2 { e1 = 10 }
const X a = v1; // ERROR unknown-name
const bool b = X.v1 < X.v2; // ERROR operand-type
const bool c = X.v1 == Y.v1; // ERROR type-mismatch
const bit<8> d = (bit<8>)X.v1; // ERROR cast
const E1 e = E2.e1; // ERROR type-mismatch
const E1 f = E1.e1 + 1; // ERROR type-mismatch
const E1 g = 1; // ERROR type-mismatch
// ==== 8.4 Operations on match_kind types
match_kind { exact, lpm }
const bool a = exact == lpm;
// ----
match_kind { exact, lpm }
const bool a = exact < lpm; // ERROR operand-type
const bit<8> b = (bit<8>)exact; // ERROR cast
// ==== 8.5 Expressions on Booleans
const bool a = true && false || !true;
const bool b = true == false;
// ----
const bool a = 1 && true; // ERROR operand-type
const bool b = !1; // ERROR operand-type
const bool c = true & false; // ERROR operand-type
const bool d = true < false; // ERROR operand-type
// ==== 8.5.1 Conditional operator
const bit<8> a = true ? 8w1 : 2;
const bit<8> b = 1 < 2 ? 1 : true ? 2 : 3;
// ----
const bit<8> a = 1 ? 2 : 3; // ERROR condition
const bit<8> b = true ? 8w2 : 16w3; // ERROR type-mismatch
void f(in bool b) {
    bit<8> x = b ? 1 : 2; // ERROR no-width
    bit<8> y = b ? 8w1 : false; // ERROR type-mismatch
}
// ==== 8.6 Operations on fixed-width bit types (unsigned integers)
const bit<8> a = (8w1 + 2 - 3 * 4) / 5 % 6;
const bit<8> b = 8w1 & 2 | 3 ^ ~8w4;
const bit<8> c = 8w1 |+| 2 |-| 3;
const bool d = 8w1 < 2 && 8w1 == 1;
const bit<8> e = -8w1 + +8w1;
const bit<4> f = 8w1[7:4];
const bit<8> g = 8w1 << 8w2 >> 1;
// ----
const bit<8> a = 8w1 + 16w1; // ERROR type-mismatch
const bit<8> b = 8w1 / 0; // ERROR arithmetic "zero"
const bit<8> c = 8w1 % 0; // ERROR arithmetic
const bool d = 8w1 < 16w1; // ERROR type-mismatch
const bit<4> e = 8w1[8:5]; // ERROR slice
const bit<4> f = 8w1[0:3]; // ERROR slice
const bit<8> g = !8w1; // ERROR operand-type
void h(in bit<8> x) {
    bit<4> y = x[x:0]; // ERROR not-constant
}
// ==== 8.7 Operations on fixed-width signed integers
const int<8> a = 8s1 + 2 - 3 * 4;
const int<8> b = 8s1 & 2 | 3 ^ ~8s4;
const int<8> c = 8s1 |+| 2;
const bool d = -8s1 < 1;
const bit<4> e = 8s1[7:4];
// ----
const int<8> a = 8s1 + 8w1; // ERROR type-mismatch
const int<8> b = 8s4 / 8s2; // ERROR arithmetic
const int<8> c = 8s4 % 8s2; // ERROR arithmetic
const int<4> d = 8s1[7:4]; // ERROR type-mismatch
// ==== 8.8 Operations on arbitrary-precision integers
const int a = (1 + 2 - 3 * 4) * -5;
const int b = 7 / 2 + 7 % 2;
const int c = 1 << 100 >> 99;
const bool d = 1 << 100 > 5;
const bit<4> e = 0xAB[7:4];
// ----
const int a = 1 / 0; // ERROR arithmetic
const int b = -7 / 2; // ERROR arithmetic
const int c = 7 % -2; // ERROR arithmetic
const int d = ~1; // ERROR operand-type
const int e = 1 |+| 2; // ERROR operand-type
// ==== 8.9.1 Concatenation
const bit<12> a = 8w1 ++ 4w2;
const int<12> b = 8s1 ++ 4w2;
const bit<12> c = 8w1 ++ 4s2;
// ----
const bit<12> a = 8w1 ++ 2; // ERROR operand-type
const bit<12> b = 8w1 ++ true; // ERROR operand-type
const int<12> c = 8w1 ++ 4s2; // ERROR type-mismatch
// ==== 8.9.2 A note about shifts
void f(in bit<8> x, in bit<16> y) {
    bit<16> z = y << x;
    bit<16> w = y << 1024;
    bit<8> v = x >> 8w2;
}
// ----
void f(in bit<8> x, in int<8> z) {
    bit<8> a = x << z; // ERROR shift
    bit<8> b = x << -1; // ERROR shift
    bit<8> c = 1 << x; // ERROR shift
    bit<8> d = x << true; // ERROR shift
}
// ==== 8.10 Operations on variable-size bit types
header H { varbit<32> v; }
void f(inout H a, in H b) {
    a.v = b.v;
    bool c = a.v == b.v;
}
// ----
header H { varbit<32> v; varbit<64> w; }
void f(inout H a, in H b) {
    a.v = b.w; // ERROR type-mismatch
    bool c = a.v == a.w; // ERROR type-mismatch
    a.v = a.v + a.v; // ERROR operand-type
    a.v = 5; // ERROR type-mismatch
    bit<8> d = a.v[7:0]; // ERROR operand-type
    bit<32> e = (bit<32>)a.v; // ERROR cast
}
// ==== 8.11.1 Explicit casts
enum bit<8> E { A = 1 }
type bit<8> N;
header H { bit<8> a; }
struct S { bit<8> a; }
const bool a = (bool)1w1;
const bit<1> b = (bit<1>)true;
const bool c = (bool)1;
const bit<8> d = (bit<8>)8s1;
const int<8> e = (int<8>)8w1;
const bit<4> f = (bit<4>)8w1;
const int<4> g = (int<4>)8s1;
const int h = (int)8w1 + (int)8s1;
const bit<8> i = (bit<8>)5;
const bit<8> j = (bit<8>)E.A;
const N k = (N)8w1;
const S l = (S){ a = 1 };
const H m = (H){#};
// ----
error { None }
struct S { bit<8> a; }
const bool a = (bool)8w1; // ERROR cast
const bit<8> b = (bit<8>)true; // ERROR cast
const bool c = (bool)2; // ERROR cast
const int<4> d = (int<4>)8w1; // ERROR cast
const string e = (string)1; // ERROR cast
const bit<8> f = (bit<8>)error.None; // ERROR cast
const bit<8> g = (bit<8>)"a"; // ERROR cast
const S h = (S){ b = 1 }; // ERROR cast "no field b"
// ==== 8.11.2 Implicit casts
enum bit<8> E { a = 5 }
struct S { bit<8> a; int<8> b; }
parser p(in bit<8> x) {
    state start { transition select(x) { 1: accept; _: reject; } }
}
void f(inout bit<8> x, inout int<8> z) {
    x = x + 1;
    bool b = z < 0;
    x = x | E.a;
    x = x << E.a;
    bit<16> w = 16w11 << E.a;
    bit<6> s = x[E.a:0];
    w = E.a ++ 8w0;
    S t = { 1, 2 };
}
// ----
enum bit<8> E { a = 5 }
void f(inout bit<8> x, inout bit<16> y) {
    y = x; // ERROR type-mismatch
    E e = x; // ERROR type-mismatch
    bool b = x; // ERROR type-mismatch
    int<8> i = x; // ERROR type-mismatch
}
// ==== 8.11.3 Illegal arithmetic expressions
void f(in bit<8> x, in bit<16> y, in int<8> z) {
    bit<16> a = (bit<16>)x + y;
    int<8> b = (int<8>)x + z;
    int<8> c = (int<8>)(bit<8>)y;
    bit<8> d = x << (bit<8>)z;
    bit<32> e = 32w1 << x;
    bit<32> g = 32w5 & -3;
}
// ----
void f(in bit<8> x, in bit<16> y, in int<8> z) {
    bit<16> a = x + y; // ERROR type-mismatch
    bit<8> b = x + z; // ERROR type-mismatch
    int<8> c = (int<8>)y; // ERROR cast
    bit<16> d = y + z; // ERROR type-mismatch
    bit<8> e = x << z; // ERROR shift
    bool g = x < z; // ERROR type-mismatch
    bit<8> h = 1 << x; // ERROR shift
    bit<8> i = ~1; // ERROR operand-type
}
// ==== 8.12 Operations on tuple expressions
struct S { bit<32> a; bit<32> b; }
const tuple<bit<32>, bool> x = { 10, false };
const bit<32> y = x[0];
const bool z = x == { 10, false };
const S s = { 10, 20 };
const tuple<> none = {};
extern void f<T>(in T data);
void g() { f({ 8w1, true }); f((S){ 10, 20 }); }
// ----
const tuple<bit<32>, bool> x = { 10, false, 1 }; // ERROR type-mismatch
const tuple<bit<32>, bool> y = { true, 10 }; // ERROR type-mismatch "element 0"
void f(in tuple<bit<8>, bool> t, in bit<8> i) {
    bit<8> a = t[i]; // ERROR not-constant
    bool b = t[2]; // ERROR index
    bool c = t < t; // ERROR operand-type
}
// ==== 8.13 Operations on structure-valued expressions
struct S { bit<32> a; bool b; }
header H { bit<8> x; }
extern void f<T>(in T data);
const S s = { a = 10, b = false };
const S r = { b = false, a = 10 };
void g() {
    f((S){ a = 5, b = true });
    H h = { x = 1 };
    bool c = s == (S){ a = 1, b = true };
}
// ----
struct S { bit<32> a; bool b; }
extern void f<T>(in T data);
const S s = { a = 10 }; // ERROR type-mismatch
const S t = { a = 10, b = true, c = 1 }; // ERROR type-mismatch "no field c"
const S u = { a = 10, a = 10 }; // ERROR duplicate-name
const S v = { a = true, b = true }; // ERROR type-mismatch "the field a"
void g() {
    f({ a = 1, b = true }); // ERROR inference
}
// ==== 8.14 Operations on lists
struct pair { bit<16> a; bit<32> b; }
extern E { E(list<pair> data); void run(); }
control c() {
    E((list<pair>){ { 2, 3 }, { 4, 5 } }) e;
    apply { e.run(); }
}
// ----
struct pair { bit<16> a; bit<32> b; }
extern E { E(list<pair> data); }
E((list<pair>){ { 2 } }) e; // ERROR cast
E((list<pair>){ { 2, true } }) f; // ERROR cast "element 0"
// ==== 8.15 Operations on sets
parser p(in bit<8> x) {
    state start {
        transition select(x) {
            1: accept;
            2 .. 3: accept;
            4 &&& 5: reject;
            default: reject;
        }
    }
}
// ----
void f(in bit<8> x) {
    bool b = x == 1 .. 2; // ERROR syntax
}
// ==== 8.15.1 Singleton sets
parser p(in bit<8> x) {
    state start { transition select(x) { 4: accept; 8w5: accept; } }
}
// ----
parser p(in bit<8> x) {
    state start {
        transition select(x) {
            true: accept; // ERROR keyset
            16w4: accept; // ERROR keyset
        }
    }
}
// ==== 8.15.2 The universal set
parser p(in bit<8> x, in bit<4> y) {
    state start { transition select(x, y) { (_, 1): accept; (1, default): accept; _: reject; } }
}
// ----
void f(in bit<8> x) {
    bit<8> y = _; // ERROR syntax
}
// ==== 8.15.3 Masks
enum bit<8> E { A = 1 }
parser p(in bit<8> x, in E e) {
    state start { transition select(x, e) { (8w0x0A &&& 8w0x0F, _): accept; (1 &&& 2, E.A): accept; } }
}
// ----
parser p(in bit<8> x) {
    state start {
        transition select(x) {
            8w1 &&& 16w1: accept; // ERROR type-mismatch
            true &&& false: accept; // ERROR operand-type
            16w1 &&& 16w1: accept; // ERROR keyset
        }
    }
}
// ==== 8.15.4 Ranges
parser p(in int<4> x) {
    state start { transition select(x) { 4s5 .. 4s7: accept; 1 .. 2: accept; 2 .. 1: reject; } }
}
// ----
parser p(in int<4> x) {
    state start {
        transition select(x) {
            4s5 .. 8s7: accept; // ERROR type-mismatch
            4w1 .. 4w2: accept; // ERROR keyset
            true .. false: accept; // ERROR operand-type
        }
    }
}
// ==== 8.15.5 Products
parser p(in bit<4> x, in bit<8> y) {
    state start {
        transition select(x, y) {
            (4w0x5, 8w0x1): accept;
            (5 .. 6, 0 &&& 1): accept;
            (_, _): reject;
        }
    }
}
// ----
parser p(in bit<4> x, in bit<8> y) {
    state start {
        transition select(x, y) {
            (5, 1, 2): accept; // ERROR keyset
            (5): accept; // ERROR keyset
            (8w5, 1): accept; // ERROR keyset
        }
    }
}
// ==== 8.16 Operations on struct types
struct S { bit<8> a; bool b; }
struct R { bit<8> a; bool b; }
void f(inout S s, in S t) {
    s = t;
    s.a = t.a;
    bool e = s == t;
}
// ----
struct S { bit<8> a; bool b; }
struct R { bit<8> a; bool b; }
void f(inout S s, in R r) {
    s = r; // ERROR type-mismatch
    s.c = 1; // ERROR no-member
    bool e = s == r; // ERROR type-mismatch
    bool g = s < s; // ERROR operand-type
}
// ==== 8.17 Operations on headers
header H { bit<8> a; }
header G { bit<8> a; }
void f(inout H h, in H g) {
    h.setValid();
    h.setInvalid();
    bool v = h.isValid() && h.minSizeInBits() == 8;
    h = g;
    h = {#};
    h = { 1 };
    v = h == g;
}
// ----
header H { bit<8> a; }
header G { bit<8> a; }
void f(inout H h, in G g) {
    h = g; // ERROR type-mismatch
    g.setValid(); // ERROR not-assignable
    h.setValid(true); // ERROR arguments
    h.b = 1; // ERROR no-member
    bool v = h == g; // ERROR type-mismatch
    bool w = h < h; // ERROR operand-type
}
// ==== 8.18 Operations on header stacks
#include <core.p4>
header H { bit<8> a; }
parser p(packet_in b, out H[3] s, inout bit<8> x) {
    state start {
        b.extract(s.next);
        x = s.last.a + (bit<8>)s.lastIndex;
        transition accept;
    }
}
control c(inout H[3] s, in bit<8> i, in H[3] t) {
    apply {
        s.push_front(1);
        s.pop_front(2);
        s[0] = t[1];
        s[i].setValid();
        s = t;
        bit<32> n = s.size;
        bool e = s == t;
    }
}
// ----
header H { bit<8> a; }
control c(inout H[3] s, in bit<8> i, in H[2] t) {
    apply {
        s.push_front(i); // ERROR not-constant
        s.next.setValid(); // ERROR stack-property
        s.last.setValid(); // ERROR stack-property
        s[3].setValid(); // ERROR index
        s[true].setValid(); // ERROR index
        s = t; // ERROR type-mismatch
        t.pop_front(1); // ERROR not-assignable
        s.push_back(1); // ERROR no-member
    }
}
// ==== 8.18.1 Header stack expressions
header H { bit<32> b; bit<32> t; }
void f() {
    H[3] s = (H[3]){ { 0, 1 }, { 2, 3 }, (H){#} };
    H[3] t = (H[3]){ { 0, 1 }, ... };
}
// ----
header H { bit<32> b; bit<32> t; }
void f() {
    H[3] s = (H[3]){ { 0, 1 }, { 2, 3 } }; // ERROR cast "2 values for 3 elements"
    H[2] t = (H[2]){ { 0, 1 }, { 2 } }; // ERROR cast "element 1"
}
// ==== 8.19 Operations on header unions
header A { bit<8> a; }
header B { bit<16> b; }
header_union U { A a; B b; }
void f(inout U u, in U v) {
    u.a.setValid();
    u.a = { 1 };
    u = v;
    bool e = u.isValid() && u == v;
    u = (U){#};
}
// ----
header A { bit<8> a; }
header_union U { A a; }
void f(inout U u, in A a) {
    u.setValid(); // ERROR no-member
    u.b.setValid(); // ERROR no-member
    u = a; // ERROR type-mismatch
    u = { { 1 } }; // ERROR type-mismatch
}
// ==== 8.20 Method invocations and function calls
extern void f(in bit<32> x, out bit<16> y);
extern void g<T>(in T x, out T y);
extern X { X(); T get<T>(); }
void h(in bit<32> xa, X x) {
    bit<16> ya;
    f(xa, ya);
    f(x = xa, y = ya);
    f(y = ya, x = xa);
    f(1, _);
    g(16w1, ya);
    g<bit<16>>(1, ya);
    ya = x.get<bit<16>>();
}
// ----
extern void f(in bit<32> x, out bit<16> y);
extern T g<T>();
void h(in bit<32> xa) {
    bit<16> ya;
    f(x = xa); // ERROR arguments "parameter y"
    f(x = xa, x = xa); // ERROR arguments "twice"
    f(x = xa, ya); // ERROR arguments "named"
    f(z = xa, y = ya); // ERROR arguments "no parameter z"
    f(x = xa, y = 0); // ERROR not-assignable
    f(_, ya); // ERROR arguments "out argument"
    ya = g(); // ERROR inference
    xa(); // ERROR not-callable
}
// ==== 8.21 Constructor invocations
extern ActionProfile { ActionProfile(bit<32> size); }
action NoAction() {}
control c() {
    table t {
        actions = { NoAction; }
        implementation = ActionProfile(size = 1024);
    }
    apply { t.apply(); }
}
control d(ActionProfile p);
package P(ActionProfile p);
P(ActionProfile(4)) main;
// ----
extern E { E(bit<32> size); }
control c(in bit<32> x) {
    E(x) a; // ERROR not-constant
    E(true) b; // ERROR type-mismatch
    E(1, 2) d; // ERROR arguments
    E(sise = 1) e; // ERROR arguments
    apply {}
}
// ==== 8.22 Operations on extern objects
extern E { E(); bit<8> get(); }
control c(inout bit<8> x)(E given) {
    E() mine;
    apply { x = mine.get() + given.get(); }
}
// ----
extern E { E(); bit<8> get(); }
control c(inout bit<8> x)(E a, E b) {
    E() mine;
    apply {
        bool e = a == b; // ERROR operand-type
        mine = a; // ERROR not-assignable
        a.put(); // ERROR no-member
    }
}
control d(in E e) { apply {} } // ERROR direction
// ==== 8.23 Operations on types introduced by type
type bit<32> U32;
const U32 x = (U32)0;
const U32 y = (U32)((bit<32>)x + 1);
const bit<32> z = 1;
const bool b0 = x == (U32)z;
const bool b1 = (bit<32>)x == z;
const bool b2 = x == y;
// ----
type bit<32> U32;
const U32 x = (U32)0;
const U32 y = x + x; // ERROR operand-type
const bool b = x == 32w1; // ERROR type-mismatch
const bit<32> z = x; // ERROR type-mismatch
const U32 w = ~x; // ERROR operand-type
// ==== 8.24 Operations on types that are type variables
extern void use<T>(in T x);
T id<T>(in T x) { return x; }
control C<T>(inout T t) {
    apply { T x = t; t = x; use(x); t = id(x); }
}
// ----
control C<T>(inout T t) {
    apply {
        t = t + t; // ERROR operand-type
        t = 0; // ERROR type-mismatch
        t.setValid(); // ERROR no-member
    }
}
// ==== 8.25 Reading uninitialized values and writing fields of invalid headers
header H { bit<8> a; }
struct Empty { tuple<> t; bit<0> b; }
void f(inout H[2] s, in bit<8> i, out bit<8> o) {
    bit<8> x;
    o = x + s[i].a;
    Empty e;
    Empty g = e;
}
// ----
header H { bit<8> a; }
void f(inout H[2] s) {
    s[2].a = 1; // ERROR index
}
// ==== 8.26 Initializing with default values
struct S { bit<32> b32; bool b; }
enum int<8> N0 { one = 1, zero = 0 }
enum N1 { A, B }
struct T { S s; N0 n0; N1 n1; }
header H { bit<16> f1; bit<8> f2; }
void f() {
    N0 n0 = ...;
    N1 n1 = ...;
    S s0 = ...;
    S s1 = { 1, ... };
    S s2 = { b = true, ... };
    T t1 = { s = ..., ... };
    tuple<N0, N1> p = { ... };
    H h1 = ...;
    H h2 = { f2 = 5, ... };
    H h3 = { ... };
}
// ----
struct S { bit<32> b32; bool b; }
struct T { S s; bit<8> n; }
void f() {
    T t2 = { s = ... }; // ERROR type-mismatch
}
// ----
struct S { bit<32> b32; bool b; }
void f() {
    S t3 = { ..., b = true }; // ERROR syntax
}
// ----
struct S { bit<32> b32; bool b; }
void f() {
    S t4 = { ..., true }; // ERROR dots
}
