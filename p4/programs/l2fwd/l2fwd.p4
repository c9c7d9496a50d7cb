// l2fwd: an Ethernet bridge without learning, for the v1model architecture.
//
// The rule: a frame whose destination has an entry does what the entry says.
// Without one, a group address (broadcast, multicast) goes to multicast group
// 1, and an individual address gets the table's default action, which is at
// first to go to group 1 as well (IEEE 802.1D-2004 7.7). No frame leaves by the
// port it came in by (7.7.1).
#include <core.p4>
#include <v1model.p4>

typedef bit<9>  port_t;
typedef bit<48> mac_addr_t;

const port_t CPU_PORT = 510;

// The group that always holds every vport.
const bit<16> FLOOD_GROUP = 1;

header ethernet_t {
    mac_addr_t dst;
    mac_addr_t src;
    bit<16>    etherType;
}

struct headers_t {
    ethernet_t ethernet;
}

struct metadata_t {}

// A frame shorter than an Ethernet header leaves it invalid and goes on to
// ingress: in v1model a parser error drops nothing by itself.
parser L2Parser(packet_in packet,
                out headers_t hdr,
                inout metadata_t meta,
                inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition accept;
    }
}

control L2VerifyChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control L2Ingress(inout headers_t hdr,
                  inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets) dmac_hits;

    action forward(port_t port) {
        standard_metadata.egress_spec = port;
    }

    action flood() {
        standard_metadata.mcast_grp = FLOOD_GROUP;
    }

    action punt() {
        standard_metadata.egress_spec = CPU_PORT;
    }

    action drop() {
        mark_to_drop(standard_metadata);
    }

    table dmac {
        key = {
            hdr.ethernet.dst: exact;
        }
        actions = {
            forward;
            flood;
            punt;
            drop;
        }
        default_action = flood();
        size = 131072;
        counters = dmac_hits;
    }

    apply {
        if (!hdr.ethernet.isValid()) {
            drop();
        } else if (dmac.apply().miss) {
            // Whatever the default action chose: a group overrides a port,
            // the drop port included.
            if (hdr.ethernet.dst[40:40] == 1) {
                flood();
            }
        }
    }
}

control L2Egress(inout headers_t hdr,
                 inout metadata_t meta,
                 inout standard_metadata_t standard_metadata) {
    action drop() {
        mark_to_drop(standard_metadata);
    }

    apply {
        if (standard_metadata.egress_port == standard_metadata.ingress_port) {
            drop();
        }
    }
}

control L2ComputeChecksum(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control L2Deparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
    }
}

V1Switch(L2Parser(), L2VerifyChecksum(), L2Ingress(), L2Egress(), L2ComputeChecksum(), L2Deparser()) main;
