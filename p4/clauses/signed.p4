// 8.7: int<W> wraps in two's complement, compares and shifts with its sign.
// 16 fields of W bits are whole bytes for every W, and lie across them.
#include <core.p4>
#include <v1model.p4>
header which_t { bit<8> w; bit<8> shift; }
header h2_t { int<2> a; int<2> b; int<2> add; int<2> sub; int<2> mul; int<2> neg; int<2> inv; int<2> land; int<2> lor; int<2> lxor; int<2> shl; int<2> shr; int<2> sata; int<2> sats; int<2> less; int<2> more; }
header h7_t { int<7> a; int<7> b; int<7> add; int<7> sub; int<7> mul; int<7> neg; int<7> inv; int<7> land; int<7> lor; int<7> lxor; int<7> shl; int<7> shr; int<7> sata; int<7> sats; int<7> less; int<7> more; }
header h8_t { int<8> a; int<8> b; int<8> add; int<8> sub; int<8> mul; int<8> neg; int<8> inv; int<8> land; int<8> lor; int<8> lxor; int<8> shl; int<8> shr; int<8> sata; int<8> sats; int<8> less; int<8> more; }
header h9_t { int<9> a; int<9> b; int<9> add; int<9> sub; int<9> mul; int<9> neg; int<9> inv; int<9> land; int<9> lor; int<9> lxor; int<9> shl; int<9> shr; int<9> sata; int<9> sats; int<9> less; int<9> more; }
header h32_t { int<32> a; int<32> b; int<32> add; int<32> sub; int<32> mul; int<32> neg; int<32> inv; int<32> land; int<32> lor; int<32> lxor; int<32> shl; int<32> shr; int<32> sata; int<32> sats; int<32> less; int<32> more; }
header h33_t { int<33> a; int<33> b; int<33> add; int<33> sub; int<33> mul; int<33> neg; int<33> inv; int<33> land; int<33> lor; int<33> lxor; int<33> shl; int<33> shr; int<33> sata; int<33> sats; int<33> less; int<33> more; }
header h64_t { int<64> a; int<64> b; int<64> add; int<64> sub; int<64> mul; int<64> neg; int<64> inv; int<64> land; int<64> lor; int<64> lxor; int<64> shl; int<64> shr; int<64> sata; int<64> sats; int<64> less; int<64> more; }
header h65_t { int<65> a; int<65> b; int<65> add; int<65> sub; int<65> mul; int<65> neg; int<65> inv; int<65> land; int<65> lor; int<65> lxor; int<65> shl; int<65> shr; int<65> sata; int<65> sats; int<65> less; int<65> more; }
header h129_t { int<129> a; int<129> b; int<129> add; int<129> sub; int<129> mul; int<129> neg; int<129> inv; int<129> land; int<129> lor; int<129> lxor; int<129> shl; int<129> shr; int<129> sata; int<129> sats; int<129> less; int<129> more; }
struct headers_t { which_t k; h2_t h2; h7_t h7; h8_t h8; h9_t h9; h32_t h32; h33_t h33; h64_t h64; h65_t h65; h129_t h129; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start {
        p.extract(h.k);
        transition select(h.k.w) {
            2: w2;
            7: w7;
            8: w8;
            9: w9;
            32: w32;
            33: w33;
            64: w64;
            65: w65;
            129: w129;
        }
    }
    state w2 { p.extract(h.h2); transition accept; }
    state w7 { p.extract(h.h7); transition accept; }
    state w8 { p.extract(h.h8); transition accept; }
    state w9 { p.extract(h.h9); transition accept; }
    state w32 { p.extract(h.h32); transition accept; }
    state w33 { p.extract(h.h33); transition accept; }
    state w64 { p.extract(h.h64); transition accept; }
    state w65 { p.extract(h.h65); transition accept; }
    state w129 { p.extract(h.h129); transition accept; }
}
#define OPS(x) if (x.isValid()) { \
    x.add = x.a + x.b; x.sub = x.a - x.b; x.mul = x.a * x.b; x.neg = -x.a; x.inv = ~x.a; \
    x.land = x.a & x.b; x.lor = x.a | x.b; x.lxor = x.a ^ x.b; x.shl = x.a << h.k.shift; x.shr = x.a >> h.k.shift; \
    x.sata = x.a |+| x.b; x.sats = x.a |-| x.b; \
    x.less = x.a < x.b ? x.a : x.b; x.more = x.a > x.b ? x.a : x.b; \
}
INGRESS(Work) {
    apply {
        OPS(h.h2)
        OPS(h.h7)
        OPS(h.h8)
        OPS(h.h9)
        OPS(h.h32)
        OPS(h.h33)
        OPS(h.h64)
        OPS(h.h65)
        OPS(h.h129)
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
