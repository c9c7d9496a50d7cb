// Clauses 6.8 and 8.21: everything is evaluated once, arguments in the order in which
// they stand in the call, and copied out in that order.
header H { bit<8> z; }
struct S { bit<8> a; bit<8> b; H h; H g; }
action a() {}
control C(inout S s);
package P(C c);

bit<8> f(inout bit<8> x) { x = x + 1; return x; }
bit<8> sub(in bit<8> x, in bit<8> y) { return x - y; }
void two(inout bit<8> x, inout bit<8> y) { x = 1; y = 2; }
extern bit<8> ex(in bit<8> x, in bit<8> y = 4, @optional in bit<8> z);

control inner(inout bit<8> x, in bit<8> y) {
    apply { x = y; }
}

control c(inout S s) {
    tuple<bit<8>, bit<8>> p = { 1, 2 };
    tuple<bit<8>, bit<8>> q = { 3, 4 };
    table t {
        actions = { a; }
        default_action = a;
    }
    action set(in bit<8> x, in bit<8> y) { s.a = x - y; }
    table bound {
        actions = { set(y = f(s.a), x = s.a); }
        default_action = set(y = f(s.a), x = s.a);
    }
    apply {
        // The condition of a part is evaluated once.
        s.a = (t.apply().hit ? s.h : s.g).z;
        s.b = (f(s.a) == 1 ? p : q)[1];

        // y is evaluated before x.
        s.a = sub(y = s.b, x = f(s.b));
        s.a = ex(y = f(s.a), x = s.a);
        inner.apply(y = f(s.b), x = s.b);
        set(y = f(s.a), x = s.a);
        // What is copied out last is x: s.a is 1.
        two(y = s.a, x = s.a);
        bound.apply();
    }
}
P(c()) main;
