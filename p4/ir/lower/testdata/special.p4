// What is rare: generic controls, ints that run, arrays of objects, actions bound to
// what needs code, left-out arguments.
#include <core.p4>
extern reg<T> { reg(); T read(); void write(in T x); }
extern obj { obj(); void take(in int<8> n); }
header H { bit<8> a; }
struct S { bit<8> a; bit<2> i; int<8> n; H[2] s; }
control C<T>(inout T s);
package P<T>(C<T> c);

control count<T>(inout T x, int by) { apply { x = x; } }
control plus(inout bit<8> x, int by) { apply { x = (bit<8>) (x + by); } }
control opt(inout bit<8> x, @optional in bit<8> y) { apply { x = y; } }

bit<8> scale(in bit<8> x, int k) { return x * k; }

control c(inout S s) {
    reg<bit<8>>() r[3];
    reg<bit<8>>() g[2][2];
    count<bit<8>>() cnt;
    obj() o;
    action put(inout bit<8> x, bit<8> v) { x = v; }
    table t {
        key = { s.a : exact; }
        actions = { put(s.s[s.i].a); }
        const default_action = put(s.s[s.i].a, 1);
    }
    apply {
        r[s.i].write(s.a);
        s.a = r[s.i].read();
        s.a = g[1][0].read();
        cnt.apply(s.a, 3);
        plus.apply(s.a, 3);
        opt.apply(s.a);
        s.n = (int<8>) ((int) s.n * 3 - (int) s.i);
        o.take((int<8>) ((int) s.i - 4));
        s.a = scale(s.a, 3) + scale(s.a, 5);
        s.a = scale(s.a, 3);
        t.apply();
    }
}
P(c()) main;
