// v1model: log_msg: {} stands for the next value; a packet is the same with and without it.
#include "../clauses/frame.p4i"
INGRESS(Work) {
    apply {
        log_msg("begins");
        log_msg("a = {}, b = {}, both {}", { h.x.a, h.x.b, h.x.a ++ h.x.b });
        log_msg("more {} than {}", { h.x.a });
        if (h.x.a == 0xff) log_msg("true {} and signed {}", { h.x.a == 255, (int<8>)h.x.a });
        s.egress_spec = 1;
    }
}
RUN(Work)
