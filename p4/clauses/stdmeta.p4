// v1model: what a block stores in the standard metadata, the next ones read.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; bit<8> a; bit<8> b; bit<16> port; bit<16> in_port; }
struct headers_t { k_t x; }
struct meta_t { bit<3> p; bit<9> q; }
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); s.priority = 5; s.egress_global_timestamp = 0x1234567890ab; s.egress_rid = 0xbeef; s.enq_timestamp = 0xcafe; s.instance_type = 9; s.egress_spec = 3; m.q = 77; transition accept; } }
INGRESS(Work) {
    apply {
        h.x.a = (bit<8>)s.priority;
        h.x.port = (bit<16>)s.egress_spec + (bit<16>)m.q;
        s.priority = 6;
        m.p = 2;
        if (h.x.k == 2) { h.x.port = s.egress_global_timestamp[47:32] ^ s.egress_global_timestamp[15:0]; h.x.a = s.egress_rid[15:8] ^ s.enq_timestamp[7:0] ^ s.instance_type[7:0]; }
        if (h.x.k == 1) { s.ingress_port = 0x1fe; s.egress_spec = 1; }
    }
}
INGRESS(Out) { apply { h.x.b = (bit<8>)s.priority + (bit<8>)m.p; h.x.in_port = (bit<16>)s.ingress_port; } }
DEPARSER(Leaving) { apply { p.emit(h); } }
V1Switch(Start(), Verify(), Work(), Out(), Update(), Leaving()) main;
