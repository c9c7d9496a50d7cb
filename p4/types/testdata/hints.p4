// What messages say to do about frequent slips.
error { NoError, BadIhl }
match_kind { exact }
enum Kind { bytes, packets }
enum Other { packets }
enum bit<8> Code { A = 1 }
type bit<32> Ip;
header H { bit<8> a; bit<16> b; int<8> i; int<16> j; }
struct S { H h; H[2] st; Code code; Ip ip; }
extern Counter { Counter(Kind k); void count(in bit<32> index); }
extern void two(in bit<8> a, inout bit<16> b);
extern void over(in bit<8> a);
extern void over(in bit<8> a, out H h);
control inner(inout S s) { apply {} }
parser p(inout S s) {
    state start {
        next(); // ERROR not-callable "transition next;"
        transition next;
    }
    state next { transition accept; }
}
control c(inout S s) {
    Counter(packets) one; // ERROR unknown-name "did you mean Kind.packets or Other.packets?"
    Counter(bytes) two_; // ERROR unknown-name "did you mean Kind.bytes?"
    Counter(Kind.packets) count;
    inner() sub;
    action a() {}
    table arp { key = { s.h.a : exact; } actions = { a; } default_action = a; }
    apply {
        error e = BadIhl; // ERROR unknown-name "did you mean error.BadIhl?"
        arp(); // ERROR not-callable "arp.apply()"
        sub(s); // ERROR not-callable "sub.apply(…)"
        count(1); // ERROR not-callable "count.count(…)"
        a.apply(); // ERROR no-member "it is called as a(…)"
        if (arp.hit) {} // ERROR no-member "arp.apply().hit"
        if (arp.apply()) {} // ERROR condition "did you mean arp.apply().hit?"
        if (s.h) {} // ERROR condition "did you mean s.h.isValid()?"
        if (s.h.a & 1) {} // ERROR condition "compare it: (s.h.a & 1) != 0"
        switch (arp.apply()) { // ERROR switch "switch (arp.apply().action_run)"
            a: {}
            b: {} // ERROR unknown-name
        }
        switch (arp) { default: {} } // ERROR switch "switch (arp.apply().action_run)"
        s.h.a = a; // ERROR not-a-value "a is an action"
        two(1); // ERROR arguments "the parameter b of two(in bit<8> a, inout bit<16> b)"
        two(1, s.h.b, 3); // ERROR arguments "two(in bit<8> a, inout bit<16> b)"
        over(); // ERROR arguments "over(in bit<8> a); over(in bit<8> a, out H h)"
    }
}
// Casts that are allowed (8.11.1) are proposed: of the narrower operand, or of what is
// assigned, and in two steps where width and sign differ.
control casts(inout S s) {
    apply {
        s.h.b = s.h.a; // ERROR type-mismatch "(bit<16>)s.h.a"
        s.h.b = (bit<16>)s.h.a;
        s.h.i = s.h.b; // ERROR type-mismatch "(int<8>)(bit<8>)s.h.b"
        s.h.i = (int<8>)(bit<8>)s.h.b;
        s.h.a = s.h.b + 1; // ERROR type-mismatch "(bit<8>)(s.h.b + 1)"
        s.h.a = (bit<8>)(s.h.b + 1);
        s.h.b = s.h.a + s.h.b; // ERROR type-mismatch "(bit<16>)s.h.a"
        s.h.b = (bit<16>)s.h.a + s.h.b;
        s.h.b = s.h.b | s.h.a; // ERROR type-mismatch "(bit<16>)s.h.a"
        s.h.j = s.h.a - s.h.j; // ERROR type-mismatch "(int<16>)(bit<16>)s.h.a"
        s.h.j = (int<16>)(bit<16>)s.h.a - s.h.j;
        s.h.a += s.h.b; // ERROR type-mismatch "(bit<8>)s.h.b"
        s.h.a += (bit<8>)s.h.b;
        if (s.h.i == s.h.a) {} // ERROR type-mismatch "(int<8>)s.h.a"
        if (s.h.i == (int<8>)s.h.a) {}
        s.h.b = s.code == Code.A ? s.h.a : s.h.b; // ERROR type-mismatch "(bit<16>)s.h.a"
        s.code = s.h.a; // ERROR type-mismatch "(Code)s.h.a"
        s.code = (Code)s.h.a;
        s.code = s.h.b; // ERROR type-mismatch "(Code)(bit<8>)s.h.b"
        s.code = (Code)(bit<8>)s.h.b;
        s.ip = s.h.b; // ERROR type-mismatch "(Ip)(bit<32>)s.h.b"
        s.ip = (Ip)(bit<32>)s.h.b;
        s.h.b = s.ip; // ERROR type-mismatch "(bit<16>)(bit<32>)s.ip"
        s.h.b = (bit<16>)(bit<32>)s.ip;
        s.h.b = s.h.a ++ 4; // ERROR operand-type "write it with one, such as 8w1"
    }
}
