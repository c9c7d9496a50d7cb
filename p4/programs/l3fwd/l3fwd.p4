// l3fwd: an IPv4 router's fast path for the v1model architecture.
//
// What needs thought (ARP, IP options, expired TTLs) goes to the CPU port
// unchanged; what is malformed is dropped; the rest is routed by the longest
// matching prefix (RFC 1812 5.2.2, 5.2.4.3, 5.3.1).
#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> mac_addr_t;
typedef bit<32> ipv4_addr_t;

const port_t CPU_PORT = 510;

const bit<16> TYPE_IPV4 = 0x0800;
const bit<16> TYPE_ARP  = 0x0806;

const bit<32> ETHERNET_BYTES = 14;

header ethernet_t {
    mac_addr_t dst;
    mac_addr_t src;
    bit<16>    etherType;
}

// RFC 791 3.1, without the options.
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

struct headers_t {
    ethernet_t ethernet;
    ipv4_t     ipv4;
}

struct metadata_t {}

// A frame too short for a header leaves that header invalid and goes on to
// ingress: in v1model a parser error drops nothing by itself.
parser L3Parser(packet_in packet,
                out headers_t hdr,
                inout metadata_t meta,
                inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType) {
            TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition accept;
    }
}

// Only headers without options are verified here: those with options are
// punted as they came, and the CPU verifies them.
//
// The comparison is exact. A checksum field of 0xffff is therefore wrong
// always: the sum of a header is never zero, so no sender computes it
// (RFC 1624 section 3).
control L3VerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.totalLen,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset,
              hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.hdrChecksum, HashAlgorithm.csum16);
    }
}

control L3Ingress(inout headers_t hdr,
                  inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets) ipv4_lpm_hits;

    // To the next hop: the router's own address becomes the source.
    action forward(port_t port, mac_addr_t dmac) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.src = hdr.ethernet.dst;
        hdr.ethernet.dst = dmac;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
    }

    action punt() {
        standard_metadata.egress_spec = CPU_PORT;
    }

    action drop() {
        mark_to_drop(standard_metadata);
    }

    table ipv4_lpm {
        key = {
            hdr.ipv4.dst: lpm;
        }
        actions = {
            forward;
            punt;
            drop;
        }
        default_action = drop();
        size = 131072;
        counters = ipv4_lpm_hits;
    }

    apply {
        if (!hdr.ethernet.isValid()) {
            drop();
        } else if (hdr.ethernet.etherType == TYPE_ARP) {
            punt();
        } else if (!hdr.ipv4.isValid()) {
            drop();
        } else if (hdr.ipv4.version != 4 || hdr.ipv4.ihl < 5) {
            drop();
        } else if (hdr.ipv4.totalLen < ((bit<16>)hdr.ipv4.ihl << 2) ||
                   (bit<32>)hdr.ipv4.totalLen > standard_metadata.packet_length - ETHERNET_BYTES) {
            drop();
        } else if (standard_metadata.checksum_error == 1) {
            drop();
        } else if (hdr.ipv4.ihl > 5) {
            punt();
        } else if (hdr.ipv4.ttl <= 1) {
            // Perhaps for the router itself, which must accept it (RFC 1812
            // 4.2.2.9); otherwise the CPU answers with Time Exceeded.
            punt();
        } else {
            ipv4_lpm.apply();
        }
    }
}

control L3Egress(inout headers_t hdr,
                 inout metadata_t meta,
                 inout standard_metadata_t standard_metadata) {
    apply {}
}

// Whatever reaches this point without options had a right checksum, so
// computing it anew and updating it by RFC 1624 (eqn. 3) give the same bytes.
control L3ComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.totalLen,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset,
              hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.hdrChecksum, HashAlgorithm.csum16);
    }
}

control L3Deparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
    }
}

V1Switch(L3Parser(), L3VerifyChecksum(), L3Ingress(), L3Egress(), L3ComputeChecksum(), L3Deparser()) main;
