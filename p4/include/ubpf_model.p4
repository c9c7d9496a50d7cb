// The architecture of p4c's uBPF back end: a packet processor in a BPF virtual
// machine in user space.
//
// UBPF_MODEL_VERSION, a date, chooses between two forms: from 20200515 on there
// is standard metadata.

#ifndef _UBPF_MODEL_P4_
#define _UBPF_MODEL_P4_

#include <core.p4>

#ifndef UBPF_MODEL_VERSION
#define UBPF_MODEL_VERSION 20200515
#endif

const bit<32> __ubpf_model_version = UBPF_MODEL_VERSION;

#if UBPF_MODEL_VERSION >= 20200515
// What becomes of the packet.
enum ubpf_action {
    ABORT,
    DROP,
    PASS,
    REDIRECT  // to output_port
}

struct standard_metadata {
    bit<32>     input_port;
    bit<32>     packet_length;  // in bytes
    ubpf_action output_action;
    bit<32>     output_port;
    bool        clone;          // send a copy to clone_port
    bit<32>     clone_port;
}
#endif

// Set the verdict.
extern void mark_to_drop();
extern void mark_to_pass();

extern Register<T, S> {
    Register(bit<32> size);
    T read(in S index);
    void write(in S index, in T value);
}

// Nanoseconds of a monotonic clock.
extern bit<48> ubpf_time_get_ns();

// Cuts the packet to len bytes.
extern void truncate(in bit<32> len);

enum HashAlgorithm {
    lookup3
}

extern void hash<D>(out bit<32> result, in HashAlgorithm algo, in D data);

// An Internet checksum after a field of 2 or 4 bytes changed from old to new (RFC 1624).
extern bit<16> csum_replace2(in bit<16> csum, in bit<16> old, in bit<16> new);
extern bit<16> csum_replace4(in bit<16> csum, in bit<32> old, in bit<32> new);

#if UBPF_MODEL_VERSION >= 20200515
parser parse<H, M>(packet_in packet, out H headers, inout M meta, inout standard_metadata std);
control pipeline<H, M>(inout H headers, inout M meta, inout standard_metadata std);
#else
parser parse<H, M>(packet_in packet, out H headers, inout M meta);
control pipeline<H, M>(inout H headers, inout M meta);
#endif
@deparser
control deparser<H>(packet_out b, in H headers);

package ubpf<H, M>(parse<H, M> prs, pipeline<H, M> p, deparser<H> dprs);

#endif  // _UBPF_MODEL_P4_
