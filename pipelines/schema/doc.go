// Package schema makes the description of a program that engines and the control
// plane work from, a pipelines.Program, out of the program's intermediate form, and
// keeps which part of the one is which part of the other.
//
// Tables have their actions in the program's order, so an index in ir.Table.Actions is
// one in pipelines.Table.Actions. Behind them stand, where they are needed: NoAction,
// the default of a table that has none; then MemberAction and GroupAction of a table
// with an action profile.
//
// A key or parameter has the bits of its type: a bool 1, an enum its representation's,
// an error or an enum without one 32, for the member's index. Signed numbers are in
// two's complement.
//
// A register's cell has the bits of its type's fields, one after the other from the
// most significant bit on, without padding.
//
// The package knows neither syntax trees nor back ends, and no architecture beyond the
// names of its externs.
package schema
