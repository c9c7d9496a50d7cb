// rate_limiter: polices IPv4 between pairs of ports, for the v1model
// architecture.
//
// A bump in the wire: what comes in by one port leaves by its partner. On the
// way each sender has a limit of packets, and each class of traffic one of bytes
// with two rates and three colors (RFC 2698): green passes, yellow passes with
// another DSCP, red is dropped.
#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> mac_addr_t;
typedef bit<32> ipv4_addr_t;
typedef bit<6>  class_t;
typedef bit<6>  dscp_t;

const bit<16> TYPE_IPV4 = 0x0800;
const bit<16> TYPE_VLAN = 0x8100;

const bit<8> PROTOCOL_TCP = 6;
const bit<8> PROTOCOL_UDP = 17;

#define CLASSES 64

// As meters give them.
typedef bit<2> color_t;
const color_t GREEN  = 0;
const color_t YELLOW = 1;
const color_t RED    = 2;

error {
    BadVersion,
    BadHeaderLength
}

// Why packets are dropped, besides the red ones of classes; the index into the
// counter drops.
enum bit<32> reason_t {
    MALFORMED = 0,  // cut off in a header, or IPv4 that is none
    NO_WIRE = 1,    // the port has no partner
    SENDER = 2      // more packets than the sender may send
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
    bit<12> vid;
    bit<16> etherType;
}

// RFC 791 3.1, the options apart; RFC 2474 and RFC 3168 for the type of service.
header ipv4_t {
    bit<4>      version;
    bit<4>      ihl;       // header length in 4-byte words
    dscp_t      dscp;
    bit<2>      ecn;
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

// What TCP and UDP begin with.
header ports_t {
    bit<16> src;
    bit<16> dst;
}

struct headers_t {
    ethernet_t     ethernet;
    vlan_t         vlan;
    ipv4_t         ipv4;
    ipv4_options_t ipv4_options;
    ports_t        ports;
}

struct metadata_t {
    bit<16> dst_port;  // 0 without TCP or UDP, and in later fragments
    color_t sender_color;
    color_t class_color;
    class_t class;
    bool    policed;
    dscp_t  yellow_dscp;
}

parser LimiterParser(packet_in packet,
                     out headers_t hdr,
                     inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.etherType) {
            TYPE_VLAN: parse_vlan;
            TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_vlan {
        packet.extract(hdr.vlan);
        transition select(hdr.vlan.etherType) {
            TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        verify(hdr.ipv4.version == 4, error.BadVersion);
        verify(hdr.ipv4.ihl >= 5, error.BadHeaderLength);
        packet.extract(hdr.ipv4_options, ((bit<32>)hdr.ipv4.ihl - 5) * 32);
        transition select(hdr.ipv4.fragOffset, hdr.ipv4.protocol) {
            (0, PROTOCOL_TCP): parse_ports;
            (0, PROTOCOL_UDP): parse_ports;
            default: accept;
        }
    }

    state parse_ports {
        packet.extract(hdr.ports);
        meta.dst_port = hdr.ports.dst;
        transition accept;
    }
}

// The header's checksum is whoever routes the packet's to verify.
control LimiterVerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control LimiterIngress(inout headers_t hdr,
                       inout metadata_t meta,
                       inout standard_metadata_t standard_metadata) {
    counter(3, CounterType.packets) drops;

    // Green, yellow and red of class 0, one that is never counted, and so on.
    counter(CLASSES * 4, CounterType.packets_and_bytes) verdicts;

    meter(CLASSES, MeterType.bytes) class_meter;
    direct_meter<color_t>(MeterType.packets) sender_meter;

    action discard(reason_t reason) {
        drops.count((bit<32>)reason);
        mark_to_drop(standard_metadata);
    }

    action forward(port_t port) {
        standard_metadata.egress_spec = port;
    }

    action no_wire() {
        discard(reason_t.NO_WIRE);
    }

    table wires {
        key = {
            standard_metadata.ingress_port: exact @name("port");
        }
        actions = {
            forward;
            @defaultonly no_wire;
        }
        const default_action = no_wire();
        size = 512;
    }

    // Green and yellow are the same here.
    action limit() {
        sender_meter.read(meta.sender_color);
    }

    action unlimited() {
        meta.sender_color = GREEN;
    }

    table senders {
        key = {
            hdr.ipv4.src: exact;
        }
        actions = {
            limit;
            @defaultonly unlimited;
        }
        default_action = unlimited();
        size = 4096;
        meters = sender_meter;
    }

    // yellow_dscp is what the packet gets when it is yellow: of an assured
    // forwarding class, the next drop precedence (RFC 2597).
    action police(class_t class, dscp_t yellow_dscp) {
        meta.policed = true;
        meta.class = class;
        meta.yellow_dscp = yellow_dscp;
    }

    action pass() {
        meta.policed = false;
    }

    table classes {
        key = {
            hdr.ipv4.src: ternary;
            hdr.ipv4.dst: ternary;
            hdr.ipv4.dscp: ternary;
            hdr.ipv4.protocol: ternary;
            meta.dst_port: range @name("dst_port");
        }
        actions = {
            police;
            pass;
        }
        default_action = pass();
        size = 256;
    }

    // The checksum changes with the DSCP as RFC 1624 (eqn. 3) says; the two share
    // the header's first word with version, length and ECN.
    action remark(in dscp_t dscp) {
        bit<8> before = hdr.ipv4.version ++ hdr.ipv4.ihl;
        bit<32> sum = (bit<32>)(~hdr.ipv4.hdrChecksum) +
            (bit<32>)(~(before ++ hdr.ipv4.dscp ++ hdr.ipv4.ecn)) +
            (bit<32>)(before ++ dscp ++ hdr.ipv4.ecn);
        sum = (sum & 0xffff) + (sum >> 16);
        sum = (sum & 0xffff) + (sum >> 16);
        hdr.ipv4.hdrChecksum = ~(bit<16>)sum;
        hdr.ipv4.dscp = dscp;
    }

    // Only what its sender may send takes from its class.
    action police_class() {
        class_meter.execute_meter((bit<32>)meta.class, meta.class_color);
        verdicts.count((bit<32>)(meta.class ++ meta.class_color));
    }

    apply {
        if (standard_metadata.parser_error != error.NoError) {
            discard(reason_t.MALFORMED);
        } else if (wires.apply().hit && hdr.ipv4.isValid()) {
            senders.apply();
            if (meta.sender_color == RED) {
                discard(reason_t.SENDER);
            } else {
                classes.apply();
                if (meta.policed) {
                    police_class();
                    if (meta.class_color == RED) {
                        mark_to_drop(standard_metadata);
                    } else if (meta.class_color == YELLOW) {
                        remark(meta.yellow_dscp);
                    }
                }
            }
        }
    }
}

control LimiterEgress(inout headers_t hdr,
                      inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    apply {}
}

control LimiterComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control LimiterDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.vlan);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ipv4_options);
        packet.emit(hdr.ports);
    }
}

V1Switch(LimiterParser(), LimiterVerifyChecksum(), LimiterIngress(), LimiterEgress(), LimiterComputeChecksum(),
    LimiterDeparser()) main;
