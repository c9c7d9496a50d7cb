// 16.1: emit of structs, stacks of unions, several times, in the deparser's order and by its choice.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; bit<8> n; }
header a_t { bit<4> hi; bool flag; bit<3> lo; }
header_union u_t { a_t a; k_t k; }
struct inner_t { a_t a; k_t k; }
struct headers_t { k_t k; inner_t i; u_t[2] u; a_t[2] s; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.k); transition select(h.k.k) { 1: nested; 2: unions; 3: unions2; 4: stack; 5: over; _: accept; } }
    state nested { p.extract(h.i.k); p.extract(h.i.a); transition accept; }
    state unions { p.extract(h.u.next.a); p.extract(h.u.next.k); transition accept; }
    state unions2 { p.extract(h.u.next.k); h.k.n = (bit<8>)h.u.lastIndex + (bit<8>)(h.u.last.k.isValid() ? 8w0x10 : 0); transition accept; }
    state stack { p.extract(h.s[1]); transition accept; }
    state over { p.extract(h.u.next.a); p.extract(h.u.next.a); p.extract(h.u.next.a); transition accept; }
}
INGRESS(Work) { apply { s.egress_spec = 1; if (h.k.n == 0xff) { h.u.push_front(1); } if (h.k.n == 0xfe) { h.u[1] = h.u[0]; h.u[0].a.setInvalid(); } } }
DEPARSER(Leaving) {
    apply {
        p.emit(h.s);
        p.emit(h.i);
        p.emit(h.k);
        p.emit(h.u);
        if (h.k.k == 1 && h.i.a.flag) { p.emit(h.i.k); p.emit(h.i.a); }
    }
}
WITH(Start, Work, Leaving)
