// What one place of the text shows.
match_kind { exact, lpm, ternary }
action NoAction() {}
error { E }
extern packet_in { void advance(in bit<32> n); bit<8> peek(); }
extern void verify(in bool check, in error toSignal);
extern void swap(inout bit<8> a, inout bit<8> b);
const bit<8> MODE = 3;
const bit<8> ONE = 1;
enum Color { Red, Green }

bit<8> f(in bit<8> x) {
    if (x == 1) {
        return 1;
    } else {
        return 2;
    }
    return 3; // WARNING unreachable-code
}

control k(inout bit<8> x, inout int<8> s) {
    bit<8> y = 1;
    bit<8> z = 2;
    table t {
        key = {
            x : lpm;
            ONE : exact; // WARNING constant-key
            y : lpm; // WARNING two-lpm
            z : ternary;
        }
        actions = { NoAction; }
    }
    table u {
        key = { x : ternary; y : exact; }
        actions = { NoAction; }
        const entries = {
            (1, 2) : NoAction();
            (0x1, 0b10) : NoAction(); // WARNING duplicate-keyset
            (1 &&& 1, 2) : NoAction();
            (5 &&& 4, 2) : NoAction(); // WARNING masked-bits
            (16 / 4, 2) : NoAction(); // WARNING prefix-division
            (_, _) : NoAction();
            (7, 7) : NoAction(); // WARNING unreachable-entry
        }
    }
    table v {
        key = { x : ternary; }
        actions = { NoAction; }
        entries = {
            priority = 10 : 1 : NoAction();
            2 : NoAction(); // 9
            priority = 9 : 3 : NoAction(); // never both
            priority = 9 : 2 &&& 2 : NoAction(); // WARNING duplicate-priority
            priority = 20 : 4 : NoAction(); // WARNING priority-order
            priority = 5 : 4 : NoAction();
        }
    }
    table w {
        key = { x : ternary; }
        actions = { NoAction; }
        largest_priority_wins = false;
        priority_delta = 10;
        entries = {
            priority = 10 : 1 : NoAction();
            2 : NoAction(); // 20
            priority = 20 : 2 &&& 3 : NoAction(); // WARNING duplicate-priority
            priority = 15 : 4 : NoAction(); // WARNING priority-order
        }
    }
    apply {
        t.apply();
        v.apply();
        w.apply();
        u.apply();
        if (MODE == 3) { // by a constant's name: code that is switched on
            x = f(x);
        }
        if (1 == 2) { // WARNING constant-condition
            x = 2;
        }
        if (x < 0 || s < 0) { // WARNING constant-condition "never less"
            x = 3;
        }
        if (x == x) { // WARNING constant-condition "same"
            x = 4;
        }
        x = x >> 8; // WARNING shift-width
        x = x << 7;
        s = s >> 8; // -1 or 0, by the sign
        swap(x, y);
        swap(x, x); // WARNING out-alias
        for (bit<8> i = 0; i < 3; i = i + 1) {
            if (i == 1) {
                continue;
                x = 1; // WARNING unreachable-code
            }
            {
                break;
            }
            x = 2; // WARNING unreachable-code
        }
        exit;
        x = 5; // WARNING unreachable-code
        x = 6;
    }
}

parser p(packet_in pkt, in bool flag, in Color c, in bit<1> bit1) {
    bit<8> n = 3;
    state start {
        transition select(flag) { // both values are there
            true: next;
            false: count;
        }
    }
    state next {
        transition select(c) {
            Color.Red: read;
            Color.Green: wait;
        }
    }
    state read {
        pkt.advance(8);
        transition select(bit1) {
            0: read;
            1: implicit;
        }
    }
    state count { // changes n, and so may come to an end
        n = n - 1;
        transition select(n) {
            0: accept;
            _: count;
        }
    }
    state wait { // WARNING infinite-parser-loop
        verify(flag, error.E);
        transition select(pkt.peek()) {
            1 &&& 1: again;
            16 / 4: accept; // WARNING prefix-division
            4: reject; // WARNING duplicate-keyset
            5: known;
            _: accept;
            6: reject; // WARNING unreachable-case
        }
    }
    state again {
        transition wait;
    }
    state known {
        transition select(8w1, bit1) {
            (1, 1): accept;
            (2, _): reject; // WARNING unreachable-case
            (1, _): some;
            default: reject; // WARNING unreachable-case
        }
    }
    state some {
        transition select(n) { // WARNING no-match
            1: accept;
            2: same;
        }
    }
    state same {
        transition select(n) { // WARNING useless-select
            1: accept;
            _: accept;
        }
    }
    state lost { // WARNING unreachable-state
        transition lost;
    }
    state implicit {} // WARNING implicit-reject
}
parser Q(packet_in pkt, in bool flag, in Color c, in bit<1> bit1);
control K(inout bit<8> x, inout int<8> s);
package P(Q q, K k);
P(p(), k()) main;
