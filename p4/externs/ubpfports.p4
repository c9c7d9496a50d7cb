// ubpf_model: output_action, output_port, clone, mark_to_drop, mark_to_pass, truncate; a rejected packet passes.
#include <core.p4>
#include <ubpf_model.p4>
header bytes_t { bit<8> which; bit<8> arg; }
header more_t { bit<16> f; }
struct headers_t { bytes_t x; more_t y; }
struct meta_t { bit<8> m; }
bit<8> endless() { bit<8> n = 0; for (bit<8> i = 0; i < 255; i = i * 1) { n = n + 1; } return n; }
parser Start(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata s) {
    state start { p.extract(h.x); transition select(h.x.which) { 1: reject; 12: twice; 13: dropped; 16: slow; default: accept; } }
    state twice { s.output_port = 2; s.clone = true; s.clone_port = 4; transition accept; }
    state slow { m.m = endless(); transition accept; }
    state dropped { s.output_action = ubpf_action.DROP; transition accept; }
}
control Work(inout headers_t h, inout meta_t m, inout standard_metadata s) {
    action to(bit<32> port) { s.output_port = port; }
    table t { key = { h.x.arg: exact; } actions = { to; NoAction; } default_action = NoAction(); size = 8; }
    apply {
        if (h.x.which != 0 && h.x.which != 12) s.output_port = 1;
        if (h.x.which == 2) mark_to_drop();
        if (h.x.which == 3) { mark_to_drop(); mark_to_pass(); }
        if (h.x.which == 4) s.output_action = ubpf_action.DROP;
        if (h.x.which == 5) { s.output_action = ubpf_action.REDIRECT; s.output_port = 3; }
        if (h.x.which == 6) { s.clone = true; s.clone_port = 2; }
        if (h.x.which == 7) { s.clone = true; s.clone_port = 2; mark_to_drop(); }
        if (h.x.which == 8) truncate((bit<32>)h.x.arg);
        if (h.x.which == 9) { h.y.setValid(); h.y.f = 0xabcd; }
        if (h.x.which == 15) { h.y.setValid(); h.y.f = 0xabcd; truncate(3); }
        if (h.x.which == 10) h.x.setInvalid();
        if (h.x.which == 11) t.apply();
        if (h.x.which == 17) { s.output_port = 0x10003; s.clone = true; s.clone_port = 0x80000004; }
    }
}
control Deparse(packet_out p, in headers_t h) { apply { p.emit(h.x); p.emit(h.y); if (h.x.which == 14) { for (bit<8> i = 0; i < 255; i = i * 1) { } } } }
ubpf(Start(), Work(), Deparse()) main;
