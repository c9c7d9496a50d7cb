// Tables: clause 14.2. Names: 18.3. Priorities: 14.2.1.4.
#include <core.p4>
struct S { bit<8> a; bit<16> b; bit<32> c; }
extern counter { counter(bit<32> size); }
match_kind { range, optional }
extern bit<8> key(in bit<8> x);
control C(inout S s);
package P(C c);

action top(inout bit<8> x, bit<8> v) { x = v; }

control part(inout S s)(bit<8> n) {
    @name("put") action set(bit<8> v) { s.a = v + n; }
    @name(".root") table t {
        key = { s.a : exact; s.b[15:8] : ternary @name("high"); }
        actions = { set; top(s.a); @tableonly NoAction; }
        const default_action = top(s.a, 7);
        const entries = {
            (1, 2 &&& 3) : set(n);
            (3, _) : NoAction();
        }
        size = 64;
        counters = counter(16);
    }
    table lpm {
        key = { s.c : lpm; }
        actions = { set; }
        entries = {
            0x0a000000 &&& 0xff000000 : set(1);
            1 : set(2);
            _ : set(3);
        }
    }
    table prio {
        key = { key(s.a) : range @name("k"); s.b : optional; }
        actions = { set; }
        largest_priority_wins = false;
        priority_delta = 10;
        entries = {
            const priority = 5: (1 .. 4, 3) : set(1);
            (7, _) : set(2);
        }
    }
    apply {
        if (t.apply().hit) {
            switch (lpm.apply().action_run) {
                set: { s.b = 1; }
                default: { s.b = 2; }
            }
        } else if (prio.apply().miss) {
            s.b = 3;
        }
    }
}

control c(inout S s) {
    part(1) first;
    @name("other") part(2) second;
    apply {
        first.apply(s);
        second.apply(s);
    }
}
P(c()) main;
