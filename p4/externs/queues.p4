// v1model: enq_qdepth, deq_qdepth, deq_timedelta are not modelled: a program may write them, not read.
#include "../clauses/frame.p4i"
INGRESS(Work) {
    // A table that is never applied reads nothing.
    table t { key = { s.enq_qdepth: exact; s.deq_qdepth: exact; s.deq_timedelta: exact; } actions = { NoAction; } }
    apply {
        s.enq_qdepth = 1;
        s.deq_qdepth = 2;
        s.deq_timedelta = 3;
        s.egress_spec = 1;
    }
}
RUN(Work)
