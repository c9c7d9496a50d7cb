// 8.19: of a union one header is valid at most; extraction, assignment, setValid and comparison.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; bit<8> r; }
header short_t { bit<8> a; }
header long_t { bit<8> a; bit<8> b; }
header_union u_t { short_t s; long_t l; short_t t; }
struct headers_t { k_t k; u_t u; u_t v; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.k); transition select(h.k.k[3:0]) { 0: accept; 1: s; 2: l; 3: ls; 4: ss; 5: st; } }
    state s { p.extract(h.u.s); transition accept; }
    state l { p.extract(h.u.l); transition accept; }
    state ls { p.extract(h.u.l); p.extract(h.u.s); transition accept; }
    state ss { p.extract(h.u.s); p.extract(h.v.s); transition accept; }
    state st { p.extract(h.u.s); p.extract(h.v.t); transition accept; }
}
INGRESS(Work) {
    apply {
        h.k.r = (bit<1>)h.u.isValid() ++ (bit<1>)h.u.s.isValid() ++ (bit<1>)h.u.l.isValid() ++ (bit<1>)h.u.t.isValid()
              ++ (bit<1>)h.v.isValid() ++ (bit<1>)(h.u == h.v) ++ (bit<1>)(h.u != h.v) ++ 1w0;
        switch (h.k.k[7:4]) {
            1: { h.u.l.setValid(); h.u.l.a = 0xaa; h.u.l.b = 0xbb; }
            2: { h.u.s.setInvalid(); }
            3: { h.v = h.u; h.u.s.setInvalid(); }
            4: { h.u.t = h.v.s; }
            5: { h.u.t.setValid(); h.u.t.a = 7; h.u.s.a = 8; }
            6: { h.u.l = { 1, 2 }; h.v.l = h.u.l; h.u.l.a = 3; }
            7: { h.u.s.setValid(); h.u.s.a = h.u.s.a + 1; }
            8: { h.u.t.setInvalid(); }
            9: { h.v.s = h.u.s; h.v.l.b = 9; h.v.s.a = h.v.s.a + 1; }
        }
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.k); p.emit(h.u); p.emit(h.v); } }
WITH(Start, Work, Leaving)
