// v1model: direct_counter: counts each match of its entry, called or not.
#include "../clauses/frame.p4i"
INGRESS(Work) {
    direct_counter(CounterType.packets_and_bytes) all;
    direct_counter(CounterType.packets) hits;
    direct_counter(CounterType.bytes) size;
    action to(bit<9> port) { s.egress_spec = port; }
    action counted(bit<9> port) { s.egress_spec = port; all.count(); }
    table t { key = { h.x.a: exact; } actions = { to; counted; } counters = all; size = 8; }
    table u { key = { h.x.b: exact; } actions = { NoAction; } counters = hits; size = 8; }
    table v { key = { h.x.b: ternary; } actions = { NoAction; } counters = size; size = 8; }
    apply { t.apply(); u.apply(); if (h.x.c == 0) v.apply(); }
}
RUN(Work)
