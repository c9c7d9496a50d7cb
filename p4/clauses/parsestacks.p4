// 8.18, 13.8: next, last and lastIndex of stacks in parsers, loops, StackOutOfBounds.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; bit<8> i; bit<8> l; bit<8> n; }
header e_t { bit<1> bottom; bit<7> v; }
header var_t { varbit<16> v; }
#include "report.p4i"
struct headers_t { k_t k; e_t[3] s; e_t[2] t; var_t[2] w; report_t end; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start {
        p.extract(h.k);
        transition select(h.k.k) { 0: next; 1: last; 2: twice; 3: indexed; 4: shifted; 5: copied; 6: sized; 7: write; 8: index0; }
    }
    state next { p.extract(h.s.next); h.k.i = (bit<8>)h.s.lastIndex; transition select(h.s.last.bottom) { 0: next; 1: accept; } }
    state last { h.k.l = 0x11; h.k.n = (bit<8>)h.s.last.v; h.k.l = 0x22; transition accept; }
    state twice { p.extract(h.s.next); p.extract(h.t.next); p.extract(h.t.next); p.extract(h.s.next);
        h.k.i = (bit<8>)(h.s.lastIndex * 16 + h.t.lastIndex); h.k.l = (bit<8>)h.s.last.v; h.k.n = (bit<8>)h.t.last.v; transition accept; }
    state indexed { p.extract(h.s[1]); p.extract(h.s.next); h.k.i = (bit<8>)h.s.lastIndex; transition accept; }
    state shifted { p.extract(h.s.next); p.extract(h.s.next); h.s.push_front(1); h.k.i = (bit<8>)h.s.lastIndex; h.s.pop_front(2);
        h.k.l = (bit<8>)h.s.lastIndex; p.extract(h.s.next); transition accept; }
    state copied { p.extract(h.s.next); e_t[3] c = h.s; p.extract(c.next); h.k.i = (bit<8>)c.lastIndex; h.k.l = (bit<8>)h.s.lastIndex;
        h.s = c; p.extract(h.s.next); transition accept; }
    state sized { p.extract(h.w.next, 8); p.extract(h.w.next, (bit<32>)h.w.lastIndex * 8 + 16); transition accept; }
    state write { h.s.next = { 1, 5 }; p.extract(h.s.next); h.s[0] = { 0, 6 }; transition accept; }
    state index0 { h.k.i = (bit<8>)(h.s.lastIndex >> 24); h.k.l = (bit<8>)h.s.lastIndex; transition accept; }
}
INGRESS(Work) { apply { REPORT } }
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
