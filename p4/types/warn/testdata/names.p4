// Names that nothing uses, or that hide others (6.9), and what is to be left silent
// (20.3).
match_kind { exact }
action NoAction() {}
const bit<8> USED = 1;
const bit<8> UNUSED = 2; // WARNING unused-constant
extern bool static_assert(bool b);
const bool CHECKED = static_assert(USED == 1);
typedef bit<8> T;
type bit<8> N; // WARNING unused-type
struct S { T t; }
header H { bit<8> a; } // WARNING unused-type
enum E { A, B } // WARNING unused-type
@noWarn("unused") typedef bit<8> Quiet;
@noWarn("unused-constant") const bit<8> QUIET = 1;
@noWarn("shadow") const bit<8> NOT_QUIET = 1; // WARNING unused-constant
@deprecated("take g") extern T old(in S s);
extern Box { Box(); T get(); }
extern void each(in T t);
control Plug(in T t, in T rest);

T unusedFunction(in T t) { return t; } // WARNING unused-function
T twice(in T t, in T rest) { return t + t; } // WARNING unused-parameter
action topAction(in T t) { each(t); } // WARNING unused-action

control inner(in T t) { apply { each(t); } }
control helper(in T t, in T rest) { apply { each(t); } } // WARNING unused-parameter "rest"
control direct(in T t, in T rest) { apply { each(t); } } // WARNING unused-parameter "rest"
control passed(in T t, in T rest) { apply { each(t); } }
control named(in T t, in T rest) { apply { each(t); } }
control spare(in T t, in T rest) { apply { each(t); } }
control takes(in T t, in T rest)(Plug plug) { apply { plug.apply(t, t); } } // WARNING unused-parameter "rest"
control lonely(in T t) { apply { each(t); } } // WARNING unused-block
control k(inout T x, in T notUsed) {
    T set;
    T never; // WARNING unused-variable
    Box() used;
    Box() unusedBox; // WARNING unused-instance
    inner() sub;
    helper() other;
    passed() plug;
    takes(plug) takesPlug;
    action inTable(T data) { x = data; }
    action called() { x = 1; }
    action neither() { x = 2; } // WARNING unused-action
    @noWarn("unused") action silent() { x = 2; }
    table t {
        key = { x : exact; }
        actions = { inTable; NoAction; }
    }
    table notApplied { // WARNING unused-table
        actions = { NoAction; }
    }
    @noWarn("uninitialized_use") action reads() { T r; x = r; }
    apply {
        reads();
        set = USED;
        called();
        t.apply();
        sub.apply(x);
        other.apply(x, x);
        direct.apply(x, x);
        takesPlug.apply(x, x);
        x = used.get() + twice(x, 1) + old({ x }); // WARNING deprecated
        {
            T x = 1; // WARNING shadow
            each(x);
        }
        T later = 1;
        for (T later in 0 .. 3) { // WARNING shadow
            each(later);
        }
        for (T round in 0 .. 3) { // there to count
            each(1);
        }
        each(later);
    }
}
control K(inout T x, in T notUsed);
package P(K k, Plug p, Plug q = spare());
P(k(), named()) main;
