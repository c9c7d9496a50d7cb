// 13.8: a parser that goes round for ever is ended with ParserTimeout; a block that does is a fault.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; bit<8> n; }
#include "report.p4i"
struct headers_t { k_t k; report_t end; }
struct meta_t { bit<8> m; }
#include "blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.k); transition select(h.k.k) { 1: round; 2: long; _: accept; } }
    state round { h.k.n = 7; transition select(m.m) { 0: round; _: accept; } }
    state long { h.k.n = h.k.n + 1; transition select(h.k.n) { 0: accept; _: long; } }
}
INGRESS(Work) {
    apply {
        if (h.k.k == 3) { for (bit<8> i = 0; i < 255; i = i * 1) { m.m = m.m + 1; } }
        if (h.k.k == 4) { for (bit<8> i = 0; i < 255; i = i + 1) { h.k.n = h.k.n + 1; } }
        REPORT
    }
}
DEPARSER(Leaving) { apply { p.emit(h); if (h.k.k == 5) { for (bit<8> i = 0; i < 255; i = i * 1) { } } } }
V1Switch(Start(), Verify(), Work(), Leave(), Update(), Leaving()) main;
