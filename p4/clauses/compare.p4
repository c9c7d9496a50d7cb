// 8.6, 8.7: comparison of bit<W> is unsigned, of int<W> signed, at every width.
#include <core.p4>
#include <v1model.p4>
header byte_t { bit<8> a; bit<8> b; bit<8> u; bit<8> s; }
header odd_t { bit<65> a; bit<65> b; bit<6> u; bit<8> s; }
struct headers_t { byte_t n; odd_t o; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start { transition select(p.lookahead<bit<8>>()) { 0xff: wide; _: narrow; } }
    state narrow { p.extract(h.n); transition accept; }
    state wide { p.advance(8); p.extract(h.o); transition accept; }
}
#define BIT(c) ((c) ? 1w1 : 1w0)
#define ALL(a, b) BIT(a < b) ++ BIT(a <= b) ++ BIT(a > b) ++ BIT(a >= b) ++ BIT(a == b) ++ BIT(a != b)
INGRESS(Work) {
    apply {
        if (h.n.isValid()) {
            int<8> a = (int<8>)h.n.a;
            int<8> b = (int<8>)h.n.b;
            h.n.u = 2w0 ++ ALL(h.n.a, h.n.b);
            h.n.s = 2w0 ++ ALL(a, b);
        }
        if (h.o.isValid()) {
            int<65> a = (int<65>)h.o.a;
            int<65> b = (int<65>)h.o.b;
            h.o.u = ALL(h.o.a, h.o.b);
            h.o.s = 2w0 ++ ALL(a, b);
        }
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.n); p.emit(h.o); } }
WITH(Start, Work, Leaving)
