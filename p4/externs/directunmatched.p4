// v1model: direct_meter.read and direct_counter.count where no entry of the table matched in this run of the block.
header bytes_t { bit<8> a; bit<8> first; bit<8> then; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    direct_meter<bit<8>>(MeterType.packets) rate;
    direct_counter(CounterType.packets) seen;
    action to(bit<9> port) { s.egress_spec = port; }
    table t { key = { h.x.a: exact; } actions = { to; NoAction; } meters = rate; counters = seen; }
    apply {
        s.egress_spec = 1;
        // The packet before may have matched; this one did not, so far.
        rate.read(h.x.first);
        seen.count();
        t.apply();
        rate.read(h.x.then);
    }
}
RUN(Work)
