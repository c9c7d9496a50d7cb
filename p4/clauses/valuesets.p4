// 13.11: value sets: empty at first, one field, a struct's fields, beside other cases.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> a; bit<16> b; bit<4> c; bit<4> d; bit<8> r; }
#include "report.p4i"
struct headers_t { k_t k; report_t end; }
struct meta_t {}
struct pair_t { @match(exact) bit<16> b; @match(ternary) bit<4> c; }
#include "blocks.p4i"
PARSER(Start) {
    value_set<bit<8>>(4) one;
    value_set<bit<4>>(4) small;
    value_set<pair_t>(4) two;
    state start { p.extract(h.k); transition select(h.k.a) { 0x10: first; one: member; 0x20: pair; _: accept; } }
    state first { h.k.r = 1; transition accept; }
    state member { h.k.r = 2; transition select(h.k.d) { small: third; 15: third; 14: accept; } }
    state third { h.k.r = 3; transition accept; }
    state pair { transition select(h.k.b, h.k.c) { (0, 0): zero; two: both; } }
    state zero { h.k.r = 4; transition accept; }
    state both { h.k.r = 5; transition accept; }
}
INGRESS(Work) { apply { REPORT } }
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
