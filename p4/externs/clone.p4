// v1model: clone, clone_preserving_field_list, clone3: of ingress the packet as it came, of egress as it is.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<8> mark; bit<8> kept; bit<8> lost; bit<8> port; bit<8> type; bit<8> drop; }
struct headers_t { bytes_t x; }
struct meta_t { @field_list(0, 1, 2) bit<8> a; @field_list(2) bit<8> b; bit<8> c; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        h.x.mark = 0x11;
        if (h.x.which == 1) clone(CloneType.I2E, 5);
        if (h.x.which == 2) clone_preserving_field_list(CloneType.I2E, 5, 1);
        if (h.x.which == 3) clone_preserving_field_list(CloneType.I2E, 5, 2);
        if (h.x.which == 4) clone_preserving_field_list(CloneType.I2E, 5, 3);
        if (h.x.which == 5) clone3(CloneType.I2E, 5, { m.b, s.ingress_port });
        // The last call counts.
        if (h.x.which == 6) { clone_preserving_field_list(CloneType.I2E, 5, 2); clone(CloneType.I2E, 6); }
        // The values are those at the end.
        m.a = 0xaa;
        m.b = 0xbb;
        m.c = 0xcc;
        if (h.x.drop == 1) mark_to_drop(s);
    }
}
INGRESS(Out) {
    apply {
        h.x.kept = m.a;
        h.x.lost = m.b | m.c;
        h.x.port = (bit<8>)s.egress_port;
        h.x.type = (bit<8>)s.instance_type;
        if (s.instance_type == 0) {
            h.x.mark = h.x.mark | 0x22;
            if (h.x.which == 0x11) clone(CloneType.E2E, 5);
            if (h.x.which == 0x12) clone_preserving_field_list(CloneType.E2E, 5, 1);
            if (h.x.which == 0x13) clone3(CloneType.E2E, 5, { m.b });
            if (h.x.which == 0x14) { clone_preserving_field_list(CloneType.E2E, 5, 2); clone(CloneType.E2E, 6); }
            m.a = 0xa0;
            m.b = 0xb0;
            if (h.x.drop == 2) mark_to_drop(s);
        }
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Out(), Update(), Deparse()) main;
