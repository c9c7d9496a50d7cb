// 8.9.2: a shift by W or more leaves no bit, or the sign alone, however wide the amount is.
#include <core.p4>
#include <v1model.p4>
header shift_t { bit<72> by; bit<8> a; bit<8> left; bit<8> right; int<8> s; int<8> sleft; int<8> sright; }
struct headers_t { shift_t x; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        h.x.left = h.x.a << h.x.by;
        h.x.right = h.x.a >> h.x.by;
        h.x.sleft = h.x.s << h.x.by;
        h.x.sright = h.x.s >> h.x.by;
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.x); } }
WITH(Start, Work, Leaving)
