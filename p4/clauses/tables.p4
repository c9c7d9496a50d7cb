// 14.2: exact, lpm, ternary, range and optional keys, entries with and without priority.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> which; bit<16> a; bit<9> b; bool c; bit<6> pad; bit<8> r; bit<8> hit; }
enum bit<8> tag_t { A = 0x0a, B = 0xb0 }
struct headers_t { k_t x; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    action set(bit<8> v) { h.x.r = v; }
    action add(in bit<8> by, bit<8> v) { h.x.r = by + v; }
    action wide(bit<9> p, bool q, bit<16> v) { h.x.r = (bit<8>)(p >> 1) ^ (bit<8>)(v >> 8) ^ (bit<8>)v ^ (q ? 8w1 : 8w0); }
    action signed(int<8> v, tag_t t) { h.x.r = v < 0 ? 8w1 : 8w2; h.x.hit = (bit<8>)t; }
    table exact_t {
        key = { h.x.a : exact; h.x.b : exact; h.x.c : exact; }
        actions = { set; @defaultonly NoAction; }
        const entries = { (0x1234, 0x101, true) : set(1); (0x1234, 0x101, false) : set(2); (0x1234, 0x100, true) : set(3); (0x3412, 0x101, true) : set(4); }
        const default_action = NoAction();
    }
    table lpm_t {
        key = { h.x.a : lpm; h.x.b : exact; }
        actions = { set; add(h.x.which); }
        const entries = { (0x1200 &&& 0xff00, 1) : set(0x10); (0x1230 &&& 0xfff0, 1) : set(0x11); (0x1234, 1) : add(0x12); (_, 1) : set(0x13); }
        const default_action = add(0x40);
    }
    table ternary_t {
        key = { h.x.a : ternary; h.x.b[8:4] : ternary; }
        actions = { set; }
        const entries = { (0x1000 &&& 0xf000, _) : set(1); (0x1234, 0x10) : set(2); (0x0034 &&& 0x00ff, 0x10 &&& 0x10) : set(3); (_, 0x1f) : set(4); }
        default_action = set(0xdd);
    }
    table priority_t {
        key = { h.x.a : range; h.x.c : optional; }
        actions = { set; }
        largest_priority_wins = true;
        entries = {
            priority = 10 : (0x0010 .. 0x0020, _) : set(1);
            priority = 20 : (0x0018 .. 0x0100, true) : set(2);
            priority = 5 : (0x0000 .. 0xffff, _) : set(3);
            priority = 30 : (0x0100, false) : set(4);
        }
    }
    table control_t { key = { h.x.a : ternary; h.x.b : range; h.x.c : exact; } actions = { set; wide; } size = 16; }
    table keyless_t { actions = { set; add(5); } default_action = add(7); }
    table signed_t { key = { h.x.a : exact; } actions = { signed; } size = 4; }
    apply {
        s.egress_spec = 1;
        if (h.x.which == 0) { h.x.hit = exact_t.apply().hit ? 8w1 : 8w2; }
        else if (h.x.which == 1) { if (lpm_t.apply().miss) { h.x.hit = 2; } else { h.x.hit = 1; } }
        else if (h.x.which == 2) { if (ternary_t.apply().hit) { h.x.hit = 1; } }
        else if (h.x.which == 3) { priority_t.apply(); }
        else if (h.x.which == 4) { if (!control_t.apply().hit) { h.x.hit = 2; } }
        else if (h.x.which == 6) { signed_t.apply(); }
        else { if (keyless_t.apply().hit) { h.x.hit = 1; } else { h.x.hit = 2; } }
    }
}
DEPARSER(Leaving) { apply { p.emit(h.x); } }
WITH(Start, Work, Leaving)
