// Package interp is the back end that runs the intermediate form as it stands: the
// oracle for every other. It is written for obviousness, with numbers of any width and
// the clause of the P4-16 specification (1.2.5) beside each rule; docs/ir.md says what
// the form means. What an architecture adds – its externs, and the way of a packet from
// block to block – is in the packages below pipelines/arch.
package interp
