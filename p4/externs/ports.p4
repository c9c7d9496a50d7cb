// v1model: ingress_port, egress_spec, egress_port: 0 at first, 510 is the CPU's, 511 drops.
header bytes_t { bit<8> set; bit<16> spec; bit<16> in_port; bit<16> before; bit<16> out_port; bit<16> out_spec; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    apply {
        h.x.in_port = (bit<16>)s.ingress_port;
        h.x.before = (bit<16>)s.egress_spec;
        if (h.x.set == 1) s.egress_spec = (bit<9>)h.x.spec;
        // Where it came from is nothing that a program can change for the next.
        if (h.x.set == 2) { s.egress_spec = s.ingress_port; s.ingress_port = 77; }
        if (h.x.set == 3) { s.egress_spec = 6; if (s.instance_type == 0) { s.ingress_port = 77; resubmit_preserving_field_list(0); } }
        if (h.x.set == 4) s.egress_spec = 6;
    }
}
INGRESS(Out) {
    apply {
        h.x.out_port = (bit<16>)s.egress_port;
        h.x.out_spec = (bit<16>)s.egress_spec;
        // Nor can it move the packet here.
        if (h.x.set == 4) { s.egress_port = 7; s.egress_spec = 8; s.mcast_grp = 9; s.egress_rid = 3; }
    }
}
TWO(Work, Out)
