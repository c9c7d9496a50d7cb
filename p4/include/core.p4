// The core library of P4-16 (specification 1.2.5, clause "P4 core library"):
// what every architecture builds on.

#ifndef _CORE_P4_
#define _CORE_P4_

// Why a parser stopped. Programs and architectures may add to the list.
error {
    NoError,
    PacketTooShort,        // extract or advance beyond the end of the packet
    NoMatch,               // no case of a select fits
    StackOutOfBounds,      // next or last outside a header stack
    HeaderTooShort,        // a varbit is too small for what was to be extracted
    ParserTimeout,         // the target's bound on parsing was reached
    ParserInvalidArgument  // such as an advance the target does not support
}

// The packet as a parser reads it, from the cursor on.
extern packet_in {
    // Fills a header of fixed size and moves the cursor behind it.
    void extract<T>(out T hdr);
    // The same for a header with one varbit field, whose size in bits is given.
    void extract<T>(out T variableSizeHeader, in bit<32> variableFieldSizeInBits);
    // Reads a T without moving the cursor.
    T lookahead<T>();
    // Skips bits.
    void advance(in bit<32> sizeInBits);
    // Bytes of the whole packet. Not every target knows it.
    bit<32> length();
}

// The packet as a deparser writes it.
extern packet_out {
    // Appends a header if it is valid, or each valid one of a stack, union or struct.
    void emit<T>(in T hdr);
}

// Stops the parser with toSignal unless check holds.
extern void verify(in bool check, in error toSignal);

@noWarn("unused")
action NoAction() {}

match_kind {
    exact,
    ternary,
    lpm
}

// Rejects the program at compile time unless check holds.
extern bool static_assert(bool check, string message);
extern bool static_assert(bool check);

#endif  // _CORE_P4_
