// v1model: instance_type, packet_length: of each kind of copy, in ingress and in egress.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<8> seen; bit<16> length; bit<8> parsed; bit<8> out_type; bit<16> out_length; }
struct headers_t { bytes_t x; }
struct meta_t { bit<8> m; }
#include "../clauses/blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.x); h.x.parsed = (bit<8>)s.instance_type; transition accept; }
}
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        h.x.seen = h.x.seen << 4 | (bit<8>)s.instance_type;
        h.x.length = (bit<16>)s.packet_length;
        if (s.instance_type == 0) {
            if (h.x.which == 1) clone(CloneType.I2E, 5);
            if (h.x.which == 4) s.mcast_grp = 7;
            if (h.x.which == 5) resubmit_preserving_field_list(0);
        }
    }
}
INGRESS(Out) {
    apply {
        h.x.out_type = h.x.out_type << 4 | (bit<8>)s.instance_type;
        h.x.out_length = (bit<16>)s.packet_length;
        if (s.instance_type == 0) {
            if (h.x.which == 2) { truncate(9); clone(CloneType.E2E, 5); }
            if (h.x.which == 3) { truncate(9); recirculate_preserving_field_list(0); }
        }
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Out(), Update(), Deparse()) main;
