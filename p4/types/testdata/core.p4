// Clauses 13.7, 13.8, 16.1 and 19: what the core library's calls ask for.
error { NoError }
extern packet_out { void emit<T>(in T hdr); }
extern bool static_assert(bool check, string message);
header H { bit<8> a; }
header_union U { H h; }
struct All { H h; U u; H[2] s; }
struct Mixed { H h; bit<8> b; }
const bool yes = static_assert(1 < 2, "never");
const bool no = static_assert(H.minSizeInBits() == 16, "H has two bytes"); // ERROR static-assert "H has two bytes"
control deparse(packet_out p, in All a, in Mixed m) {
    apply {
        p.emit(a);
        p.emit(a.h);
        p.emit(a.u);
        p.emit(a.s);
        p.emit({ a.h, a.s });
        p.emit(m); // ERROR type-mismatch "emit"
        p.emit(m.b); // ERROR type-mismatch "emit"
    }
}
