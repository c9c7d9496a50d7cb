// 14.1, 11.3: controls with constructor parameters, twice, with tables and variables of their own.
#include "frame.p4i"
control Count(inout bit<8> x, in bit<8> k)(bit<8> start, bool down) {
    bit<8> own = start;
    action set(bit<8> v) { own = own + v; }
    action reset() { own = start; }
    table t { key = { k : exact; } actions = { set; reset; } default_action = reset(); }
    apply {
        own = own + 1;
        if (t.apply().hit) { own = own + 1; }
        if (down) { x = x - own; } else { x = x + own; }
    }
}
control Pair(inout bit<8> x, inout bit<8> y, in bit<8> k) {
    Count(0x10, false) up;
    Count(0x20, true) down;
    apply { up.apply(x, k); down.apply(y, k); up.apply(y, k); }
}
control Least(inout bit<8> x, in bit<8> y) { bit<8> z = y; apply { if (z < x) { x = z; } z = 0; } }
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    Pair() first;
    Pair() second;
    apply {
        first.apply(h.x.b, h.x.c, h.x.a);
        second.apply(h.x.d, h.x.e, h.x.a);
        Least.apply(h.x.f, h.x.g);
        Least.apply(h.x.h, h.x.f);
        s.egress_spec = 1;
    }
}
RUN(Work)
