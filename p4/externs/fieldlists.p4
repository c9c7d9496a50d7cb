// v1model: @field_list: a field in several lists, whole structs, and copies of copies.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<8> a; bit<8> b; bit<16> c; bit<8> round; }
struct headers_t { bytes_t x; }
struct inner_t { bit<8> c; bit<8> d; }
struct meta_t { @field_list(1, 3) bit<8> a; @field_list(3) @field_list(4) bit<8> b; @field_list(4) @note(1, 3) inner_t c; @field_list(1, 3, 4) bit<8> round; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (m.round == 0) { m.a = 0xaa; m.b = 0xbb; m.c.c = 0xcc; m.c.d = 0xdd; }
        m.round = m.round + 1;
        if (m.round < 3) {
            if (h.x.which == 1) resubmit_preserving_field_list(1);
            if (h.x.which == 3) resubmit_preserving_field_list(3);
            if (h.x.which == 4) resubmit_preserving_field_list(4);
        }
        h.x.a = m.a;
        h.x.b = m.b;
        h.x.c = m.c.c ++ m.c.d;
        h.x.round = m.round;
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Leave(), Update(), Deparse()) main;
