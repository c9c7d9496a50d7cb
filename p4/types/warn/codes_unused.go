package warn

import "up4/p4/source"

// unusedCodes are of names.
var unusedCodes = []source.CodeInfo{
	{Code: CodeUnusedVariable, Severity: source.Warning, Clause: "11.2",
		Text:    "The variable is neither read nor written: remove it.",
		Example: "bit<8> f(in bit<8> a) {\n    bit<8> b; // WARNING\n    return a;\n}\nconst bit<8> c = 1;\ncontrol k(out bit<8> x) { apply { x = f(c); } }\ncontrol K(out bit<8> x);\npackage P(K k);\nP(k()) main;\n"},
	{Code: CodeUnusedConstant, Severity: source.Warning, Clause: "11.1",
		Text:    "The constant is never used: remove it.",
		Example: "const bit<8> c = 1; // WARNING\ncontrol k(out bit<8> x) { apply { x = 1; } }\n" + whole},
	{Code: CodeUnusedParam, Severity: source.Warning, Clause: "6.8",
		Text:    "The action, function, parser or control does not use its parameter. Of a parser or control that is an argument of a package no parameter is asked for.",
		Example: "bit<8> f(in bit<8> a) { return 1; } // WARNING\ncontrol k(out bit<8> x) { apply { x = f(1); } }\n" + whole},
	{Code: CodeUnusedAction, Severity: source.Warning, Clause: "14.1",
		Text:    "The action is neither called nor in a table's list of actions.",
		Example: "action a() {} // WARNING\ncontrol k(out bit<8> x) { apply { x = 1; } }\n" + whole},
	{Code: CodeUnusedTable, Severity: source.Warning, Clause: "14.2.2",
		Text: "The table is never applied.",
		Example: "action NoAction() {}\ncontrol k() {\n    table t { // WARNING\n        actions = { NoAction; }\n    }\n    apply {}\n}\n" +
			"control K();\npackage P(K k);\nP(k()) main;\n"},
	{Code: CodeUnusedInstance, Severity: source.Warning, Clause: "11.3",
		Text:    "The instance is never used.",
		Example: "extern E { E(); void f(); }\ncontrol k() {\n    E() e; // WARNING\n    apply {}\n}\ncontrol K();\npackage P(K k);\nP(k()) main;\n"},
	{Code: CodeUnusedType, Severity: source.Warning, Clause: "7",
		Text:    "The type is never used.",
		Example: "typedef bit<8> T; // WARNING\ncontrol k(out bit<8> x) { apply { x = 1; } }\n" + whole},
	{Code: CodeUnusedFunction, Severity: source.Warning, Clause: "10",
		Text:    "The function is never called.",
		Example: "bit<8> f() { return 1; } // WARNING\ncontrol k(out bit<8> x) { apply { x = 1; } }\n" + whole},
	{Code: CodeUnusedBlock, Severity: source.Warning, Clause: "13.2",
		Text:    "The parser or control is never instantiated: no package of the program has it.",
		Example: "control j() { apply {} } // WARNING\ncontrol k(out bit<8> x) { apply { x = 1; } }\n" + whole},
	{Code: CodeShadow, Severity: source.Warning, Clause: "6.9",
		Text:    "The name hides another one declared around it.",
		Example: "bit<8> f(in bit<8> a) {\n    bit<8> b = a;\n    b = b + 1;\n    {\n        bit<8> b = 1; // WARNING\n        return a + b;\n    }\n}\ncontrol k(out bit<8> x) { apply { x = f(1); } }\ncontrol K(out bit<8> x);\npackage P(K k);\nP(k()) main;\n"},
	{Code: CodeDeprecated, Severity: source.Warning, Clause: "20.3.7",
		Text:    "What is used is marked @deprecated; its message says what to use instead.",
		Example: "@deprecated(\"use g\")\nextern bit<8> f();\ncontrol k(out bit<8> x) {\n    apply { x = f(); } // WARNING\n}\ncontrol K(out bit<8> x);\npackage P(K k);\nP(k()) main;\n"},
	{Code: CodeNoMain, Severity: source.Warning, Clause: "17",
		Text:    "No instance of a package is named main, so nothing of the program runs: name the instance main, or declare one.",
		Example: "control K(out bit<8> x);\npackage P(K k);\ncontrol k(out bit<8> x) { apply { x = 1; } }\nP(k()) mian; // WARNING\n"},
}
