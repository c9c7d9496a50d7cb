// v1model: direct_meter: the meter of the entry that matched, where read is called.
header bytes_t { bit<8> a; bit<8> mode; bit<8> color; }
struct meta_t { bit<8> color; }
#include "wide.p4i"
INGRESS(Work) {
    direct_meter<bit<8>>(MeterType.packets) p;
    direct_meter<bit<8>>(MeterType.bytes) b;
    action to(bit<9> port) { s.egress_spec = port; p.read(m.color); }
    action quiet(bit<9> port) { s.egress_spec = port; }
    action read_bytes() { b.read(m.color); }
    table t { key = { h.x.a: exact; } actions = { to; quiet; } meters = p; size = 8; }
    table u { key = { h.x.a: exact; } actions = { read_bytes; } meters = b; size = 8; }
    apply {
        if (h.x.mode == 0) t.apply(); else { s.egress_spec = 4; u.apply(); }
        h.x.color = m.color;
    }
}
RUN(Work)
