// 8.5: on bool, &, | and ^ evaluate both sides, && and || only what decides; ?: one branch.
#include "frame.p4i"
bool note(inout bit<8> log, in bit<8> mark, in bool value) { log = (log << 2) | mark; return value; }
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply {
        bool a = h.x.a == 1;
        bool b = h.x.b == 1;
        h.x.c = (a && b ? 8w0x80 : 0) | (a || b ? 8w0x40 : 0) | (a != b ? 8w0x20 : 0) | (!a ? 8w0x10 : 0)
              | (a == b ? 8w8 : 0) | ((a && !b) || (b && !a) ? 8w4 : 0);
        if (note(h.x.d, 1, a) && note(h.x.d, 2, b)) { h.x.g = h.x.g + 1; }
        if (note(h.x.e, 1, a) || note(h.x.e, 2, b)) { h.x.g = h.x.g + 16; }
        bool chosen = note(h.x.f, 3, a) ? note(h.x.f, 1, b) : note(h.x.f, 2, !b);
        h.x.h = chosen ? 8w1 : 8w0;
        if (note(h.x.f, 1, true) && !(note(h.x.f, 2, a) || note(h.x.f, 3, b))) { h.x.g = h.x.g | 0x80; }
        s.egress_spec = 1;
    }
}
RUN(Work)
