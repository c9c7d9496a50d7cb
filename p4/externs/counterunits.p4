// v1model: CounterType: packets, bytes, both; bytes are those of the packet as it came.
header bytes_t { bit<8> index; bit<8> again; bit<32> rest; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    counter(3, CounterType.packets) p;
    counter(3, CounterType.bytes) b;
    counter(3, CounterType.packets_and_bytes) both;
    apply {
        s.egress_spec = 1;
        p.count((bit<32>)h.x.index);
        b.count((bit<32>)h.x.index);
        both.count((bit<32>)h.x.index);
        if (h.x.again == 1) { p.count(0); b.count(0); both.count(0); both.count(h.x.rest); }
        if (h.x.again == 2) mark_to_drop(s);
    }
}
INGRESS(Out) {
    counter(1, CounterType.packets_and_bytes) left;
    apply {
        // The packet leaves with fewer bytes than it came with.
        truncate(3);
        left.count(0);
    }
}
TWO(Work, Out)
