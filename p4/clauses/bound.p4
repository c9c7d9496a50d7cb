// 14.2.1: arguments that a table's list binds go in and out of actions, also where they exit.
#include "frame.p4i"
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    bit<8> n = 3;
    action step(inout bit<8> x, bit<8> by) { x = x + by; n = n + 1; x = x + n; }
    action give(in bit<8> from, out bit<8> to, out bit<8> too, bit<8> plus) { to = from + plus; too = to + 1; }
    action leave(inout bit<8> x, out bit<8> y) { x = x + 1; y = 0x55; if (h.x.b == 1) { exit; } x = 0x77; }
    action alias(inout bit<8> x, in bit<8> y) { x = 9; x = x + y; }
    table t {
        key = { h.x.a : exact; }
        actions = { step(h.x.c); give(h.x.d, h.x.e, m.m); leave(h.x.f, h.x.g); alias(h.x.h, h.x.h); @defaultonly NoAction; }
        const entries = { 1 : step(0x10); 2 : give(0x20); 3 : leave(); 4 : alias(); }
        const default_action = NoAction();
    }
    apply {
        s.egress_spec = 1;
        bool hit = t.apply().hit;
        h.x.b = h.x.b + (hit ? 8w0x10 : 8w0x20);
        if (h.x.a == 2) { h.x.f = m.m; }
        if (n == 4) { h.x.g = n; }
    }
}
RUN(Work)
