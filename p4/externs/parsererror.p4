// v1model: parser_error: what went wrong in the parser; what it extracted stays, and the rest follows.
#include <v1model.p4>
error { Mine, Never }
header bytes_t { bit<8> which; bit<8> code; bit<8> checked; bit<8> later; }
header pair_t { bit<16> f; }
header long_t { bit<8> n; varbit<16> v; }
struct headers_t { bytes_t x; pair_t[1] y; long_t z; }
struct meta_t { bit<8> m; }
#include "../clauses/blocks.p4i"
PARSER(Start) {
    state start {
        p.extract(h.x);
        transition select(h.x.which) {
            1: short;
            2: none;
            3: stack;
            4: varbits;
            5: ten;
            6: own;
            7: timeout;
            8: invalid;
            9: rejected;
            10: no_error;
            default: accept;
        }
    }
    state short { p.extract(h.y.next); transition accept; }
    state none { transition select(h.x.code) { 1: accept; } }
    state stack { p.extract(h.y.next); p.extract(h.y.next); transition accept; }
    state varbits { p.extract(h.z, 24); transition accept; }
    // Errors that the parser names.
    state ten { verify(h.x.code == 0, error.HeaderTooShort); transition own; }
    state own { verify(false, error.Mine); transition never; }
    state never { p.extract(h.y.next); transition accept; }
    state timeout { verify(h.x.code == 0, error.ParserTimeout); transition accept; }
    state invalid { verify(h.x.code == 0, error.ParserInvalidArgument); transition accept; }
    state rejected { transition reject; }
    state no_error { verify(true, error.Mine); transition accept; }
}
#define CODE(FIELD) if (s.parser_error == error.NoError) FIELD = 0; \
    else if (s.parser_error == error.PacketTooShort) FIELD = 1; \
    else if (s.parser_error == error.NoMatch) FIELD = 2; \
    else if (s.parser_error == error.StackOutOfBounds) FIELD = 3; \
    else if (s.parser_error == error.HeaderTooShort) FIELD = 4; \
    else if (s.parser_error == error.ParserTimeout) FIELD = 5; \
    else if (s.parser_error == error.ParserInvalidArgument) FIELD = 6; \
    else if (s.parser_error == error.Mine) FIELD = 7; \
    else if (s.parser_error == error.Never) FIELD = 8;
INGRESS(Work) { apply { s.egress_spec = 1; CODE(h.x.code) } }
INGRESS(Out) { apply { CODE(h.x.later) } }
control Check(inout headers_t h, inout meta_t m) { apply { if (h.x.isValid()) h.x.checked = 0xcc; } }
DEPARSER(Deparse) { apply { p.emit(h); } }
V1Switch(Start(), Check(), Work(), Out(), Update(), Deparse()) main;
