// v1model: hash: base + hash mod max in the width of the result; base where max is 0.
header bytes_t { bit<8> which; bit<16> data; bit<16> base; bit<16> max; bit<16> result; }
struct meta_t { bit<16> m; }
#include "wide.p4i"
INGRESS(Work) {
    bit<8> small;
    bit<40> big;
    apply {
        s.egress_spec = 1;
        if (h.x.which == 1) {
            hash(h.x.result, HashAlgorithm.identity, h.x.base, { h.x.data }, h.x.max);
        } else if (h.x.which == 2) {
            // A result of 8 bits is the low ones.
            hash(small, HashAlgorithm.identity, h.x.base, { h.x.data }, h.x.max);
            h.x.result = (bit<16>)small;
        } else if (h.x.which == 3) {
            // One of 40 bits holds the carry.
            hash(big, HashAlgorithm.identity, h.x.base, { h.x.data }, h.x.max);
            h.x.result = big[31:16];
        } else if (h.x.which == 4) {
            // A maximum wider than the result: 2^16.
            hash(h.x.result, HashAlgorithm.identity, h.x.base, { h.x.data }, 32w0x10000);
        }
    }
}
RUN(Work)
