// Clause 13.
error { NoError, Bad }
match_kind { exact }
extern packet_in {
    void extract<T>(out T hdr);
    void extract<T>(out T hdr, in bit<32> bits);
    T lookahead<T>();
}
extern void verify(in bool check, in error toSignal);
header H { bit<8> a; bit<16> b; }
header V { bit<8> a; varbit<64> v; }
header_union U { H h; V v; }
struct Hs { H h; V v; H[3] s; U u; }
struct Vs { @match(exact) bit<8> a; bit<16> b; }
parser ok(packet_in p, out Hs h, inout bit<8> m) {
    value_set<bit<8>>(4) one;
    value_set<Vs>(m) two; // ERROR not-constant
    value_set<tuple<bit<8>, bit<16>>>(4) three;
    state start {
        p.extract(h.h);
        p.extract(h.v, 8);
        p.extract(h.v); // ERROR second-varbit
        p.extract(h.h, 8); // ERROR second-varbit
        p.extract(m); // ERROR type-mismatch
        p.extract(h.u.h);
        p.extract(h.s.next);
        m = h.s.last.a + (bit<8>)h.s.lastIndex;
        verify(m == 1, error.Bad);
        verify(m == 1, error.Worse); // ERROR no-member
        transition select(h.h.a, h.h.b) {
            (1, 2): next;
            (1 .. 3, 0xFF00 &&& 0xFF00): next;
            (_, default): next;
            three: next;
            { 1, 2 }: next;
            (1, true): next; // ERROR keyset
            (1, 2, 3): next; // ERROR keyset
            one: next; // ERROR keyset
            _: nowhere; // ERROR unknown-name
        }
    }
    state next {
        m = p.lookahead<bit<8>>();
        m = p.lookahead<bit<16>>(); // ERROR type-mismatch
        transition select(m) {
            one: accept;
            1 .. 300: reject;
            (1): reject;
            (1, 2): reject; // ERROR keyset "2 values for 1 key"
            8w1 &&& 16w1: reject; // ERROR type-mismatch
            16w1: accept; // ERROR keyset
            m: accept;
            _: one; // ERROR state "not a state"
        }
    }
    state next { transition accept; } // ERROR duplicate-name
    state accept { } // ERROR state "built in"
    state last {
        transition select(h) { _: accept; } // ERROR key-type
    }
    state widths {
        transition select(1) { _: accept; } // ERROR no-width
    }
}
parser none() { // ERROR no-start
    state begin { transition accept; }
}
parser sub(packet_in p, out H h) {
    state start { p.extract(h); transition accept; }
}
control ctl() { apply {} }
parser outer(packet_in p, out H h) {
    sub() s;
    ctl() c; // ERROR instance-place
    state start {
        s.apply(p, h);
        sub.apply(p, h);
        s.apply(p); // ERROR arguments
        transition accept;
    }
}
control wrong(packet_in p, inout Hs h) {
    sub() s; // ERROR instance-place
    apply {
        verify(true, error.Bad); // ERROR call-place
        h.s.next.setValid(); // ERROR stack-property
        h.s.push_front(1);
        h.s.pop_front(h.h.a); // ERROR not-constant
        h.s[3].setValid(); // ERROR index
        h.s[h.h.a].setInvalid();
        if (h.u.isValid() && h.h.isValid()) {}
        h.u.setValid(); // ERROR no-member
        h.setValid(); // ERROR no-member
    }
}
// Clause 8.18: next of a stack that can be assigned to can be, too; last cannot.
extern void fill(out H h);
extern void change(inout H h);
extern void look(in H h);
extern void number(inout bit<32> n);
parser ends(packet_in p, inout H[3] s, in H[3] r) {
    state start {
        s.next.a = 1;
        s.next = s.last;
        s.next.setValid();
        fill(s.next);
        change(s.next);
        look(s.last);
        s.next.a = s.last.a;
        r.next.a = 1; // ERROR not-assignable "r has direction in"
        s.last.a = 1; // ERROR not-assignable "last of a header stack is read only"
        s.last.b[7:0] = 1; // ERROR not-assignable
        s.last.a += 1; // ERROR not-assignable
        s.last = s.next; // ERROR not-assignable
        (s.last).setInvalid(); // ERROR not-assignable "last of a header stack is read only"
        p.extract(s.last); // ERROR not-assignable "last of a header stack is read only"
        fill(s.last); // ERROR not-assignable
        change(s.last); // ERROR not-assignable
        s.lastIndex = 1; // ERROR not-assignable
        number(s.lastIndex); // ERROR not-assignable
        transition accept;
    }
}
