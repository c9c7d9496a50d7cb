// A program with something of everything that the control plane can reach.
#include <core.p4>
#include <v1model.p4>
header eth_t { bit<48> dst; bit<48> src; bit<16> type; }
header key_t { bit<32> addr; bit<16> port; bit<8> proto; bit<8> vrf; }
struct learn_t { bit<48> mac; bit<9> port; }
struct headers_t { eth_t eth; key_t key; }
struct meta_t { bit<2> color; }
parser P(packet_in p, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    value_set<bit<16>>(4) types;
    state start { p.extract(h.eth); transition select(h.eth.type) { types: key; default: accept; } }
    state key { p.extract(h.key); transition accept; }
}
control V(inout headers_t h, inout meta_t m) { apply {} }
control I(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    register<bit<72>>(16) last;
    counter(16, CounterType.packets_and_bytes) seen;
    direct_counter(CounterType.packets_and_bytes) acl_bytes;
    direct_meter<bit<2>>(MeterType.packets) police;
    action_selector(HashAlgorithm.crc16, 16, 8) ecmp;
    action permit() { police.read(m.color); acl_bytes.count(); }
    action deny() { acl_bytes.count(); mark_to_drop(s); exit; }
    action out_by(bit<9> port) { s.egress_spec = port; }
    action flood(bit<16> group) { s.mcast_grp = group; }
    table acl {
        key = { h.key.addr : lpm; h.key.port : range; h.key.proto : optional; h.key.vrf : ternary; }
        actions = { permit; deny; }
        default_action = permit();
        counters = acl_bytes;
        meters = police;
        size = 64;
    }
    table routes {
        key = { h.key.addr : lpm; h.key.vrf : selector; }
        actions = { out_by; flood; NoAction; }
        implementation = ecmp;
        const default_action = NoAction();
    }
    apply {
        seen.count((bit<32>)s.ingress_port);
        digest<learn_t>(1, { h.eth.src, s.ingress_port });
        log_msg("from {} type {}", { s.ingress_port, h.eth.type });
        if (h.key.isValid()) {
            acl.apply();
            last.write((bit<32>)h.key.vrf, 8w0 ++ h.key.addr ++ h.key.addr);
            routes.apply();
            clone(CloneType.I2E, 5);
        } else mark_to_drop(s);
    }
}
control E(inout headers_t h, inout meta_t m, inout standard_metadata_t s) { apply {} }
control C(inout headers_t h, inout meta_t m) { apply {} }
control D(packet_out p, in headers_t h) { apply { p.emit(h); } }
V1Switch(P(), V(), I(), E(), C(), D()) main;
