package types

import "up4/p4/source"

// A control with a table, around the properties of an example.
const (
	inTable = "match_kind { exact, lpm, ternary }\naction NoAction() {}\ncontrol c(inout bit<8> x) {\n" +
		"    action a(bit<8> y) { x = y; }\n    table t {\n"
	endTable = "    }\n    apply { t.apply(); }\n}\n"
)

// blockCodes are of parsers, tables and actions.
var blockCodes = []source.CodeInfo{
	{Code: CodeNoStart, Severity: source.Error, Clause: "13.2",
		Text:    "A parser begins in its state start.",
		Example: "parser p() { // ERROR\n    state begin { transition accept; }\n}\n"},
	{Code: CodeState, Severity: source.Error, Clause: "13.4",
		Text:    "A transition goes to a state of the parser, or to accept or reject, which are not declared.",
		Example: "parser p() {\n    state start { transition accept; }\n    state reject {} // ERROR\n}\n"},
	{Code: CodeSelectKey, Severity: source.Error, Clause: "13.6",
		Text: "Values of this type cannot be matched.",
		Example: "header H { bit<8> a; }\nparser p(in H h) {\n    state start {\n        transition select(h) { // ERROR\n" +
			"            _: accept;\n        }\n    }\n}\n"},
	{Code: CodeKeyset, Severity: source.Error, Clause: "8.15",
		Text: "The keyset does not fit the key: its type, the number of values, or what its match kind takes.",
		Example: "parser p(in bit<8> a) {\n    state start {\n        transition select(a) {\n            true: accept; // ERROR\n" +
			"            _: reject;\n        }\n    }\n}\n"},
	{Code: CodeValueSet, Severity: source.Error, Clause: "13.11",
		Text:    "There are no value sets of this type.",
		Example: "parser p() {\n    value_set<int>(4) v; // ERROR\n    state start { transition accept; }\n}\n"},
	{Code: CodeTableProperty, Severity: source.Error, Clause: "14.2.1",
		Text:    "The property's value is not what it takes, or a property is missing or out of order.",
		Example: inTable + "        key = { x : exact; }\n        actions = { a; NoAction; }\n        size = true; // ERROR\n" + endTable},
	{Code: CodeKeyName, Severity: source.Error, Clause: "18.3.1",
		Text:    "The control plane has no name for a key that is computed; give it one with @name.",
		Example: inTable + "        key = { x + 1 : exact; } // ERROR\n        actions = { a; NoAction; }\n" + endTable},
	{Code: CodeNotAction, Severity: source.Error, Clause: "14.2.1.2",
		Text:    "An action is expected, but the name stands for something else.",
		Example: inTable + "        actions = {\n            x; // ERROR\n        }\n" + endTable},
	{Code: CodeActionArgs, Severity: source.Error, Clause: "14.2.1.2",
		Text:    "A table's list binds what has a direction, and the rest comes from the control plane.",
		Example: inTable + "        actions = {\n            a(1); // ERROR\n        }\n" + endTable},
	{Code: CodeNotInTable, Severity: source.Error, Clause: "14.2.1.3",
		Text:    "The action is not in the table's list of actions.",
		Example: inTable + "        actions = { NoAction; }\n        default_action = a(1); // ERROR\n" + endTable},
	{Code: CodeDefaultOnly, Severity: source.Error, Clause: "20.3.2",
		Text: "The list marks the action for the default only, or for entries only.",
		Example: inTable + "        key = { x : exact; }\n        actions = { @defaultonly a; NoAction; }\n        entries = {\n" +
			"            1 : a(1); // ERROR\n        }\n" + endTable},
	{Code: CodeEntry, Severity: source.Error, Clause: "14.2.1.4",
		Text: "A table without a key has no entries.",
		Example: "match_kind { exact }\naction NoAction() {}\ncontrol c() {\n    table t { // ERROR\n        actions = { NoAction; }\n" +
			"        entries = { _ : NoAction(); }\n    }\n    apply { t.apply(); }\n}\n"},
	{Code: CodePriority, Severity: source.Error, Clause: "14.2.1.4",
		Text: "Priorities tell apart entries that overlap: not those of exact or lpm keys, nor const entries.",
		Example: inTable + "        key = { x : exact; }\n        actions = { a; NoAction; }\n        entries = {\n" +
			"            priority = 1 : 1 : a(1); // ERROR\n        }\n" + endTable},
	{Code: CodePrefix, Severity: source.Error, Clause: "14.2.1.4",
		Text: "value/length is a division; write a prefix as value &&& mask.",
		Example: inTable + "        key = { x : lpm; }\n        actions = { a; NoAction; }\n        entries = {\n" +
			"            16/4 : a(1); // ERROR\n        }\n" + endTable},
}
