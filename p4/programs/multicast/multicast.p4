// multicast: a multicast router and bridge for the v1model architecture.
//
// A table says which group of copies a packet is for: by source and destination
// where IPv4 is routed, by network and destination MAC address otherwise. A
// copy's replication id says which network it is for. On the packet's own
// network it is bridged, and spares the port that the packet came in by; on
// another it is routed, with the router's address there, if its TTL suffices.
#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> mac_addr_t;
typedef bit<32> ipv4_addr_t;
typedef bit<12> vid_t;
typedef bit<16> group_t;

const port_t CPU_PORT = 510;

// Networks are named by their VLAN identifier. 0, by which IEEE 802.1Q means
// none, is the one network without tags.
const vid_t UNTAGGED = 0;

const bit<16> TYPE_IPV4 = 0x0800;
const bit<16> TYPE_VLAN = 0x8100;

const bit<8> PROTOCOL_IGMP = 2;

const bit<32> ETHERNET_BYTES = 14;
const bit<32> VLAN_BYTES     = 4;

// Why packets are dropped; the index into the counter drops.
enum bit<32> reason_t {
    MALFORMED = 0,  // cut off, or IPv4 that RFC 1812 5.2.2 has dropped
    BAD_CHECKSUM = 1,
    UNICAST = 2,    // not for a group
    NO_GROUP = 3    // no entry for the destination
}

// Why copies are dropped; the index into the counter copy_drops.
enum bit<32> copy_reason_t {
    NO_NETWORK = 0,    // the replication id has no entry
    INGRESS_PORT = 1,  // would go back where the packet came from
    NOT_ROUTED = 2,    // for another network, but the packet is only bridged
    TTL_EXPIRED = 3,
    BELOW_MIN_TTL = 4  // less TTL than the network wants
}

header ethernet_t {
    mac_addr_t dst;
    mac_addr_t src;
    bit<16>    etherType;
}

// IEEE 802.1Q.
header vlan_t {
    bit<3>  pcp;
    bit<1>  dei;
    vid_t   vid;
    bit<16> etherType;
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
    ethernet_t     ethernet;
    vlan_t         vlan;
    ipv4_t         ipv4;
    ipv4_options_t ipv4_options;
}

struct metadata_t {
    bit<32>    header_bytes;  // in front of the IPv4 header
    vid_t      vid;           // the network that the packet came from
    bool       routed;        // may go to others
    vid_t      out_vid;       // the network that the copy goes to,
    mac_addr_t out_smac;      // the router's address there,
    bit<8>     min_ttl;       // and what TTL routed copies must have there
}

// A frame too short for a header leaves that header invalid and goes on to
// ingress: in v1model a parser error drops nothing by itself.
parser MulticastParser(packet_in packet,
                       out headers_t hdr,
                       inout metadata_t meta,
                       inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        meta.header_bytes = ETHERNET_BYTES;
        transition select(hdr.ethernet.etherType) {
            TYPE_VLAN: parse_vlan;
            TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_vlan {
        packet.extract(hdr.vlan);
        meta.vid = hdr.vlan.vid;
        meta.header_bytes = ETHERNET_BYTES + VLAN_BYTES;
        transition select(hdr.vlan.etherType) {
            TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.ihl) {
            0 .. 5: accept;
            default: parse_options;
        }
    }

    state parse_options {
        packet.extract(hdr.ipv4_options, ((bit<32>)hdr.ipv4.ihl - 5) * 32);
        transition accept;
    }
}

control MulticastVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
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

control MulticastIngress(inout headers_t hdr,
                         inout metadata_t meta,
                         inout standard_metadata_t standard_metadata) {
    counter(4, CounterType.packets) drops;
    counter(1, CounterType.packets) wrong_network;
    direct_counter(CounterType.packets_and_bytes) route_hits;

    action discard(reason_t reason) {
        drops.count((bit<32>)reason);
        mark_to_drop(standard_metadata);
    }

    // A group whose packets this router has no business with.
    action drop() {
        mark_to_drop(standard_metadata);
    }

    action no_group() {
        discard(reason_t.NO_GROUP);
    }

    // Routed only if the packet came from the network that leads to its source:
    // what came another way would come twice (reverse path forwarding, RFC 1812
    // 5.2.1.3). Its own network gets it either way.
    action route(group_t group, vid_t from_vid) {
        standard_metadata.mcast_grp = group;
        meta.routed = meta.vid == from_vid;
        if (!meta.routed) {
            wrong_network.count(0);
        }
    }

    // (S,G) and (*,G): from one source, or from any.
    table routes {
        key = {
            hdr.ipv4.src: ternary;
            hdr.ipv4.dst: ternary;
        }
        actions = {
            route;
            drop;
            @defaultonly no_group;
        }
        default_action = no_group();
        size = 4096;
        counters = route_hits;
    }

    action bridge(group_t group) {
        standard_metadata.mcast_grp = group;
    }

    table bridges {
        key = {
            meta.vid: exact @name("vid");
            hdr.ethernet.dst: exact;
        }
        actions = {
            bridge;
            drop;
            @defaultonly no_group;
        }
        default_action = no_group();
        size = 4096;
    }

    apply {
        if (standard_metadata.parser_error != error.NoError) {
            discard(reason_t.MALFORMED);
        } else if (hdr.ethernet.dst[40:40] == 0) {
            discard(reason_t.UNICAST);
        } else if (!hdr.ipv4.isValid()) {
            bridges.apply();
        } else if (hdr.ipv4.version != 4 || hdr.ipv4.ihl < 5 ||
                   hdr.ipv4.totalLen < ((bit<16>)hdr.ipv4.ihl << 2) ||
                   (bit<32>)hdr.ipv4.totalLen > standard_metadata.packet_length - meta.header_bytes) {
            discard(reason_t.MALFORMED);
        } else if (standard_metadata.checksum_error == 1) {
            discard(reason_t.BAD_CHECKSUM);
        } else if (hdr.ipv4.protocol == PROTOCOL_IGMP) {
            // Who wants which group is the control plane's to know (RFC 3376).
            standard_metadata.egress_spec = CPU_PORT;
        } else if (hdr.ipv4.dst[31:28] != 0xe || hdr.ipv4.dst[31:8] == 0xe00000) {
            // Only 224.0.0.0/4 is routed, and not 224.0.0.0/24, which never leaves
            // its network (RFC 5771 4).
            bridges.apply();
        } else {
            routes.apply();
        }
    }
}

control MulticastEgress(inout headers_t hdr,
                        inout metadata_t meta,
                        inout standard_metadata_t standard_metadata) {
    counter(5, CounterType.packets) copy_drops;

    action discard(copy_reason_t reason) {
        copy_drops.count((bit<32>)reason);
        mark_to_drop(standard_metadata);
    }

    action no_network() {
        discard(copy_reason_t.NO_NETWORK);
    }

    action network(vid_t vid, mac_addr_t smac, bit<8> min_ttl) {
        meta.out_vid = vid;
        meta.out_smac = smac;
        meta.min_ttl = min_ttl;
    }

    // What the replication ids of groups stand for.
    table networks {
        key = {
            standard_metadata.egress_rid: exact @name("rid");
        }
        actions = {
            network;
            @defaultonly no_network;
        }
        const default_action = no_network();
        size = 4096;
    }

    // The destination is that of the group, on every network (RFC 1112 6.4).
    action route_copy() {
        hdr.ethernet.src = meta.out_smac;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
    }

    action set_tag() {
        if (!hdr.vlan.isValid()) {
            hdr.vlan.setValid();
            hdr.vlan.pcp = 0;
            hdr.vlan.dei = 0;
            hdr.vlan.etherType = hdr.ethernet.etherType;
            hdr.ethernet.etherType = TYPE_VLAN;
        }
        hdr.vlan.vid = meta.out_vid;
    }

    action remove_tag() {
        if (hdr.vlan.isValid()) {
            hdr.ethernet.etherType = hdr.vlan.etherType;
            hdr.vlan.setInvalid();
        }
    }

    apply {
        // What goes to the CPU is no copy, and stays as it is.
        if (standard_metadata.mcast_grp != 0 && networks.apply().hit) {
            if (meta.out_vid == meta.vid) {
                if (standard_metadata.egress_port == standard_metadata.ingress_port) {
                    discard(copy_reason_t.INGRESS_PORT);
                }
            } else if (!meta.routed) {
                discard(copy_reason_t.NOT_ROUTED);
            } else if (hdr.ipv4.ttl <= 1) {
                // Nobody is told of it (RFC 1122 3.2.2).
                discard(copy_reason_t.TTL_EXPIRED);
            } else if (hdr.ipv4.ttl - 1 < meta.min_ttl) {
                discard(copy_reason_t.BELOW_MIN_TTL);
            } else {
                route_copy();
            }

            if (meta.out_vid == UNTAGGED) {
                remove_tag();
            } else {
                set_tag();
            }
        }
    }
}

// Only IPv4 whose checksum was right comes this far.
control MulticastComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
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

control MulticastDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.vlan);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv4_options);
    }
}

V1Switch(MulticastParser(), MulticastVerifyChecksum(), MulticastIngress(), MulticastEgress(),
    MulticastComputeChecksum(), MulticastDeparser()) main;
