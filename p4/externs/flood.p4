// v1model: clones of clones: each of so many rounds doubles them; more than a batch holds are none.
header bytes_t { bit<8> rounds; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) { apply { s.egress_spec = 1; } }
INGRESS(Out) {
    apply {
        if (h.x.rounds > 0) {
            h.x.rounds = h.x.rounds - 1;
            clone(CloneType.E2E, 5);
            mark_to_drop(s);
        }
    }
}
TWO(Work, Out)
