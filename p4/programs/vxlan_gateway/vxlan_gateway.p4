// vxlan_gateway: joins Ethernet segments over an IPv4 network (RFC 7348).
//
// A port of a segment gives its frames a VXLAN network identifier (VNI). Frames for a
// station behind another tunnel end point (VTEP) are put into UDP; what comes in a tunnel
// is taken out and goes to the segment's stations. Frames for groups and for unknown
// stations are replicated: to the segment's other ports, and to each VTEP that has the
// segment, by the replication id of each copy.
#include <core.p4>
#include <v1model.p4>

typedef bit<48> mac_t;
typedef bit<32> ipv4_addr_t;
typedef bit<9>  port_t;
typedef bit<24> vni_t;

const bit<16> TYPE_IPV4         = 0x0800;
const bit<8>  PROTO_UDP         = 17;
const bit<8>  PROTO_TCP         = 6;
const bit<16> VXLAN_PORT        = 4789;        // RFC 7348 8
const bit<8>  VXLAN_FLAGS       = 0x08;        // the VNI is valid
const bit<16> FIRST_SOURCE_PORT = 49152;       // RFC 7348 5: from the dynamic range
const bit<16> SOURCE_PORTS      = 16384;
const bit<16> OUTER_BYTES       = 20 + 8 + 8;  // IPv4, UDP and VXLAN, as IPv4 counts

header ethernet_t {
    mac_t   dst;
    mac_t   src;
    bit<16> type;
}

header ipv4_t {
    bit<4>      version;
    bit<4>      ihl;
    bit<8>      diffserv;
    bit<16>     total_length;
    bit<16>     identification;
    bit<3>      flags;
    bit<13>     fragment_offset;
    bit<8>      ttl;
    bit<8>      protocol;
    bit<16>     checksum;
    ipv4_addr_t src;
    ipv4_addr_t dst;
}

header udp_t {
    bit<16> src;
    bit<16> dst;
    bit<16> length;
    bit<16> checksum;
}

header vxlan_t {
    bit<8>  flags;
    bit<24> reserved;
    vni_t   vni;
    bit<8>  reserved2;
}

// What TCP and UDP begin with.
header ports_t {
    bit<16> src;
    bit<16> dst;
}

// The outer headers are those of the tunnel; a frame of a segment has the inner alone.
struct headers_t {
    ethernet_t outer_ethernet;
    ipv4_t     outer_ipv4;
    udp_t      outer_udp;
    vxlan_t    vxlan;
    ethernet_t ethernet;
    ipv4_t     ipv4;
    ports_t    l4;
}

struct metadata_t {
    vni_t       vni;
    bit<16>     entropy;  // source port of the tunnel
    bit<1>      encapsulate;
    ipv4_addr_t remote;   // VTEP
    mac_t       next_hop;
}

parser GatewayParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    // What comes in by a port of the underlay.
    value_set<port_t>(16) underlay;

    state start {
        transition select(standard_metadata.ingress_port) {
            underlay: parse_outer;
            default: parse_inner;
        }
    }

    state parse_outer {
        packet.extract(hdr.outer_ethernet);
        transition select(hdr.outer_ethernet.type) {
            TYPE_IPV4: parse_outer_ipv4;
            default: reject;
        }
    }

    // No options, no fragments: a VTEP sends neither (RFC 7348 4.3).
    state parse_outer_ipv4 {
        packet.extract(hdr.outer_ipv4);
        transition select(hdr.outer_ipv4.version ++ hdr.outer_ipv4.ihl, hdr.outer_ipv4.flags & 1,
                          hdr.outer_ipv4.fragment_offset, hdr.outer_ipv4.protocol) {
            (0x45, 0, 0, PROTO_UDP): parse_outer_udp;
            default: reject;
        }
    }

    state parse_outer_udp {
        packet.extract(hdr.outer_udp);
        transition select(hdr.outer_udp.dst) {
            VXLAN_PORT: parse_vxlan;
            default: reject;
        }
    }

    state parse_vxlan {
        packet.extract(hdr.vxlan);
        transition select(hdr.vxlan.flags & VXLAN_FLAGS) {
            VXLAN_FLAGS: parse_inner;
            default: reject;  // RFC 7348 5: the I flag must be set
        }
    }

    state parse_inner {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.type) {
            TYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }

    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.ihl, hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (5, 0, PROTO_TCP): parse_ports;
            (5, 0, PROTO_UDP): parse_ports;
            default: accept;
        }
    }

    state parse_ports {
        packet.extract(hdr.l4);
        transition accept;
    }
}

control GatewayVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.outer_ipv4.isValid(),
            { hdr.outer_ipv4.version, hdr.outer_ipv4.ihl, hdr.outer_ipv4.diffserv, hdr.outer_ipv4.total_length,
              hdr.outer_ipv4.identification, hdr.outer_ipv4.flags, hdr.outer_ipv4.fragment_offset,
              hdr.outer_ipv4.ttl, hdr.outer_ipv4.protocol, hdr.outer_ipv4.src, hdr.outer_ipv4.dst },
            hdr.outer_ipv4.checksum, HashAlgorithm.csum16);
    }
}

control GatewayIngress(inout headers_t hdr, inout metadata_t meta,
                       inout standard_metadata_t standard_metadata) {
    counter(4096, CounterType.packets_and_bytes) decapsulated;  // by the VNI's lowest 12 bits

    action drop() {
        mark_to_drop(standard_metadata);
    }

    // The addresses that tunnels may end at.
    table local_vtep {
        key = {
            hdr.outer_ipv4.dst: exact;
        }
        actions = {
            NoAction;
        }
        const default_action = NoAction();
        size = 16;
    }

    action decapsulate() {
        meta.vni = hdr.vxlan.vni;
        decapsulated.count((bit<32>)hdr.vxlan.vni & 4095);
        hdr.outer_ethernet.setInvalid();
        hdr.outer_ipv4.setInvalid();
        hdr.outer_udp.setInvalid();
        hdr.vxlan.setInvalid();
    }

    action set_vni(vni_t vni) {
        meta.vni = vni;
    }

    // The segment of a port.
    table segment {
        key = {
            standard_metadata.ingress_port: exact;
        }
        actions = {
            set_vni;
            drop;
        }
        default_action = drop();
        size = 512;
    }

    action local(port_t port) {
        standard_metadata.egress_spec = port;
    }

    action tunnel(port_t port, ipv4_addr_t vtep_addr, mac_t next_hop) {
        standard_metadata.egress_spec = port;
        meta.encapsulate = 1;
        meta.remote = vtep_addr;
        meta.next_hop = next_hop;
    }

    // Where a station of a segment is.
    table station {
        key = {
            meta.vni: exact;
            hdr.ethernet.dst: exact;
        }
        actions = {
            local;
            tunnel;
            drop;
            NoAction;
        }
        default_action = NoAction();
        size = 65536;
    }

    action flood(bit<16> group) {
        standard_metadata.mcast_grp = group;
    }

    // What becomes of frames for groups and unknown stations, by where they come from: to
    // the ports and VTEPs of the segment, or to its ports alone.
    table flooding {
        key = {
            meta.vni: exact;
            hdr.outer_ipv4.isValid(): exact @name("from_tunnel");
        }
        actions = {
            flood;
            drop;
        }
        default_action = drop();
        size = 8192;
    }

    apply {
        // What is in the inner frame behind its Ethernet header is not the gateway's to judge.
        if (!hdr.ethernet.isValid() || standard_metadata.checksum_error == 1) {
            drop();
            return;
        }
        bool tunnelled = hdr.vxlan.isValid();
        if (tunnelled) {
            if (!local_vtep.apply().hit) {
                drop();
                return;
            }
            meta.vni = hdr.vxlan.vni;
        } else if (!segment.apply().hit) {
            return;
        }
        if (hdr.ethernet.dst[40:40] == 0 && station.apply().hit) {
            // Never from one tunnel into another (split horizon), nor back to its port.
            if (tunnelled && meta.encapsulate == 1
                || !tunnelled && meta.encapsulate == 0 && standard_metadata.egress_spec == standard_metadata.ingress_port) {
                drop();
            }
        } else {
            flooding.apply();
        }
        if (tunnelled) {
            decapsulate();
        }
        // RFC 7348 4.2: the source port carries the inner flow.
        if (hdr.l4.isValid()) {
            hash(meta.entropy, HashAlgorithm.crc16, FIRST_SOURCE_PORT,
                { hdr.ipv4.src, hdr.ipv4.dst, hdr.ipv4.protocol, hdr.l4.src, hdr.l4.dst }, SOURCE_PORTS);
        } else {
            hash(meta.entropy, HashAlgorithm.crc16, FIRST_SOURCE_PORT,
                { hdr.ethernet.dst, hdr.ethernet.src, hdr.ethernet.type }, SOURCE_PORTS);
        }
    }
}

control GatewayEgress(inout headers_t hdr, inout metadata_t meta,
                      inout standard_metadata_t standard_metadata) {
    ipv4_addr_t source = 0;
    mac_t mac = 0;

    action to_vtep(ipv4_addr_t vtep_addr, mac_t next_hop) {
        meta.encapsulate = 1;
        meta.remote = vtep_addr;
        meta.next_hop = next_hop;
    }

    // The VTEP that a copy goes to; a copy of replication id 0 is for a port.
    table replica {
        key = {
            standard_metadata.egress_rid: exact;
        }
        actions = {
            to_vtep;
            NoAction;
        }
        default_action = NoAction();
        size = 4096;
    }

    action from_us(ipv4_addr_t address, mac_t ethernet) {
        source = address;
        mac = ethernet;
    }

    // Our address on a port of the underlay.
    table underlay_port {
        key = {
            standard_metadata.egress_port: exact;
        }
        actions = {
            from_us;
            NoAction;
        }
        default_action = NoAction();
        size = 16;
    }

    apply {
        if (standard_metadata.egress_rid != 0) {
            replica.apply();
        } else if (standard_metadata.mcast_grp != 0
                   && standard_metadata.egress_port == standard_metadata.ingress_port) {
            mark_to_drop(standard_metadata);
            return;
        }
        if (meta.encapsulate == 0) {
            return;
        }
        if (!underlay_port.apply().hit) {
            mark_to_drop(standard_metadata);
            return;
        }
        bit<16> inner = (bit<16>)standard_metadata.packet_length;
        hdr.outer_ethernet.setValid();
        hdr.outer_ethernet = { meta.next_hop, mac, TYPE_IPV4 };
        hdr.outer_ipv4.setValid();
        hdr.outer_ipv4 = { 4, 5, 0, inner + OUTER_BYTES, 0, 0, 0, 64, PROTO_UDP, 0, source, meta.remote };
        hdr.outer_udp.setValid();
        hdr.outer_udp = { meta.entropy, VXLAN_PORT, inner + 16, 0 };  // RFC 7348 5: no checksum
        hdr.vxlan.setValid();
        hdr.vxlan = { VXLAN_FLAGS, 0, meta.vni, 0 };
    }
}

control GatewayUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.outer_ipv4.isValid(),
            { hdr.outer_ipv4.version, hdr.outer_ipv4.ihl, hdr.outer_ipv4.diffserv, hdr.outer_ipv4.total_length,
              hdr.outer_ipv4.identification, hdr.outer_ipv4.flags, hdr.outer_ipv4.fragment_offset,
              hdr.outer_ipv4.ttl, hdr.outer_ipv4.protocol, hdr.outer_ipv4.src, hdr.outer_ipv4.dst },
            hdr.outer_ipv4.checksum, HashAlgorithm.csum16);
    }
}

control GatewayDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(GatewayParser(), GatewayVerify(), GatewayIngress(), GatewayEgress(), GatewayUpdate(), GatewayDeparser()) main;
