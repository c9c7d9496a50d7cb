// Clauses 8.20 and 11.3: type arguments follow from the arguments.
extern Reg<T> { Reg(bit<32> size, T first); T read(in bit<32> i); void fill<U>(in U u); }
extern Plain { Plain(); T look<T>(); }
extern void same<T>(in T a, in T b);
extern void pair<A, B>(in tuple<A, B> t);
T id<T>(in T x) { return x; }
struct S<T> { T a; T b; }
control proto<H, M>(inout H h, inout M m);
package Pack<H, M>(proto<H, M> a, proto<H, M> b);
struct H1 { bit<8> x; }
struct M1 { bit<16> y; }
control c1(inout H1 h, inout M1 m) {
    Reg(16, 8w1) r;
    Reg<bit<8>>(16, 1) r2;
    Reg<bit<8>>(16, 16w1) r3; // ERROR type-mismatch
    Reg(16, 1) r4; // ERROR no-width
    Plain() p;
    apply {
        h.x = r.read(1);
        m.y = r.read(1); // ERROR type-mismatch
        r.fill(true);
        same(h.x, 1);
        same(1, h.x);
        same(h.x, m.y); // ERROR type-mismatch
        same(1, 2); // ERROR no-width
        pair({ h.x, true });
        h.x = id(h.x);
        h.x = id<bit<8>>(5);
        m.y = id(h.x); // ERROR type-mismatch
        h.x = p.look<bit<8>>();
        h.x = p.look(); // ERROR inference
        h.x = p.look<string>(); // ERROR inference "fixed width"
        S<bit<8>> s = { 1, 2 };
        h.x = id(s).a;
        id({ a = 1 }); // ERROR inference "(S){…}"
        id<bool, bool>(true); // ERROR type-arguments
    }
}
control c2(inout H1 h, inout H1 m) { apply {} }
Pack(c1(), c1()) ok;
Pack<H1, M1>(c1(), c1()) ok2;
Pack(c1(), c2()) bad; // ERROR type-mismatch
Pack<H1, _>(c1(), c1()) ok3;
Pack<_, M1>(c1(), c2()) bad2; // ERROR type-mismatch
package Rules<R>(list<R> rules);
Rules<_>({ { 8w7, true }, { 1, false } }) ok4;
Rules<_>({ { 7, 8 } }) bad3; // ERROR no-width
Rules<_>({}) bad4; // ERROR inference
