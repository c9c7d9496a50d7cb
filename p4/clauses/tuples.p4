// 8.12 to 8.16: structs, tuples and lists: assigned whole, by names, compared part by part.
#include "frame.p4i"
struct point_t { bit<8> x; bit<8> y; }
struct box_t { point_t lo; point_t hi; bool full; }
tuple<bit<8>, bit<8>> flip(in tuple<bit<8>, bit<8>> t) { return { t[1], t[0] }; }
point_t turn(in point_t p) { return { y = p.x, x = p.y }; }
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    apply {
        box_t u;
        box_t v = { { h.x.a, h.x.b }, { x = 3, y = 4 }, true };
        u = v;
        u.lo.x = u.lo.x + 1;
        v.hi = turn(u.lo);
        h.x.c = v.lo.x;
        h.x.d = v.hi.x;
        h.x.e = v.hi.y;
        h.x.f = (u == v ? 8w1 : 0) | (u.lo == v.lo ? 8w2 : 0) | (u.hi == v.hi ? 8w4 : 0) | (v.lo == v.hi ? 8w8 : 0) | (u != v ? 8w16 : 0);
        tuple<bit<8>, bit<8>> t = { h.x.a, h.x.b };
        tuple<bit<8>, bit<8>> r = flip(t);
        h.x.g = r[0];
        h.x.f = h.x.f | (r == t ? 8w32 : 0);
        v.full = h.x.a == h.x.b;
        u.lo = v.lo;
        u.hi = v.hi;
        h.x.f = h.x.f | (u == v ? 8w64 : 0);
        point_t p = { ... };
        bit<8> x = p.x;
        point_t swapped = { h.x.a, h.x.b };
        swapped = { swapped.y, swapped.x };
        h.x.h = swapped.x - swapped.y + x;
        s.egress_spec = 1;
    }
}
RUN(Work)
