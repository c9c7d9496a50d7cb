// 8.5, 8.6: bool in fields of headers, one bit each; &, | and ^ of bit<1>; == and != of bool.
#include <core.p4>
#include <v1model.p4>
header flags_t { bool a; bool b; bit<1> c; bool and; bool or; bool eq; bool ne; bool not; bit<3> r; bit<5> pad; }
struct headers_t { flags_t x; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        h.x.and = h.x.a && h.x.b;
        h.x.or = h.x.a || h.x.b;
        h.x.eq = h.x.a == h.x.b;
        h.x.ne = h.x.a != h.x.b;
        h.x.not = !h.x.a;
        bit<1> a = (bit<1>)h.x.a;
        h.x.r = (a & h.x.c) ++ (a | h.x.c) ++ (a ^ h.x.c);
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.x); } }
WITH(Start, Work, Leaving)
