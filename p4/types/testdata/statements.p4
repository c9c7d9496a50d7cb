// Clause 12.
error { None }
enum E { A, B }
header H { bit<8> x; }
bit<8> f1(in bit<8> a) {
    if (a == 1) { return 1; } else { return 2; }
}
bit<8> f2(in bit<8> a) { // ERROR missing-return
    if (a == 1) { return 1; }
}
bit<8> f3(in bit<8> a) {
    switch (a) {
        1:
        2: { return 1; }
        default: { return 2; }
    }
}
bit<8> f4(in bit<8> a) { // ERROR missing-return
    switch (a) { 1: { return 1; } }
}
void f5() { return; }
void f6() { return 1; } // ERROR return
bit<8> f7() { return; } // ERROR return
bit<8> f8() { return true; } // ERROR type-mismatch
void f9() { exit; } // ERROR exit
void loops(inout bit<8> x, in H[3] hs, inout bool b) {
    for (bit<8> i = 0; i < 4; i = i + 1) {
        if (i == 2) continue;
        break;
    }
    for (bit<8> i in 1 .. 5) { x = x + i; }
    for (H h in hs) { x = h.x; }
    for (bit<8> i in { x, f1(x), 7, hs[0].x }) { x = x + i; }
    for (H h in { hs[1], { 3 } }) { x = h.x; }
    for (bit<8> i in { x, 16w1 }) {} // ERROR type-mismatch "it goes over bit<16>"
    for (bit<8> i in { x, b }) {} // ERROR type-mismatch "it goes over bool"
    tuple<bit<8>, bit<8>> pair = { x, x };
    for (bit<8> i in pair) {} // ERROR loop
    for (bit<8> i in 8w1 .. 16w5) {} // ERROR type-mismatch
    for (bit<16> i in 8w1 .. 8w5) {} // ERROR type-mismatch
    for (bit<8> i in x) {} // ERROR loop
    for (bit<8> i = 0; i; i = i + 1) {} // ERROR condition
    break; // ERROR loop
    continue; // ERROR loop
    x += 1;
    x <<= 1;
    x += true; // ERROR operand-type
    x |+|= 3;
    b += 1; // ERROR operand-type
    x = i; // ERROR unknown-name
}
void switches(in bit<8> x, in E e, in bool b, in bit<8> y) {
    switch (x) { 1: {} 2: {} default: {} }
    switch (x) { 1: {} 1: {} } // ERROR duplicate-label
    switch (x) { default: {} 1: {} } // ERROR switch "last"
    switch (x) { true: {} } // ERROR type-mismatch
    switch (x) { y: {} } // ERROR not-constant
    switch (e) { E.A: {} E.B: {} }
    switch (e) { A: {} } // ERROR unknown-name
    switch ({ x, y }) {} // ERROR switch
    if (x) {} // ERROR condition
    if (b) {} else if (x == 1) {}
}
