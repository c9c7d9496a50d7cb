// Clauses 6.7, 6.8, 8.6, 8.18 and 8.19: what is stored to.
#include <core.p4>
enum bit<8> E { A = 1 }
header H { bit<8> z; }
header K { bit<32> k; }
header_union U { H h; K k; }
struct S { H[4] st; U u; bit<8> a; bool t; }
parser Pr(packet_in p, inout S s);
control C(inout S s, packet_out p);
package P(Pr p, C c);

bit<8> grow(inout H[4] s) { s.push_front(1); return 1; }
void touch(inout H h, in bit<8> x) { h.z = x; }
void both(inout H h, inout K k) { }

parser inner(packet_in p, inout S s, inout H h) {
    state start {
        p.extract(s.st.next);
        transition accept;
    }
}

parser pr(packet_in p, inout S s) {
    inner() sub;
    state start {
        // The element that was next before the call is what is stored to.
        sub.apply(p, s, s.st.next);
        s.st.next.z = grow(s.st);
        touch(s.st.next, grow(s.st));
        s.st.next.z += grow(s.st);
        transition accept;
    }
}

// Bits beyond are dropped when stored, and zeros when read.
control part(inout bit<8> v, int n)(bit<8> k) {
    apply {
        v[k +: 4] = 4w3;
        v = v[k +: 4] ++ 4w0;
        v = v << n;
    }
}

control c(inout S s, packet_out p) {
    part(2) inside;
    part(6) across;
    action send() { p.emit(s.u); }
    apply {
        // Copying out of a union's header may make the others invalid.
        touch(s.u.h, 1);
        both(s.u.h, s.u.k);
        E e = E.A;
        e[3:0] = 2;
        s.a = e;
        inside.apply(s.a, 1);
        across.apply(s.a, 1);
        s.t = { 1, grow(s.st) } == { s.a, 8w2 };
        s.t = { 1, s.a } != { 2, s.a };
        send();
    }
}
P(pr(), c()) main;
