// Statements: clauses 12.4 to 12.8, and && and || that call (8.5).
control C(inout bit<8> x, in bit<8> y);
package P(C c);
extern bool ask(inout bit<8> x);
enum bit<8> E { A = 1, B = 2, Z = 9 }

bit<8> sum(in bit<8> n) {
    bit<8> t = 0;
    for (bit<8> i = 0; i < n; i = i + 1) {
        if (i == 3) { continue; }
        if (i == 7) { break; }
        t = t + i;
    }
    return t;
}

control c(inout bit<8> x, in bit<8> y) {
    apply {
        if (x == 1 && ask(x) || y == 2) {
            x = sum(y);
        } else if (x != 2) {
            return;
        }
        bool b = x == 0 || ask(x);
        x = b ? (bit<8>) 1 : y;
        switch (x) {
            1:
            2: { x = 3; }
            E.Z: { exit; }
            default: { x = 0; }
        }
        for (bit<8> i in 250 .. y) { x = x |+| i; }
        for (bit<8> i in { 1, 4 }) { x = x ++ i == 16w5 ? i : x; }
    }
}
P(c()) main;
