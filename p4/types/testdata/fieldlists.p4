// @field_list, for v1model: expressions that are numbers of eight bits.
const bit<8> one = 1;
const int big = 256;
bit<8> f() { return 1; }
enum bit<8> Lists { a = 3 }
enum Names { a }
struct Fine {
    @field_list(0) @field_list(one, one + 1, Lists.a, 0xff, 8w7,) bit<8> a;
    @field_list() bit<8> b;
    @field_list bit<8> c;
    @field_list[1, 2] bit<8> d;
}
struct Wrong {
    @field_list(big) bit<8> a; // ERROR annotation "0 to 255, not 256"
    @field_list(1, -1) bit<8> b; // ERROR annotation "0 to 255, not -1"
    @field_list("1") bit<8> c; // ERROR annotation "takes numbers, not string"
    @field_list(Names.a) bit<8> d; // ERROR annotation "takes numbers, not Names"
    @field_list(two) bit<8> e; // ERROR unknown-name
    @field_list(f()) bit<8> g; // ERROR not-constant "must be known"
}
