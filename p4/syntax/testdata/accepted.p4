// Programs that the grammar accepts (specification 1.2.5), parted by lines of ----.
// 7.1: base types; 10.1: constants.
;
const bit<8> a = 8w0xFF;
const bit b = 1;
const int c = -3;
const int<16> d = 16s0b1010;
const bit<(1 + 3)> e = 0;
const bit<a> f = 0;
const string g = "x\"y\\";
const bool h = true && !false || a < 2 && 3 > a;
const bit<8> i = a >> 2 << 1;
const bit<8> k = (bit<8>)a + (bit<8>)3;
const error l = error.None;
const bit<(a > 3 ? 8 : 16)> m = 0;
----
// 7.2: structs, headers, unions, enums, generic ones; declared within a typedef.
header H<T> { bit<8> a; @field T b; varbit<64> c; bit<4>[3] d; }
header_union U { H<bit<8>> x; H<bit<16>> y; }
struct S { }
struct G<T, V> { T a; V b; tuple<T, V> c; list<T> l; }
enum E { A, B, }
enum bit<8> F { A = 1, B = 2 }
error { None, Other }
match_kind { exact, lpm, }
typedef bit<8> byte;
typedef H<byte>[4] stack;
typedef struct Inl { bit<8> a; } Alias;
type byte port;
typedef G<tuple<bit<8>>, H<G<E, tuple<F>>>> nested;
const G<byte, port> g = { a = 1, b = (port)2, ... };
const list<tuple<byte, port>> l = {{1, 2}, {3, 4}};
const F f = F.A;
const H<byte> h = (H<byte>){#};
const bit<32> w = H.minSizeInBits() + .H.minSizeInBytes();
----
// 7.2.10, 11.3.1: extern objects, their constructors, abstract methods, functions.
extern Reg<T> {
    Reg(bit<32> size);
    Reg(bit<32> size, T initial);
    @pure T read(in bit<32> index);
    abstract void apply(inout T value, @optional out T result);
    V other<V>(in V v, bit<8> count = 3);
}
extern T zero<T>();
extern void f(in bit<8> a, inout bit<8> b, out bit<8> c, bit<8> d);
extern fwd;
extern fwd { }
Reg<bit<8>>(10) r = {
    void apply(inout bit<8> v, out bit<8> x) { v = v + 1; return; }
};
Reg<bit<8>>(size = 10, initial = 0) q;
bit<8> max<T>(in bit<8> a, in bit<8> b) { if (a > b) return a; else return b; }
T id<T>(in T x) { return x; }
void nothing() {}
----
// 13: parsers, states, select, value sets. 8.15: sets.
parser P(in bit<8> a);
@name("p") parser Q<T>(in bit<8> a, out T t)(bit<8> size) {
    const bit<8> c = 3;
    bit<8> v = c;
    P() sub;
    value_set<tuple<bit<8>, bit<8>>>(4) vs;
    state start {
        v = a;
        sub.apply(v);
        P.apply(v);
        ;
        { bit<8> inner; inner = 1; }
        if (v == 1) v = 2; else if (v == 2) { v = 3; } else v = 4;
        transition select(a, v) {
            (1, 2): accept;
            (1 &&& 3, 2..4): state;
            (default, _): reject;
            vs: accept;
            _: next;
        }
    }
    state state { transition select(v) { (1): accept; (1 + 2) * 3: accept; (bit<8>)1 .. 2: next; (2 &&& 3): next; default: reject; } }
    @x state next { }
}
----
// 14: controls, actions, tables with every kind of property.
control C(inout bit<8> x);
control D<T>(inout bit<8> x, T t)(bit<8> n) {
    bit<8> key;
    C() sub;
    action none() { }
    @name("a") action a(in bit<8> p, bit<8> q) @noWarn("u") { x = p; exit; }
    table t {
        key = { x : exact @name("x"); x[3:0] : ternary; x[1+:2] : lpm; x == 1 ? x : 3 : range; }
        actions = { none; @defaultonly a(x); .top; }
        default_action = a(x, 1);
        const size = 100;
        @c custom = {1, 2};
        priority = 3;
        const entries = {
            1 : none;
            const priority = 3 : (1, 2 &&& 3) : a(1) @n("e");
            priority = (1 + 2) : _ : a(1);
            priority : none();
            (default) : none;
            1..2 : none;
        }
    }
    apply {
        t.apply();
        sub.apply(x);
        D<bit<8>>.apply(x, 1);
        switch (t.apply().action_run) {
            none:
            a: { x = 1; }
            default: { x = 2; }
        }
        switch (x) { 1: 2: { } x + 1: {} (3): {} }
        if (t.apply().hit) { } else { return; }
    }
}
action top() { }
----
// 12: statements. 12.8: loops. 8: compound assignments and lvalues.
struct S { bit<8> a; bit<8>[3] b; }
void f(inout S s, in list<bit<8>> l) {
    s.a = 1;
    s.b[2][3:0] = 1;
    s.b[1][0+:2] = 2;
    (s.a) = 3;
    s.a += 1; s.a -= 1; s.a *= 2; s.a /= 2; s.a %= 2;
    s.a &= 1; s.a |= 1; s.a ^= 1; s.a <<= 1; s.a >>= 1; s.a |+|= 1; s.a |-|= 1;
    s.a = s.a |+| 1 |-| 2 ++ 3;
    for (bit<8> i = 0, bit<8> k = 1; i < 3; i = i + 1, k = k + 1) { continue; }
    for (;s.a < 3;) break;
    @unroll for (bit<8> i in 1 .. 3) { s.a = i; }
    for (@x bit<8> i in l) s.a = i;
    const bit<8> c = 1;
    @atomic { s.a = c; }
    bit<8> x; S t = { 1, { 1, 2, 3 } };
    t = { a = 1, ... };
    t = { 1, ... };
    return;
}
----
// Types hide names and names hide types (6.9); generic calls.
extern T get<T>();
extern P { T look<T>(); }
struct A { bit<8> x; }
bit<8> f(in bit<8> b, P p) {
    A a = get<A>();
    A c = p.look<A>();
    bit<8> d = b + get<bit<8>>() + get<_>();
    bool e = b < d && d > (b);
    p.look<A>();
    get<bit<8>>();
    return (A) - b;
}
bit<8> g(in bit<8> A) { A = (A) - 1; return A < 3 ? A : 4; }
control pkg(in bit<8> x);
package Top<T>(pkg p, T t = (T)3);
Top(pkg(), _) main;
----
// 20: annotations in all their forms.
@a @b() @c(1 + (2, "x") {} $ # ; state) @d[1, 2 + 3, "x",] @e[a = 1, b = "x"] @f[]
@pragma g h (i) "j"
@table @if(x)
const bit<8> a = 1;
@pragma last
const bit<8> b = 1;
----
// Words that are keywords in some places only.
struct apply { bit<8> key; bit<8> actions; bit<8> entries; bit<8> state; bit<8> type; bit<8> priority; bit<8> list; }
control C(in apply key, in bit<8> state)(bit<8> type) {
    action entries() { }
    table list { actions = { entries; } apply = 3; }
    apply { list.apply(); bit<8> priority = key.state + key.type; priority = state; }
}
----
// 6.4.4: trailing commas.
enum E { A, B, }
enum bit<8> F { A = 1, B = 2, }
match_kind { a, b, }
const S a = { 1, 2, };
const S b = { x = 1, y = 2, };
const S c = { x = 1, ..., };
const tuple<> d = { , };
@a[,] @b[1,] @c[x = 1,] const bit<0> e = 0w0;
