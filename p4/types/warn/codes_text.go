package warn

import "up4/p4/source"

// Around the states of a parser, and the properties of a table.
const (
	inParser   = "parser p(in bit<8> a) {\n"
	endParser  = "}\nparser R(in bit<8> a);\npackage Q(R p);\nQ(p()) main;\n"
	inTable    = "match_kind { exact, lpm, ternary }\naction NoAction() {}\ncontrol k(out bit<8> x) {\n    bit<8> a = 1;\n    bit<8> b = 2;\n    table t {\n"
	endTable   = "        actions = { NoAction; }\n    }\n    apply { x = a + b; t.apply(); }\n}\n"
	entries    = "        actions = { NoAction; }\n        const entries = {\n"
	priorities = "        actions = { NoAction; }\n        entries = {\n"
	endEntries = "        }\n    }\n    apply { x = a + b; t.apply(); }\n}\n" + whole
	inApply    = "control k(out bit<8> x) {\n    apply {\n        x = 1;\n"
	endApply   = "    }\n}\n"
)

// textCodes are of what stands in one place.
var textCodes = []source.CodeInfo{
	{Code: CodeUnreachableCode, Severity: source.Warning, Clause: "12.4",
		Text:    "What stands before never goes on: the statement is never executed.",
		Example: inApply + "        return;\n        x = 2; // WARNING\n" + endApply + whole},
	{Code: CodeConstantCondition, Severity: source.Warning, Clause: "8.6",
		Text:    "The condition always comes out the same.",
		Example: inApply + "        bit<8> y = x;\n        if (y >= 0) { // WARNING\n            x = 2;\n        }\n" + endApply + whole},
	{Code: CodeShiftWidth, Severity: source.Warning, Clause: "8.6",
		Text:    "The shift is by all of the value's width, so that nothing is left.",
		Example: inApply + "        x = x << 8; // WARNING\n" + endApply + whole},
	{Code: CodeOutAlias, Severity: source.Warning, Clause: "6.8",
		Text:    "The call writes to the same place twice: arguments are copied back from left to right, and the last one stays.",
		Example: "extern void f(out bit<8> a, inout bit<8> b);\n" + inApply + "        f(x, x); // WARNING\n" + endApply + whole},
	{Code: CodeImplicitReject, Severity: source.Warning, Clause: "13.4",
		Text:    "A state without a transition rejects; write it.",
		Example: inParser + "    state start {\n        transition select(a) {\n            1: next;\n            _: accept;\n        }\n    }\n    state next {} // WARNING\n" + endParser},
	{Code: CodeUnreachableState, Severity: source.Warning, Clause: "13.4",
		Text:    "No transition from start leads to the state.",
		Example: inParser + "    state start { transition accept; }\n    state next { transition accept; } // WARNING\n" + endParser},
	{Code: CodeNeverAccepts, Severity: source.Warning, Clause: "13.4",
		Text:    "The parser accepts nothing.",
		Example: "parser p(in bit<8> a) { // WARNING\n    state start { transition reject; }\n" + endParser},
	{Code: CodeParserLoop, Severity: source.Warning, Clause: "13.4",
		Text:    "The states lead back to themselves without reading the packet or changing anything: the parser never ends.",
		Example: inParser + "    state start { // WARNING\n        transition select(a) {\n            1: start;\n            _: accept;\n        }\n    }\n" + endParser},
	{Code: CodeUnreachableCase, Severity: source.Warning, Clause: "13.6",
		Text:    "A case before it takes all values.",
		Example: inParser + "    state start {\n        transition select(a) {\n            _: accept;\n            1: reject; // WARNING\n        }\n    }\n" + endParser},
	{Code: CodeDuplicateKeyset, Severity: source.Warning, Clause: "13.6",
		Text:    "A case or entry before it has the same keyset, and is the one that is taken.",
		Example: inParser + "    state start {\n        transition select(a) {\n            1: accept;\n            0x1: reject; // WARNING\n            _: accept;\n        }\n    }\n" + endParser},
	{Code: CodeNoMatch, Severity: source.Warning, Clause: "13.6",
		Text:    "There is no default case: what no case takes is rejected with error.NoMatch.",
		Example: inParser + "    state start {\n        transition select(a) { // WARNING\n            1: accept;\n        }\n    }\n" + endParser},
	{Code: CodeUselessSelect, Severity: source.Warning, Clause: "13.6",
		Text:    "All cases go to the same state: a plain transition does the same.",
		Example: inParser + "    state start {\n        transition select(a) { // WARNING\n            1: accept;\n            _: accept;\n        }\n    }\n" + endParser},
	{Code: CodePrefixDivision, Severity: source.Warning, Clause: "8.6",
		Text:    "value/length is a division; write a prefix as value &&& mask.",
		Example: inParser + "    state start {\n        transition select(a) {\n            16/4: accept; // WARNING\n            _: reject;\n        }\n    }\n" + endParser},
	{Code: CodeConstantKey, Severity: source.Warning, Clause: "14.2.1.1",
		Text:    "The key is a constant, and so the same for every packet.",
		Example: inTable + "        key = { 8w1 : exact @name(\"one\"); } // WARNING\n" + endTable + whole},
	{Code: CodeTwoLPM, Severity: source.Warning, Clause: "14.2.1.1",
		Text:    "A table has at most one lpm key: of two prefixes which pair is the longest is not said.",
		Example: inTable + "        key = {\n            a : lpm;\n            b : lpm; // WARNING\n        }\n" + endTable + whole},
	{Code: CodeUnreachableEntry, Severity: source.Warning, Clause: "14.2.1.4",
		Text:    "An entry before it takes all values.",
		Example: inTable + "        key = { a : ternary; }\n" + entries + "            _ : NoAction();\n            1 : NoAction(); // WARNING\n        }\n    }\n    apply { x = a + b; t.apply(); }\n}\n" + whole},
	{Code: CodeMaskedBits, Severity: source.Warning, Clause: "8.15.3",
		Text:    "The value has bits that the mask leaves out: a mistake in one or the other.",
		Example: inTable + "        key = { a : ternary; }\n" + entries + "            3 &&& 1 : NoAction(); // WARNING\n        }\n    }\n    apply { x = a + b; t.apply(); }\n}\n" + whole},
	{Code: CodeUnknownProperty, Severity: source.Warning, Clause: "14.2.1.6",
		Text:    "The property has nearly the name of one that means something, and means nothing itself.",
		Example: inTable + "        key = { a : exact; }\n        sise = 512; // WARNING\n" + endTable + whole},
	{Code: CodeDuplicatePriority, Severity: source.Warning, Clause: "14.2.1.4",
		Text: "Two entries have the same priority: where both match, which of them wins is not said.",
		Example: inTable + "        key = { a : ternary; }\n" + priorities +
			"            priority = 9 : 1 &&& 1 : NoAction();\n            priority = 9 : 2 &&& 2 : NoAction(); // WARNING\n" + endEntries},
	{Code: CodePriorityOrder, Severity: source.Warning, Clause: "14.2.1.4",
		Text: "The entry wins over one written before it: put it there, so that the order is that of the text.",
		Example: inTable + "        key = { a : ternary; }\n" + priorities +
			"            priority = 8 : 1 &&& 1 : NoAction();\n            priority = 9 : 2 &&& 2 : NoAction(); // WARNING\n" + endEntries},
}
