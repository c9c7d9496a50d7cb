// v1model: clone sessions: cut copies, several copies with replication ids, sessions that change.
header bytes_t { bit<8> which; bit<8> rid; bit<16> length; bit<8> session; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.x.which == 1) clone(CloneType.I2E, (bit<32>)h.x.session);
    }
}
INGRESS(Out) {
    apply {
        h.x.rid = (bit<8>)s.egress_rid;
        h.x.length = (bit<16>)s.packet_length;
        if (h.x.which == 2 && s.instance_type == 0) clone(CloneType.E2E, (bit<32>)h.x.session);
    }
}
TWO(Work, Out)
