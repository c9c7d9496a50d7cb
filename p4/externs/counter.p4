// v1model: counter counts packets and bytes by index; outside it counts nothing.
#include "../clauses/frame.p4i"
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    counter(4, CounterType.packets_and_bytes) seen;
    apply {
        seen.count((bit<32>)h.x.a);
        s.egress_spec = 1;
    }
}
RUN(Work)
