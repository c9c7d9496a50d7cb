// Values that are read before they are assigned (6.8, 8.25, 11.2).
match_kind { exact, ternary }
action NoAction() {}
struct Pair { bit<8> a; bit<8> b; }
extern void take(in Pair p);
extern void give(out bit<8> v);
extern void both(inout bit<8> v);
extern bool ask();

bit<8> branches(in bit<8> x) {
    bit<8> one;
    bit<8> all;
    bit<8> none;
    if (x == 1) {
        one = 1;
        all = 1;
    } else {
        all = 2;
    }
    bit<8> y = one; // WARNING uninitialized "may have"
    y = y + all;
    y = y + none; // WARNING uninitialized "no value yet"
    return y;
}

bit<8> leaves(in bit<8> x) {
    bit<8> v;
    if (x == 1) {
        v = 1;
    } else {
        return 0;
    }
    return v;
}

bit<8> shortCircuit(in bit<8> x) {
    bit<8> v;
    if (x == 1 && ask() || x == 2) {
        v = 1;
    }
    v = x == 3 ? 8w1 : v; // WARNING uninitialized
    return v;
}

// A flag that the program keeps may say that a value is there.
bit<8> flags(in bit<8> x) {
    bit<8> v;
    bool has = false;
    if (x == 1) {
        v = 1;
        has = true;
    }
    if (has) {
        return v;
    }
    return v; // WARNING uninitialized
}

bit<8> fields() {
    Pair p;
    p.a = 1;
    bit<8> x = p.a;
    x = x + p.b; // WARNING uninitialized
    take(p); // WARNING uninitialized "p.b"
    p.b = x;
    take(p);
    Pair q;
    q = { 1, 2 };
    take(q);
    Pair r = p;
    take(r);
    return x;
}

bit<8> slices() {
    bit<8> v;
    v[3:0] = 1;
    bit<4> low = v[3:0];
    bit<4> high = v[7:4]; // WARNING uninitialized
    bit<8> half = v; // WARNING uninitialized
    v[7:4] = low + high;
    return v + half;
}

bit<8> calls() {
    bit<8> v;
    give(v);
    bit<8> w;
    both(w); // WARNING uninitialized
    return v + w;
}

bit<8> compound() {
    bit<8> v;
    v += 1; // WARNING uninitialized
    return v;
}

bit<8> loops(in bit<8> n) {
    bit<8> last;
    bit<8> before;
    bit<8> sum = 0;
    for (bit<8> i = 0; i < n; i = i + 1) {
        if (i != 0) {
            sum = sum + before; // WARNING uninitialized
        }
        before = i;
        last = i;
    }
    sum = sum + last; // WARNING uninitialized
    for (bit<8> j in 0 .. n) {
        bit<8> each;
        if (j == 2) {
            continue;
        }
        if (j == 3) {
            each = 1;
            break;
        }
        sum = sum + each; // WARNING uninitialized
    }
    return sum;
}

bit<8> found(in bit<8> n) {
    bit<8> v;
    for (bit<8> i in 0 .. n) {
        v = i;
        break;
    }
    bit<8> w;
    for (bit<8> i = 0; true; i = i + 1) {
        w = i;
        if (i == n) {
            break;
        }
    }
    return v + w; // WARNING uninitialized "v is read"
}

bit<8> cases(in bit<8> x) {
    bit<8> some;
    bit<8> every;
    switch (x) {
        1: { some = 1; every = 1; }
        2:
        3: { some = 2; every = 2; }
        default: { every = 3; }
    }
    return some + every; // WARNING uninitialized "some"
}

bit<8> outs(in bit<8> x, out bit<8> never, // WARNING unassigned-out "has no"
            out bit<8> sometimes, // WARNING unassigned-out "may have"
            out bit<8> ever, out Pair part) { // WARNING unassigned-out "part.b"
    part.a = 1;
    ever = 1;
    if (x == 1) {
        sometimes = 1;
        return 1;
    }
    return ever;
}

control k(inout bit<8> x, out bit<8> y) {
    bit<8> byAction;
    bit<8> bySome;
    bit<8> byHit;
    bit<8> byDefault;
    action a(bit<8> v) { byAction = v; bySome = v; byHit = v; byDefault = v; }
    action b() { byAction = 1; byDefault = 1; }
    action read(out bit<8> v) { v = bySome; } // WARNING uninitialized
    action stop() { exit; }
    table t {
        key = { x : exact; }
        actions = { a; @defaultonly b; }
        const default_action = b();
    }
    table u {
        key = { byHit : ternary; } // WARNING uninitialized
        actions = { b; NoAction; }
    }
    table ends {
        actions = { stop; }
        const default_action = stop();
    }
    apply {
        y = 0;
        if (t.apply().hit) {
            y = byHit;
        }
        x = byAction + byDefault;
        x = x + bySome; // WARNING uninitialized
        read(x);
        bit<8> here;
        switch (u.apply().action_run) {
            b: { here = 1; }
            default: {
                ends.apply();
                here = here + 1;
            }
        }
        x = here;
        x = branches(x);
        x = leaves(x);
        x = shortCircuit(x);
        x = flags(x);
        x = loops(x);
        x = found(x);
        x = cases(x);
        x = fields();
        x = slices();
        x = calls();
        x = compound();
        Pair pair;
        bit<8> third;
        x = outs(x, y, here, third, pair);
        x = third;
    }
}

// The states of a parser, round and round (13.4).
extern packet_in { void advance(in bit<32> n); T lookahead<T>(); }
parser p(packet_in pkt, out bit<8> o, out bit<8> never) { // WARNING unassigned-out "never"
    bit<8> seen;
    bit<8> count = 0;
    state start {
        o = 1;
        transition select(pkt.lookahead<bit<8>>()) {
            1: body;
            _: fail;
        }
    }
    state body {
        pkt.advance(8);
        count = count + seen; // WARNING uninitialized
        seen = 1;
        transition select(count) {
            10: accept;
            _: body;
        }
    }
    state fail {
        never = 1;
        transition reject;
    }
}
parser Q(packet_in pkt, out bit<8> o, out bit<8> never);
control K(inout bit<8> x, out bit<8> y);
package P(Q q, K k);
P(p(), k()) main;
