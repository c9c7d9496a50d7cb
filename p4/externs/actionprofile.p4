// v1model: action_profile: entries share members, which may change under them.
#include "../clauses/frame.p4i"
INGRESS(Work) {
    action to(bit<9> port, bit<8> mark) { s.egress_spec = port; h.x.b = mark; }
    action other() { s.egress_spec = 9; }
    action_profile(4) shared;
    table t {
        key = { h.x.a: exact; }
        actions = { to; other; NoAction; }
        implementation = shared;
        size = 8;
    }
    apply {
        s.egress_spec = 8;
        if (t.apply().hit) h.x.c = 1;
        switch (t.apply().action_run) { to: { h.x.d = 1; } other: { h.x.d = 2; } default: { h.x.d = 3; } }
    }
}
RUN(Work)
