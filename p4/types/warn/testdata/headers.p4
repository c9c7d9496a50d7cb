// Headers that are not valid where their fields are read or written (8.17 to 8.19).
match_kind { exact, ternary }
action NoAction() {}
header H { bit<8> a; bit<8> b; }
header_union U { H one; H two; }
struct Hs { H h; H i; H[3] s; U u; }
extern packet_in { void extract<T>(out T h); }
extern void make(out H h);
extern bool ask();
extern void each(in bit<8> x);

parser p(packet_in pkt, out Hs hs) {
    state start {
        pkt.extract(hs.h);
        hs.h.a = 1;
        hs.i.a = 1; // WARNING invalid-header "hs.i is not valid here: its field a has no value"
        transition select(hs.h.a) {
            1: more;
            2: last;
            _: accept;
        }
    }
    state more {
        pkt.extract(hs.s.next);
        hs.h.b = hs.s.last.a;
        pkt.extract(hs.i);
        transition select(hs.s.last.b) {
            1: more;
            _: last;
        }
    }
    state last {
        hs.h.b = hs.h.a;
        hs.h.b = hs.i.a; // WARNING invalid-header "hs.i.isValid(), or call hs.i.setValid()"
        pkt.extract(hs.u.one);
        hs.u.one.a = 1;
        hs.u.two.a = 1; // WARNING invalid-header
        transition next;
    }
    state next {
        pkt.extract(hs.u.two);
        hs.u.one.a = 1; // WARNING invalid-header
        hs.u.two.a = 1;
        transition accept;
    }
}

parser early(packet_in pkt, out Hs hs) {
    state start {
        hs.s.next.a = 1; // WARNING invalid-header "hs.s[…]"
        each(hs.s.last.a); // WARNING invalid-header "hs.s[…]"
        transition accept;
    }
}

control k(inout Hs hs) {
    H l;
    H m;
    H[3] st;
    action clear(inout H x) { x.setInvalid(); }
    table guarded {
        key = { hs.h.isValid() : exact; hs.h.a : exact; }
        actions = { NoAction; }
    }
    table open {
        key = { hs.h.a : ternary; }
        actions = { NoAction; }
    }
    table closed {
        key = { hs.h.a : exact; } // WARNING invalid-header
        actions = { NoAction; }
    }
    apply {
        hs.i.a = 1;
        l.a = 1; // WARNING invalid-header
        l.setValid();
        l.a = 1;
        hs.h.a = l.a;
        hs.h.b = l.b; // WARNING uninitialized "l.b"
        l.setInvalid();
        hs.h.a = l.a; // WARNING invalid-header
        m = { 1, 2 };
        l = m;
        hs.h.a = l.b;
        clear(l);
        hs.h.a = l.b; // WARNING invalid-header
        make(l);
        hs.h.a = l.b;
        l = (H) {#};
        hs.h.a = l.b; // WARNING invalid-header
        if (ask()) {
            m.setInvalid();
        }
        hs.h.a = m.a; // WARNING invalid-header "may not"
        if (m.isValid()) {
            hs.h.a = m.a;
        } else {
            hs.h.a = m.a; // WARNING invalid-header
        }
        if (!hs.h.isValid()) {
            guarded.apply();
            open.apply();
            closed.apply();
        }
        if (hs.h.isValid() && hs.h.a == 1) {
            hs.h.a = 2;
        }
        if (!hs.h.isValid() || hs.h.a == 1) {
            hs.h.setValid();
            hs.h.a = 2;
        }
        hs.h.a = 3;

        st[0] = { 1, 2 };
        st[2] = { 3, 4 };
        hs.h.a = st[0].a;
        hs.h.a = st[1].a; // WARNING invalid-header
        hs.h.a = st[hs.h.b].a;
        st.pop_front(1);
        hs.h.a = st[1].a;
        hs.h.a = st[0].a; // WARNING invalid-header
        st.push_front(2);
        hs.h.a = st[1].a; // WARNING invalid-header
        hs.h.a = st[2].a; // WARNING invalid-header

        hs.u.one.setValid();
        hs.u.one.a = 1;
        hs.u.two.a = 1; // WARNING invalid-header
        hs.u.two = m;
        hs.u.two.a = 1; // WARNING invalid-header "may not"
        hs.u.one = { 1, 2 };
        hs.u.one.a = 1;
        hs.u.two.a = 1; // WARNING invalid-header
    }
}
parser Q(packet_in pkt, out Hs hs);
control K(inout Hs hs);
package P(Q q, Q r, K k);
P(p(), early(), k()) main;
