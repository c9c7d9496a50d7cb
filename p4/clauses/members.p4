// 7.1.2, 7.2.1: members of error and of enums without a representation, where the control plane or an extern keeps them: in registers, arguments, keys, sets of values.
#include "frame.p4i"
enum color_t { red, green, blue }
struct kept_t { color_t c; bit<8> n; error e; }
INGRESS(Work) {
    register<color_t>(4) colors;
    register<error>(4) errors;
    register<kept_t>(4) pairs;
    color_t shown = color_t.red;
    action show(color_t c, bit<8> n, error e) {
        shown = c;
        h.x.b = n;
        if (e == error.StackOutOfBounds) h.x.c = 0xcc;
    }
    table t {
        key = { h.x.a: exact; }
        actions = { show; NoAction; }
        const entries = { 5: show(color_t.blue, 6, error.StackOutOfBounds); }
    }
    // The key is the index of a member: blue is 2.
    table u { key = { shown: exact; } actions = { show; NoAction; } }
    apply {
        s.egress_spec = 1;
        if (h.x.a == 1) {
            colors.write(1, color_t.blue);
            errors.write(1, error.PacketTooShort);
            pairs.write(1, { color_t.green, 7, error.NoMatch });
        }
        color_t c;
        colors.read(c, 1);
        error e;
        errors.read(e, 1);
        kept_t k;
        pairs.read(k, 1);
        if (c == color_t.blue) h.x.d = 0xdd;
        if (e == error.PacketTooShort) h.x.e = 0xee;
        if (k.c == color_t.green && k.n == 7 && k.e == error.NoMatch) h.x.f = 0xff;
        t.apply();
        if (shown == color_t.blue) h.x.g = 1;
        u.apply();
        bit<16> sum;
        hash(sum, HashAlgorithm.csum16, 16w0, { shown }, 17w0x10000);
        h.x.h = sum[7:0];
    }
}
RUN(Work)
