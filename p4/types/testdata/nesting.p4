// Clause 7.2.8: what can be part of what.
enum E { A }
enum bit<8> R { A = 1 }
error { None }
extern X { X(); }
header H { bit<8> a; }
header G { R r; bool b; int<4> i; varbit<8> v; }
header_union U { H h; G g; }
struct In { bit<8> a; bit<8> b; }
struct InE { E e; }
header H1 { E e; } // ERROR type-nesting
header H2 { error e; } // ERROR type-nesting
header H3 { H h; } // ERROR type-nesting
header H4 { tuple<bit<8>> t; } // ERROR type-nesting
header H5 { int i; } // ERROR type-nesting
header H6 { In s; }
header H7 { InE s; } // ERROR type-nesting
header H8 { U u; } // ERROR type-nesting
header_union U1 { bit<8> a; } // ERROR type-nesting
header_union U2 { In a; } // ERROR type-nesting
struct S1 { H h; U u; H[3] s; E e; error r; tuple<bit<8>, bool> t; In i; }
struct S2 { int i; } // ERROR type-nesting
struct S3 { string s; } // ERROR type-nesting
struct S4 { X x; } // ERROR type-nesting
struct S5 { S5 s; } // ERROR recursion
struct Box<T> { T t; }
struct S6 { Box<bit<8>> b; Box<In> c; }
struct S12 { Box<Box<bool>> c; } // ERROR recursion
header Hdr<T> {
    T t; // ERROR type-nesting "the field t of header Hdr<E>"
}
struct S7 { Hdr<bit<8>> h; }
struct S8 { Hdr<E> h; }
struct S9 { Box b; } // ERROR type-arguments
struct S10 { Box<bool, bool> b; } // ERROR type-arguments "takes 1"
struct S11 { In<bool> b; } // ERROR type-arguments "takes no"
type bit<8> N1;
type N1 N2;
type In N3; // ERROR type-base
type tuple<bool> N4; // ERROR type-base
typedef In In2;
enum In E1 { A = 1 } // ERROR enum-representation
enum N1 E2 { A = 1 } // ERROR enum-representation
struct W { bit<0> a; int<1> b; }
struct W1 { bit<-1> a; } // ERROR width
struct W2 { int<0> a; } // ERROR width
struct W3 { bit<70000> a; } // ERROR width
struct W4 { H[-1] a; } // ERROR size
