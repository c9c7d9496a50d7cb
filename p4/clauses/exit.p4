// 12.5: exit ends the whole block, out of actions, functions' callers and sub-controls.
#include "frame.p4i"
control Inner(inout bit<8> v, in bit<8> k) {
    action stop() { v = v + 1; exit; }
    table t { key = { k : exact; } actions = { stop; NoAction; } const entries = { 4 : stop(); } const default_action = NoAction(); }
    apply {
        v = v | 0x10;
        if (k == 2) { exit; }
        if (k == 3) { stop(); }
        t.apply();
        if (k == 5) { return; }
        v = v | 0x20;
    }
}
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    Inner() inner;
    action half(inout bit<4> v, in bit<4> n) { v = n; exit; }
    action end() { h.x.d = 1; exit; }
    table last { key = { h.x.a : exact; } actions = { end; @defaultonly NoAction; } const entries = { 7 : end(); } const default_action = NoAction(); }
    apply {
        s.egress_spec = 1;
        if (h.x.a == 8) { half(h.x.b[7:4], 5); }
        if (h.x.a == 1) { h.x.b = 1; exit; }
        inner.apply(h.x.c, h.x.a);
        h.x.e = 1;
        switch (last.apply().action_run) {
            end: { h.x.f = 1; }
            default: { h.x.g = 1; }
        }
        if (last.apply().hit) { h.x.h = 2; } else { h.x.h = 1; }
    }
}
control After(inout headers_t h, inout meta_t m, inout standard_metadata_t s) { apply { h.x.a = h.x.a | 0x80; } }
V1Switch(Start(), Verify(), Work(), After(), Update(), Deparse()) main;
