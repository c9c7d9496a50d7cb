// Names of keys, of actions with arguments bound, of objects made in tables, and of
// generic types; what is not reached is not there.
#include <core.p4>
#include <v1model.p4>

struct pair<T, U> {
    T first;
    U second;
}
struct single<T> {
    T only;
}
struct inner_t {
    bit<8> a;
    @name("bee") bit<8> b;
    @name(".elsewhere") bit<8> c;
}
header one_t {
    bit<8> x;
    bit<16> y;
}
struct headers_t {
    one_t one;
    one_t[2] many;
    @name("renamed") one_t two;
}
struct meta_t {
    inner_t inner;
    pair<bit<9>, single<bool>> p;
}

parser p(packet_in pkt, out headers_t h, inout meta_t m, inout standard_metadata_t s) {
    state start {
        pkt.extract(h.one);
        transition accept;
    }
}

@id(0x01000001) action outer() {}

control ig(inout headers_t hdr, inout meta_t m, inout standard_metadata_t s) {
    @id(1) action unused(bit<8> x) {}
    @id(3) action helper() {}
    @id(2) action wrapped(inout bit<8> x, in bit<8> y, bit<8> z) {
        x = y + z;
        helper();
    }
    @id(4) action called(bit<8> v) {
        m.inner.a = v;
    }
    @id(5) table names {
        key = {
            hdr.one.x: exact;
            hdr.one.isValid(): exact;
            hdr.two.isValid(): exact;
            hdr.many[1].x: exact;
            m.inner.b: exact;
            m.inner.c: exact;
            hdr.one.y[7:0]: exact @name("low");
            hdr.one.x & 8w0x0f: exact;
            m.inner.a: selector;
        }
        actions = {
            wrapped(hdr.one.x, hdr.one.x);
            outer;
            @defaultonly NoAction;
        }
        default_action = NoAction();
        @name("ap_ws") @max_group_size(3)
        implementation = action_selector(HashAlgorithm.crc16, 32, 8);
    }
    @id(6) table never {
        actions = { unused; }
        default_action = unused(1);
    }
    apply {
        if (hdr.one.isValid()) {
            names.apply();
        }
        wrapped(m.inner.a, 1, 2);
        called(5);
        outer();
        digest(1, m.p);
    }
}

control none(inout headers_t h, inout meta_t m) { apply {} }
control eg(inout headers_t h, inout meta_t m, inout standard_metadata_t s) { apply {} }
control dep(packet_out pkt, in headers_t h) { apply {} }

@pkginfo(name = "names", version = "a=b, c")
V1Switch(p(), none(), ig(), eg(), none(), dep()) main;
