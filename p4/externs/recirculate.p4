// v1model: recirculate, recirculate_preserving_field_list: what would leave comes in again.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<8> mark; bit<8> a; bit<8> b; bit<8> type; bit<16> length; }
header more_t { bit<16> f; }
struct headers_t { more_t y; bytes_t x; }
struct meta_t { @field_list(1) bit<8> a; @field_list(2) bit<8> b; bit<8> c; }
#include "../clauses/blocks.p4i"
PARSER(Start) {
    state start { transition select(p.lookahead<bit<8>>()) { 0xfe: more; default: last; } }
    state more { p.extract(h.y); transition last; }
    state last { p.extract(h.x); transition accept; }
}
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (s.instance_type == 4) { h.x.a = m.a; h.x.b = m.b | m.c; }
        h.x.type = h.x.type | (bit<8>)s.instance_type;
        h.x.length = (bit<16>)s.packet_length;
    }
}
INGRESS(Out) {
    apply {
        if (h.x.mark == 0) {
            h.x.mark = 0x11;
            // A header comes before it.
            h.y.setValid();
            h.y.f = 0xfe01;
            if (h.x.which == 1) recirculate_preserving_field_list(0);
            if (h.x.which == 2) recirculate_preserving_field_list(1);
            if (h.x.which == 3) { recirculate_preserving_field_list(1); recirculate_preserving_field_list(2); }
            if (h.x.which == 4) recirculate({ m.b, m.c });
            if (h.x.which == 5) { recirculate_preserving_field_list(1); mark_to_drop(s); }
            if (h.x.which == 6) { recirculate_preserving_field_list(1); truncate(9); }
            if (h.x.which == 7) { recirculate_preserving_field_list(1); clone(CloneType.E2E, 5); }
            m.a = 0xaa;
            m.b = 0xbb;
            m.c = 0x44;
        }
    }
}
DEPARSER(Deparse) { apply { p.emit(h); } }
V1Switch(Start(), Verify(), Work(), Out(), Update(), Deparse()) main;
