// 12.8: for with a condition, for over ranges, lists and stacks; break and continue.
#include "frame.p4i"
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply {
        for (bit<8> i = 0; i < h.x.a; i = i + 1) {
            if (i == 2) { continue; }
            if (i == 5) { break; }
            h.x.b = h.x.b + i + 1;
        }
        for (bit<8> i = 1, bit<8> j = 10; i < j; i = i + 1, j = j - 2) { h.x.c = h.x.c + j; }
        for (bit<8> i in 1 .. h.x.a) { h.x.d = h.x.d + i; if (i == 4) { break; } }
        for (bit<8> i in (list<bit<8>>){ 3, 7, 100 }) { if (i == h.x.a) { continue; } h.x.e = h.x.e + i; }
        for (bit<8> i in 0 .. 2) {
            for (bit<8> j in 0 .. 3) {
                if (j > i) { break; }
                h.x.f = h.x.f + 1;
            }
        }
        s.egress_spec = 1;
        for (bit<8> i = 0; true; i = i + 1) {
            if (i == h.x.a) { h.x.g = i; return; }
        }
    }
}
RUN(Work)
