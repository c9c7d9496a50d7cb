// v1model: resubmit, resubmit_preserving_field_list: the packet as it came, again; it goes before all else.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<8> mark; bit<8> a; bit<8> b; bit<8> type; bit<8> port; }
struct headers_t { bytes_t x; }
struct meta_t { @field_list(1) bit<8> a; @field_list(2) bit<8> b; bit<8> c; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (s.instance_type == 0) {
            h.x.mark = 0x11;
            if (h.x.which == 1) resubmit_preserving_field_list(0);
            if (h.x.which == 2) resubmit_preserving_field_list(1);
            if (h.x.which == 3) { resubmit_preserving_field_list(1); resubmit_preserving_field_list(2); }
            if (h.x.which == 4) resubmit({ m.b, m.c });
            if (h.x.which == 5) { resubmit_preserving_field_list(1); mark_to_drop(s); }
            if (h.x.which == 6) { resubmit_preserving_field_list(1); s.mcast_grp = 7; }
            if (h.x.which == 7) { resubmit_preserving_field_list(1); clone(CloneType.I2E, 5); }
            m.a = 0xaa;
            m.b = 0xbb;
            m.c = 0x44;
        } else {
            h.x.a = m.a;
            h.x.b = m.b | m.c;
        }
        h.x.type = h.x.type | (bit<8>)s.instance_type;
        h.x.port = (bit<8>)s.ingress_port;
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Leave(), Update(), Deparse()) main;
