// v1model: hash: data is its bits in order, with zero bits up to a whole byte.
header bytes_t { bit<8> which; bit<3> a; bit<13> b; bit<9> c; bit<4> d; bit<1> e; bit<2> f; int<16> g; bit<16> crc16; bit<32> crc32; bit<16> csum16; bit<16> xor16; bit<16> identity; }
struct pair_t { bit<9> c; bit<4> d; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    #define ALL(...) { \
        hash(h.x.crc16, HashAlgorithm.crc16, 16w0, __VA_ARGS__, 17w0x10000); \
        hash(h.x.crc32, HashAlgorithm.crc32, 32w0, __VA_ARGS__, 33w0x100000000); \
        hash(h.x.csum16, HashAlgorithm.csum16, 16w0, __VA_ARGS__, 17w0x10000); \
        hash(h.x.xor16, HashAlgorithm.xor16, 16w0, __VA_ARGS__, 17w0x10000); \
        hash(h.x.identity, HashAlgorithm.identity, 16w0, __VA_ARGS__, 33w0x100000000); }
    apply {
        s.egress_spec = 1;
        if (h.x.which == 1) ALL({ h.x.a })
        else if (h.x.which == 2) ALL({ h.x.a, h.x.b })
        else if (h.x.which == 3) ALL({ h.x.c })
        else if (h.x.which == 4) { pair_t p = { h.x.c, h.x.d }; ALL(p) }
        else if (h.x.which == 5) ALL({ h.x.e })
        else if (h.x.which == 6) ALL({ h.x.g })
    }
}
RUN(Work)
