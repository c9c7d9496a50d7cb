// Package info makes the description of a program that a P4Runtime controller
// works from, a P4Info message, out of the program's intermediate form: tables,
// actions, the externs that a controller may read and write, the headers of
// packets to and from it, and the types of all these.
//
// Ids, aliases and what is shown follow the P4Runtime specification 1.5.0
// (clauses 6 and 8.4) and, where that leaves a choice, the reference compiler,
// so that controllers see the same numbers whichever compiler made them.
//
// The package knows neither syntax trees nor back ends, and speaks to no
// controller.
package info
