// ecmp: an IPv4 router that spreads flows over equal paths.
//
// A route leads to one next hop, or to a group of them. Of a group, a hash over the flow
// – addresses, protocol, and the ports of TCP and UDP – chooses the member (RFC 2992's
// modulo-N), so that a flow stays on its path and in order.
#include <core.p4>
#include <v1model.p4>

typedef bit<48> mac_t;
typedef bit<9>  port_t;

const bit<16> TYPE_IPV4 = 0x0800;
const bit<16> TYPE_ARP  = 0x0806;
const bit<8>  PROTO_TCP = 6;
const bit<8>  PROTO_UDP = 17;
const port_t  CPU_PORT  = 510;

header ethernet_t {
    mac_t   dst;
    mac_t   src;
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

// What TCP and UDP begin with.
header ports_t {
    bit<16> src;
    bit<16> dst;
}

struct headers_t {
    ethernet_t ethernet;
    ipv4_t     ipv4;
    ports_t    l4;
}

struct metadata_t {
    bit<16> src_port;  // 0 where there is none
    bit<16> dst_port;
}

parser EcmpParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.type) {
            TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    // Fragments have no ports, the first one neither: all of a packet goes one way.
    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.ihl, hdr.ipv4.more_fragments, hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (5, 0, 0, PROTO_TCP): parse_ports;
            (5, 0, 0, PROTO_UDP): parse_ports;
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

control EcmpVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.total_length, hdr.ipv4.identification,
              hdr.ipv4.flags, hdr.ipv4.more_fragments, hdr.ipv4.fragment_offset, hdr.ipv4.ttl, hdr.ipv4.protocol,
              hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control EcmpIngress(inout headers_t hdr, inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    counter(512, CounterType.packets_and_bytes) by_port;

    action_selector(HashAlgorithm.crc16, 1024, 16) paths;

    action next_hop(port_t port, mac_t smac, mac_t dmac) {
        hdr.ethernet.src = smac;
        hdr.ethernet.dst = dmac;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
        standard_metadata.egress_spec = port;
        by_port.count((bit<32>)port);
    }

    action punt() {
        standard_metadata.egress_spec = CPU_PORT;
    }

    action drop() {
        mark_to_drop(standard_metadata);
    }

    table routes {
        key = {
            hdr.ipv4.dst: lpm;
            hdr.ipv4.src: selector;
            hdr.ipv4.dst: selector;
            hdr.ipv4.protocol: selector;
            meta.src_port: selector;
            meta.dst_port: selector;
        }
        actions = {
            next_hop;
            punt;
            drop;
        }
        implementation = paths;
        const default_action = drop();
        size = 65536;
    }

    apply {
        if (hdr.ethernet.isValid() && hdr.ethernet.type == TYPE_ARP) {
            punt();
        } else if (!hdr.ipv4.isValid() || standard_metadata.parser_error != error.NoError
                   || hdr.ipv4.version != 4 || hdr.ipv4.ihl < 5 || standard_metadata.checksum_error == 1) {
            drop();
        } else if (hdr.ipv4.ihl > 5 || hdr.ipv4.ttl <= 1) {
            punt();
        } else {
            drop();  // also where a route leads to a group without members
            routes.apply();
        }
    }
}

control EcmpEgress(inout headers_t hdr, inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    apply {}
}

control EcmpUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.total_length, hdr.ipv4.identification,
              hdr.ipv4.flags, hdr.ipv4.more_fragments, hdr.ipv4.fragment_offset, hdr.ipv4.ttl, hdr.ipv4.protocol,
              hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control EcmpDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(EcmpParser(), EcmpVerify(), EcmpIngress(), EcmpEgress(), EcmpUpdate(), EcmpDeparser()) main;
