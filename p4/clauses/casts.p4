// 8.11: casts cut or fill with zeros, or with the sign; bool and bit<1>; new types and enums.
#include <core.p4>
#include <v1model.p4>
type bit<8> port_t;
enum bit<8> kind_t { red = 3, blue = 200 }
header cast_t { bit<8> a; int<8> s; bit<16> ua; int<16> ss; bit<4> cut; int<4> scut; bit<8> us; int<8> su; bit<8> b; bit<8> n; bit<8> e; bit<72> far; int<72> sfar; }
struct headers_t { cast_t x; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        h.x.ua = (bit<16>)h.x.a;
        h.x.ss = (int<16>)h.x.s;
        h.x.cut = (bit<4>)h.x.a;
        h.x.scut = (int<4>)h.x.s;
        h.x.us = (bit<8>)h.x.s;
        h.x.su = (int<8>)h.x.a;
        bool high = (bool)h.x.a[7:7];
        bit<1> same = (bit<1>)(h.x.a == h.x.us);
        bit<1> truth = (bit<1>)high;
        h.x.b = 5w0 ++ same ++ truth ++ (bit<1>)(!high);
        port_t port = (port_t)h.x.a;
        h.x.n = (bit<8>)port + (bit<8>)(port == (port_t)h.x.us ? 8w1 : 8w0);
        kind_t kind = (kind_t)h.x.a;
        h.x.e = kind == kind_t.red ? 8w1 : (kind == kind_t.blue ? (bit<8>)kind : 8w0xee);
        h.x.far = (bit<72>)h.x.a;
        h.x.sfar = (int<72>)h.x.s;
        s.egress_spec = 1;
    }
}
DEPARSER(Leaving) { apply { p.emit(h.x); } }
WITH(Start, Work, Leaving)
