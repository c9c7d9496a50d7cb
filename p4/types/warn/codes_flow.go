package warn

import "up4/p4/source"

// whole makes a program of a control k with one out parameter x.
const whole = "control K(out bit<8> x);\npackage P(K k);\nP(k()) main;\n"

// flowCodes are of values and headers on the ways through a program.
var flowCodes = []source.CodeInfo{
	{Code: CodeUninitialized, Severity: source.Warning, Clause: "8.25",
		Text:    "There is a way on which nothing is assigned to what is read: its value is then any.",
		Example: "control k(out bit<8> x) {\n    apply {\n        bit<8> y;\n        x = y; // WARNING\n    }\n}\n" + whole},
	{Code: CodeUnassignedOut, Severity: source.Warning, Clause: "6.8",
		Text:    "There is a way to the end on which nothing is assigned to the out parameter: the caller then gets any value.",
		Example: "control k(out bit<8> x) { // WARNING\n    apply {}\n}\n" + whole},
	{Code: CodeInvalidHeader, Severity: source.Warning, Clause: "8.25",
		Text:    "The header is not valid here, or not on every way: its fields have no values then, and writing to them does nothing. Ask isValid() before, or make it valid with setValid() or extract().",
		Example: "header H { bit<8> a; }\ncontrol k(out bit<8> x) {\n    apply {\n        H h;\n        x = h.a; // WARNING\n    }\n}\n" + whole},
}
