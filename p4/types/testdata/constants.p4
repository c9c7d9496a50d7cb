// Clauses 8.7 to 8.9: values known when compiled. Arithmetic on int is exact, on
// bit<> modulo its range, on int<> two's complement.
const int a1 = 7 / 2; // = 3
const int a2 = 7 % 4; // = 3
const int a3 = -5 + 3; // = -2
const int a4 = 3 - 10 * 2; // = -17
const int a5 = 1 << 70; // = 1180591620717411303424
const int a6 = -5 >> 1; // = -3
const int a7 = 0xFF & 0x0F; // = 15
const bit<8> b1 = 8w200 + 8w100; // = 8w44
const bit<8> b2 = 8w3 - 8w5; // = 8w254
const bit<8> b3 = -8w1; // = 8w255
const bit<8> b4 = ~8w1; // = 8w254
const bit<8> b5 = 8w200 |+| 8w100; // = 8w255
const bit<8> b6 = 8w3 |-| 8w5; // = 8w0
const bit<8> b7 = 8w1 << 9; // = 8w0
const bit<8> b8 = 8w0x80 >> 3; // = 8w16
const bit<8> b9 = 8w0xF0 ^ 8w0xFF; // = 8w15
const bit<8> b10 = 255 + 8w2; // = 8w1
const int<8> i1 = 8s127 + 8s1; // = 8s-128
const int<8> i2 = 8s127 |+| 8s1; // = 8s127
const int<8> i3 = -8s100 |-| 8s100; // = 8s-128
const int<8> i4 = 8s0x40 >> 2; // = 8s16
const int<8> i5 = -8s4 >> 1; // = 8s-2
// 8.9.1: concatenation takes the sign of its left operand.
const bit<16> c1 = 8w0x12 ++ 8w0x34; // = 16w4660
const int<16> c2 = 8s1 ++ 8w0xFF; // = 16s511
const bit<16> c3 = 8w1 ++ (bit<8>)-8s1; // = 16w511
const string s1 = "ab" ++ "cd"; // = "abcd"
// 8.7: slices are unsigned.
const bit<4> d1 = 8w0xA5[7:4]; // = 4w10
const bit<4> d2 = 8w0xA5[3:0]; // = 4w5
const bit<4> d3 = 8w0xA5[4+:4]; // = 4w10
// 8.5: comparisons and logic.
const bool e1 = 1 < 2 && !(3 <= 2); // = true
const bool e2 = 8w255 > 8w1; // = true
const bool e3 = -8s1 > 8s1; // = false
const bool e4 = {1, 2} == {1, 2}; // = true
const bool e5 = "a" == "b"; // = false
const int e6 = true ? 1 : 2; // = 1
// 8.11.1: casts.
const bit<8> f1 = (bit<8>)16w0x1234; // = 8w52
const bit<8> f2 = (bit<8>)-8s1; // = 8w255
const int<8> f3 = (int<8>)8w255; // = 8s-1
const int<16> f4 = (int<16>)-8s1; // = 16s-1
const bit<1> f5 = (bit<1>)true; // = 1w1
const bool f6 = (bool)1w1; // = true
const int f7 = (int)-8s3; // = -3
// Structs: fields in the order of their declaration.
struct S { bit<8> x; bit<8> y; }
const S g1 = { 1, 2 }; // = {8w1, 8w2}
const S g2 = { y = 1, x = 2 }; // = {8w2, 8w1}
const bit<8> g3 = g2.x; // = 8w2
const tuple<bit<8>, bool> g4 = { 1, true }; // = {8w1, true}
const bit<8> g5 = g4[0]; // = 8w1
enum bit<8> E { A = 3, B = A + 1 }
const bit<8> h1 = E.B; // = 8w4
const bit<8> h2 = E.A + 1; // = 8w4
const E h3 = (E)4;
const bool h4 = h3 == E.B; // = true
// Clause 9: sizes. S is 16 bits; the varbit counts from 0 to 32.
header H { bit<5> a; varbit<32> v; }
const int k1 = S.minSizeInBits(); // = 16
const int k2 = H.minSizeInBits(); // = 5
const int k3 = H.maxSizeInBits(); // = 37
const int k4 = H.minSizeInBytes(); // = 1
const int k5 = H.maxSizeInBytes(); // = 5
// What a size is asked of is not evaluated.
struct Stacks { H[0] none; H[2] two; }
const bit<8> k6 = (bit<8>)((Stacks){ ... }).two[5].minSizeInBits(); // = 8w5
// 8.8: an int has as many bits as a slice asks for.
const bit<4> l1 = 0xAB[7:4]; // = 4w10
const bit<8> l2 = (-1)[107:100]; // = 8w255
