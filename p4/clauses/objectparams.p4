// 6.8, 14.1: extern objects as arguments of controls: each call works on the one it was given.
#include "frame.p4i"
control Add(inout bit<8> v, in bit<8> i, register<bit<8>> kept) {
    apply {
        bit<8> was;
        kept.read(was, (bit<32>)i);
        kept.write((bit<32>)i, was + v);
        v = was;
    }
}
control Twice(inout bit<8> v, inout bit<8> w, in bit<8> i, register<bit<8>> one, register<bit<8>> two) {
    Add() add;
    apply { add.apply(v, i, one); add.apply(w, i, two); }
}
control Work(inout headers_t h, inout meta_t m, inout standard_metadata_t s) {
    register<bit<8>>(4) left;
    register<bit<8>>(4) right;
    Twice() twice;
    apply {
        s.egress_spec = 1;
        if (h.x.h == 0) { twice.apply(h.x.b, h.x.c, h.x.a, left, right); }
        else { twice.apply(h.x.b, h.x.c, h.x.a, right, left); }
    }
}
RUN(Work)
