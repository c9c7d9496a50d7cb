// Clause 14.
match_kind { exact, ternary, lpm, range, optional }
action NoAction() {}
struct M { bit<8> a; bit<32> b; bit<48> c; varbit<8> v; bool ok; }
control c(inout M m) {
    action drop() {}
    action set(bit<8> v) { m.a = v; }
    action both(inout bit<8> x, bit<8> v) { x = v; }
    action notListed() {}
    table t1 {
        key = { m.a : exact; m.b : lpm; }
        actions = { drop; set; both(m.a); NoAction; }
        size = 64;
        const default_action = set(3);
        const entries = {
            (1, 0x0A000000 &&& 0xFF000000) : drop();
            (2, _) : set(4);
            (2, 10 / 8) : set(4); // ERROR prefix
            (2, 0xFF &&& 0xFF) : set(4); // ERROR keyset "ones followed by zeros"
            (1 &&& 3, 1) : drop(); // ERROR keyset "single value"
            (1) : drop(); // ERROR keyset "for 2 keys"
            (true, 1) : drop(); // ERROR keyset
            (m.a, 1) : drop(); // ERROR not-constant
            (3, 1) : set(); // ERROR arguments
            (3, 1) : set(m.a); // ERROR not-constant
            (3, 1) : notListed(); // ERROR action-not-in-table
            (3, 1) : nothing(); // ERROR unknown-name
            (4, 1) : both(m.a, 1);
            (5, 1) : both(m.b, 1); // ERROR action-arguments
        }
    }
    table t2 {
        key = {
            m.a : ternary @name("key");
            m.b + 1 : exact; // ERROR key-name
            m.c : exactly; // ERROR unknown-name "did you mean "exact"?"
            m.b & 0xFF : exact;
            t1 : exact; // ERROR key-type
        }
        actions = {
            drop;
            drop; // ERROR duplicate-name
            m; // ERROR not-an-action
            set(1); // ERROR action-arguments
            both; // ERROR arguments
            drip; // ERROR unknown-name "did you mean "drop"?"
        }
        default_action = drop;
        size = 1; size = 2; // ERROR duplicate-name
    }
    table t3 {
        key = { m.a : range; }
        actions = { @tableonly set; @defaultonly drop; }
        default_action = set(1); // ERROR default-only
        entries = {
            priority = 10 : 1 .. 5 : set(1);
            7 : set(2);
            1 &&& 2 : set(3); // ERROR keyset
            9 : drop(); // ERROR default-only
            priority = (-1) : 9 : set(4); // ERROR priority
        }
    }
    table t4 { // ERROR table-property "list of actions"
        key = { m.a : exact; }
    }
    table t5 {
        key = { m.ok : exact; }
        entries = { true : drop(); } // ERROR table-property "after actions"
        actions = { drop; }
    }
    apply {
        t1.apply();
        if (t1.apply().hit) {}
        if (t1.apply().gone) {} // ERROR no-member
        switch (t1.apply().action_run) {
            drop: {}
            set:
            both: {}
            notListed: {} // ERROR action-not-in-table
            1: {} // ERROR switch
            drop: {} // ERROR duplicate-label
            default: {}
        }
        t1.apply(1); // ERROR arguments
        drop();
        set(1);
        m.a = t1; // ERROR type-mismatch
    }
}
action outside() {
    t1.apply(); // ERROR unknown-name
}
control inAction() {
    table t { actions = { NoAction; } }
    action a() {
        t.apply(); // ERROR call-place
    }
    apply { a(); t.apply(); }
}
// 14.2.1.2: what the list binds is written alike where the action is chosen.
control bound(inout bit<16> x, in bool c) {
    action a(out bit<16> y, in bit<16> z) { y = z; }
    table t1 { actions = { a(_, c ? x : 1); } default_action = a(_, (c ? x : 1)); }
    table t2 { actions = { a(x, (bit<16>)(bit<8>)x); } default_action = a(x, (bit<16>)(bit<8>)x); }
    table t3 { actions = { a(x, (bit<16>)(bit<8>)x); } default_action = a(x, (bit<16>)(bit<4>)x); } // ERROR action-arguments
    table t4 { actions = { a(x, c ? x : 1); } default_action = a(x, c ? x : 2); } // ERROR action-arguments
    apply { t1.apply(); t2.apply(); t3.apply(); t4.apply(); }
}
