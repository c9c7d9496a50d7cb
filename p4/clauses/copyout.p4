// 6.8: an index is evaluated at the call; exit copies out; out headers begin invalid.
#include <core.p4>
#include <v1model.p4>
header b_t { bit<8> v; }
struct headers_t { b_t k; b_t[3] s; b_t last; }
struct meta_t { bit<8> m; }
#include "blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.k); p.extract(h.s.next); p.extract(h.s.next); p.extract(h.s.next); p.extract(h.last); transition accept; }
}
void move(inout bit<2> i, inout bit<8> v) { i = i + 1; v = v + 0x10; }
void make(out b_t x, in bit<8> v, out bool was) { was = x.isValid(); if (v != 0) { x.setValid(); x.v = v; } }
void part(inout b_t x) { x.v = x.v + 1; if (x.v == 0) { x.setInvalid(); } }
INGRESS(Work) {
    action leave(inout bit<8> x, out bit<8> y) {
        x = x + 1;
        y = 9;
        if (h.k.v == 3) { exit; }
        x = x + 1;
    }
    apply {
        s.egress_spec = 1;
        bit<2> i = (bit<2>)h.k.v;
        move(i, h.s[i].v);
        h.s[i].v = 0xee;
        bool was;
        make(h.last, h.last.v, was);
        part(h.s[0]);
        if (was) { h.k.v = 0xff; }
        leave(h.s[1].v, m.m);
        h.s[2].v = m.m;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.k); p.emit(h.s); p.emit(h.last); } }
WITH(Start, Work, Leaving)
