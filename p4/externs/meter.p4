// v1model: meter of packets and of bytes: two rates, three colors (RFC 2698), color-blind.
header bytes_t { bit<8> which; bit<32> index; bit<8> color; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    meter(4, MeterType.packets) p;
    meter(4, MeterType.bytes) b;
    bit<2> narrow;
    apply {
        s.egress_spec = 1;
        if (h.x.which == 1) p.execute_meter(h.x.index, h.x.color);
        if (h.x.which == 2) { b.execute_meter(h.x.index, narrow); h.x.color = (bit<8>)narrow; }
    }
}
RUN(Work)
