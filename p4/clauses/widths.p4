// 8.6: the operators on bit<W> wrap at 2^W and shift in zeros, whatever the width.
// 16 fields of W bits are whole bytes for every W, and lie across them.
#include <core.p4>
#include <v1model.p4>
header which_t { bit<8> w; bit<8> shift; }
header h1_t { bit<1> a; bit<1> b; bit<1> add; bit<1> sub; bit<1> mul; bit<1> neg; bit<1> inv; bit<1> land; bit<1> lor; bit<1> lxor; bit<1> shl; bit<1> shr; bit<1> div; bit<1> rem; bit<1> sata; bit<1> sats; }
header h7_t { bit<7> a; bit<7> b; bit<7> add; bit<7> sub; bit<7> mul; bit<7> neg; bit<7> inv; bit<7> land; bit<7> lor; bit<7> lxor; bit<7> shl; bit<7> shr; bit<7> div; bit<7> rem; bit<7> sata; bit<7> sats; }
header h8_t { bit<8> a; bit<8> b; bit<8> add; bit<8> sub; bit<8> mul; bit<8> neg; bit<8> inv; bit<8> land; bit<8> lor; bit<8> lxor; bit<8> shl; bit<8> shr; bit<8> div; bit<8> rem; bit<8> sata; bit<8> sats; }
header h9_t { bit<9> a; bit<9> b; bit<9> add; bit<9> sub; bit<9> mul; bit<9> neg; bit<9> inv; bit<9> land; bit<9> lor; bit<9> lxor; bit<9> shl; bit<9> shr; bit<9> div; bit<9> rem; bit<9> sata; bit<9> sats; }
header h31_t { bit<31> a; bit<31> b; bit<31> add; bit<31> sub; bit<31> mul; bit<31> neg; bit<31> inv; bit<31> land; bit<31> lor; bit<31> lxor; bit<31> shl; bit<31> shr; bit<31> div; bit<31> rem; bit<31> sata; bit<31> sats; }
header h32_t { bit<32> a; bit<32> b; bit<32> add; bit<32> sub; bit<32> mul; bit<32> neg; bit<32> inv; bit<32> land; bit<32> lor; bit<32> lxor; bit<32> shl; bit<32> shr; bit<32> div; bit<32> rem; bit<32> sata; bit<32> sats; }
header h33_t { bit<33> a; bit<33> b; bit<33> add; bit<33> sub; bit<33> mul; bit<33> neg; bit<33> inv; bit<33> land; bit<33> lor; bit<33> lxor; bit<33> shl; bit<33> shr; bit<33> div; bit<33> rem; bit<33> sata; bit<33> sats; }
header h63_t { bit<63> a; bit<63> b; bit<63> add; bit<63> sub; bit<63> mul; bit<63> neg; bit<63> inv; bit<63> land; bit<63> lor; bit<63> lxor; bit<63> shl; bit<63> shr; bit<63> div; bit<63> rem; bit<63> sata; bit<63> sats; }
header h64_t { bit<64> a; bit<64> b; bit<64> add; bit<64> sub; bit<64> mul; bit<64> neg; bit<64> inv; bit<64> land; bit<64> lor; bit<64> lxor; bit<64> shl; bit<64> shr; bit<64> div; bit<64> rem; bit<64> sata; bit<64> sats; }
header h65_t { bit<65> a; bit<65> b; bit<65> add; bit<65> sub; bit<65> mul; bit<65> neg; bit<65> inv; bit<65> land; bit<65> lor; bit<65> lxor; bit<65> shl; bit<65> shr; bit<65> div; bit<65> rem; bit<65> sata; bit<65> sats; }
header h127_t { bit<127> a; bit<127> b; bit<127> add; bit<127> sub; bit<127> mul; bit<127> neg; bit<127> inv; bit<127> land; bit<127> lor; bit<127> lxor; bit<127> shl; bit<127> shr; bit<127> div; bit<127> rem; bit<127> sata; bit<127> sats; }
header h128_t { bit<128> a; bit<128> b; bit<128> add; bit<128> sub; bit<128> mul; bit<128> neg; bit<128> inv; bit<128> land; bit<128> lor; bit<128> lxor; bit<128> shl; bit<128> shr; bit<128> div; bit<128> rem; bit<128> sata; bit<128> sats; }
header h129_t { bit<129> a; bit<129> b; bit<129> add; bit<129> sub; bit<129> mul; bit<129> neg; bit<129> inv; bit<129> land; bit<129> lor; bit<129> lxor; bit<129> shl; bit<129> shr; bit<129> div; bit<129> rem; bit<129> sata; bit<129> sats; }
struct headers_t { which_t k; h1_t h1; h7_t h7; h8_t h8; h9_t h9; h31_t h31; h32_t h32; h33_t h33; h63_t h63; h64_t h64; h65_t h65; h127_t h127; h128_t h128; h129_t h129; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) {
    state start {
        p.extract(h.k);
        transition select(h.k.w) {
            1: w1;
            7: w7;
            8: w8;
            9: w9;
            31: w31;
            32: w32;
            33: w33;
            63: w63;
            64: w64;
            65: w65;
            127: w127;
            128: w128;
            129: w129;
        }
    }
    state w1 { p.extract(h.h1); transition accept; }
    state w7 { p.extract(h.h7); transition accept; }
    state w8 { p.extract(h.h8); transition accept; }
    state w9 { p.extract(h.h9); transition accept; }
    state w31 { p.extract(h.h31); transition accept; }
    state w32 { p.extract(h.h32); transition accept; }
    state w33 { p.extract(h.h33); transition accept; }
    state w63 { p.extract(h.h63); transition accept; }
    state w64 { p.extract(h.h64); transition accept; }
    state w65 { p.extract(h.h65); transition accept; }
    state w127 { p.extract(h.h127); transition accept; }
    state w128 { p.extract(h.h128); transition accept; }
    state w129 { p.extract(h.h129); transition accept; }
}
#define OPS(x) if (x.isValid()) { \
    x.add = x.a + x.b; x.sub = x.a - x.b; x.mul = x.a * x.b; x.neg = -x.a; x.inv = ~x.a; \
    x.land = x.a & x.b; x.lor = x.a | x.b; x.lxor = x.a ^ x.b; x.shl = x.a << h.k.shift; x.shr = x.a >> h.k.shift; \
    x.div = x.a / x.b; x.rem = x.a % x.b; x.sata = x.a |+| x.b; x.sats = x.a |-| x.b; \
}
INGRESS(Work) {
    apply {
        OPS(h.h1)
        OPS(h.h7)
        OPS(h.h8)
        OPS(h.h9)
        OPS(h.h31)
        OPS(h.h32)
        OPS(h.h33)
        OPS(h.h63)
        OPS(h.h64)
        OPS(h.h65)
        OPS(h.h127)
        OPS(h.h128)
        OPS(h.h129)
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
