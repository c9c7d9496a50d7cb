// v1model: verify_checksum: checksum_error is 1 where the condition holds and the sum is another.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<8> a; bit<16> b; bit<32> sum; bit<8> wrong; }
struct headers_t { bytes_t x; }
struct meta_t { bit<8> m; }
#include "../clauses/blocks.p4i"
PARSER(Start) { state start { p.extract(h.x); transition accept; } }
control Check(inout headers_t h, inout meta_t m) {
    apply {
        verify_checksum(h.x.which == 1, { h.x.a, h.x.b }, h.x.sum[15:0], HashAlgorithm.csum16);
        verify_checksum(h.x.which == 2, { h.x.a, h.x.b }, h.x.sum, HashAlgorithm.crc32);
        // One that does not hold is not undone by one that does.
        verify_checksum(h.x.which == 3, { h.x.a }, 16w1, HashAlgorithm.xor16);
        verify_checksum(h.x.which == 3, { h.x.a, h.x.b }, h.x.sum[15:0], HashAlgorithm.csum16);
    }
}
INGRESS(Work) { apply { s.egress_spec = 1; h.x.wrong = (bit<8>)s.checksum_error; } }
INGRESS(Out) { apply { h.x.wrong = h.x.wrong | (bit<8>)s.checksum_error << 4; } }
DEPARSER(Deparse) { apply { p.emit(h.x); } }
V1Switch(Start(), Check(), Work(), Out(), Update(), Deparse()) main;
