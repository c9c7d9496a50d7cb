// v1model: random: lo to hi, both included; lo where hi is not more; and HashAlgorithm.random.
header bytes_t { bit<8> which; bit<8> lo; bit<8> hi; bit<8> result; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    // No number of 64 may leave the range, and all that the range has must come.
    #define DRAW random(r, h.x.lo, h.x.hi); \
        if (r < h.x.lo || r > h.x.hi) outside = outside + 1; \
        seen = seen | 256w1 << r;
    #define DRAW8 DRAW DRAW DRAW DRAW DRAW DRAW DRAW DRAW
    bit<8> r;
    bit<8> outside = 0;
    bit<256> seen = 0;
    bit<16> a;
    bit<16> b;
    apply {
        s.egress_spec = 1;
        if (h.x.which == 1) {
            random(h.x.result, h.x.lo, h.x.hi);
        } else if (h.x.which == 2) {
            DRAW8 DRAW8 DRAW8 DRAW8 DRAW8 DRAW8 DRAW8 DRAW8
            h.x.result = outside;
        } else if (h.x.which == 3) {
            DRAW8 DRAW8 DRAW8 DRAW8 DRAW8 DRAW8 DRAW8 DRAW8
            h.x.result = (bit<8>)(seen >> h.x.lo);
        } else if (h.x.which == 4) {
            // 2^16 to one that two are the same.
            hash(a, HashAlgorithm.random, 16w0, { h.x.lo }, 17w0x10000);
            hash(b, HashAlgorithm.random, 16w0, { h.x.lo }, 17w0x10000);
            h.x.result = a == b ? 8w1 : 0;
        } else if (h.x.which == 5) {
            hash(a, HashAlgorithm.random, 16w7, { h.x.lo }, 16w1);
            h.x.result = (bit<8>)a;
        }
    }
}
RUN(Work)
