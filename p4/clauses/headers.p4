// 8.17: validity of headers: set, lost, copied and compared; what is invalid leaves nothing.
#include <core.p4>
#include <v1model.p4>
header pair_t { bit<8> a; bit<8> b; }
header flags_t { bit<8> f; }
struct headers_t { flags_t k; pair_t x; pair_t y; pair_t z; flags_t r; }
struct meta_t { pair_t kept; }
#include "blocks.p4i"
PARSER(Start) {
    state start {
        p.extract(h.k);
        transition select(h.k.f[1:0]) { 0: accept; 1: x; 2: y; 3: both; }
    }
    state x { p.extract(h.x); transition accept; }
    state y { p.extract(h.y); transition accept; }
    state both { p.extract(h.x); p.extract(h.y); transition accept; }
}
INGRESS(Work) {
    apply {
        h.r.setValid();
        h.r.f = 2w0 ++ (bit<1>)h.x.isValid() ++ (bit<1>)h.y.isValid() ++ (bit<1>)(h.x == h.y) ++ (bit<1>)(h.x != h.y)
              ++ (bit<1>)h.z.isValid() ++ (bit<1>)h.k.isValid();
        switch (h.k.f[7:4]) {
            1: { h.z = h.x; }
            2: { h.z.setValid(); h.z = { 0xa1, 0xa2 }; }
            3: { h.x.setInvalid(); h.x.a = 0x55; h.x.b = 0x66; }
            4: { m.kept = h.x; h.x.a = 0x77; h.z = m.kept; }
            5: { h.z.a = 0x99; h.z.setValid(); h.z.a = 1; h.z.b = 2; h.z.setValid(); }
            6: { h.x = h.z; h.y.setValid(); h.y.a = 3; h.y.b = h.k.f; }
            7: { h.z = (pair_t){#}; h.x = { b = 4, a = 5 }; }
            8: { h.x.setInvalid(); h.x.setValid(); h.x.a = 8; h.x.b = 9; h.z = h.x; h.x.setInvalid(); }
            9: { pair_t t; t.setValid(); t.a = h.k.f; t.b = 1; h.z = t; t.b = 2; h.y = t; }
        }
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.k); p.emit(h.x); p.emit(h.y); p.emit(h.z); p.emit(h.r); } }
WITH(Start, Work, Leaving)
