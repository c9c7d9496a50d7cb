// Instances: clauses 11.3, 15.1 and 18.3.
extern reg<T> { reg(T first); T read(); void write(in T x); }
extern auto { auto(); abstract bit<8> next(in bit<8> x); void run(); }
extern void log(string s, @optional in bit<8> x);
control C(inout bit<8> x);
control D(inout bit<8> x);
package Half(C c);
package P(Half h, D d);
reg<bit<8>>(1) shared;
reg<bit<8>>(2) unused;

control leaf(inout bit<8> x)(reg<bit<8>> r) {
    apply { x = r.read(); }
}
control twig(inout bit<8> x) {
    leaf(shared) a;
    leaf(reg<bit<8>>(3)) b;
    auto() m = {
        bit<8> next(in bit<8> y) { return y + x; }
    };
    apply {
        a.apply(x);
        b.apply(x);
        m.run();
        log("twig");
    }
}
control c(inout bit<8> x) {
    apply { twig.apply(x); }
}
control d(inout bit<8> x) {
    reg<bit<16>>(7) r;
    apply { r.write(r.read() + 1); }
}
Half(c()) half;
P(half, d()) main;
