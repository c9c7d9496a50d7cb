// v1model: what goes before what: a clone beside all; resubmission, multicast, drop, egress_spec.
header bytes_t { bit<1> clone; bit<1> resubmit; bit<1> group; bit<1> drop; bit<1> clone_out; bit<1> drop_out; bit<1> again; bit<1> rest; bit<8> type; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (s.instance_type == 0) {
            // In an order that is not that of their effect.
            if (h.x.drop == 1) mark_to_drop(s);
            if (h.x.group == 1) s.mcast_grp = 7;
            if (h.x.resubmit == 1) resubmit_preserving_field_list(0);
            if (h.x.clone == 1) clone(CloneType.I2E, 5);
        }
    }
}
INGRESS(Out) {
    apply {
        h.x.type = (bit<8>)s.instance_type;
        if (s.instance_type == 0 || s.instance_type == 5 || s.instance_type == 6) {
            if (h.x.again == 1) recirculate_preserving_field_list(0);
            if (h.x.drop_out == 1) mark_to_drop(s);
            if (h.x.clone_out == 1) clone(CloneType.E2E, 6);
        }
    }
}
TWO(Work, Out)
