// Values and conversions: clauses 8.3 to 8.26.
header H { bit<8> a; int<8> b; bool c; }
type bit<16> Id;
struct S { H h; bit<16> x; tuple<bit<8>, bool> t; H[2] s; Id id; }
enum bit<8> E { A = 1, B = 2 }
enum K { One, Two }
const bit<16> N = 3;
error { NoError, Some }
struct Opt { bit<8> v; K k; error e; }
control C(inout S s, out E e, out Opt o);
package P(C c);

T first<T>(in T a, in T b) { return a; }
bit<32> wide<T>(in T a) { T b = a; return (bit<32>) 1; }

control c(inout S s, out E e, out Opt o)(int shift, string text) {
    apply {
        e = E.B;
        s.x = (bit<16>) (bit<8>) e << shift;
        s.h = { 1, -1, true };
        s.h = { a = 2, c = false, ... };
        s.h = {#};
        s.t = { s.h.a, s.h == { 1, 2, true } };
        s.h.c = s.t[1];
        s.s = { { 1, 2, true }, {#} };
        s.h.b = (int<8>) s.h.a >> 1;
        s.id = (Id) (N + 0xffff);
        s.x = (bit<16>) s.id;
        o = ...;
        s.x = first<bit<16>>(s.x, 1) + (bit<16>) wide(s.h.b);
        s.h.a = s.x[N:0] ++ (bit<4>) (bit<1>) s.h.c;
        s.h.c = s.s[0].isValid();
        s.s.push_front(1);
        s.h.setInvalid();
    }
}
P(c(2, "x")) main;
