// @priority of entries, from before the language had priorities: the smallest wins,
// and an entry without it has its number.
match_kind { ternary }
control C(inout bit<8> x);
package Top(C c);
control Main(inout bit<8> x) {
    action set(bit<8> v) { x = v; }
    table t {
        key = { x : ternary; }
        actions = { set; }
        default_action = set(0);
        const entries = {
            1 &&& 1 : set(1) @priority(3);
            5       : set(2);
            5 &&& 4 : set(3) @priority(1);
        }
    }
    apply { t.apply(); }
}
Top(Main()) main;
