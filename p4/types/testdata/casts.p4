// Clauses 8.11.1 and 8.11.2.
struct S { bit<8> x; bit<16> y; }
struct T { bit<8> x; bit<16> y; }
header H { bit<8> x; }
enum bit<8> E { A = 1 }
enum F { A }
type bit<8> N;
void f(in bit<8> a, in int<8> c, in bool d, in S s, in E e, in N n) {
    bit<16> r = (bit<16>)a;
    r = a; // ERROR type-mismatch "cast"
    int<8> i = (int<8>)a;
    i = (int<16>)a; // ERROR cast
    i = a; // ERROR type-mismatch
    bit<1> o = (bit<1>)d;
    bit<8> p = (bit<8>)d; // ERROR cast
    bool q = (bool)o;
    q = (bool)a; // ERROR cast
    q = (bool)3; // ERROR cast "only 0 and 1"
    q = o; // ERROR type-mismatch
    E x = (E)a;
    x = a; // ERROR type-mismatch
    x = 1; // ERROR type-mismatch
    p = e;
    F y = (F)1; // ERROR cast
    N z = (N)a;
    z = a; // ERROR type-mismatch
    p = n; // ERROR type-mismatch
    p = (bit<8>)n;
    S s1 = { 1, 2 };
    s1 = { y = 1, x = 2 };
    s1 = (S){ x = 1, y = 2 };
    s1 = { 1 }; // ERROR type-mismatch "1 value for 2 fields"
    s1 = { 1, ... };
    s1 = { x = 1, z = 2 }; // ERROR type-mismatch "there is no field z"
    s1 = { x = 1 }; // ERROR type-mismatch "..."
    s1 = { x = 1, ... };
    s1 = { x = 1, x = 2 }; // ERROR duplicate-name
    s1 = { true, 2 }; // ERROR type-mismatch
    T t1 = s1; // ERROR type-mismatch
    H h = (H){#};
    h = {#};
    h = { 1 };
    s1 = {#}; // ERROR type-mismatch
    s1 = ...;
    p = (string)1; // ERROR cast
}
// Why lists and casts do not fit.
void reasons(inout bit<8> x, in bool b, inout H[2] s) {
    int<16> wide = (int<16>)x; // ERROR cast "change the width first: (int<16>)(bit<16>)(…)"
    bool c = (bool)x; // ERROR cast "compare it"
    x = (bit<8>)b; // ERROR cast "by way of bit<1>"
    s = (H[2]){ { 1 }, { true } }; // ERROR cast "element 1 must be H, not {bool}"
    s = { { 1 }, { 2 }, { 3 } }; // ERROR type-mismatch "3 values for 2 elements"
    S t = { x = 1, y = true }; // ERROR type-mismatch "the field y must be"
    tuple<bit<8>, S> u = { 1, { 2, true } }; // ERROR type-mismatch "element 1 must be S, not {int, bool}: the field y must be"
}
// 7.1.6.2: bit<0> has one value; 0w0 is of that type, and no int.
const bit<0> none = 0w0;
const bit<1> one = 0w0; // ERROR type-mismatch
const bit<8> joined = 8w1 ++ 0w0; // = 8w1
