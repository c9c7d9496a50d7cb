// Package types finds out what a program means: which declaration each name
// stands for, which type each expression has, and which values are known when
// the program is compiled (P4-16 specification 1.2.5, clauses 6 to 18).
//
// It takes the syntax tree and gives an Info beside it; the tree is not changed.
// It knows no architecture by name and nothing of how programs are run.
package types
