// ebpf_model: what the filter accepts goes back as it came; CounterArray, tables.
#include <core.p4>
#include <ebpf_model.p4>
header bytes_t { bit<8> which; bit<8> key; bit<32> by; }
struct headers_t { bytes_t x; }
parser Start(packet_in p, out headers_t h) {
    state start { p.extract(h.x); transition select(h.x.which) { 9: reject; default: accept; } }
}
control Work(inout headers_t h, out bool pass) {
    CounterArray(32w4, true) seen;
    action deny() { pass = false; }
    table t {
        key = { h.x.key: exact; }
        actions = { deny; NoAction; }
        default_action = NoAction();
        implementation = hash_table(8);
    }
    apply {
        pass = h.x.which != 0;
        if (h.x.which == 1) seen.increment((bit<32>)h.x.key);
        if (h.x.which == 2) seen.add((bit<32>)h.x.key, h.x.by);
        // A change of the headers is not sent.
        if (h.x.which == 3) h.x.by = 0;
        if (h.x.which == 4) t.apply();
    }
}
ebpfFilter(Start(), Work()) main;
