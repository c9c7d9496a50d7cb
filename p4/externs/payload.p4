// v1model: verify_checksum_with_payload, update_checksum_with_payload: all behind the headers counts too.
#include <v1model.p4>
header bytes_t { bit<8> which; bit<8> a; bit<16> sum; bit<8> wrong; }
header more_t { bit<16> b; }
struct headers_t { bytes_t x; more_t y; }
struct meta_t { bit<8> m; }
#include "../clauses/blocks.p4i"
PARSER(Start) {
    state start { p.extract(h.x); transition select(h.x.which) { 3: more; 4: over; default: accept; } }
    state more { p.extract(h.y); transition accept; }
    // What is skipped is no payload.
    state over { p.advance(16); transition accept; }
}
control Check(inout headers_t h, inout meta_t m) {
    apply {
        verify_checksum_with_payload(h.x.which != 0, { h.x.which, h.x.a }, h.x.sum, HashAlgorithm.csum16);
    }
}
INGRESS(Work) { apply { s.egress_spec = 1; h.x.wrong = (bit<8>)s.checksum_error; if (h.x.which == 2) h.x.a = 0; } }
control Sum(inout headers_t h, inout meta_t m) {
    apply {
        update_checksum_with_payload(h.x.which != 0 && h.x.which != 5, { h.x.which, h.x.a }, h.x.sum, HashAlgorithm.csum16);
        update_checksum_with_payload(h.x.which == 5, { h.x.which, h.x.a }, h.x.sum, HashAlgorithm.crc16);
    }
}
DEPARSER(Deparse) { apply { p.emit(h); } }
V1Switch(Start(), Check(), Work(), Leave(), Sum(), Deparse()) main;
