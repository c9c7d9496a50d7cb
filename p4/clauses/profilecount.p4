// v1model: a direct counter of a table with an action profile counts the entries, not the members.
#include "frame.p4i"
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    direct_counter(CounterType.packets_and_bytes) hits;
    action_profile(8) members;
    action set(bit<8> v) { h.x.b = v; hits.count(); }
    table t { key = { h.x.a : exact; } actions = { set; @defaultonly NoAction; } counters = hits; implementation = members; default_action = NoAction(); }
    apply { s.egress_spec = 1; if (t.apply().hit) { h.x.c = 1; } }
}
RUN(Work)
