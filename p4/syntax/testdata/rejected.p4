// Programs that the grammar rejects. Each line marked draws its code, and no other
// line any. Parted by lines of ----.
// Several errors in one program, each told once.
const bit<8> a 1; // ERROR syntax
const bit<8> b = ; // ERROR syntax
struct S {
    bit<8> x // a semicolon is missing: the next token is wrong
    bit<8> y; // ERROR syntax
    _ z; // ERROR syntax
    bit<8> w;
}
const bit<8> c = $1; // ERROR stray-character
const bit<8> d = 1;
----
control C(inout bit<8> x) {
    bit<8> v = 1 +; // ERROR syntax
    action a( { x = 1; } // ERROR syntax
    table t {
        key = { x exact; x : exact; } // ERROR syntax
        actions = { a b; } // ERROR syntax
        const key = { } // ERROR syntax
        size = 3
    } // ERROR syntax
    apply {
        x = ; // ERROR syntax
        if x == 1 { x = 2; } else { x = 3; } // ERROR syntax
        x + 1; // ERROR syntax
        x = 1
        x = 2; // ERROR syntax
        x = x > > 1; // ERROR syntax
        switch (x) { 1 { } 2: { } } // ERROR syntax
        for (i in 1..3) { } // ERROR syntax
        f(x).y = 1; // ERROR syntax
        @a if (x == 1) { } // ERROR syntax
        else { }
        x = 2;
    }
}
const bit<8> after 1; // ERROR syntax
----
// 13: what a parser cannot have.
parser P() {
    state start {
        return; // ERROR syntax
        exit; // ERROR syntax
        switch (x) { } // ERROR syntax
        transition select(x) { 1: a, 2: b; } // ERROR syntax
    }
    bit<8> late; // ERROR syntax
    state a { transition b } // ERROR syntax
}
----
parser Q() { } // ERROR syntax
----
// 7.2.1: only a match_kind and an enum may end with a comma; none is empty.
error { A, } // ERROR syntax
enum E { } // ERROR syntax
enum bit<8> F { A } // ERROR syntax
enum G { A = 1 } // ERROR syntax
----
// Types where an expression should be, and the reverse.
struct S { }
const bit<8> a = S; // ERROR syntax
const bit<8> b = S > 3; // ERROR syntax
const bit<8> c = bit<8>(0); // ERROR syntax
const void d = 1; // ERROR syntax
const bit<8> e = {1, f = 2}; // ERROR syntax
const bit<8> f = 1 + _; // ERROR syntax
bit<8> g; // ERROR syntax
typedef S[] h; // ERROR syntax
type struct T { } i; // ERROR syntax
void k(in bit<8> x,) { } // ERROR syntax
varbit l; // ERROR syntax
----
// An extern's constructor has its name and no type before it.
extern X {
    Y(bit<8> a); // ERROR syntax
    X<T>(in T a); // ERROR syntax
    void f();
}
----
// A brace is missing: told where it is missed.
control C() {
    apply {
        if (true) {
            x = 1;
    }
}
control D() { apply { } } // ERROR syntax
----
// 6.4.3.2: integers.
const int a = 0x; // ERROR bad-integer
const int b = 09a; // ERROR bad-integer
const int c = 8w; // ERROR bad-integer
const int d = 0s0; // ERROR bad-integer
const int n = 0w1; // WARNING literal-overflow
const int e = 8s0b12; // ERROR bad-integer
const int f = 0o8; // ERROR bad-integer
const int g = 99999999999w1; // ERROR bad-integer
const int h = 8w_; // ERROR bad-integer
const int i = 8x3; // ERROR bad-integer
const int k = 8w256; // WARNING literal-overflow
const int l = 8s128; // WARNING literal-overflow
const int m = 8w255 + 8s127 + 8w0xFF + 8w0b_1111_1111;
----
@a(1 + (2) // ERROR syntax
----
@pragma // ERROR syntax
const bit<8> a = 1;
----
control C() { apply { x = 1; // ERROR syntax
----
} // ERROR syntax
const bit<8> a = 1;
table t { } // ERROR syntax
----
// 7.1.2: unlike those of other lists, the last error has no comma behind it.
error { A, B, } // ERROR syntax
----
// 8.12, 8.13: either all values of a list have names or none.
const S a = { 2, f = 5 }; // ERROR syntax
const S b = { f = 5, 2 }; // ERROR syntax
const S c = { f = 5, ..., g = 2 }; // ERROR syntax
----
// 20: expressions or pairs, not both.
@a[1, b = 2] const bit<8> a = 1; // ERROR syntax
@a[b = 2, 1] const bit<8> b = 1; // ERROR syntax
----
// The numbers of field lists are expressions.
struct S {
    @field_list(1 2) bit<8> a; // ERROR syntax
}
struct T {
    @field_list(1,,) bit<8> a; // ERROR syntax
}
struct U {
    @field_list(1 +) bit<8> a; // ERROR syntax
}
----
// 7.2.10.2: the type parameters are the extern's.
extern E<T> {
    E<S>(in S a); // ERROR syntax
}

----
// 7.2: no comma follows the last type argument.
const A<A,> a = 0; // ERROR syntax
