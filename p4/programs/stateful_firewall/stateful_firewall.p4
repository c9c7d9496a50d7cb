// stateful_firewall: lets in what was asked for.
//
// Connections are opened from inside: a TCP SYN or a UDP packet notes the flow, and for
// a while its other direction may come in. Flows are noted in two registers, each at a
// hash of its own of the flow (a Bloom filter with times): a stranger gets in by chance
// only if both cells are fresh by other flows.
#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> time_t;  // microseconds

const bit<16> TYPE_IPV4 = 0x0800;
const bit<16> TYPE_ARP  = 0x0806;
const bit<8>  PROTO_TCP = 6;
const bit<8>  PROTO_UDP = 17;

const bit<32> CELLS    = 65536;
const time_t  TCP_IDLE = 300000000;  // 5 minutes
const time_t  UDP_IDLE = 30000000;   // 30 seconds

header ethernet_t {
    bit<48> dst;
    bit<48> src;
    bit<16> type;
}

header ipv4_t {
    bit<4>  version;
    bit<4>  ihl;
    bit<8>  diffserv;
    bit<16> total_length;
    bit<16> identification;
    bit<2>  flags;
    bit<1>  more_fragments;
    bit<13> fragment_offset;
    bit<8>  ttl;
    bit<8>  protocol;
    bit<16> checksum;
    bit<32> src;
    bit<32> dst;
}

header ipv4_options_t {
    varbit<320> all;
}

header tcp_t {
    bit<16> src;
    bit<16> dst;
    bit<32> sequence;
    bit<32> acknowledgment;
    bit<4>  offset;
    bit<4>  reserved;
    bit<3>  ecn_urg;  // CWR, ECE, URG
    bit<1>  ack;
    bit<1>  psh;
    bit<1>  rst;
    bit<1>  syn;
    bit<1>  fin;
    bit<16> window;
    bit<16> checksum;
    bit<16> urgent;
}

header udp_t {
    bit<16> src;
    bit<16> dst;
    bit<16> length;
    bit<16> checksum;
}

struct headers_t {
    ethernet_t     ethernet;
    ipv4_t         ipv4;
    ipv4_options_t options;
    tcp_t          tcp;
    udp_t          udp;
}

struct metadata_t {
    bit<16> src_port;
    bit<16> dst_port;
    bit<1>  inside;  // where it came from
}

parser FirewallParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.type) {
            TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        verify(hdr.ipv4.version == 4 && hdr.ipv4.ihl >= 5, error.HeaderTooShort);
        packet.extract(hdr.options, ((bit<32>)hdr.ipv4.ihl - 5) * 32);
        transition select(hdr.ipv4.more_fragments, hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0, 0, PROTO_TCP): parse_tcp;
            (0, 0, PROTO_UDP): parse_udp;
            default: accept;
        }
    }

    state parse_tcp {
        packet.extract(hdr.tcp);
        meta.src_port = hdr.tcp.src;
        meta.dst_port = hdr.tcp.dst;
        transition accept;
    }

    state parse_udp {
        packet.extract(hdr.udp);
        meta.src_port = hdr.udp.src;
        meta.dst_port = hdr.udp.dst;
        transition accept;
    }
}

control FirewallVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control FirewallIngress(inout headers_t hdr, inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    // When a flow was last seen, plus 1; 0 is never.
    register<time_t>(CELLS) seen_a;
    register<time_t>(CELLS) seen_b;
    counter(4, CounterType.packets) verdicts;  // 0 passed, 1 opened, 2 unasked, 3 unreadable

    action drop(bit<32> why) {
        verdicts.count(why);
        mark_to_drop(standard_metadata);
    }

    action inside(port_t port) {
        meta.inside = 1;
        standard_metadata.egress_spec = port;
    }

    action outside(port_t port) {
        standard_metadata.egress_spec = port;
    }

    action nowhere() {
        mark_to_drop(standard_metadata);
    }

    // Which side a port is, and the port that it is wired to.
    table sides {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            inside;
            outside;
            nowhere;
        }
        const default_action = nowhere();
        size = 512;
    }

    apply {
        if (!sides.apply().hit) {
            return;
        }
        if (standard_metadata.parser_error != error.NoError) {
            drop(3);
            return;
        }
        if (!hdr.ipv4.isValid()) {
            if (hdr.ethernet.type != TYPE_ARP) {
                drop(3);
            }
            return;
        }
        if (!hdr.tcp.isValid() && !hdr.udp.isValid()) {
            drop(2);  // no ports: other protocols, and fragments
            return;
        }

        // The flow as it is seen from inside.
        bit<32> near = hdr.ipv4.src;
        bit<32> far = hdr.ipv4.dst;
        bit<16> near_port = meta.src_port;
        bit<16> far_port = meta.dst_port;
        if (meta.inside == 0) {
            near = hdr.ipv4.dst;
            far = hdr.ipv4.src;
            near_port = meta.dst_port;
            far_port = meta.src_port;
        }
        bit<32> a;
        bit<32> b;
        hash(a, HashAlgorithm.crc32, 32w0, { near, far, hdr.ipv4.protocol, near_port, far_port }, CELLS);
        hash(b, HashAlgorithm.crc16, 32w0, { near_port, far_port, hdr.ipv4.protocol, far, near }, CELLS);

        time_t now = standard_metadata.ingress_global_timestamp;
        time_t idle = hdr.tcp.isValid() ? TCP_IDLE : UDP_IDLE;
        time_t last_a;
        time_t last_b;
        seen_a.read(last_a, a);
        seen_b.read(last_b, b);
        bool open = last_a != 0 && last_b != 0 && now - (last_a - 1) <= idle && now - (last_b - 1) <= idle;
        bool opens = meta.inside == 1 && (hdr.udp.isValid() || hdr.tcp.syn == 1 && hdr.tcp.ack == 0);
        if (!open && !opens) {
            drop(2);
            return;
        }
        verdicts.count(open ? 32w0 : 32w1);
        // Shards may store at once; whichever is last, the flow was just seen.
        seen_a.write(a, now + 1);
        seen_b.write(b, now + 1);
    }
}

control FirewallEgress(inout headers_t hdr, inout metadata_t meta,
                       inout standard_metadata_t standard_metadata) {
    apply {}
}

control FirewallUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control FirewallDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(FirewallParser(), FirewallVerify(), FirewallIngress(), FirewallEgress(), FirewallUpdate(), FirewallDeparser()) main;
