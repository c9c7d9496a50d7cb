// 13.6: select: masks, ranges, sets of several keys, default, no match; the first case counts.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> a; bit<16> b; bit<8> c; }
header mark_t { bit<8> v; }
#include "report.p4i"
struct headers_t { k_t k; mark_t m; report_t end; }
struct meta_t { bit<8> way; }
#include "blocks.p4i"
enum bit<8> kind_t { gold = 0x60 }
PARSER(Start) {
    state start {
        p.extract(h.k);
        transition select(h.k.a) {
            0x10: exactly;
            0x20 &&& 0xf0: masked;
            0x30 .. 0x3a: ranged;
            0x38 .. 0x3f: ranged2;
            0x40 &&& 0xf0: pairs;
            0x50: signed;
            kind_t.gold: gold;
            0x70: bools;
            0x80: reject;
            0x90: accept;
        }
    }
    state exactly { m.way = 1; transition accept; }
    state masked { m.way = 2; transition select(h.k.b[15:12]) { 1: one; default: accept; } }
    state one { m.way = 3; transition accept; }
    state ranged { m.way = 4; transition accept; }
    state ranged2 { m.way = 5; transition select(h.k.b) { 0 .. 0x7fff: accept; } }
    state pairs {
        transition select(h.k.b, h.k.c) {
            (0x1234, 0x56): p1;
            (0x1200 &&& 0xff00, 0 .. 9): p2;
            (_, 0xff): p3;
            (0x0100 .. 0x01ff, default): p4;
            (0x1234, _): p5;
        }
    }
    state p1 { m.way = 0x11; transition accept; }
    state p2 { m.way = 0x12; transition accept; }
    state p3 { m.way = 0x13; transition accept; }
    state p4 { m.way = 0x14; transition accept; }
    state p5 { m.way = 0x15; transition accept; }
    state signed {
        m.way = 0x20;
        transition select((int<8>)h.k.c) { -128 .. -2: low; -1: minus; 1 .. 127: high; _: accept; }
    }
    state low { m.way = 0x21; transition accept; }
    state minus { m.way = 0x22; transition accept; }
    state high { m.way = 0x23; transition accept; }
    state gold { m.way = 6; transition select(h.k.b ++ h.k.c) { 24w0x123456 &&& 24w0xffff0f: g; 24w0 .. 24w9: accept; } }
    state g { m.way = 7; transition accept; }
    state bools {
        m.way = 0x30;
        transition select(h.k.b == 0, h.k.c[0:0]) { (true, 1): b1; (false, 0): b2; (true, _): accept; }
    }
    state b1 { m.way = 0x31; transition accept; }
    state b2 { m.way = 0x32; p.extract(h.m); transition accept; }
}
INGRESS(Work) { apply { REPORT h.k.a = m.way; } }
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
