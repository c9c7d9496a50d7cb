// 13.8: extract, lookahead and advance at the end of the packet: PacketTooShort, nothing moved.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; }
header odd_t { bit<3> a; bit<12> b; bit<1> c; }
header wide_t { bit<24> v; }
#include "report.p4i"
struct headers_t { k_t k; odd_t o; wide_t w; report_t end; }
struct meta_t { bit<24> seen; bit<32> bits; }
#include "blocks.p4i"
struct three_t { k_t[3] k; }
struct two_t { bit<4> hi; bit<20> lo; }
PARSER(Start) {
    state start {
        p.extract(h.k);
        transition select(h.k.k) { 0: odd; 1: look; 2: skip; 3: empty; 4: parts; 5: whole; 6: bits; 7: keep; 8: stack; _: accept; }
    }
    state odd { p.extract(h.o); p.extract(h.w); transition accept; }
    state look { m.seen = p.lookahead<bit<24>>(); p.extract(h.w); h.w.v = h.w.v ^ m.seen ^ 0xff; transition accept; }
    state skip { m.bits = 16; p.advance(m.bits); p.extract(h.w); transition accept; }
    state empty { p.advance(0); bit<8> n = p.lookahead<bit<8>>(); h.k.k = n; transition accept; }
    state parts { two_t t = p.lookahead<two_t>(); h.o.setValid(); h.o.a = t.hi[3:1]; h.o.b = t.lo[19:8]; h.o.c = 1; transition accept; }
    state whole { h.k.k = (bit<8>)p.length(); p.advance(p.length() * 8 - 8); transition accept; }
    state bits { p.advance(3); bit<12> b = p.lookahead<bit<12>>(); p.advance(5); p.extract(h.w); h.k.k = (bit<8>)b; transition accept; }
    state stack { three_t t = p.lookahead<three_t>(); h.k.k = t.k[2].k; transition accept; }
    state keep { m.seen = 0xabcdef; m.seen = p.lookahead<bit<24>>(); transition accept; }
}
INGRESS(Work) { apply { if (h.k.k == 7) { h.w.setValid(); h.w.v = m.seen; } REPORT } }
DEPARSER(Leaving) { apply { p.emit(h.k); p.emit(h.o); p.emit(h.w); p.emit(h.end); } }
WITH(Start, Work, Leaving)
