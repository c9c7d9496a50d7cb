// source_routing: a switch that sends packets where their sender said, for the
// v1model architecture.
//
// The sender puts a stack of hops in front of the IPv4 header, one for each
// switch on the way. A switch takes off the first and sends the packet by the
// exit that it names; from the last hop on the packet is plain IPv4. There are
// no routes: a switch knows its exits, and that is all.
#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> mac_addr_t;
typedef bit<32> ipv4_addr_t;

// IEEE Std 802 local experimental EtherType 1: private to one network.
const bit<16> TYPE_SOURCE_ROUTE = 0x88b5;
const bit<16> TYPE_IPV4         = 0x0800;

// The longest way that a sender may ask for.
#define MAX_HOPS 8

const bit<32> ETHERNET_BYTES = 14;
const bit<32> HOP_BYTES      = 2;

error {
    BadVersion,
    BadHeaderLength
}

// Why packets are dropped; the index into the counter drops.
enum bit<32> reason_t {
    TRUNCATED = 0,      // ends before its headers do
    NO_HOPS = 1,        // not source routed, or no hops are left
    TOO_MANY_HOPS = 2,  // no bottom of the stack among the first MAX_HOPS
    BAD_IPV4 = 3,       // version, header length or total length (RFC 1812 5.2.2)
    BAD_CHECKSUM = 4,
    TTL_EXPIRED = 5,
    NO_EXIT = 6         // the hop names an exit that has no entry
}

header ethernet_t {
    mac_addr_t dst;
    mac_addr_t src;
    bit<16>    etherType;
}

//  0                   1
//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5
// +-+-------------+---------------+
// |B|          exit               |   B: bottom of the stack
// +-+-----------------------------+
header hop_t {
    bit<1>  bottom;
    bit<15> exit_id;
}

// RFC 791 3.1, the options apart.
header ipv4_t {
    bit<4>      version;
    bit<4>      ihl;       // header length in 4-byte words
    bit<8>      diffserv;
    bit<16>     totalLen;  // header and payload, bytes
    bit<16>     identification;
    bit<3>      flags;
    bit<13>     fragOffset;
    bit<8>      ttl;
    bit<8>      protocol;
    bit<16>     hdrChecksum;
    ipv4_addr_t src;
    ipv4_addr_t dst;
}

header ipv4_options_t {
    varbit<320> options;  // ihl is 15 at most: 40 bytes
}

struct headers_t {
    ethernet_t      ethernet;
    hop_t[MAX_HOPS] hops;
    ipv4_t          ipv4;
    ipv4_options_t  ipv4_options;
}

struct metadata_t {
    bit<32> header_bytes;  // in front of the IPv4 header
}

// What goes wrong here is no drop yet: in v1model ingress decides, by
// parser_error.
parser SourceRouteParser(packet_in packet,
                         out headers_t hdr,
                         inout metadata_t meta,
                         inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        meta.header_bytes = ETHERNET_BYTES;
        transition select(hdr.ethernet.etherType) {
            TYPE_SOURCE_ROUTE: parse_hop;
            default: accept;
        }
    }

    // One hop too many is error.StackOutOfBounds.
    state parse_hop {
        packet.extract(hdr.hops.next);
        meta.header_bytes = meta.header_bytes + HOP_BYTES;
        transition select(hdr.hops.last.bottom) {
            0: parse_hop;
            1: parse_ipv4;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        verify(hdr.ipv4.version == 4, error.BadVersion);
        verify(hdr.ipv4.ihl >= 5, error.BadHeaderLength);
        transition select(hdr.ipv4.ihl) {
            5: accept;
            default: parse_options;
        }
    }

    state parse_options {
        packet.extract(hdr.ipv4_options, ((bit<32>)hdr.ipv4.ihl - 5) * 32);
        transition accept;
    }
}

control SourceRouteVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.totalLen,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset,
              hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.hdrChecksum, HashAlgorithm.csum16);
        verify_checksum(hdr.ipv4_options.isValid(),
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.totalLen,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset,
              hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst,
              hdr.ipv4_options.options },
            hdr.ipv4.hdrChecksum, HashAlgorithm.csum16);
    }
}

control SourceRouteIngress(inout headers_t hdr,
                           inout metadata_t meta,
                           inout standard_metadata_t standard_metadata) {
    counter(7, CounterType.packets) drops;
    direct_counter(CounterType.packets_and_bytes) exit_hits;

    action discard(reason_t reason) {
        drops.count((bit<32>)reason);
        mark_to_drop(standard_metadata);
    }

    // The hop is used up; below the last one there is IPv4.
    action pop_hop() {
        if (hdr.hops[0].bottom == 1) {
            hdr.ethernet.etherType = TYPE_IPV4;
        }
        hdr.hops.pop_front(1);
    }

    // To the neighbor at the other end of the exit.
    action forward(port_t port, mac_addr_t smac, mac_addr_t dmac) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.src = smac;
        hdr.ethernet.dst = dmac;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
        pop_hop();
    }

    // An exit that is closed for now, unlike one that is not there.
    action blocked() {
        mark_to_drop(standard_metadata);
    }

    action no_exit() {
        discard(reason_t.NO_EXIT);
    }

    // The numbers in a hop mean no more than what stands here: senders cannot
    // reach a port that no exit was given to, such as the CPU's.
    table exits {
        key = {
            hdr.hops[0].exit_id: exact @name("exit");
        }
        actions = {
            forward;
            blocked;
            @defaultonly no_exit;
        }
        const default_action = no_exit();
        size = 1024;
        counters = exit_hits;
    }

    apply {
        if (standard_metadata.parser_error == error.StackOutOfBounds) {
            discard(reason_t.TOO_MANY_HOPS);
        } else if (standard_metadata.parser_error == error.BadVersion ||
                   standard_metadata.parser_error == error.BadHeaderLength) {
            discard(reason_t.BAD_IPV4);
        } else if (standard_metadata.parser_error != error.NoError) {
            discard(reason_t.TRUNCATED);
        } else if (!hdr.hops[0].isValid()) {
            discard(reason_t.NO_HOPS);
        } else if (hdr.ipv4.totalLen < ((bit<16>)hdr.ipv4.ihl << 2) ||
                   (bit<32>)hdr.ipv4.totalLen > standard_metadata.packet_length - meta.header_bytes) {
            discard(reason_t.BAD_IPV4);
        } else if (standard_metadata.checksum_error == 1) {
            discard(reason_t.BAD_CHECKSUM);
        } else if (hdr.ipv4.ttl <= 1) {
            discard(reason_t.TTL_EXPIRED);
        } else {
            exits.apply();
        }
    }
}

control SourceRouteEgress(inout headers_t hdr,
                          inout metadata_t meta,
                          inout standard_metadata_t standard_metadata) {
    apply {}
}

control SourceRouteComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.totalLen,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset,
              hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.hdrChecksum, HashAlgorithm.csum16);
        update_checksum(hdr.ipv4_options.isValid(),
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.totalLen,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset,
              hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst,
              hdr.ipv4_options.options },
            hdr.ipv4.hdrChecksum, HashAlgorithm.csum16);
    }
}

control SourceRouteDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.hops);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv4_options);
    }
}

V1Switch(SourceRouteParser(), SourceRouteVerifyChecksum(), SourceRouteIngress(), SourceRouteEgress(),
    SourceRouteComputeChecksum(), SourceRouteDeparser()) main;
