// ubpf_model before 20200515: blocks without standard metadata; mark_to_drop and mark_to_pass.
#define UBPF_MODEL_VERSION 20200304
#include <core.p4>
#include <ubpf_model.p4>
header bytes_t { bit<8> which; bit<8> seen; }
struct headers_t { bytes_t x; }
struct meta_t { bit<8> m; }
parser Start(packet_in p, out headers_t h, inout meta_t m) {
    state start { p.extract(h.x); m.m = h.x.which + 1; transition accept; }
}
control Work(inout headers_t h, inout meta_t m) {
    apply {
        h.x.seen = m.m;
        if (h.x.which > 0) { mark_to_drop(); }
        if (h.x.which > 1) { mark_to_pass(); }
    }
}
control Deparse(packet_out p, in headers_t h) { apply { p.emit(h.x); } }
ubpf(Start(), Work(), Deparse()) main;
