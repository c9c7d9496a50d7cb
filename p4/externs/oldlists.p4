// v1model: resubmit with fields, the old form: all of the metadata, a struct, a field, what is none.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<8> a; bit<8> b; bit<8> c; bit<8> d;}
struct headers_t { bytes_t x; }
struct inner_t { bit<8> c; bit<8> d; }
struct meta_t { bit<8> a; bit<8> b; inner_t n; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (s.instance_type == 0) {
            if (h.x.which == 1) resubmit(m);
            if (h.x.which == 2) resubmit({ m });
            if (h.x.which == 3) resubmit(m.n);
            if (h.x.which == 4) resubmit(m.n.c);
            if (h.x.which == 5) resubmit({ s, m.b });
            if (h.x.which == 6) resubmit({ m.n.c, { m.a } });
            if (h.x.which == 7) resubmit(h.x);
            if (h.x.which == 8) resubmit({});
            if (h.x.which == 9) { bit<8> v = m.a; resubmit({ v, m.b }); }
            m.a = 0xaa;
            m.b = 0xbb;
            m.n.c = 0xcc;
            m.n.d = 0xdd;
        } else {
            h.x.a = m.a;
            h.x.b = m.b;
            h.x.c = m.n.c;
            h.x.d = m.n.d;
        }
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Leave(), Update(), Deparse()) main;
