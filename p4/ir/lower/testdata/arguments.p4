// Clause 6.8: arguments from left to right, lvalues saved, copied out in order.
header H { bit<8> z; }
struct S { bit<8> a; bit<8> b; H[4] s; bit<16> w; }
extern void f(inout bit<8> x, in bit<8> y);
extern bit<8> g(inout bit<8> z);
extern void two(out bit<8> x, out bit<8> y);
extern void nibble(inout bit<4> x);
control C(inout S s);
package P(C c);

bit<8> twice(in bit<8> x) { return x + x; }

control inner(inout bit<8> x, in bit<8> y) {
    apply {
        if (x == 0) { exit; }
        x = y;
    }
}

control c(inout S s) {
    action set(inout bit<8> x) { x = 1; }
    apply {
        f(s.a, g(s.a));
        f(s.s[s.a].z, g(s.a));
        two(s.a, s.a);
        two(s.a, s.b);
        nibble(s.a[7:4]);
        inner.apply(s.s[s.a].z, twice(s.b));
        set(s.b);
        s.w[11:4] = twice(s.a) + g(s.b);
        s.a[s.b +: 2] = 3;
        s.a += g(s.a);
    }
}
P(c()) main;
