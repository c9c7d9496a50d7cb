// v1model: clone sessions have 16 bits and numbers of replicas too; what fails is not cloned.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; bit<32> session; bit<16> rid; }
struct headers_t { k_t x; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.x.k < 4) { clone(CloneType.I2E, h.x.session); }
        if (h.x.k == 1) { assert(h.x.session == 0); }
    }
}
INGRESS(Out) {
    apply {
        h.x.rid = s.egress_rid;
        if (h.x.k > 3 && s.instance_type == 0) { clone(CloneType.E2E, h.x.session); }
        if (h.x.k == 5) { assert(h.x.session == 0); }
    }
}
DEPARSER(Leaving) { apply { p.emit(h); } }
V1Switch(Start(), Verify(), Work(), Out(), Update(), Leaving()) main;
