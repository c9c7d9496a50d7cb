// Clauses 7.2.10, 11.3 and 11.3.1.
extern None { void f(); }
extern Two { Two(bit<8> a); Two(bit<8> a, bool b); void m(in bit<8> x); void m(in bit<8> x, in bit<8> y); }
extern Abs { Abs(); void run(); abstract bit<8> value(in bit<8> x); }
extern Bad { void Bad(); } // ERROR constructor
extern Self { void f(Self s); } // ERROR recursion
extern bit<8> ext(in bit<8> x);
package Pkg(Two t);
None() n; // ERROR not-instantiable "no constructor"
Two(1) t1;
Two(1, true) t2;
Two() t3; // ERROR arguments
Two(true) t4; // ERROR type-mismatch
Abs() a1; // ERROR abstract-method "needs an implementation"
Abs() a2 = {
    bit<8> value(in bit<8> x) { this.run(); return x + 1; }
};
Abs() a3 = { // ERROR abstract-method "as Abs declares it"
    bit<16> value(in bit<8> x) { return 1; }
};
Abs() a4 = { // ERROR abstract-method "needs an implementation"
    bit<8> run() { return 1; } // ERROR abstract-method "no abstract method run"
};
Two(1) t5 = { // ERROR abstract-method "no abstract methods"
    void m(in bit<8> x) {}
};
const Two t6 = Two(1); // ERROR constant-type
control c(inout bit<8> x) {
    Two(2) mine;
    action a() {
        mine.m(x);
        Two(3) inner; // ERROR instance-place
    }
    apply {
        mine.m(x, x);
        mine.m(); // ERROR arguments
        t1.m(1);
        x = ext(x);
        x = mine.m(1); // ERROR not-a-value
        mine = mine; // ERROR not-assignable
        Two(4) late;
        late.m(1);
        bool b = t1 == t2; // ERROR operand-type
        x = this; // ERROR this
    }
}
c() top; // ERROR instance-place
control d(in bit<8> x)(Two e, bit<8> k) {
    Two(k) mine;
    apply { e.m(k); mine.m(x); }
}
control user(in bit<8> x) {
    Two(1) given;
    d(given, 5) d1;
    d(given, x) d2; // ERROR not-constant
    d(5, 5) d3; // ERROR type-mismatch
    apply {
        d1.apply(x);
        d.apply(x); // ERROR arguments "constructor parameters"
    }
}
Pkg(Two(1)) main;
