// Package types finds out what a program means: which declaration each name
// stands for, which type each expression has, and which values are known when
// the program is compiled (P4-16 specification 1.2.5, clauses 6 to 20).
//
// It takes the syntax tree and gives an Info beside it; the tree is not changed.
// It knows no architecture by name and nothing of how programs are run; what the
// specification's own core library declares it knows (core.go).
//
// An expression in which an error was reported has the type Invalid, which agrees
// with all, so that one mistake is reported once.
//
// In a few places the specification leaves open what p4c decides, and programs rely
// on it:
//   - An int parameter, constant or variable takes a bit<> or int<> without a cast.
//   - An int literal becomes a type made by type without a cast.
//   - A generic type is no argument of itself: S<S<bool>> is an error.
//   - The error type is there once error {…} has declared a member, as core.p4 does.
//   - Parsers, controls and packages of one name are told apart by the parameters of
//     their constructors; masks and ranges over a serializable enum are of its
//     representation.
//   - Extern objects can be declared in arrays.
//   - A table's default_action stands behind its actions, and its entries behind both.
package types
