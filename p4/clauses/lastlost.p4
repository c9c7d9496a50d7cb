// 6.8, 8.18: what a call does to a stack, and an element of it that was an argument too.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; }
header e_t { bit<8> v; }
struct headers_t { k_t k; e_t[2] s; k_t r; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.k); p.extract(h.s.next); p.extract(h.s.next); transition accept; }
}
void drain(inout e_t[2] s, inout e_t e) { s.pop_front(2); e.v = e.v + 1; }
void swapped(inout e_t e, inout e_t[2] s) { e.v = e.v + 1; s[0].v = 0x77; s.pop_front(1); }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.k.k == 1) { drain(h.s, h.s[1]); }
        if (h.k.k == 2) { swapped(h.s[1], h.s); }
        if (h.k.k == 3) { swapped(h.s[0], h.s); }
    }
}
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
