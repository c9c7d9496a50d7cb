// Package stf is the Simple Test Framework, the language of p4c's tests: packets in,
// packets expected, and the table entries and other state between them. It reads and
// writes scripts (Parse, Format) and runs one against a Device (Run). docs/stf.md
// describes the language.
//
// It must not know programs, engines or widths: a Device gives the names and values of
// a script their meaning, with the help of Resolve, ResolveKey and the methods of Value.
package stf
