// 10, 12.4: functions and actions return early, call each other, and keep no state.
#include "frame.p4i"
bit<8> least(in bit<8> x, in bit<8> y) { if (x < y) { return x; } return y; }
bit<8> least3(in bit<8> x, in bit<8> y, in bit<8> z) { return least(least(x, y), z); }
T second<T>(in T x, in T y) { return y; }
void maybe(in bit<8> x, out bit<8> y) { y = 1; if (x > 9) { return; } y = 2; }
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    bit<8> n = 5;
    action add(in bit<8> by) { n = n + by; if (n > 10) { return; } n = n + 1; }
    action twice(in bit<8> by) { add(by); add(by); }
    apply {
        h.x.d = least3(h.x.a, h.x.b, h.x.c);
        h.x.e = second(h.x.a, h.x.b);
        h.x.f = (bit<8>)second(16w3, (bit<16>)h.x.c);
        maybe(h.x.a, h.x.g);
        twice(h.x.a);
        h.x.h = n;
        s.egress_spec = 1;
        if (h.x.b == 0) { return; }
        h.x.a = 0xaa;
    }
}
RUN(Work)
