// Package syntax holds the syntax tree of P4-16 and the parser that builds it,
// one function per production of the grammar (specification 1.2.5, appendix H).
//
// The tree says what was written, not what it means: names are not resolved and
// nothing is typed. The parser keeps just as much of the declarations as the
// grammar needs to tell a type's name from another.
package syntax
