// 12.7: switch on values and on action_run: cases fall through, default, and none.
#include "frame.p4i"
enum bit<8> kind_t { one = 1, many = 0x80 }
enum plain_t { first, second, third }
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    action a1(bit<8> v) { h.x.d = v; }
    action a2() { h.x.d = 2; }
    action a3() { h.x.d = 3; }
    table t { key = { h.x.a : exact; } actions = { a1; a2; a3; @defaultonly NoAction; }
        const entries = { 1 : a1(0x11); 2 : a2(); 3 : a3(); } const default_action = NoAction(); }
    apply {
        switch (h.x.a) {
            1: { h.x.b = 1; }
            2:
            3: { h.x.b = 3; }
            default: { h.x.b = 0xdd; }
        }
        switch (h.x.a + 1) {
            2: { h.x.c = 2; }
            4: { h.x.c = 4; }
        }
        switch ((kind_t)h.x.a) {
            kind_t.one: { h.x.e = 1; }
            kind_t.many: { h.x.e = 2; }
        }
        plain_t p = h.x.a == 1 ? plain_t.second : (h.x.a == 2 ? plain_t.third : plain_t.first);
        switch (p) { plain_t.first: { h.x.f = 1; } plain_t.second: { h.x.f = 2; } default: { h.x.f = 3; } }
        switch (t.apply().action_run) {
            a1:
            a2: { h.x.g = 0x12; }
            NoAction: { h.x.g = 0xaa; }
        }
        s.egress_spec = 1;
    }
}
RUN(Work)
