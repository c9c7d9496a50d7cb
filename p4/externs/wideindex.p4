// v1model: an index may be of any width: 2^64 is outside, as is 2^32.
#define V1MODEL_VERSION 20200408
header bytes_t { bit<72> index; bit<8> value; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    counter<bit<72>>(4, CounterType.packets) seen;
    register<bit<8>, bit<72>>(4) kept;
    apply {
        s.egress_spec = 1;
        seen.count(h.x.index);
        bit<8> v;
        kept.read(v, h.x.index);
        kept.write(h.x.index, h.x.value);
        h.x.value = v;
    }
}
RUN(Work)
