// v1model: the time stamps are microseconds, those of ingress and of egress are the same packet's.
#include <v1model.p4>
header bytes_t { bit<48> arrived; bit<48> left; bit<32> queued; }
struct headers_t { bytes_t x; }
struct meta_t { bit<8> m; }
#include "../clauses/blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.x); h.x.arrived = s.ingress_global_timestamp; transition accept; }
}
INGRESS(Work) { apply { s.egress_spec = 1; clone(CloneType.I2E, 5); } }
INGRESS(Stamp) { apply { h.x.left = s.egress_global_timestamp; h.x.queued = s.enq_timestamp; if (s.instance_type == 1) h.x.arrived = s.ingress_global_timestamp; } }
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Stamp(), Update(), Deparse()) main;
