// v1model: truncate: the packet that leaves is cut, headers and all; the last call counts.
header bytes_t { bit<8> which; bit<8> length; bit<16> packet; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.x.which == 1) truncate((bit<32>)h.x.length);
        if (h.x.which == 2) { truncate(1); truncate((bit<32>)h.x.length); }
    }
}
INGRESS(Out) {
    apply {
        if (h.x.which == 3) truncate((bit<32>)h.x.length);
        h.x.packet = (bit<16>)s.packet_length;
    }
}
TWO(Work, Out)
