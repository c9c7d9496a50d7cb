// 6.8: arguments are evaluated from left to right, copied in, and copied out in order.
#include "frame.p4i"
bit<8> bump(inout bit<8> n) { n = n + 1; return n; }
bit<8> join(in bit<8> x, in bit<8> y) { return x * 16 + y; }
void swap(inout bit<8> x, inout bit<8> y) { bit<8> t = x; x = y; y = t; }
void alias(inout bit<8> x, inout bit<8> y) { x = x + 1; y = y + 16; }
void fill(out bit<8> x, in bit<8> y) { x = y; x = x + y; }
void late(in bit<8> x, inout bit<8> y) { y = 1; y = y + x; }
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    action both(inout bit<8> x, in bit<8> y) { x = 3; m.m = y; x = x + y; }
    apply {
        bit<8> n = h.x.a;
        h.x.b = join(bump(n), bump(n));
        h.x.c = bump(n) + (bump(n) << 4);
        alias(h.x.d, h.x.d);
        swap(h.x.e, h.x.f);
        late(h.x.g, h.x.g);
        both(h.x.h, h.x.h);
        fill(m.m, m.m);
        h.x.a = m.m;
        s.egress_spec = 1;
    }
}
RUN(Work)
