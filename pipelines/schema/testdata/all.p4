// Everything that a description of a v1model program can hold.
#include <core.p4>
#include <v1model.p4>

enum bit<8> Kind { A = 3, B = 7 }
enum Colour { Red, Green, Blue }
type bit<9> PortId_t;

header ethernet_t { bit<48> dst; bit<48> src; bit<16> etherType; }
header ipv4_t { bit<4> version; bit<4> ihl; bit<24> rest; bit<32> src; bit<32> dst; }
struct headers_t { ethernet_t ethernet; ipv4_t ipv4; }
struct inner_t { bit<12> vlan; bit<1> up; }
struct meta_t {
    bit<32> count;
    @format(IPV4_ADDRESS) bit<32> target;
    int<12> delta;
    Kind kind;
    Colour colour;
    inner_t inner;
    bit<2> level;
    PortId_t to;
}
struct learn_t { bit<48> mac; bit<9> port; inner_t inner; }
struct value_t { @match(ternary) bit<16> etherType; @match(range) bit<7> low; }

parser MyParser(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t standard_metadata) {
    value_set<value_t>(4) pvs;
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType, hdr.ethernet.src[6:0]) {
            pvs: ip;
            default: accept;
        }
    }
    state ip { packet.extract(hdr.ipv4); transition accept; }
}

control MyVerify(inout headers_t hdr, inout meta_t meta) { apply {} }
control MyCompute(inout headers_t hdr, inout meta_t meta) { apply {} }

control MyIngress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t standard_metadata) {
    counter(16, CounterType.packets_and_bytes) seen;
    direct_counter(CounterType.bytes) route_hits;
    direct_meter<bit<2>>(MeterType.packets) route_rate;
    meter(8, MeterType.bytes) rate;
    register<int<12>>(32) last;
    register<inner_t>(5) states;
    action_profile(64) plain;
    action_selector(HashAlgorithm.crc16, 128, 14) ecmp;

    action forward(PortId_t to, @name("dmac") bit<48> mac) {
        standard_metadata.egress_spec = (bit<9>) to;
        hdr.ethernet.dst = mac;
    }
    action note(inout bit<32> where, in bit<32> bound, bit<9> port, int<12> delta, Colour colour) {
        where = bound;
        standard_metadata.egress_spec = port;
        meta.delta = delta;
        meta.colour = colour;
    }
    action drop() { mark_to_drop(standard_metadata); }

    table route {
        key = { hdr.ipv4.dst: lpm @name("hdr.ipv4.dst"); }
        actions = { forward; @tableonly drop; @defaultonly NoAction; }
        const default_action = forward((PortId_t) 9w511, 48w0x0200_0000_0001);
        size = 512;
        counters = route_hits;
        meters = route_rate;
    }
    table classify {
        key = {
            hdr.ethernet.etherType: ternary;
            hdr.ipv4.isValid(): exact;
            meta.inner.vlan: range;
            meta.kind: optional;
            hdr.ipv4.dst: lpm;
        }
        actions = { note(meta.count, 7); drop; }
        default_action = drop();
        const entries = {
            (16w0x0800 &&& 16w0xff00, true, 100 .. 200, Kind.B, 32w0x0a00_0000 &&& 32w0xff00_0000): note(9w510, -12s1, Colour.Blue);
            (_, false, 5, _, _): drop();
            (_, false, 5, _, _): note(9w1, 12s1, Colour.Red);
        }
    }
    table balance {
        key = { hdr.ipv4.dst: exact; hdr.ipv4.src: selector; meta.count: selector; }
        actions = { forward; drop; }
        implementation = ecmp;
        size = 100;
    }
    table choose {
        key = { meta.colour: exact; meta.target: exact; meta.delta: exact; meta.to: exact; }
        actions = { drop; }
        default_action = drop();
        implementation = plain;
    }
    apply {
        seen.count(0);
        rate.execute_meter(0, meta.level);
        last.write(0, meta.delta);
        states.write(0, meta.inner);
        if (route.apply().hit) { route_rate.read(meta.level); }
        classify.apply();
        balance.apply();
        choose.apply();
        digest<learn_t>(1, { hdr.ethernet.src, standard_metadata.ingress_port, meta.inner });
        digest<tuple<bit<8>, bool>>(2, { 8w1, true });
        digest<learn_t>(1, { hdr.ethernet.dst, 0, meta.inner });
    }
}

control MyEgress(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t standard_metadata) {
    table route { // the name is in another control too
        key = { standard_metadata.egress_port: exact; }
        actions = { NoAction; }
        const entries = { 9w3: NoAction(); 9w3: NoAction(); 9w4: NoAction(); }
    }
    apply { route.apply(); }
}

control MyDeparser(packet_out packet, in headers_t hdr) { apply { packet.emit(hdr); } }

V1Switch(MyParser(), MyVerify(), MyIngress(), MyEgress(), MyCompute(), MyDeparser()) main;
