// ==== 7.1 Base types
match_kind { k }
error { NoError }
struct S { bool a; bit b; bit<8> c; int<8> d; error e; }
header H { varbit<8> v; }
const int i = 1;
const string s = "";
const match_kind m = k;
// ----
struct S { float f; } // ERROR unknown-name
// ==== 7.1.1 The void type
void f() { return; }
extern void g();
// ----
struct S { void v; } // ERROR syntax
// ----
void f(in void v) {} // ERROR syntax
// ----
void g() {}
void f() {
    bit<8> x = g(); // ERROR not-a-value
}
// ==== 7.1.2 The error type
error { A }
error { B, C }
const error e = error.B;
const bool b = e == error.A;
// ----
error { A, B }
error { B } // ERROR duplicate-name
// ----
error { A }
const error e = A; // ERROR unknown-name
const error f = error.B; // ERROR no-member
// ==== 7.1.3 The match kind type
match_kind { exact, lpm }
match_kind { other }
const match_kind m = other;
// ----
match_kind { exact, exact } // ERROR duplicate-name
// ----
match_kind { exact }
const match_kind m = exactly; // ERROR unknown-name
// ==== 7.1.4 The Boolean type
const bool a = 1 < 2;
// ----
const bool a = 1; // ERROR type-mismatch
const bit<1> b = true; // ERROR type-mismatch
// ==== 7.1.5 Strings
extern void log(string message);
const string s = "a";
void f() { log("x"); log(s); }
// ----
extern void log(in string message); // ERROR direction
void f() {
    string s = "a"; // ERROR variable-type
}
struct S { string s; } // ERROR type-nesting
// ==== 7.1.6 Integers (signed and unsigned)
const bit<8> a = 1 + 2 * 3;
// ----
const bit<8> a = 8w1 + 8s1; // ERROR type-mismatch
// ==== 7.1.6.2 Unsigned integers (bit-strings)
const bit<32> x = 10;
const bit<(x + 2)> y = 15;
const bit z = 1w1;
const bit<0> none = 0;
// ----
const bit<(-1)> a = 1; // ERROR width
// ----
const bit<> a = 1; // ERROR syntax
// ----
void f(in bit<8> w) {
    bit<(w)> x; // ERROR not-constant
}
// ==== 7.1.6.3 Signed Integers
const int<64> a = -1;
const int<1> b = -1;
const int<(4 + 4)> c = 127;
// ----
const int<0> a = 0; // ERROR width
const int<(1 - 2)> b = 0; // ERROR width
const int<(true)> c = 0; // ERROR width
// ==== 7.1.6.4 Dynamically-sized bit-strings
header H { varbit<120> options; }
struct S { varbit<(8 * 4)> v; }
// ----
const varbit<8> v = 1; // ERROR type-mismatch
void f(in varbit<8> a, in varbit<8> b) {
    bit<8> x = a ++ b; // ERROR operand-type
}
// ==== 7.1.6.5 Arbitrary-precision integers
const int a = 5;
const int b = 2 * a;
const int c = b - a + 3;
void f(int n) {}
// ----
void f(in int n) {} // ERROR direction
action a(int n) {} // ERROR parameter-type
void g() {
    int x = 1; // ERROR variable-type
}
struct S { int i; } // ERROR type-nesting
extern int h(); // ERROR result-type
// ==== 7.1.6.6 Integer literal types
const int a = 10;
const bit<8> b = 8w10;
const int<8> c = 8s10;
// ----
const bit<8> a = 8s10; // ERROR type-mismatch
const int<8> b = 8w10; // ERROR type-mismatch
const bit<8> c = 16w10; // ERROR type-mismatch
// ==== 7.2 Derived types
header H { bit<8> a; }
typedef struct S { bit<8> a; } S2;
typedef enum E { A } E2;
typedef H[3] Stack;
typedef tuple<bit<8>, S> T;
// ----
typedef H A; // ERROR unknown-name
header H {}
typedef int<8> A; // ERROR duplicate-name
// ==== 7.2.1 Enumeration types
enum Suits { Clubs, Diamonds, Hearts, Spades }
enum bit<16> EtherType { VLAN = 0x8100, QINQ = 0x9100, MPLS = 0x8847, IPV4 = 0x0800, Same = 0x0800 }
enum int<8> Signed { A = -1, B = A + 1 }
const Suits s = Suits.Hearts;
const bit<16> e = EtherType.IPV4;
// ----
enum Suits { Clubs, Clubs } // ERROR duplicate-name
enum bool B { A = true } // ERROR enum-representation
enum int I { A = 1 } // ERROR enum-representation
const Suits s = Suits.Spades; // ERROR no-member
// ----
enum bit<16> E { A, B = 1 } // ERROR syntax
// ----
enum E { A = 1 } // ERROR syntax
// ----
enum E { } // ERROR syntax
// ==== 7.2.2 Header types
enum bit<8> R { A = 1 }
type bit<8> N;
struct In { bit<4> a; bit<4> b; }
header H { bit<8> a; int<8> b; varbit<16> c; bool d; R r; N n; In s; }
header Empty {}
// ----
enum E { A }
error { None }
header A { E e; } // ERROR type-nesting
header B { error e; } // ERROR type-nesting
header H { bit<8> a; }
header C { H h; } // ERROR type-nesting
header D { H[2] h; } // ERROR type-nesting
header F { int i; } // ERROR type-nesting
header G { bit<8> a; bit<8> a; } // ERROR duplicate-name
// ==== 7.2.3 Header stacks
header H { bit<8> a; }
header_union U { H h; }
const bit<8> n = 4;
struct S { H[3] a; U[2] b; H[(n)] c; H[n + 1] d; }
// ----
header H { bit<8> a; }
struct S { H[-1] a; } // ERROR size
struct T { H[true] a; } // ERROR size
void f(in bit<8> n) {
    H[n] a; // ERROR not-constant
}
// ==== 7.2.4 Header unions
header A { bit<8> a; }
header B { bit<16> b; }
header_union U { A a; B b; }
// ----
header A { bit<8> a; }
struct S { bit<8> a; }
header_union U { bit<8> a; } // ERROR type-nesting
header_union V { S s; } // ERROR type-nesting
header_union W { A a; A a; } // ERROR duplicate-name
header_union X { A[2] a; } // ERROR type-nesting
// ==== 7.2.5 Struct types
header H { bit<8> a; }
struct Empty {}
struct S { bit<8> a; H h; Empty e; tuple<bit<8>> t; }
struct G<T> { T t; }
// ----
struct S { bit<8> a; bool a; } // ERROR duplicate-name
struct R { R r; } // ERROR recursion
// ==== 7.2.6 Tuple types
const tuple<bit<32>, bool> x = { 10, false };
const tuple<> y = {};
// ----
const tuple<bit<32>, bool> x = { 10 }; // ERROR type-mismatch "1 value for 2 elements"
// ==== 7.2.7 List types
struct pair { bit<16> a; bit<32> b; }
extern E { E(list<pair> data); }
E((list<pair>){ { 2, 3 }, { 4, 5 } }) e;
const list<bit<8>> l = (list<bit<8>>){ 1, 2 };
// ----
void f() {
    list<bit<8>> l = { 1 };
    bit<8> x = l[0]; // ERROR operand-type
}
struct S { list<bit<8>> l; } // ERROR type-nesting
// ==== 7.2.8 Type nesting rules
header H { bit<8> a; }
header_union U { H h; }
enum E { A }
error { None }
struct S { H h; U u; H[2] s; E e; error r; tuple<H, E> t; }
// ----
extern X { X(); }
match_kind { k }
struct A { X x; } // ERROR type-nesting
struct B { match_kind m; } // ERROR type-nesting
header H { tuple<bit<8>> t; } // ERROR type-nesting
control C();
void f(tuple<C> t) {} // ERROR type-nesting
// ==== 7.2.9.1 Set types
parser p(in bit<8> x) {
    state start { transition select(x) { 1 .. 4: accept; 0xF0 &&& 0xF0: accept; _: reject; } }
}
// ----
const set<bit<8>> s = 1; // ERROR unknown-name
// ----
const bit<8> b = 1 .. 4; // ERROR syntax
// ==== 7.2.9.2 Function types
bit<8> f(in bit<8> x) { return x; }
const bit<1> unused = 1;
// ----
bit<8> f(in bit<8> x) { return x; }
void g() {
    bit<8> y = f; // ERROR not-a-value
}
// ==== 7.2.10.1 Extern functions
extern bit<8> f(in bit<8> x);
extern void g<T>(in T x, out T y);
void h(inout bit<8> x) { x = f(x); g(x, x); }
// ----
extern bit<8> f(in bit<8> x);
extern bit<8> f(in bit<16> x); // ERROR duplicate-name
// ==== 7.2.10.2 Extern objects
extern Checksum16 {
    Checksum16();
    Checksum16(bit<8> seed);
    void clear();
    void update<T>(in T data);
    bit<16> get();
}
Checksum16() a;
Checksum16(1) b;
// ----
extern E { void E(); } // ERROR constructor
extern N { void f(); }
N() n; // ERROR not-instantiable
// ----
extern E<T> {
    E<S>(in S s); // ERROR syntax "no type parameters"
}
// ==== 7.2.10.2.1 Abstract methods
extern Balancer {
    Balancer();
    void init(bit<8> n);
    abstract bit<8> on_new_flow(in bit<8> address);
}
Balancer() b = {
    bit<8> on_new_flow(in bit<8> address) { return address + 1; }
};
// ----
extern Balancer { Balancer(); abstract bit<8> on_new_flow(in bit<8> address); }
Balancer() a; // ERROR abstract-method
Balancer() b = { // ERROR abstract-method
    bit<16> on_new_flow(in bit<8> address) { return 1; }
};
package P(Balancer x);
P(Balancer()) main; // ERROR abstract-method
// ==== 7.2.11 Type specialization
extern Register<T> { Register(bit<32> size); T read(bit<32> index); }
Register<bit<32>>(128) bank;
struct S<T> { T field; bool valid; }
struct G<T> { S<T> s; }
const S<bit<32>> s = { field = 32w0, valid = false };
const G<bit<32>> g = { s = { field = 0, valid = false } };
header H<T> { T field; }
header_union U<T> { H<bit<32>> h32; H<T> h; }
struct All { H<bit<8>>[10] stack; U<bit<16>> u; }
// ----
extern Register<T> { Register(bit<32> size); }
struct S<T> { T field; }
struct A { S s; } // ERROR type-arguments
struct B { S<bit<8>, bit<8>> s; } // ERROR type-arguments
struct C { B<bit<8>> s; } // ERROR type-arguments
Register(128) bank; // ERROR inference
// ==== 7.2.12.1 Parser type declarations
#include <core.p4>
parser P<H>(packet_in b, out H h);
package S<H>(P<H> p);
struct Hs {}
parser mine(packet_in b, out Hs h) { state start { transition accept; } }
S(mine()) main;
// ----
#include <core.p4>
parser P(packet_in b) // a type has no constructor parameters
(bit<8> k); // ERROR syntax
// ----
#include <core.p4>
parser P(packet_in b);
package S(P p);
parser mine(packet_in b, out bit<8> x) { state start { transition accept; } }
S(mine()) main; // ERROR type-mismatch
// ==== 7.2.12.2 Control type declarations
control C<H>(inout H h);
package S<H>(C<H> c);
control mine(inout bit<8> h) { apply {} }
S(mine()) main;
// ----
control C(inout bit<8> h);
package S(C c);
control mine(in bit<8> h) { apply {} }
S(mine()) main; // ERROR type-mismatch "direction"
C() c; // ERROR not-instantiable
// ==== 7.2.13 Package types
control C();
package Inner(C a);
control c() { apply {} }
package Outer(Inner i, C b = c());
Inner(c()) i;
Outer(i) main;
// ----
control C();
package P(in C c); // ERROR direction
package Q(C c);
void f(Q q) {} // ERROR parameter-type
// ==== 7.2.14 Don't care types
control C<H, M>(inout H h, inout M m);
package P<H>(C<H, _> a, C<H, _> b);
control c1(inout bit<8> h, inout bool m) { apply {} }
control c2(inout bit<8> h, inout int<8> m) { apply {} }
P(c1(), c2()) main;
// ----
struct S<T> { T t; }
const S<_> s = { 1 }; // ERROR inference
const _ x = 1; // ERROR syntax
// ==== 7.3 Default values
#include <core.p4>
enum E { A, B }
enum bit<8> R { One = 1 }
header H { bit<8> a; }
struct S { bit<8> a; bool b; error e; E f; R r; H h; H[2] s; tuple<bit<8>, bool> t; }
void f() { S s = ...; }
const string none = ...;
// ----
#include <core.p4>
const match_kind m = ...; // ERROR default-value
// ----
error { Other }
const error e = ...; // ERROR default-value
// ==== 7.4 Numeric types
enum bit<8> E { A = 1 }
const bit<8> a = E.A + 1;
const int<8> b = 8s1 + 1;
const int c = 1 + 1;
// ----
enum E { A }
const bit<8> a = E.A + 1; // ERROR operand-type
const bit<8> b = true + 1; // ERROR operand-type
const bit<8> c = "a" + 1; // ERROR operand-type
// ==== 7.5 typedef
typedef bit<32> u32;
typedef struct Point { int<32> x; int<32> y; } Pt;
header Empty_h {}
typedef Empty_h[32] HeaderStack;
struct S<T> { T field; }
typedef S<bit<32>> X;
const u32 a = 32w1;
const bit<32> b = a;
const Point p = { 1, 2 };
const Pt q = p;
// ----
struct S<T> { T field; }
typedef S X; // ERROR type-arguments
typedef nothing Y; // ERROR unknown-name
// ==== 7.6 Introducing new types
type bit<32> U32;
type U32 V32;
type bool Flag;
const U32 x = (U32)0;
const bit<32> y = (bit<32>)x;
// ----
type bit<32> U32;
const U32 x = 32w1; // ERROR type-mismatch
const bit<32> y = (U32)1; // ERROR type-mismatch
struct S {}
error { None }
type S T; // ERROR type-base
type error E; // ERROR type-base
