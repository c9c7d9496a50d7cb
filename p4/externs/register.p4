// v1model: register: read and write, of every width; outside a read is 0 and a write does nothing.
header bytes_t { bit<8> write; bit<8> width; bit<32> index; bit<136> value; }
struct meta_t { bit<8> m; }
#include "wide.p4i"
INGRESS(Work) {
    register<bit<1>>(4) r1;
    register<bit<8>>(4) r8;
    register<bit<9>>(4) r9;
    register<bit<48>>(4) r48;
    register<bit<64>>(4) r64;
    register<bit<65>>(4) r65;
    register<bit<128>>(4) r128;
    register<int<16>>(4) i16;
    register<bit<32>>(1) one;
    #define OF(REGISTER, TYPE, BITS, WIDE) if (h.x.width == BITS) { \
        if (h.x.write == 1) REGISTER.write(h.x.index, (TYPE)h.x.value); \
        else { TYPE v = (TYPE)h.x.value; REGISTER.read(v, h.x.index); h.x.value = (bit<136>)WIDE v; } }
    apply {
        s.egress_spec = 1;
        OF(r1, bit<1>, 1, )
        OF(r8, bit<8>, 8, )
        OF(r9, bit<9>, 9, )
        OF(r48, bit<48>, 48, )
        OF(r64, bit<64>, 64, )
        OF(r65, bit<65>, 65, )
        OF(r128, bit<128>, 128, )
        if (h.x.width == 16) {
            int<16> v = 1;
            if (h.x.write == 1) i16.write(h.x.index, (int<16>)(bit<16>)h.x.value);
            else { i16.read(v, h.x.index); h.x.value = (bit<136>)(int<136>)v; }
        }
        if (h.x.width == 32) {
            // Read, add, write: what a packet leaves the next one finds.
            bit<32> v;
            one.read(v, h.x.index);
            one.write(h.x.index, v + (bit<32>)h.x.value);
            one.read(v, h.x.index);
            h.x.value = (bit<136>)v;
        }
    }
}
RUN(Work)
