// v1model: hash and HashAlgorithm: every algorithm over the same nine bytes.
header bytes_t { bit<8> algorithm; bit<72> data; bit<64> result; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    // A range of 2^64 leaves the hash as it is.
    #define OF(ALGORITHM) hash(h.x.result, HashAlgorithm.ALGORITHM, 64w0, { h.x.data }, 65w0x10000000000000000)
    apply {
        s.egress_spec = 1;
        if (h.x.algorithm == 1) OF(crc16);
        else if (h.x.algorithm == 2) OF(crc32);
        else if (h.x.algorithm == 3) OF(csum16);
        else if (h.x.algorithm == 4) OF(xor16);
        else if (h.x.algorithm == 5) OF(identity);
        else if (h.x.algorithm == 6) OF(crc16_custom);
        else if (h.x.algorithm == 7) OF(crc32_custom);
    }
}
RUN(Work)
