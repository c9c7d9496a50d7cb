// v1model: action_selector: the hash of the selector's keys picks a member of the group.
header bytes_t { bit<8> a; bit<9> x; bit<7> y; bit<8> mark; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    action to(bit<9> port) { s.egress_spec = port; h.x.mark = 1; }
    action_selector(HashAlgorithm.crc16, 32w16, 32w14) picked;
    action_selector(HashAlgorithm.identity, 32w16, 32w14) numbered;
    table t {
        key = { h.x.a: exact; h.x.x: selector; h.x.y: selector; }
        actions = { to; NoAction; }
        implementation = picked;
        size = 8;
    }
    table u {
        key = { h.x.a: exact; h.x.x: selector; }
        actions = { to; NoAction; }
        implementation = numbered;
        size = 8;
    }
    apply {
        s.egress_spec = 8;
        if (h.x.a < 0x10) t.apply(); else u.apply();
    }
}
RUN(Work)
