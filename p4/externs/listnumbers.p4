// v1model: @field_list: numbers as expressions, and fields of structs within the metadata.
#include <v1model.p4>
const bit<8> FIRST_FL_7 = 1;
enum bit<8> Lists { none = 0, second = 2 }
header bytes_t { bit<8> which; bit<8> a; bit<8> b; bit<8> c; bit<8> d;}
struct headers_t { bytes_t x; }
struct inner_t { @field_list(0x4) bit<8> c; bit<8> d; }
struct meta_t { @field_list(FIRST_FL_7) bit<8> a; @field_list(Lists.second, FIRST_FL_7 + 2, 8w255) bit<8> b; inner_t n; @field_list(Lists.none) inner_t z; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (s.instance_type == 0) {
            if (h.x.which == 1) resubmit_preserving_field_list(FIRST_FL_7);
            if (h.x.which == 2) resubmit_preserving_field_list((bit<8>)Lists.second);
            if (h.x.which == 3) resubmit_preserving_field_list(3);
            if (h.x.which == 4) resubmit_preserving_field_list(4);
            if (h.x.which == 5) resubmit_preserving_field_list(255);
            if (h.x.which == 6) resubmit_preserving_field_list((bit<8>)Lists.none);
            if (h.x.which == 7) resubmit_preserving_field_list(7);
            m.a = 0xaa;
            m.b = 0xbb;
            m.n.c = 0xcc;
            m.n.d = 0xdd;
            m.z = { 0x0c, 0x0d };
        } else {
            h.x.a = m.a;
            h.x.b = m.b;
            h.x.c = m.n.c | m.z.c;
            h.x.d = m.n.d | m.z.d;
        }
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Leave(), Update(), Deparse()) main;
