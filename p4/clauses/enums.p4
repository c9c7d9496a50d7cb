// 8.2, 8.3: enums and errors compared; serializable ones on the wire, members or not.
#include <core.p4>
#include <v1model.p4>
error { Odd, Even }
enum bit<4> nibble_t { a = 1, b = 0xe }
enum int<8> signed_t { minus = -1, plus = 1 }
enum state_t { idle, busy, done }
header k_t { nibble_t n; nibble_t m; signed_t s; bit<8> r; bit<8> q; }
struct headers_t { k_t x; }
struct meta_t { state_t st; error e; }
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); verify(h.x.n != nibble_t.b, error.Odd); transition accept; } }
state_t step(in state_t s) {
    if (s == state_t.idle) { return state_t.busy; }
    if (s == state_t.busy) { return state_t.done; }
    return state_t.idle;
}
INGRESS(Work) {
    apply {
        h.x.r = (h.x.n == nibble_t.a ? 8w1 : 0) | (h.x.m == h.x.n ? 8w2 : 0) | (h.x.s == signed_t.minus ? 8w4 : 0)
              | (h.x.n != nibble_t.b ? 8w8 : 0) | (s.parser_error == error.Odd ? 8w16 : 0) | (s.parser_error == error.NoError ? 8w32 : 0)
              | (m.e == error.NoError ? 8w64 : 0) | (m.st == state_t.idle ? 8w128 : 0);
        if (h.x.q != 0) { m.st = step(m.st); m.e = error.Even; }
        if (h.x.q > 1) { m.st = step(m.st); }
        if (h.x.q > 2) { m.st = step(m.st); h.x.s = signed_t.plus; h.x.m = nibble_t.b; }
        h.x.q = (m.st == state_t.idle ? 8w1 : 0) | (m.st == state_t.busy ? 8w2 : 0) | (m.st == state_t.done ? 8w4 : 0)
              | (m.e == error.Even ? 8w8 : 0) | (m.e != error.Even ? 8w16 : 0);
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.x); } }
WITH(Start, Work, Leaving)
