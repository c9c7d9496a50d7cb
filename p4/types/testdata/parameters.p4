// Clause 6.8: directions, and what they ask of arguments.
extern X { X(bit<8> size); void put(in bit<8> v); bit<8> get(out bit<8> v, bit<8> how); }
void change(inout bit<8> v) { v = v + 1; }
void set(out bit<8> v) { v = 1; }
void p1(in X x) {} // ERROR direction
void p2(in int x) {} // ERROR direction
void p3(out string x) {} // ERROR direction
action p4(X x) {} // ERROR parameter-type
action p5(int x) {} // ERROR parameter-type
action p6(bit<8> x, in bit<8> y) {} // ERROR direction "come before"
extern void p7(out bit<8> x = 1); // ERROR default-value
extern void opt(in bit<8> a, in bit<8> b = 2, @optional out bit<8> c);
package P1(in bit<8> x); // ERROR direction
void f(in bit<8> a, inout bit<8> b, out bit<8> c, bit<8> d) {
    a = 1; // ERROR not-assignable "has direction in"
    d = 1; // ERROR not-assignable
    b = a;
    c = d;
    change(b);
    change(a); // ERROR not-assignable
    change(1); // ERROR not-assignable
    change(b[7:0]);
    set(_);
    change(_); // ERROR arguments "out argument only"
    bit<16> w;
    set(w); // ERROR type-mismatch
    opt(1);
    opt(a = 1, c = b);
    opt(b = 1); // ERROR arguments "parameter a"
    opt(a = 1, 2); // ERROR arguments "named"
    opt(a = 1, x = 2); // ERROR arguments "no parameter x"
    opt(a = 1, a = 2); // ERROR arguments "twice"
    opt(1, 2, b, 4); // ERROR arguments "takes 1 to 3"
}
control c(inout bit<8> x) {
    X(4) e;
    X(x) e2; // ERROR not-constant
    action act(bit<8> y) { x = e.get(x, y); }
    apply {
        act(1);
        act(x);
        x = e.get(x, x); // ERROR not-constant
        e.put(1);
        e.putt(1); // ERROR no-member "did you mean "put"?"
    }
}
