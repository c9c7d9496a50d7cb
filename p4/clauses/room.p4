// v1model: room for what leaves is there again once it has left: many long copies, packet after packet.
#include <core.p4>
#include <v1model.p4>
header k_t { bit<8> k; }
header long_t { bit<8184> v; bit<8> last; }
header huge_t { bit<64000> u; bit<64000> v; bit<32000> w; }
struct headers_t { k_t k; long_t long; huge_t huge; }
struct meta_t {}
#include "blocks.p4i"
PARSER(Start) { state start { p.extract(h.k); transition accept; } }
INGRESS(Work) { apply { h.long.setValid(); h.long.v = 0; h.long.last = h.k.k; s.mcast_grp = 7; if (h.k.k >= 0xf0) { h.huge.setValid(); h.huge.u = 1; h.huge.v = 2; h.huge.w = 3; } if (h.k.k == 0xf1) { s.mcast_grp = 8; } } }
DEPARSER(Leaving) { apply { p.emit(h); } }
WITH(Start, Work, Leaving)
