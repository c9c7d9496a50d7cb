// 8.6, 8.9.1: slices x[hi:lo] are read, and written without a change to the other bits; ++ joins.
#include <core.p4>
#include <v1model.p4>
header slice_t { bit<16> a; int<8> s; bit<16> r; bit<16> w; int<8> t; bit<16> j; int<16> k; bit<64> wide; bit<8> q; }
struct headers_t { slice_t x; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        h.x.r = h.x.a[15:12] ++ h.x.a[0:0] ++ h.x.s[7:5] ++ h.x.a[8:1];
        h.x.w[11:4] = h.x.a[7:0];
        h.x.w[0:0] = h.x.a[15:15];
        h.x.t[7:7] = h.x.s[0:0];
        h.x.t[3:1] = h.x.s[7:5];
        h.x.j = h.x.a[7:0] ++ (bit<8>)h.x.s;
        h.x.k = h.x.s ++ h.x.t;
        h.x.wide[63:60] = h.x.wide[3:0];
        h.x.wide[32:31] = 2w3;
        h.x.q = h.x.wide[38:31];
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.x); } }
WITH(Start, Work, Leaving)
