// The v1model architecture, as the BMv2 simple_switch target documents it:
// parser, checksum verification, ingress, replication, egress, checksum update,
// deparser.
//
// V1MODEL_VERSION, a date, chooses between two forms: from 20200408 on a port
// is a PortId_t and the type of an index is a parameter of the extern.

#ifndef _V1_MODEL_P4_
#define _V1_MODEL_P4_

#include "core.p4"

#ifndef V1MODEL_VERSION
#define V1MODEL_VERSION 20180101
#endif
#if V1MODEL_VERSION != 20180101 && V1MODEL_VERSION != 20200408
#error "V1MODEL_VERSION must be 20180101 or 20200408"
#endif

match_kind {
    range,
    optional,
    // For the members of an action selector: part of the hash, not of the key.
    selector
}

const bit<32> __v1model_version = V1MODEL_VERSION;

#if V1MODEL_VERSION >= 20200408
typedef bit<9> PortId_t;
#endif

@metadata
@name("standard_metadata")
struct standard_metadata_t {
#if V1MODEL_VERSION >= 20200408
    PortId_t ingress_port;
    PortId_t egress_spec;  // where ingress wants the packet to go
    PortId_t egress_port;  // where it goes; read in egress only
#else
    bit<9> ingress_port;
    bit<9> egress_spec;  // where ingress wants the packet to go
    bit<9> egress_port;  // where it goes; read in egress only
#endif
    bit<32> instance_type;  // original, clone, replica, resubmitted or recirculated
    bit<32> packet_length;  // in bytes
    // The queue between ingress and egress: times in microseconds, depths in packets.
    @alias("queueing_metadata.enq_timestamp")
    bit<32> enq_timestamp;
    @alias("queueing_metadata.enq_qdepth")
    bit<19> enq_qdepth;
    @alias("queueing_metadata.deq_timedelta")
    bit<32> deq_timedelta;
    @alias("queueing_metadata.deq_qdepth")
    bit<19> deq_qdepth;
    // Microseconds since the switch started.
    @alias("intrinsic_metadata.ingress_global_timestamp")
    bit<48> ingress_global_timestamp;
    @alias("intrinsic_metadata.egress_global_timestamp")
    bit<48> egress_global_timestamp;
    @alias("intrinsic_metadata.mcast_grp")
    bit<16> mcast_grp;       // 0 is no multicast
    @alias("intrinsic_metadata.egress_rid")
    bit<16> egress_rid;      // which replica of a multicast packet this is
    bit<1>  checksum_error;  // 1 where verify_checksum found one
    error   parser_error;
    @alias("intrinsic_metadata.priority")
    bit<3> priority;
}

enum CounterType {
    packets,
    bytes,
    packets_and_bytes
}

enum MeterType {
    packets,
    bytes
}

// Counters by index. An index out of bounds counts nothing.
extern counter
#if V1MODEL_VERSION >= 20200408
<I>
#endif
{
    counter(bit<32> size, CounterType type);
#if V1MODEL_VERSION >= 20200408
    void count(in I index);
#else
    void count(in bit<32> index);
#endif
}

// One counter an entry of the table that names it in its counters property.
extern direct_counter {
    direct_counter(CounterType type);
    void count();
}

// The colours that a meter gives.
#define V1MODEL_METER_COLOR_GREEN  0
#define V1MODEL_METER_COLOR_YELLOW 1
#define V1MODEL_METER_COLOR_RED    2

// Two-rate three-colour meters (RFC 2698) by index.
extern meter
#if V1MODEL_VERSION >= 20200408
<I>
#endif
{
    meter(bit<32> size, MeterType type);
#if V1MODEL_VERSION >= 20200408
    void execute_meter<T>(in I index, out T result);
#else
    void execute_meter<T>(in bit<32> index, out T result);
#endif
}

// One meter an entry of the table that names it in its meters property.
extern direct_meter<T> {
    direct_meter(MeterType type);
    void read(out T result);
}

// State that outlives the packet. Reads out of bounds give nothing of use,
// writes there do nothing.
#if V1MODEL_VERSION >= 20200408
extern register<T, I>
#else
extern register<T>
#endif
{
    register(bit<32> size);
    @noSideEffects
#if V1MODEL_VERSION >= 20200408
    void read(out T result, in I index);
#else
    void read(out T result, in bit<32> index);
#endif
#if V1MODEL_VERSION >= 20200408
    void write(in I index, in T value);
#else
    void write(in bit<32> index, in T value);
#endif
}

// Shares the members of a table's implementation property among entries.
extern action_profile {
    action_profile(bit<32> size);
}

// A number of lo to hi, both included.
extern void random<T>(out T result, in T lo, in T hi);

// Sends data to the control plane, when ingress ends.
extern void digest<T>(in bit<32> receiver, in T data);

enum HashAlgorithm {
    crc32,
    crc32_custom,
    crc16,
    crc16_custom,
    random,
    identity,
    csum16,
    xor16
}

@deprecated("Pass standard_metadata to mark_to_drop.")
extern void mark_to_drop();

// Asks for the packet to be dropped at the end of ingress or egress: the later
// of this and an assignment to egress_spec wins.
@pure
extern void mark_to_drop(inout standard_metadata_t standard_metadata);

// result = base + hash(data) mod max; base where max is 0.
@pure
extern void hash<O, T, D, M>(out O result, in HashAlgorithm algo, in T base, in D data, in M max);

// Like action_profile, with groups of members of which a hash picks one.
extern action_selector {
    action_selector(HashAlgorithm algorithm, bit<32> size, bit<32> outputWidth);
}

// Where a clone is made, and where it goes on: in egress.
enum CloneType {
    I2E,
    E2E
}

@deprecated("Use verify_checksum and update_checksum.")
extern Checksum16 {
    Checksum16();
    bit<16> get<D>(in D data);
}

// Sets checksum_error where condition holds and checksum is not that of data.
extern void verify_checksum<T, O>(in bool condition, in T data, in O checksum, HashAlgorithm algo);

// Stores the checksum of data where condition holds.
@pure
extern void update_checksum<T, O>(in bool condition, in T data, inout O checksum, HashAlgorithm algo);

// The same over data and the packet behind the parsed headers.
extern void verify_checksum_with_payload<T, O>(in bool condition, in T data, in O checksum, HashAlgorithm algo);
@noSideEffects
extern void update_checksum_with_payload<T, O>(in bool condition, in T data, inout O checksum, HashAlgorithm algo);

// The three below act when ingress or egress ends, and only the last call of
// one counts. A field list is the metadata fields with that number in their
// @field_list annotation; they keep their values.
extern void clone(in CloneType type, in bit<32> session);
@deprecated("Use resubmit_preserving_field_list.")
extern void resubmit<T>(in T data);
extern void resubmit_preserving_field_list(bit<8> index);
@deprecated("Use recirculate_preserving_field_list.")
extern void recirculate<T>(in T data);
extern void recirculate_preserving_field_list(bit<8> index);
@deprecated("Use clone_preserving_field_list.")
extern void clone3<T>(in CloneType type, in bit<32> session, in T data);
extern void clone_preserving_field_list(in CloneType type, in bit<32> session, bit<8> index);

// Cuts the packet that leaves to length bytes.
extern void truncate(in bit<32> length);

// For tests and formal tools: assert must always hold, assume may be relied on.
extern void assert(in bool check);
extern void assume(in bool check);

// Writes to the log of the switch; {} in msg stands for a value of data.
extern void log_msg(string msg);
extern void log_msg<T>(string msg, in T data);

parser Parser<H, M>(
    packet_in b,
    out H parsedHdr,
    inout M meta,
    inout standard_metadata_t standard_metadata);
control VerifyChecksum<H, M>(inout H hdr, inout M meta);
@pipeline
control Ingress<H, M>(inout H hdr, inout M meta, inout standard_metadata_t standard_metadata);
@pipeline
control Egress<H, M>(inout H hdr, inout M meta, inout standard_metadata_t standard_metadata);
control ComputeChecksum<H, M>(inout H hdr, inout M meta);
@deparser
control Deparser<H>(packet_out b, in H hdr);

package V1Switch<H, M>(
    Parser<H, M> p,
    VerifyChecksum<H, M> vr,
    Ingress<H, M> ig,
    Egress<H, M> eg,
    ComputeChecksum<H, M> ck,
    Deparser<H> dep);

#endif  // _V1_MODEL_P4_
