// Errors that say what stands against it, and where.
enum bit<8> Kind { A = 1 }
type Kind KindId; // ERROR type-base "not of Kind"

struct Pair<T> { T a; T b; }
typedef Pair<bit<16>> Pair16;
const Pair16<bit<16>> p = { 1, 2 }; // ERROR type-arguments "Pair16 takes no type arguments: it stands for Pair<bit<16>>"

const bool same = { a = 8w1 } == { a = 8w1 }; // ERROR operand-type "neither side says of which struct or header"

parser P(in bit<8> x) {
    state start {
        transition select(x, ...) { // ERROR dots "has no value here"
            default: accept;
        }
    }
}

control C(in bit<8> x) {
    apply {
        switch (x) {
            1: {}
            default: {}
            2: {} // ERROR switch "stands behind default"
        }
    }
}

extern E {
    E();
    abstract void f(in bit<8> a);
}

package Top(E e);
E() e = { // ERROR abstract-method "is not as E declares it"
    void f(out bit<8> a) { a = 0; }
};

header Sub { bit<8> v; }
struct Other { Sub h; }
struct Parts { bit<8> a; Other b; }
header Whole {
    Parts p; // ERROR type-nesting "its field b is of type Other"
}
const bool flag = true;
extern Store<T> { Store(); void put(in T v); }
void keep<T>(Store<T> s, in T v) { s.put(v); }
control Keeper<T>(in T x)() {
    Store<T>() s;
    apply {
        keep(s, flag); // ERROR type-mismatch "this T is the type parameter of line 48"
    }
}

// ... and {#} get their types from what they are given to.
extern void take<T>(in T x);
struct One { bit<8> v; }
control Untyped(inout One m, out bool b) {
    apply {
        take({ ... }); // ERROR inference "of which type this is does not follow"
        take({ 8w1, { 8w2, {#} } }); // ERROR inference "of which type this is does not follow"
        take({ 8w1, { 8w2, 8w3 } });
        take((One){ ... });
        b = { ... } == { ... }; // ERROR inference "write (S){…} on one side"
        b = m == { ... };
        m.v = { ... }[0]; // ERROR inference "of which type this is does not follow"
        m.v = { 8w1, 8w2 }[0];
        for (bit<8> x in { 8w1, ... }) { m.v = x; } // ERROR loop "is not known here"
        m = { ... };
    }
}
parser Unselected(in bit<8> x) {
    state start {
        transition select({ x, ... }) { // ERROR inference "of which type this is does not follow"
            default: accept;
        }
    }
}
