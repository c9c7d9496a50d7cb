// Clauses 8.5 to 8.9: which operands each operator takes.
enum bit<8> E { A = 1 }
enum F { A, B }
void f(in bit<8> a, in bit<16> b, in int<8> c, in bool d, in E e, in F g) {
    bit<8> r = a + 1;
    r = 1 + a;
    r = a + b; // ERROR type-mismatch "bit<8> and bit<16>"
    r = a + c; // ERROR type-mismatch
    r = a + d; // ERROR operand-type "+ is not defined on bit<8> and bool"
    r = a + e;
    r = e & 0xF0;
    r = g + 1; // ERROR operand-type
    r = a << b;
    r = a << c; // ERROR shift "unsigned"
    r = a << 1;
    r = a << -1; // ERROR shift "negative"
    r = 1 << a; // ERROR shift "width"
    r = ~1; // ERROR operand-type "width"
    r = c / c; // ERROR arithmetic "signed"
    r = a / 0; // ERROR arithmetic "zero"
    r = a % 4;
    bool t = !d && d || true;
    t = !a; // ERROR operand-type
    t = a && d; // ERROR operand-type
    t = a < b; // ERROR type-mismatch
    t = a < 3;
    t = d < d; // ERROR operand-type
    t = a == b; // ERROR type-mismatch
    t = e == E.A;
    t = e == 1;
    t = g == F.B;
    t = g == 1; // ERROR type-mismatch
    t = d == true;
    r = d ? a : 3;
    r = a ? a : a; // ERROR condition
    r = d ? a : b; // ERROR type-mismatch
    bit<24> w = a ++ b;
    w = a ++ 1; // ERROR operand-type
    bit<4> n = a[7:4];
    n = a[8:5]; // ERROR slice "beyond"
    n = a[0:3]; // ERROR slice "high:low"
    n = d[3:0]; // ERROR operand-type
    n = a[a:0]; // ERROR not-constant
    n = a[a+:4];
    n = a[c+:4]; // ERROR slice "unsigned"
    n = 9[1+:4];
    n = 9[a+:4]; // ERROR no-width
}
