// learning_switch: an Ethernet switch that learns where stations are.
//
// The data plane knows a station by its entry in smac. A frame from a source that is
// unknown, or known at another port, sends a digest of the address and the port; the
// control plane answers it with an entry in smac and one in dmac. Frames for
// destinations that are not known, and for groups, go to multicast group 1, which is all
// ports. Egress drops whatever would leave by the port that the frame came in by, where it
// has been heard.
#include <core.p4>
#include <v1model.p4>

typedef bit<48> mac_t;
typedef bit<9>  port_t;

const bit<16> ALL_PORTS = 1;
const bit<32> LEARN     = 1;  // the receiver of digests, which up4 does not look at

header ethernet_t {
    mac_t   dst;
    mac_t   src;
    bit<16> type;
}

struct headers_t {
    ethernet_t ethernet;
}

// What the control plane learns.
struct station_t {
    mac_t  address;
    port_t port;
}

struct metadata_t {}

parser SwitchParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                    inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition accept;
    }
}

control SwitchVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control SwitchIngress(inout headers_t hdr, inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets_and_bytes) station_bytes;

    action learn() {
        digest<station_t>(LEARN, { hdr.ethernet.src, standard_metadata.ingress_port });
    }

    // The station is at this port, as far as the control plane knows.
    action known(port_t port) {
        station_bytes.count();
        if (port != standard_metadata.ingress_port) {
            learn();
        }
    }

    action drop() {
        mark_to_drop(standard_metadata);
    }

    table smac {
        key = {
            hdr.ethernet.src: exact;
        }
        actions = {
            known;
            drop;  // a station that is shut out
            learn;
        }
        default_action = learn();
        size = 65536;
        counters = station_bytes;
    }

    action forward(port_t port) {
        standard_metadata.egress_spec = port;
    }

    action flood() {
        standard_metadata.mcast_grp = ALL_PORTS;
    }

    table dmac {
        key = {
            hdr.ethernet.dst: exact;
        }
        actions = {
            forward;
            flood;
        }
        default_action = flood();
        size = 65536;
    }

    apply {
        // A frame without a whole header, from a group, or from nobody is not Ethernet's.
        if (!hdr.ethernet.isValid() || hdr.ethernet.src[40:40] == 1 || hdr.ethernet.src == 0) {
            drop();
            return;
        }
        switch (smac.apply().action_run) {
            drop: {
                return;
            }
        }
        if (hdr.ethernet.dst[40:40] == 1) {
            flood();
        } else {
            dmac.apply();
        }
    }
}

control SwitchEgress(inout headers_t hdr, inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    apply {
        if (standard_metadata.egress_port == standard_metadata.ingress_port) {
            mark_to_drop(standard_metadata);
        }
    }
}

control SwitchUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control SwitchDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
    }
}

V1Switch(SwitchParser(), SwitchVerify(), SwitchIngress(), SwitchEgress(), SwitchUpdate(), SwitchDeparser()) main;
