// 8.6: arithmetic on bit<W> wraps at 2^W; comparison is unsigned.
#include "frame.p4i"
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply {
        h.x.c = h.x.a + h.x.b;
        h.x.d = h.x.a - h.x.b;
        h.x.e = h.x.a * h.x.b;
        h.x.f = -h.x.a;
        h.x.g = ~h.x.b;
        h.x.h = h.x.a < h.x.b ? 8w1 : 8w0;
        s.egress_spec = 1;
    }
}
RUN(Work)
