// int: in-band network telemetry, INT-MD over UDP (In-band Network Telemetry Dataplane
// Specification 2.1).
//
// A source puts INT headers into the UDP packets of flows that are watched; every node on
// the way pushes what it measured: who it is, the ports, the latency, the times. The sink
// takes all of it out again, and sends a copy with the telemetry to a collector. What
// tells of queues is not measured here, and is answered as the specification has it: with
// all ones.
#include <core.p4>
#include <v1model.p4>

typedef bit<9> port_t;

const bit<16> TYPE_IPV4    = 0x0800;
const bit<8>  PROTO_UDP    = 17;
const bit<16> INT_PORT     = 0x1234;  // UDP's destination port within the INT domain
const bit<4>  SHIM_INT_MD  = 1;
const bit<2>  NPT_UDP_PORT = 1;       // the shim's last 16 bits are the original port
const bit<4>  INT_VERSION  = 2;
const bit<8>  MD_WORDS     = 3;       // of the INT-MD header
const bit<32> COLLECTOR    = 1;       // clone session
const bit<32> INVALID      = 0xffffffff;

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
    bit<3>  flags;
    bit<13> fragment_offset;
    bit<8>  ttl;
    bit<8>  protocol;
    bit<16> checksum;
    bit<32> src;
    bit<32> dst;
}

header udp_t {
    bit<16> src;
    bit<16> dst;
    bit<16> length;
    bit<16> checksum;
}

header int_shim_t {
    bit<4>  type;
    bit<2>  npt;
    bit<2>  reserved;
    bit<8>  words;  // of the INT-MD header and the stack
    bit<16> dst;    // UDP's port as it was
}

header int_md_t {
    bit<4>  version;
    bit<1>  discard;
    bit<1>  exceeded;      // E: a node found no hop left
    bit<1>  mtu_exceeded;  // M
    bit<12> reserved;
    bit<5>  hop_words;     // Hop ML
    bit<8>  remaining_hops;
    bit<1>  node_id;       // the instruction bitmap, bit 0 first
    bit<1>  ports;
    bit<1>  latency;
    bit<1>  queue;
    bit<1>  ingress_time;
    bit<1>  egress_time;
    bit<1>  ports2;
    bit<9>  others;        // utilization, buffers, reserved, checksum complement: a word each
    bit<16> domain;
    bit<16> domain_instructions;
    bit<16> domain_flags;
}

header word_t {
    bit<32> v;
}
header two_words_t {
    bit<64> v;
}
header int_ports_t {
    bit<16> ingress;
    bit<16> egress;
}

// What the nodes before pushed: at most 255 - 3 words.
header int_stack_t {
    varbit<8064> all;
}

struct headers_t {
    ethernet_t  ethernet;
    ipv4_t      ipv4;
    udp_t       udp;
    int_shim_t  shim;
    int_md_t    md;
    word_t      node_id;  // what this node pushes, in the order of the bitmap
    int_ports_t ports;
    word_t      latency;
    word_t      queue;
    two_words_t ingress_time;
    two_words_t egress_time;
    two_words_t ports2;
    word_t[9]   others;
    int_stack_t stack;
}

struct metadata_t {
    bit<1>  source;
    bit<16> instructions;
    bit<5>  hop_words;
    bit<8>  hops;
    bit<1>  sink;
    @field_list(1)
    port_t egress;    // of the packet whose copy goes to the collector
    @field_list(1)
    bit<48> arrived;  // µs
}

parser IntParser(packet_in packet, out headers_t hdr, inout metadata_t meta,
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
        transition select(hdr.ipv4.version ++ hdr.ipv4.ihl, hdr.ipv4.flags & 1, hdr.ipv4.fragment_offset, hdr.ipv4.protocol) {
            (0x45, 0, 0, PROTO_UDP): parse_udp;
            default: accept;
        }
    }

    state parse_udp {
        packet.extract(hdr.udp);
        transition select(hdr.udp.dst) {
            INT_PORT: parse_shim;
            default: accept;
        }
    }

    state parse_shim {
        packet.extract(hdr.shim);
        verify(hdr.shim.type == SHIM_INT_MD && hdr.shim.npt == NPT_UDP_PORT && hdr.shim.words >= MD_WORDS, error.HeaderTooShort);
        packet.extract(hdr.md);
        verify(hdr.md.version == INT_VERSION, error.HeaderTooShort);
        packet.extract(hdr.stack, (bit<32>)(hdr.shim.words - MD_WORDS) * 32);
        transition accept;
    }
}

control IntVerify(inout headers_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.total_length, hdr.ipv4.identification,
              hdr.ipv4.flags, hdr.ipv4.fragment_offset, hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control IntIngress(inout headers_t hdr, inout metadata_t meta,
                   inout standard_metadata_t standard_metadata) {
    direct_counter(CounterType.packets) watched;

    action drop() {
        mark_to_drop(standard_metadata);
    }

    action forward(port_t port, bit<48> dmac) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.src = hdr.ethernet.dst;
        hdr.ethernet.dst = dmac;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
    }

    table routes {
        key = {
            hdr.ipv4.dst: lpm;
        }
        actions = {
            forward;
            drop;
        }
        default_action = drop();
        size = 65536;
    }

    // Asks for these instructions of at most so many nodes. hop_words is the words that the
    // instructions come to.
    action watch(bit<16> instructions, bit<5> hop_words, bit<8> hops) {
        meta.source = 1;
        meta.instructions = instructions;
        meta.hop_words = hop_words;
        meta.hops = hops;
    }

    // The flows that begin to be measured here.
    table flows {
        key = {
            hdr.ipv4.src: ternary;
            hdr.ipv4.dst: ternary;
            hdr.udp.dst: range;
        }
        actions = {
            watch;
            NoAction;
        }
        default_action = NoAction();
        size = 1024;
        counters = watched;
    }

    action sink() {
        meta.sink = 1;
    }

    // The ports behind which nothing of INT may be seen.
    table sinks {
        key = {
            standard_metadata.egress_spec: exact @name("port");
        }
        actions = {
            sink;
            NoAction;
        }
        default_action = NoAction();
        size = 512;
    }

    apply {
        if (standard_metadata.parser_error != error.NoError || !hdr.ipv4.isValid() || hdr.ipv4.version != 4
            || hdr.ipv4.ihl != 5 || standard_metadata.checksum_error == 1 || hdr.ipv4.ttl <= 1) {
            drop();
            return;
        }
        if (!routes.apply().hit) {
            return;
        }
        sinks.apply();
        if (hdr.udp.isValid() && !hdr.md.isValid() && meta.sink == 0) {
            flows.apply();
        }
        meta.egress = standard_metadata.egress_spec;
        meta.arrived = standard_metadata.ingress_global_timestamp;
        if (hdr.md.isValid() && meta.sink == 1) {
            clone_preserving_field_list(CloneType.I2E, COLLECTOR, 1);
            if (hdr.md.discard == 1) {
                drop();
            }
        }
    }
}

control IntEgress(inout headers_t hdr, inout metadata_t meta,
                  inout standard_metadata_t standard_metadata) {
    bit<32> us = 0;

    action set_node(bit<32> node_id) {
        us = node_id;
    }

    // Who this node is.
    table node {
        actions = {
            set_node;
        }
        default_action = set_node(0);
    }

    action begin() {
        hdr.shim.setValid();
        hdr.shim = { SHIM_INT_MD, NPT_UDP_PORT, 0, MD_WORDS, hdr.udp.dst };
        hdr.md.setValid();
        hdr.md = { INT_VERSION, 0, 0, 0, 0, meta.hop_words, meta.hops,
                   meta.instructions[15:15], meta.instructions[14:14], meta.instructions[13:13], meta.instructions[12:12],
                   meta.instructions[11:11], meta.instructions[10:10], meta.instructions[9:9], meta.instructions[8:0], 0, 0, 0 };
        hdr.udp.dst = INT_PORT;
        hdr.udp.checksum = 0;  // RFC 768: none
        hdr.udp.length = hdr.udp.length + 16;
        hdr.ipv4.total_length = hdr.ipv4.total_length + 16;
    }

    // The words that the instructions ask for.
    action asked(out bit<8> words) {
        words = (bit<8>)hdr.md.node_id + (bit<8>)hdr.md.ports + (bit<8>)hdr.md.latency + (bit<8>)hdr.md.queue
            + 2 * (bit<8>)hdr.md.ingress_time + 2 * (bit<8>)hdr.md.egress_time + 2 * (bit<8>)hdr.md.ports2
            + (bit<8>)hdr.md.others[8:8] + (bit<8>)hdr.md.others[7:7] + (bit<8>)hdr.md.others[6:6] + (bit<8>)hdr.md.others[5:5]
            + (bit<8>)hdr.md.others[4:4] + (bit<8>)hdr.md.others[3:3] + (bit<8>)hdr.md.others[2:2] + (bit<8>)hdr.md.others[1:1]
            + (bit<8>)hdr.md.others[0:0];
    }

    // What this node measured, times in nanoseconds.
    action push() {
        bit<48> left = standard_metadata.egress_global_timestamp;
        if (hdr.md.node_id == 1) {
            hdr.node_id.setValid();
            hdr.node_id.v = us;
        }
        if (hdr.md.ports == 1) {
            hdr.ports.setValid();
            hdr.ports = { (bit<16>)standard_metadata.ingress_port, (bit<16>)meta.egress };
        }
        if (hdr.md.latency == 1) {
            hdr.latency.setValid();
            hdr.latency.v = (bit<32>)((left - meta.arrived) * 1000);
        }
        if (hdr.md.queue == 1) {
            hdr.queue.setValid();
            hdr.queue.v = INVALID;
        }
        if (hdr.md.ingress_time == 1) {
            hdr.ingress_time.setValid();
            hdr.ingress_time.v = (bit<64>)meta.arrived * 1000;
        }
        if (hdr.md.egress_time == 1) {
            hdr.egress_time.setValid();
            hdr.egress_time.v = (bit<64>)left * 1000;
        }
        if (hdr.md.ports2 == 1) {
            hdr.ports2.setValid();
            hdr.ports2.v = INVALID ++ INVALID;
        }
        for (bit<4> i in 4w0 .. 4w8) {
            if (hdr.md.others >> i & 1 == 1) {
                hdr.others[8 - i].setValid();  // bit 7 of the bitmap, the highest of these, comes first
                hdr.others[8 - i].v = INVALID;
            }
        }
    }

    apply {
        if (meta.source == 1) {
            begin();
        }
        if (!hdr.md.isValid()) {
            return;
        }
        node.apply();
        if (meta.sink == 1) {
            // The packet goes on as it was before the source.
            bit<16> bytes = (bit<16>)(hdr.shim.words + 1) * 4;
            hdr.udp.dst = hdr.shim.dst;
            hdr.udp.length = hdr.udp.length - bytes;
            hdr.ipv4.total_length = hdr.ipv4.total_length - bytes;
            hdr.shim.setInvalid();
            hdr.md.setInvalid();
            hdr.stack.setInvalid();
            return;
        }
        // 5.8: without hops left, nothing is pushed, and E says so. A node that cannot push
        // Hop ML words – those of a domain are not known – pushes none.
        bit<8> words;
        asked(words);
        if (hdr.md.remaining_hops == 0) {
            hdr.md.exceeded = 1;
        } else if (words != 0 && words == (bit<8>)hdr.md.hop_words && hdr.shim.words <= 255 - words) {
            push();
            hdr.md.remaining_hops = hdr.md.remaining_hops - 1;
            hdr.shim.words = hdr.shim.words + words;
            hdr.udp.length = hdr.udp.length + (bit<16>)words * 4;
            hdr.ipv4.total_length = hdr.ipv4.total_length + (bit<16>)words * 4;
        }
    }
}

control IntUpdate(inout headers_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.diffserv, hdr.ipv4.total_length, hdr.ipv4.identification,
              hdr.ipv4.flags, hdr.ipv4.fragment_offset, hdr.ipv4.ttl, hdr.ipv4.protocol, hdr.ipv4.src, hdr.ipv4.dst },
            hdr.ipv4.checksum, HashAlgorithm.csum16);
    }
}

control IntDeparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr);
    }
}

V1Switch(IntParser(), IntVerify(), IntIngress(), IntEgress(), IntUpdate(), IntDeparser()) main;
