// 13.8.2: varbit: extracted by size, emitted with it, compared and copied; HeaderTooShort.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> n; bit<8> r; }
header var_t { bit<8> first; varbit<32> rest; bit<8> last; }
#include "report.p4i"
struct headers_t { k_t k; var_t v; var_t w; var_t x; report_t end; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.k); p.extract(h.v, (bit<32>)h.k.n[3:0] * 4); transition select(h.k.n[7:4]) { 1: more; default: accept; } }
    state more { p.extract(h.w, (bit<32>)h.k.r); transition accept; }
}
INGRESS(Work) {
    apply {
        h.k.r = (h.v == h.w ? 8w1 : 8w2) | (h.v.rest == h.w.rest ? 8w0x10 : 8w0x20);
        if (h.v.isValid() && h.v.first == 0xcc) { h.x = h.v; h.x.last = 0xdd; h.v.first = 0; h.v.rest = h.w.rest; }
        REPORT
    }
}
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
