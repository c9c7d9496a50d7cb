// 13.1, 14: the type arguments of a control hold in its actions, also in those that a
// table wraps, and in the methods of its objects.
match_kind { exact }
extern E<T> { E(); void put(in T x); abstract T step(in T old); }
T same<T>(in T x) { return x; }
control W(inout bit<8> x);
package A(W w);
control each<T>(inout T x, in T with, in bool flag)(int n) {
    bit<4> n4;
    E<T>() e = { T step(in T old) { T y = old; return y; } };
    action put(in T old, bit<4> part) { T y = old; n4 = part; x = y; e.put(y); }
    table t {
        key = { n == 3 : exact @name("n"); }
        actions = { put(same(flag ? x : with)); }
        default_action = put(same(flag ? x : with), 3);
    }
    apply { t.apply(); put(with, 3); }
}
control c(inout bit<8> x) {
    each<bit<8>>(3) e;
    apply { e.apply(x, 3, true); }
}
A(c()) main;
