// @atomic: statements, states, controls (20.2.2). Regions begin and end with blocks, also
// where control leaves by return.
#include <core.p4>
extern reg { reg(); bit<8> read(); void write(in bit<8> x); }
header H { bit<8> a; }
parser Q(packet_in p, out H h);
control C(inout H h);
package P(Q q, C c, C d);

parser q(packet_in p, out H h) {
    state start {
        p.advance(8);
        transition next;
    }
    @atomic
    state next {
        p.extract(h);
        transition accept;
    }
}

control c(inout H h) {
    reg() r;
    apply {
        h.a = h.a + 1;
        @atomic {
            h.a = r.read();
            if (h.a == 0) { return; }
            @atomic {
                r.write(h.a + 1);
            }
        }
        h.a = h.a + 2;
    }
}

@atomic
control d(inout H h) {
    reg() r;
    apply {
        r.write(h.a);
    }
}
P(q(), c(), d()) main;
