// v1model: digest: what ingress says, with the values of the call, field by field.
header bytes_t { bit<8> which; bit<48> mac; bit<9> port; bit<7> rest; }
struct learn_t { bit<48> mac; bit<9> port; bit<7> rest; bit<16> sum; }
struct inner_t { bit<8> a; bit<3> b; }
struct nested_t { inner_t pair; bit<1> c; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    apply {
        s.egress_spec = 1;
        if (h.x.which == 1 || h.x.which == 2) {
            digest<learn_t>(1, { h.x.mac, h.x.port, h.x.rest, 16w0x1234 });
            h.x.mac = 0;
        }
        // A second one in the same run, of the value that the first left; drops lose none.
        if (h.x.which == 2) {
            digest<learn_t>(1, { h.x.mac, s.ingress_port, 7w1, 16w0xffff });
            mark_to_drop(s);
        }
        if (h.x.which == 3) digest<nested_t>(2, { { h.x.which, h.x.rest[2:0] }, h.x.port[8:8] });
    }
}
RUN(Work)
