// Package ir is the intermediate form of a P4 program: what interpreters run and
// compilers translate.
//
// It is elaborated: every parser, control and extern object that the package
// named main reaches stands there once per instance, with its constructor
// arguments and type arguments put in. Nothing generic, no name to be resolved
// and no implicit conversion is left; widths are exact.
//
// Code is a graph of basic blocks over typed places. Expressions are trees without
// side effects, so they may be evaluated in any order; whatever has an effect (calls
// of any kind, table applications, packet operations) is an instruction of its
// own, in the order that the language says. A call copies in and out as Operand says;
// what has to be copied out in an order of its own is written out.
//
// There is no recursion: each local of each function has one place in memory.
//
// The package knows neither syntax trees nor back ends. The text form (Print,
// Read) holds all of a program but the source text that positions point into.
package ir
