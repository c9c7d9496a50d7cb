// v1model of 2020: counters, meters and registers with an index type of their own, and PortId_t.
#define V1MODEL_VERSION 20200408
header bytes_t { bit<8> i; bit<8> value; bit<8> color; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    counter<bit<8>>(16, CounterType.packets) seen;
    meter<bit<4>>(16, MeterType.packets) rate;
    register<bit<8>, bit<8>>(16) kept;
    apply {
        PortId_t port = 3;
        s.egress_spec = port;
        seen.count(h.x.i);
        rate.execute_meter(h.x.i[3:0], h.x.color);
        bit<8> old;
        kept.read(old, h.x.i);
        kept.write(h.x.i, h.x.value);
        h.x.value = old;
    }
}
RUN(Work)
