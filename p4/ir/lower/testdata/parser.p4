// Parsers: clause 13.
#include <core.p4>
header H { bit<8> more; bit<8> kind; }
header V { bit<8> len; varbit<256> data; }
header_union U { H h; V v; }
struct S { H[3] s; V v; U u; bit<8> seen; }
struct Set { @match(ternary) bit<8> a; bit<8> b; }
parser Pr(packet_in p, out S s);
control D(packet_out p, in S s);
package P(Pr p, D d);

parser one(packet_in p, out H h) {
    state start {
        p.extract(h);
        transition select(h.kind) {
            0: reject;
            default: accept;
        }
    }
}

parser pr(packet_in p, out S s) {
    bit<8> n = 0;
    value_set<bit<8>>(4) known;
    value_set<Set>(8) both;
    one() sub;
    state start {
        p.extract(s.s.next);
        n = n + 1;
        transition select(s.s.last.more, n) {
            (1, _): start;
            (0 &&& 0xf0, 2 .. 3): middle;
            both: other;
        }
    }
    @name("mid") @note[n = 5] state middle {
        bit<16> ahead = p.lookahead<bit<16>>();
        H h;
        p.extract(h);
        verify(ahead[7:0] == h.kind && h.isValid(), error.NoMatch);
        sub.apply(p, s.u.h);
        sub.apply(p, s.s[n]);
        transition select(h.kind) {
            known: other;
            _: accept;
        }
    }
    state other {
        p.extract(s.v, (bit<32>) s.s[0].kind << 3);
        p.advance(8);
        p.extract<H>(_);
        s.seen = (bit<8>) s.s.lastIndex;
    }
}

control d(packet_out p, in S s) {
    apply {
        p.emit(s.s);
        p.emit({ s.v, s.s[0] });
    }
}
P(pr(), d()) main;
