// mpls_edge: an MPLS label edge router for IPv4, for the v1model architecture.
//
// IPv4 packets get one to three labels by the longest matching prefix, or are
// forwarded without. Labelled packets have their top label swapped, popped for
// the next router (penultimate hop popping), or popped for this one, which then
// looks at what was below as if it came in anew (RFC 3031, RFC 3032). TTLs are
// handled as RFC 3443 has it, uniform or pipe by entry.
#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> mac_addr_t;
typedef bit<32> ipv4_addr_t;
typedef bit<20> label_t;
typedef bit<16> next_hop_t;

const port_t CPU_PORT = 510;

const bit<16> TYPE_IPV4 = 0x0800;
const bit<16> TYPE_MPLS = 0x8847;

const bit<32> ETHERNET_BYTES = 14;

// RFC 3032 2.1.
const label_t IPV4_EXPLICIT_NULL = 0;
const label_t ROUTER_ALERT       = 1;
const label_t FIRST_UNRESERVED   = 16;

// In the TTL field of labels of a pipe, which hides how long it is
// (RFC 3443 3.5).
const bit<8> PIPE_TTL = 255;

// Why packets are dropped; the index into the counter drops.
enum bit<32> reason_t {
    MALFORMED = 0,  // cut off, neither IPv4 nor MPLS, or IPv4 that RFC 1812 5.2.2 has dropped
    BAD_CHECKSUM = 1,
    RESERVED = 2,   // a label that means nothing here (RFC 3032 2.1)
    NO_LABEL = 3,   // no entry for the label (RFC 3031 3.18)
    NO_ROUTE = 4,
    NO_NEXT_HOP = 5,
    NOT_IPV4 = 6    // below the last label is something else
}

header ethernet_t {
    mac_addr_t dst;
    mac_addr_t src;
    bit<16>    etherType;
}

// RFC 3032 2.1.
//
//  0                   1                   2                   3
//  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
// +---------------------------------------+-----+-+---------------+
// |                label                  | TC  |S|      TTL      |
// +---------------------------------------+-----+-+---------------+
header mpls_t {
    label_t label;
    bit<3>  tc;  // traffic class (RFC 5462)
    bit<1>  bottom;
    bit<8>  ttl;
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

// Two labels are read at most: the top one, and the one that it hides. Three
// are written.
struct headers_t {
    ethernet_t ethernet;
    mpls_t[3]  labels;
    ipv4_t     ipv4;
}

struct metadata_t {
    next_hop_t next_hop;
    bool       has_next_hop;
    label_t    label;  // that swap puts in
    bit<1>     pipe;   // of the path that ends
    bool       again;  // what is below the label is for this router
}

// What is cut off leaves its header invalid, and ingress decides. A router in
// the middle of a path does not care what is below the labels.
parser EdgeParser(packet_in packet,
                  out headers_t hdr,
                  inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType) {
            TYPE_IPV4: parse_ipv4;
            TYPE_MPLS: parse_top;
            default: accept;
        }
    }

    state parse_top {
        packet.extract(hdr.labels.next);
        transition select(hdr.labels.last.bottom) {
            0: parse_hidden;
            1: guess_payload;
        }
    }

    state parse_hidden {
        packet.extract(hdr.labels.next);
        transition accept;
    }

    // A label says nothing of what it carries: its entry knows, and the first
    // nibble must agree (RFC 4928).
    state guess_payload {
        transition select(packet.lookahead<bit<4>>()) {
            4: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition accept;
    }
}

// Below labels a checksum is as right or wrong as it came: it is verified where
// the packet is routed. The comparison is exact, as in RFC 1624 section 3 no
// header's checksum is 0xffff.
control EdgeVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.totalLen,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.fragOffset,
              hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.hdrChecksum, HashAlgorithm.csum16);
    }
}

control EdgeIngress(inout headers_t hdr,
                    inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    counter(7, CounterType.packets) drops;
    direct_counter(CounterType.packets_and_bytes) fec_hits;
    direct_counter(CounterType.packets_and_bytes) label_hits;

    action discard(reason_t reason) {
        drops.count((bit<32>)reason);
        mark_to_drop(standard_metadata);
    }

    action punt() {
        standard_metadata.egress_spec = CPU_PORT;
    }

    action drop() {
        mark_to_drop(standard_metadata);
    }

    action no_route() {
        discard(reason_t.NO_ROUTE);
    }

    action no_label() {
        discard(reason_t.NO_LABEL);
    }

    action no_next_hop() {
        discard(reason_t.NO_NEXT_HOP);
    }

    // The checksum changes with the TTL as RFC 1624 (eqn. 3) says, with or
    // without options. TTL and protocol are one word of the header.
    action set_ipv4_ttl(in bit<8> ttl) {
        bit<32> sum = (bit<32>)(~hdr.ipv4.hdrChecksum) +
            (bit<32>)(~(hdr.ipv4.ttl ++ hdr.ipv4.protocol)) +
            (bit<32>)(ttl ++ hdr.ipv4.protocol);
        sum = (sum & 0xffff) + (sum >> 16);
        sum = (sum & 0xffff) + (sum >> 16);
        hdr.ipv4.hdrChecksum = ~(bit<16>)sum;
        hdr.ipv4.ttl = ttl;
    }

    action to(in next_hop_t next_hop) {
        meta.next_hop = next_hop;
        meta.has_next_hop = true;
    }

    // IPv4 without labels.
    action forward(next_hop_t next_hop) {
        set_ipv4_ttl(hdr.ipv4.ttl - 1);
        to(next_hop);
    }

    action write_label(out mpls_t entry, in label_t label, in bit<1> bottom, in bit<8> ttl) {
        entry.setValid();
        entry.label = label;
        entry.tc = hdr.ipv4.diffserv[7:5];
        entry.bottom = bottom;
        entry.ttl = ttl;
    }

    // Into a label-switched path. Uniform: its labels go on with the TTL of the
    // packet; pipe: they start anew. Either way this router is one hop for the
    // packet itself.
    action enter(in bit<1> pipe, in next_hop_t next_hop, out bit<8> ttl) {
        set_ipv4_ttl(hdr.ipv4.ttl - 1);
        ttl = pipe == 1 ? PIPE_TTL : hdr.ipv4.ttl;
        hdr.ethernet.etherType = TYPE_MPLS;
        to(next_hop);
    }

    action push1(next_hop_t next_hop, bit<1> pipe, label_t label) {
        bit<8> ttl;
        enter(pipe, next_hop, ttl);
        write_label(hdr.labels[0], label, 1, ttl);
    }

    // Labels are given from the top of the stack down.
    action push2(next_hop_t next_hop, bit<1> pipe, label_t top, label_t bottom) {
        bit<8> ttl;
        enter(pipe, next_hop, ttl);
        write_label(hdr.labels[0], top, 0, ttl);
        write_label(hdr.labels[1], bottom, 1, ttl);
    }

    action push3(next_hop_t next_hop, bit<1> pipe, label_t top, label_t middle, label_t bottom) {
        bit<8> ttl;
        enter(pipe, next_hop, ttl);
        write_label(hdr.labels[0], top, 0, ttl);
        write_label(hdr.labels[1], middle, 0, ttl);
        write_label(hdr.labels[2], bottom, 1, ttl);
    }

    // Which packets are forwarded alike (a FEC, RFC 3031 2.1): by prefix.
    table fec {
        key = {
            hdr.ipv4.dst: lpm;
        }
        actions = {
            forward;
            push1;
            push2;
            push3;
            punt;
            drop;
            @defaultonly no_route;
        }
        default_action = no_route();
        size = 65536;
        counters = fec_hits;
    }

    // What the label's entry says is done in apply, where TTL and payload are
    // known to allow it.
    action swap(next_hop_t next_hop, label_t label) {
        meta.label = label;
        to(next_hop);
    }

    action php(next_hop_t next_hop, bit<1> pipe) {
        meta.pipe = pipe;
        to(next_hop);
    }

    action pop(bit<1> pipe) {
        meta.pipe = pipe;
    }

    table label_map {
        key = {
            hdr.labels[0].label: exact @name("label");
        }
        actions = {
            swap;
            php;
            pop;
            punt;
            drop;
            @defaultonly no_label;
        }
        default_action = no_label();
        size = 65536;
        counters = label_hits;
    }

    // The top label goes, and ttl is for what it hid, unless the path is a pipe.
    action take_off(in bit<8> ttl) {
        if (hdr.labels[0].bottom == 1) {
            hdr.ethernet.etherType = TYPE_IPV4;
            if (meta.pipe == 0) {
                set_ipv4_ttl(ttl);
            }
        } else if (meta.pipe == 0) {
            hdr.labels[1].ttl = ttl;
        }
        hdr.labels.pop_front(1);
    }

    // Penultimate hop popping: the next router gets what is below.
    action take_off_for_next() {
        take_off(hdr.labels[0].ttl - 1);
    }

    // The path ends here. What is below comes through this router once more, so
    // the TTL that a uniform path hands over is not less yet, and the label's own
    // is not checked (RFC 3443 3.4).
    action take_off_for_this() {
        take_off(hdr.labels[0].ttl);
        meta.again = true;
    }

    action neighbor(port_t port, mac_addr_t smac, mac_addr_t dmac) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.src = smac;
        hdr.ethernet.dst = dmac;
    }

    // Neighbors have one place, however many prefixes and labels lead to them.
    table next_hops {
        key = {
            meta.next_hop: exact @name("next_hop");
        }
        actions = {
            neighbor;
            @defaultonly no_next_hop;
        }
        const default_action = no_next_hop();
        size = 1024;
    }

    apply {
        bool ends = hdr.labels[0].isValid() && hdr.labels[0].bottom == 1;
        if (hdr.labels[0].isValid()) {
            if (!ends && !hdr.labels[1].isValid()) {
                discard(reason_t.MALFORMED);
            } else if (hdr.labels[0].label == IPV4_EXPLICIT_NULL) {
                // Carries nothing but the TTL and the traffic class, to this
                // router (RFC 3032 2.1, RFC 4182): uniform.
                if (ends && !hdr.ipv4.isValid()) {
                    discard(reason_t.NOT_IPV4);
                } else {
                    meta.pipe = 0;
                    take_off_for_this();
                }
            } else if (hdr.labels[0].label == ROUTER_ALERT) {
                punt();
            } else if (hdr.labels[0].label < FIRST_UNRESERVED) {
                discard(reason_t.RESERVED);
            } else {
                switch (label_map.apply().action_run) {
                    swap: {
                        if (hdr.labels[0].ttl <= 1) {
                            meta.has_next_hop = false;
                            punt();
                        } else {
                            hdr.labels[0].label = meta.label;
                            hdr.labels[0].ttl = hdr.labels[0].ttl - 1;
                        }
                    }
                    php: {
                        // The label's TTL counts in a pipe too (RFC 3443 3.5).
                        if (hdr.labels[0].ttl <= 1) {
                            meta.has_next_hop = false;
                            punt();
                        } else if (ends && !hdr.ipv4.isValid()) {
                            meta.has_next_hop = false;
                            discard(reason_t.NOT_IPV4);
                        } else {
                            take_off_for_next();
                        }
                    }
                    pop: {
                        if (ends && !hdr.ipv4.isValid()) {
                            discard(reason_t.NOT_IPV4);
                        } else {
                            take_off_for_this();
                        }
                    }
                }
            }
        } else if (!hdr.ipv4.isValid() || hdr.ipv4.version != 4 || hdr.ipv4.ihl < 5 ||
                   hdr.ipv4.totalLen < ((bit<16>)hdr.ipv4.ihl << 2) ||
                   (bit<32>)hdr.ipv4.totalLen > standard_metadata.packet_length - ETHERNET_BYTES) {
            discard(reason_t.MALFORMED);
        } else if (standard_metadata.checksum_error == 1) {
            discard(reason_t.BAD_CHECKSUM);
        } else if (hdr.ipv4.ihl > 5 || hdr.ipv4.ttl <= 1) {
            // The CPU looks at options, and answers expired packets.
            punt();
        } else {
            fec.apply();
        }

        if (meta.has_next_hop) {
            next_hops.apply();
        }
    }
}

control EdgeEgress(inout headers_t hdr,
                   inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    apply {
        if (meta.again) {
            recirculate_preserving_field_list(0);
        }
    }
}

// Where the TTL changes the checksum does too, at once: nothing is left to do.
control EdgeComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control EdgeDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.labels);
        packet.emit(hdr.ipv4);
    }
}

V1Switch(EdgeParser(), EdgeVerifyChecksum(), EdgeIngress(), EdgeEgress(), EdgeComputeChecksum(),
    EdgeDeparser()) main;
