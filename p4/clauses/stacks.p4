// 8.18: stacks in controls: push_front, pop_front, indices, size, assignment, comparison.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; bit<8> i; bit<8> r; }
header e_t { bit<8> v; }
struct headers_t { k_t k; e_t[4] s; e_t[4] t; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.k); transition more; }
    state more { transition select(p.lookahead<bit<8>>()) { 0 .. 0x0f: end; _: one; } }
    state one { p.extract(h.s.next); transition more; }
    state end { p.advance(8); transition accept; }
}
INGRESS(Work) {
    apply {
        h.k.r = (bit<1>)h.s[0].isValid() ++ (bit<1>)h.s[1].isValid() ++ (bit<1>)h.s[2].isValid() ++ (bit<1>)h.s[3].isValid() ++ 4w0;
        switch (h.k.k) {
            1: { h.s.push_front(1); h.s[0].setValid(); h.s[0].v = 0xf1; }
            2: { h.s.push_front(2); }
            3: { h.s.pop_front(1); }
            4: { h.s.pop_front(3); }
            5: { h.s.push_front(5); }
            6: { h.s.pop_front(5); }
            7: { h.s[h.k.i].v = 0xee; }
            8: { h.k.r = h.s[h.k.i].v; }
            9: { h.t = h.s; h.s[0].v = 0x99; if (h.t == h.s) { h.k.r = 1; } h.s[0].setInvalid(); }
            10: { h.t = h.s; if (h.t == h.s) { h.k.r = 1; } h.t[3].setInvalid(); if (h.t != h.s) { h.k.r = h.k.r + 2; } h.t.pop_front(4); }
            11: { h.s[h.k.i].setInvalid(); }
            12: { h.s[h.k.i].setValid(); h.s[h.k.i].v = h.s[0].v + 1; }
            13: { h.k.r = (bit<8>)h.s.size; h.s[2] = h.s[0]; h.s[0].v = 0x77; }
            14: { int<8> i = (int<8>)h.k.i; h.s[i].v = 0xee; }
            15: { bit<72> i = (bit<72>)h.k.i << 64; h.s[i].v = 0xee; }
        }
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.k); p.emit(h.s); p.emit(h.t); } }
WITH(Start, Work, Leaving)
