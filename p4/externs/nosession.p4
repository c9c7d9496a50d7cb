// v1model: a clone to a session that is not there sends no copy, and what was cloned goes on.
#include "../clauses/frame.p4i"
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.x.a == 1) clone(CloneType.I2E, 9);
        if (h.x.a == 2) { clone(CloneType.I2E, 9); mark_to_drop(s); }
    }
}
INGRESS(Out) {
    apply {
        h.x.b = h.x.b + 1;
        if (h.x.a == 3) clone(CloneType.E2E, 9);
        if (h.x.a == 4) { clone(CloneType.E2E, 9); mark_to_drop(s); }
    }
}
V1Switch(Start(), Verify(), Work(), Out(), Update(), Deparse()) main;
