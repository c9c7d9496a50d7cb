// v1model: Checksum16.get, the old form: the checksum of its data.
header bytes_t { bit<8> a; bit<16> b; bit<16> sum; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    Checksum16() ck;
    apply { s.egress_spec = 1; h.x.sum = ck.get({ h.x.a, h.x.b }); }
}
RUN(Work)
