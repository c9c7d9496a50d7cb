// ubpf_model: Register, hash, csum_replace2, csum_replace4, ubpf_time_get_ns.
#include <core.p4>
#include <ubpf_model.p4>
header bytes_t { bit<8> which; bit<32> a; bit<32> b; bit<48> result; }
header text_t { bit<240> text; }
struct headers_t { bytes_t x; text_t t; }
struct meta_t { bit<8> m; }
parser Start(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata s) {
    state start { p.extract(h.x); transition select(h.x.which) { 2: text; 9: text; 10: text; 7: marked; default: accept; } }
    state text { p.extract(h.t); transition accept; }
    state marked { s.input_port = 0x23; s.packet_length = 0x45; transition accept; }
}
control Work(inout headers_t h, inout meta_t m, inout standard_metadata s) {
    Register<bit<32>, bit<32>>(4) kept;
    Register<bit<48>, bit<8>>(4) wide;
    apply {
        s.output_port = 1;
        bit<32> v = 0;
        if (h.x.which == 1) { v = kept.read(h.x.a); kept.write(h.x.a, v + h.x.b); h.x.result = (bit<48>)v; }
        if (h.x.which == 2) { hash(v, HashAlgorithm.lookup3, h.t.text); h.x.result = (bit<48>)v; }
        if (h.x.which == 3) h.x.result = (bit<48>)csum_replace2((bit<16>)(h.x.a >> 16), (bit<16>)h.x.a, (bit<16>)h.x.b);
        if (h.x.which == 4) h.x.result = (bit<48>)csum_replace4((bit<16>)h.x.result, h.x.a, h.x.b);
        if (h.x.which == 5) h.x.result = ubpf_time_get_ns();
        if (h.x.which == 9) { hash(v, HashAlgorithm.lookup3, h.t.text[239:144]); h.x.result = (bit<48>)v; }
        if (h.x.which == 10) { hash(v, HashAlgorithm.lookup3, h.t.text[239:136]); h.x.result = (bit<48>)v; }
        if (h.x.which == 11) { bit<48> w = wide.read(h.x.a[7:0]); wide.write(h.x.a[7:0], h.x.result); h.x.result = w; }
        if (h.x.which == 8) truncate(0);
        if (h.x.which == 6 || h.x.which == 7) h.x.result = (bit<48>)(s.input_port ++ (bit<16>)s.packet_length);
    }
}
control Deparse(packet_out p, in headers_t h) { apply { p.emit(h.x); p.emit(h.t); } }
ubpf(Start(), Work(), Deparse()) main;
