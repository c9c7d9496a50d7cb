// Clause 12.8: what a list holds is evaluated once, in order, before the loop.
control C(inout bit<8> x);
package P(C c);

bit<8> f(inout bit<8> n) { n = n + 1; return n; }

control c(inout bit<8> x) {
    apply {
        for (bit<8> i in { x, f(x), 7, x }) {
            x = i;
        }
    }
}
P(c()) main;
