// acl: a firewall between ports, by lists of rules.
//
// Ports are wired in pairs (table wire). IPv4 and IPv6 packets pass two lists of rules over
// the 5-tuple: addresses and protocol under masks, TCP and UDP ports by ranges. Of the
// rules that match, the one with the largest priority decides.
#include <core.p4>
#include <v1model.p4>

typedef bit<9> port_t;

const bit<16> TYPE_IPV4 = 0x0800;
const bit<16> TYPE_ARP  = 0x0806;
const bit<16> TYPE_IPV6 = 0x86dd;
const bit<8>  PROTO_TCP = 6;
const bit<8>  PROTO_UDP = 17;
const port_t  CPU_PORT  = 510;

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
    bit<1>  reserved;
    bit<1>  dont_fragment;
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

header ipv6_t {
    bit<4>   version;
    bit<8>   traffic_class;
    bit<20>  flow_label;
    bit<16>  payload_length;
    bit<8>   next_header;
    bit<8>   hop_limit;
    bit<128> src;
    bit<128> dst;
}

// What TCP and UDP begin with.
header ports_t {
    bit<16> src;
    bit<16> dst;
}

struct headers_t {
    ethernet_t     ethernet;
    ipv4_t         ipv4;
    ipv4_options_t options;
    ipv6_t         ipv6;
    ports_t        l4;
}

struct metadata_t {
    bit<8>  protocol;
    bit<16> src_port;  // 0 where there is none
    bit<16> dst_port;
}

parser AclParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                 inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.type) {
            TYPE_IPV4: parse_ipv4;
            TYPE_IPV6: parse_ipv6;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        verify(hdr.ipv4.version == 4 && hdr.ipv4.ihl >= 5, error.HeaderTooShort);
        packet.extract(hdr.options, ((bit<32>)hdr.ipv4.ihl - 5) * 32);
        meta.protocol = hdr.ipv4.protocol;
        // Only the first fragment has the ports (RFC 791 3.2).
        transition select(hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0, PROTO_TCP): parse_ports;
            (0, PROTO_UDP): parse_ports;
            default: accept;
        }
    }

    state parse_ipv6 {
        packet.extract(hdr.ipv6);
        verify(hdr.ipv6.version == 6, error.HeaderTooShort);
        meta.protocol = hdr.ipv6.next_header;
        transition select(hdr.ipv6.next_header) {
            PROTO_TCP: parse_ports;
            PROTO_UDP: parse_ports;
            default: accept;
        }
    }

    state parse_ports {
        packet.extract(hdr.l4);
        meta.src_port = hdr.l4.src;
        meta.dst_port = hdr.l4.dst;
        transition accept;
    }
}

control AclVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control AclIngress(inout headers_t hdr, inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) acl4_hits;
    direct_counter(CounterType.packets_and_bytes) acl6_hits;

    action to(port_t port) {
        standard_metadata.egress_spec = port;
    }

    action drop() {
        mark_to_drop(standard_metadata);
    }

    // Where what comes in by a port goes if no rule stops it.
    table wire {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            to;
            drop;
        }
        default_action = drop();
        size = 512;
    }

    action permit() {}

    action deny() {
        mark_to_drop(standard_metadata);
    }

    action punt() {
        standard_metadata.egress_spec = CPU_PORT;
    }

    table acl4 {
        key = {
            standard_metadata.ingress_port: optional;
            hdr.ipv4.src: ternary;
            hdr.ipv4.dst: ternary;
            meta.protocol: ternary;
            meta.src_port: range;
            meta.dst_port: range;
        }
        actions = {
            permit;
            deny;
            punt;
        }
        default_action = deny();
        size = 4096;
        counters = acl4_hits;
    }

    table acl6 {
        key = {
            standard_metadata.ingress_port: optional;
            hdr.ipv6.src: ternary;
            hdr.ipv6.dst: ternary;
            meta.protocol: ternary;
            meta.src_port: range;
            meta.dst_port: range;
        }
        actions = {
            permit;
            deny;
            punt;
        }
        default_action = deny();
        size = 4096;
        counters = acl6_hits;
    }

    apply {
        if (standard_metadata.parser_error != error.NoError) {
            drop();
            return;
        }
        wire.apply();
        if (hdr.ipv4.isValid()) {
            acl4.apply();
        } else if (hdr.ipv6.isValid()) {
            acl6.apply();
        } else if (hdr.ethernet.type != TYPE_ARP) {
            drop();
        }
    }
}

control AclEgress(inout headers_t hdr, inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    apply {}
}

control AclUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control AclDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(AclParser(), AclVerify(), AclIngress(), AclEgress(), AclUpdate(), AclDeparser()) main;
