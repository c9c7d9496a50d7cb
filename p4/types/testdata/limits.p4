// Limits are errors: nothing grows without bound.
const int a0 = 1 << 60000;
const int a1 = a0 * a0;
const int a2 = a1 * a1; // ERROR arithmetic "too large"
const int a3 = 1 << 903012108; // ERROR shift "more than"
const bit<8> a4 = 8w1 << 903012108; // = 8w0
const bit<8> a5 = 8w255 >> 40w0xFFFFFFFFFF; // = 8w0
struct S0 { bit<8> a; bit<8> b; }
struct S1 { S0 a; S0 b; S0 c; S0 d; S0 e; S0 f; S0 g; S0 h; S0 i; S0 j; }
struct S2 { S1 a; S1 b; S1 c; S1 d; S1 e; S1 f; S1 g; S1 h; S1 i; S1 j; }
struct S3 { S2 a; S2 b; S2 c; S2 d; S2 e; S2 f; S2 g; S2 h; S2 i; S2 j; }
struct S4 { S3 a; S3 b; S3 c; S3 d; S3 e; S3 f; S3 g; S3 h; S3 i; S3 j; }
struct S5 { S4 a; S4 b; S4 c; S4 d; S4 e; S4 f; S4 g; S4 h; S4 i; S4 j; } // ERROR type-too-large
void f(in bit<65536> x, in bit<8> y) {
    bit<8> z = (x ++ y)[7:0]; // ERROR width
}
