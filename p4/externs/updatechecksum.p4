// v1model: update_checksum: stored where the condition holds, of what egress left.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<16> a; bit<16> b; bit<16> sum; bit<32> crc; }
struct headers_t { bytes_t x; }
struct meta_t { bit<8> m; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
INGRESS(Work) { apply { s.egress_spec = 1; } }
INGRESS(Out) { apply { if (h.x.which == 5) h.x.a = h.x.a - 1; } }
control Sum(inout headers_t h, inout meta_t m) {
    apply {
        update_checksum(h.x.which == 1 || h.x.which == 5, { h.x.a, h.x.b }, h.x.sum, HashAlgorithm.csum16);
        update_checksum(h.x.which == 2, { h.x.a, h.x.b }, h.x.crc, HashAlgorithm.crc32);
        update_checksum(h.x.which == 3, { h.x.a, h.x.b }, h.x.sum, HashAlgorithm.crc16);
        // In a field of 32 bits a sum of 16 has zeros before it; of 16 bits those are the low ones.
        update_checksum(h.x.which == 4, { h.x.a, h.x.b }, h.x.crc, HashAlgorithm.csum16);
        update_checksum(h.x.which == 4, { h.x.a, h.x.b }, h.x.sum, HashAlgorithm.crc32);
    }
}
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Verify(), Work(), Out(), Sum(), Deparse()) main;
