// Package lir is the form of a program between the intermediate representation and
// machine-like code: words of at most 64 bits, pointers, loads and stores. Headers are
// bytes as they stand on the wire, wide numbers are words, tables are lookups that give
// an entry's address, and what touches the world is a Call of a Service. What compiles
// programs to Go, BPF or WebAssembly starts from it.
//
// It is no language of its own: Print writes it for people and tests. The package knows
// no architecture and no back end.
package lir
