// v1model: assert and assume: what does not hold ends the packet, in whatever block.
#include <v1model.p4>
header bytes_t { bit<8> where; bit<8> value; }
struct headers_t { bytes_t x; }
struct meta_t { bit<8> m; }
#include "../clauses/blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.x); transition select(h.x.where) { 1: guarded; default: accept; } }
    state guarded { assert(h.x.value == 7); transition accept; }
}
control Check(inout headers_t h, inout meta_t m) { apply { if (h.x.where == 2) assert(h.x.value == 7); } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.x.where == 8) { clone(CloneType.I2E, 5); assert(h.x.value == 7); }
        if (h.x.where == 3) assert(h.x.value == 7);
        if (h.x.where == 4) assume(h.x.value == 7);
    }
}
INGRESS(Out) { apply { if (h.x.where == 5) assert(h.x.value == 7); if (h.x.where == 10) { clone(CloneType.E2E, 5); assert(h.x.value == 7); } if (h.x.where == 9) mark_to_drop(s); } }
control Sum(inout headers_t h, inout meta_t m) { apply { if (h.x.where == 6) assume(h.x.value == 7); if (h.x.where == 9) assert(h.x.value == 7); } }
DEPARSER(Deparse) { apply { p.emit(h.x); if (h.x.where == 7) assert(h.x.value == 7); } }
V1Switch(Start(), Check(), Work(), Out(), Sum(), Deparse()) main;
