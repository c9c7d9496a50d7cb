// v1model: mark_to_drop, egress_spec: 511 drops, and the last of both wins, in ingress and in egress.
#include "../clauses/frame.p4i"
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.x.a == 1) mark_to_drop(s);
        if (h.x.a == 2) { mark_to_drop(s); s.egress_spec = 2; }
        if (h.x.a == 3) { s.egress_spec = 2; mark_to_drop(s); }
        if (h.x.a == 4) s.egress_spec = 511;
        if (h.x.a == 5) { mark_to_drop(s); h.x.b = (bit<8>)(s.egress_spec >> 1); s.egress_spec = 3; }
        if (h.x.a == 6) { s.mcast_grp = 7; mark_to_drop(s); h.x.b = (bit<8>)s.mcast_grp; s.egress_spec = 3; }
        if (h.x.a == 7) { mark_to_drop(s); s.mcast_grp = 7; }
        if (h.x.a == 8) { s.mcast_grp = 7; mark_to_drop(s); }
        if (h.x.a == 9) mark_to_drop();
        if (h.x.a == 10) { s.mcast_grp = 7; s.egress_spec = 511; }
    }
}
INGRESS(Out) {
    apply {
        h.x.c = (bit<8>)s.egress_port;
        if (h.x.a == 0x11) mark_to_drop(s);
        if (h.x.a == 0x12) { mark_to_drop(s); s.egress_spec = 5; }
        if (h.x.a == 0x13) s.egress_spec = 5;
        if (h.x.a == 0x14) s.egress_spec = 511;
        if (h.x.a == 0x15) { s.egress_spec = 5; mark_to_drop(s); }
        if (h.x.a == 0x16) mark_to_drop();
    }
}
V1Switch(Start(), Verify(), Work(), Out(), Update(), Deparse()) main;
