// ==== 9 Compile-time size determination
header H { bit<5> a; varbit<32> v; }
struct S { bit<5> a; bool b; }
type bit<16> N;
const int a = H.minSizeInBits() + H.maxSizeInBytes();
const bit<8> b = (bit<8>)S.minSizeInBytes();
const int c = N.minSizeInBits();
void f(in H[2] s) { bit<32> x = (bit<32>)s[7].maxSizeInBits(); }
// ----
enum E { A }
struct S { E e; }
const int a = S.minSizeInBits(); // ERROR no-member
extern X { X(); }
control c<T>(X x, in T t) {
    apply {
        bit<8> b = (bit<8>)x.minSizeInBits(); // ERROR no-member
        bit<8> d = (bit<8>)t.maxSizeInBytes(); // ERROR no-member
    }
}
// ==== 10 Function declarations
bit<32> max(in bit<32> left, in bit<32> right) { return left > right ? left : right; }
void none() {}
T id<T>(in T x) { return x; }
const bit<8> unused = 1;
// ----
bit<8> f(in bit<8> x) { x = 1; return x; } // ERROR not-assignable
int g() { return 1; } // ERROR result-type
string h() { return ""; } // ERROR result-type
extern E { E(); }
void i() {
    E() e; // ERROR instance-place
}
control c() {
    apply {}
}
void j(c x) {} // ERROR parameter-type
// ----
control c() {
    bit<8> f() { return 1; } // ERROR syntax
    apply {}
}
// ==== 11.1 Constants
const bit<32> COUNTER = 32w0x0;
struct Version { bit<32> major; bit<32> minor; }
const Version v = { 32w0, 32w1 };
control c(in bit<8> x)(bit<8> k) { const bit<8> y = k + 1; apply {} }
// ----
const bit<32> a = "x"; // ERROR type-mismatch
control c(in bit<8> x) {
    const bit<8> y = x; // ERROR not-constant
    apply {}
}
extern E { E(); }
const E e = E(); // ERROR constant-type
// ----
const bit<8> a; // ERROR syntax
// ==== 11.2 Variables
void f() {
    bit<8> a;
    bit<8> b = 1;
    { bit<16> a = 2; }
}
control c(in bit<8> x) { bit<8> y = x; apply { bit<8> z = y; } }
// ----
void f() {
    bit<8> a = true; // ERROR type-mismatch
    bit<8> a; // ERROR duplicate-name
    b = 1; // ERROR unknown-name
    int c; // ERROR variable-type
}
// ----
bit<8> top; // ERROR syntax "no variables"
// ==== 11.3 Instantiations
extern E<T> { E(bit<8> n); }
control c(in bit<8> x)(bit<8> k) { E<bit<8>>(k) e; apply {} }
control d(in bit<8> x) { @name("other") c(4) inner; apply { inner.apply(x); } }
E<bool>(1) top;
// ----
struct S {}
S() s; // ERROR not-instantiable
extern E { E(bit<8> n); }
E(1) e = { // ERROR abstract-method
    void f() {} // the body is of methods that E leaves abstract
};
// ==== 11.3.1 Instantiating objects with abstract methods
extern Balancer { Balancer(); bit<8> size(); abstract bit<8> on_new_flow(in bit<8> a); }
Balancer() b = {
    bit<8> on_new_flow(in bit<8> a) { return a + this.size(); }
};
// ----
extern Balancer { Balancer(); abstract bit<8> on_new_flow(in bit<8> a); }
Balancer() a = {}; // ERROR abstract-method
Balancer() b = { // ERROR abstract-method
    bit<8> other() { return 1; } // ERROR abstract-method "no abstract method other"
};
control c() { apply {} }
package P(c x);
P(c()) main = {}; // ERROR initializer
void f() {
    this.g(); // ERROR this
}
// ==== 11.3.2 Restrictions on top-level instantiations
extern E { E(); }
control C();
control c() { apply {} }
package P(C x);
E() e;
P(c()) main;
// ----
parser p() { state start { transition accept; } }
control c() { apply {} }
c() a; // ERROR instance-place
p() b; // ERROR instance-place
