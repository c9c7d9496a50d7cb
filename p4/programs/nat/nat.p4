// nat: translates addresses and ports between an inside and an outside (RFC 3022).
//
// What leaves gets the outside address (and port) of its entry, what comes in the inside
// one. A whole address may be translated (basic NAT), or one TCP or UDP port of it (NAPT).
// The checksums of IPv4, TCP and UDP change by as much as the fields (RFC 1624), so a
// wrong one stays wrong, and a UDP checksum of 0, which means none, stays 0.
#include <core.p4>
#include <v1model.p4>

typedef bit<9> port_t;

const bit<16> TYPE_IPV4  = 0x0800;
const bit<16> TYPE_ARP   = 0x0806;
const bit<8>  PROTO_ICMP = 1;
const bit<8>  PROTO_TCP  = 6;
const bit<8>  PROTO_UDP  = 17;
const port_t  CPU_PORT   = 510;

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
    bit<96> middle;  // sequence and acknowledgment numbers, flags, window
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
    bit<1>  inside;    // where it came from
    bit<16> src_port;  // 0 where there is none
    bit<16> dst_port;
    bit<32> src;       // what they are translated to
    bit<32> dst;
    bit<16> new_src_port;
    bit<16> new_dst_port;
}

parser NatParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
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
        // The checksum of TCP and UDP is in the first fragment, and covers the addresses.
        transition select(hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0, PROTO_TCP): parse_tcp;
            (0, PROTO_UDP): parse_udp;
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

control NatVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

// A checksum after a 16-bit word of what it covers has changed: RFC 1624, equation 3.
bit<16> changed(in bit<16> checksum, in bit<16> old, in bit<16> new) {
    bit<32> sum = (bit<32>)~checksum + (bit<32>)~old + (bit<32>)new;
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    return ~(bit<16>)sum;
}

bit<16> changed_address(in bit<16> checksum, in bit<32> old, in bit<32> new) {
    return changed(changed(checksum, old[31:16], new[31:16]), old[15:0], new[15:0]);
}

control NatIngress(inout headers_t hdr, inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) out_hits;
    direct_counter(CounterType.packets_and_bytes) in_hits;

    action drop() {
        mark_to_drop(standard_metadata);
    }

    action punt() {
        standard_metadata.egress_spec = CPU_PORT;
    }

    action inside(port_t port) {
        meta.inside = 1;
        standard_metadata.egress_spec = port;
    }

    action outside(port_t port) {
        standard_metadata.egress_spec = port;
    }

    // Which side a port is, and the port that it is wired to.
    table sides {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            inside;
            outside;
            drop;
        }
        const default_action = drop();
        size = 512;
    }

    action source(bit<32> address) {
        meta.src = address;
    }

    action source_port(bit<32> address, bit<16> port) {
        meta.src = address;
        meta.new_src_port = port;
    }

    // What leaves. A port of an address comes before the whole of it: by priority.
    table outbound {
        key = {
            hdr.ipv4.src: exact;
            hdr.ipv4.protocol: optional;
            meta.src_port: optional;
        }
        actions = {
            source;
            source_port;
            punt;  // the control plane is to make an entry
            drop;
        }
        default_action = punt();
        size = 65536;
        counters = out_hits;
    }

    action destination(bit<32> address) {
        meta.dst = address;
    }

    action destination_port(bit<32> address, bit<16> port) {
        meta.dst = address;
        meta.new_dst_port = port;
    }

    // What comes in.
    table inbound {
        key = {
            hdr.ipv4.dst: exact;
            hdr.ipv4.protocol: optional;
            meta.dst_port: optional;
        }
        actions = {
            destination;
            destination_port;
            drop;
        }
        default_action = drop();
        size = 65536;
        counters = in_hits;
    }

    action translate() {
        if (hdr.tcp.isValid()) {
            hdr.tcp.checksum = changed_address(hdr.tcp.checksum, hdr.ipv4.src, meta.src);
            hdr.tcp.checksum = changed_address(hdr.tcp.checksum, hdr.ipv4.dst, meta.dst);
            hdr.tcp.checksum = changed(hdr.tcp.checksum, hdr.tcp.src, meta.new_src_port);
            hdr.tcp.checksum = changed(hdr.tcp.checksum, hdr.tcp.dst, meta.new_dst_port);
            hdr.tcp.src = meta.new_src_port;
            hdr.tcp.dst = meta.new_dst_port;
        }
        if (hdr.udp.isValid()) {
            if (hdr.udp.checksum != 0) {
                hdr.udp.checksum = changed_address(hdr.udp.checksum, hdr.ipv4.src, meta.src);
                hdr.udp.checksum = changed_address(hdr.udp.checksum, hdr.ipv4.dst, meta.dst);
                hdr.udp.checksum = changed(hdr.udp.checksum, hdr.udp.src, meta.new_src_port);
                hdr.udp.checksum = changed(hdr.udp.checksum, hdr.udp.dst, meta.new_dst_port);
                if (hdr.udp.checksum == 0) {
                    hdr.udp.checksum = 0xffff;  // RFC 768: 0 would mean none
                }
            }
            hdr.udp.src = meta.new_src_port;
            hdr.udp.dst = meta.new_dst_port;
        }
        hdr.ipv4.checksum = changed_address(hdr.ipv4.checksum, hdr.ipv4.src, meta.src);
        hdr.ipv4.checksum = changed_address(hdr.ipv4.checksum, hdr.ipv4.dst, meta.dst);
        hdr.ipv4.src = meta.src;
        hdr.ipv4.dst = meta.dst;
    }

    apply {
        if (standard_metadata.parser_error != error.NoError || !hdr.ethernet.isValid()) {
            drop();
            return;
        }
        if (!sides.apply().hit) {
            return;
        }
        if (!hdr.ipv4.isValid()) {
            if (hdr.ethernet.type == TYPE_ARP) {
                punt();
            } else {
                drop();
            }
            return;
        }
        // A later fragment has no ports, and an ICMP error has a packet of the other side in
        // it: neither can be told apart here. Basic NAT of them would be wrong too, where a
        // first fragment is translated by its port.
        if (hdr.ipv4.fragment_offset != 0 || hdr.ipv4.more_fragments == 1
            || !hdr.tcp.isValid() && !hdr.udp.isValid() && hdr.ipv4.protocol == PROTO_ICMP) {
            punt();
            return;
        }
        meta.src = hdr.ipv4.src;
        meta.dst = hdr.ipv4.dst;
        meta.new_src_port = meta.src_port;
        meta.new_dst_port = meta.dst_port;
        if (meta.inside == 1) {
            switch (outbound.apply().action_run) {
                source: {
                    translate();
                }
                source_port: {
                    translate();
                }
            }
        } else {
            switch (inbound.apply().action_run) {
                destination: {
                    translate();
                }
                destination_port: {
                    translate();
                }
            }
        }
    }
}

control NatEgress(inout headers_t hdr, inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    apply {}
}

control NatUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control NatDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(NatParser(), NatVerify(), NatIngress(), NatEgress(), NatUpdate(), NatDeparser()) main;
