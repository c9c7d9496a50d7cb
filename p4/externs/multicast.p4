// v1model: mcast_grp, egress_rid: a copy for each member, with all headers and metadata.
#include <v1model.p4>
header bytes_t { bit<8> group; bit<16> rid; bit<8> port; bit<8> type; bit<8> kept; bit<8> in_port; bit<8> grp; }
struct headers_t { bytes_t x; }
struct meta_t { bit<8> a; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        s.mcast_grp = (bit<16>)h.x.group;
        m.a = 0xaa;
        h.x.group = 0xee;
        s.priority = 3;
    }
}
INGRESS(Out) {
    apply {
        h.x.rid = s.egress_rid;
        h.x.port = (bit<8>)s.egress_port;
        h.x.type = (bit<8>)s.instance_type;
        h.x.kept = m.a;
        h.x.in_port = (bit<8>)s.ingress_port << 4 | (bit<8>)s.priority;
        h.x.grp = (bit<8>)s.mcast_grp;
        // One copy changes nothing for the next.
        m.a = 0;
        if (s.egress_rid == 0x1234) mark_to_drop(s);
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Out(), Update(), Deparse()) main;
