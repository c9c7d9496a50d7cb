// v1model: priority and whatever nobody set: 0 in a new packet, whatever the last one left.
header bytes_t { bit<8> set; bit<32> a; bit<16> b; bit<8> c; bit<8> priority; bit<16> grp; bit<16> rid; bit<16> port; bit<8> sum; }
struct inner_t { bit<16> b; bool c; }
struct meta_t { bit<32> a; inner_t in_it; }
#include "wide.p4i"
INGRESS(Work) {
    apply {
        h.x.a = m.a;
        h.x.b = m.in_it.b;
        h.x.c = m.in_it.c ? 8w1 : 0;
        h.x.priority = (bit<8>)s.priority;
        h.x.grp = s.mcast_grp;
        h.x.rid = s.egress_rid;
        h.x.port = (bit<16>)s.egress_port;
        h.x.sum = (bit<8>)s.checksum_error;
        if (h.x.set == 1) {
            m.a = 0xffffffff;
            m.in_it.b = 0xffff;
            m.in_it.c = true;
            s.priority = 7;
            s.egress_rid = 9;
            s.checksum_error = 1;
            s.egress_port = 9;
        }
        s.egress_spec = 1;
    }
}
INGRESS(Out) {
    apply {
        if (h.x.set == 1) { h.x.a = m.a; h.x.b = m.in_it.b; h.x.c = m.in_it.c ? 8w1 : 0; h.x.priority = (bit<8>)s.priority; h.x.sum = (bit<8>)s.checksum_error; }
    }
}
TWO(Work, Out)
