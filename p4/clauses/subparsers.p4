// 13.10: sub-parsers: accept goes on, reject ends the caller with its error; variables of each.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; bit<8> a; bit<8> b; bit<8> c; }
header e_t { bit<8> v; }
#include "report.p4i"
struct headers_t { k_t k; e_t x; e_t y; e_t z; report_t end; }
struct meta_t {}
#include "blocks.p4i"
parser Inner(packet_in p, out e_t e, inout bit<8> sum, in bit<8> limit)(bit<8> step) {
    bit<8> own = 1;
    state start { p.extract(e); own = own + step; transition select(e.v) { 0xff: reject; 0xfe: bad; 0xfd: none; _: good; } }
    state good { sum = sum + own; verify(e.v < limit, error.NoMatch); sum = sum + 1; transition accept; }
    state bad { verify(false, error.HeaderTooShort); transition accept; }
    state none { transition select(e.v) { 0: accept; } }
}
PARSER(Start) {
    Inner(2) two;
    Inner(16) more;
    bit<8> sum = 0;
    state start { p.extract(h.k); two.apply(p, h.x, h.k.a, h.k.k); sum = sum + h.k.a; transition second; }
    state second { more.apply(p, h.y, h.k.b, h.k.k); sum = sum + h.k.b; two.apply(p, h.z, sum, 0xff); h.k.c = sum; transition accept; }
}
INGRESS(Work) { apply { REPORT } }
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
