// Clause 6.9: names are declared before they are used, inner ones hide outer ones,
// functions are told apart by the number and names of their parameters.
const bit<8> width = 3;
const bit<8> a = widht; // ERROR unknown-name "did you mean "width"?"
const bit<8> b = later; // ERROR unknown-name "declared only later"
const bit<8> later = 1;
const bit<8> width = 4; // ERROR duplicate-name
struct S { bit<8> x; bit<8> x; } // ERROR duplicate-name
enum E { A, A } // ERROR duplicate-name
error { Bad, Bad } // ERROR duplicate-name
void f() {}
void f(in bit<8> x) {}
void f(in bit<8> y) {}
void f(in bit<16> y) {} // ERROR duplicate-name
void g(in bit<8> width) {
    bit<8> r = width;
    r = .width;
    {
        bit<16> r = 1;
        r = 16w2;
    }
    bit<8> r = 1; // ERROR duplicate-name
    f();
    f(1); // ERROR ambiguous-call
    f(x = 1);
    f(1, 2); // ERROR arguments "none of the 3"
}
void h<T>(in bit<8> T) {} // ERROR duplicate-name
bit<8> k(in bit<8> x) {
    return k(x); // ERROR recursion
}
action first() {
    second(); // ERROR unknown-name "declared only later"
}
action second() {
    first();
}
