// v1model: a packet may be resubmitted, recirculated or cloned 64 times, and is dropped then.
#include <v1model.p4>
header bytes_t { bit<8> how; bit<8> most; bit<8> went; }
struct headers_t { bytes_t x; }
struct meta_t { @field_list(1) bit<8> went; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.x.how == 1 && m.went < h.x.most) { m.went = m.went + 1; resubmit_preserving_field_list(1); }
        if (h.x.how == 1) h.x.went = m.went;
    }
}
INGRESS(Out) {
    apply {
        if (h.x.how == 2 && h.x.went < h.x.most) { h.x.went = h.x.went + 1; recirculate_preserving_field_list(0); }
        if (h.x.how == 3 && h.x.went < h.x.most) { h.x.went = h.x.went + 1; clone(CloneType.E2E, 5); mark_to_drop(s); }
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Out(), Update(), Deparse()) main;
