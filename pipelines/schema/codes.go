package schema

import "up4/p4/source"

// Codes of what stands in the way of a description.
const (
	CodeArchitecture source.Code = "schema-architecture"
	CodeMatchKind    source.Code = "schema-match-kind"
	CodeKey          source.Code = "schema-key"
	CodeAction       source.Code = "schema-action"
	CodeEntry        source.Code = "schema-entry"
	CodeShared       source.Code = "schema-shared"
	CodeSize         source.Code = "schema-size"
	CodeRegister     source.Code = "schema-register"
	CodeDigest       source.Code = "schema-digest"
	CodeInitial      source.Code = "schema-initial-value"
)

// Parts of examples.
const (
	exampleCore = "match_kind { exact, lpm, regex }\nerror { NoError }\naction NoAction() {}\n"
	exampleArch = exampleCore + "control C();\npackage V1Switch(C c);\n"
	exampleMain = "V1Switch(c()) main;\n"
	// exampleProfile declares a profile; a control with one table by it may follow.
	exampleProfile = "extern action_profile { action_profile(bit<32> size); }\n"
)

// Codes documents them. No clause of the P4-16 specification speaks of them: such
// programs are right, but up4 has nothing to keep such tables and state in.
var Codes = []source.CodeInfo{
	{
		Code: CodeArchitecture, Severity: source.Error,
		Text:    "The program has no package named main, or that is not of an architecture that is known; write the program for v1model, psa, pna, ubpf, ebpf or xdp.",
		Example: exampleCore + "control C();\npackage Mine(C c);\ncontrol c() { apply {} }\nMine(c()) main; // ERROR\n",
	},
	{
		Code: CodeMatchKind, Severity: source.Error,
		Text:    "Tables and value sets match by exact, lpm, ternary, range and optional, and selector keys choose a member of a group; use one of these.",
		Example: exampleArch + "control c() {\n  bit<8> x = 1;\n  table t {\n    key = {\n      x : regex; // ERROR\n    }\n    actions = { NoAction; }\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeKey, Severity: source.Error,
		Text:    "Entries cannot have values for this key or field of a value set: it has no bits or is no number, it is the second one that is matched by prefix, it is a range of signed numbers, or the whole is too long.",
		Example: exampleArch + "control c() {\n  bit<8> x = 1;\n  bit<8> y = 2;\n  table t {\n    key = {\n      x : lpm;\n      y : lpm; // ERROR\n    }\n    actions = { NoAction; }\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeAction, Severity: source.Error,
		Text:    "Entries cannot have values for this parameter of an action: it is no number, or the parameters are too long; take the fields of a struct one by one.",
		Example: exampleArch + "struct s { bit<8> x; }\ncontrol c() {\n  action a(\n    s x) {} // ERROR\n  table t {\n    actions = { a; NoAction; }\n    default_action = NoAction();\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeEntry, Severity: source.Error,
		Text:    "An entry that the program gives cannot be one: its table has an action profile, so that entries name members, which the program does not give; or its priority does not fit in 31 bits.",
		Example: exampleArch + exampleProfile + "control c() {\n  action_profile(4) p;\n  bit<8> x = 1;\n  table t {\n    key = { x : exact; }\n    actions = { NoAction; }\n    implementation = p;\n    const entries = {\n      1 : NoAction(); // ERROR\n    }\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeShared, Severity: source.Error,
		Text:    "Tables that share an action profile must have the same actions in the same order, and a direct counter or meter serves one table, which has one of each.",
		Example: exampleArch + exampleProfile + "control c() {\n  action_profile(4) p;\n  bit<8> x = 1;\n  action a() {}\n  table t {\n    key = { x : exact; }\n    actions = { NoAction; }\n    implementation = p;\n  }\n  table u { // ERROR\n    key = { x : exact; }\n    actions = { NoAction; a; }\n    implementation = p;\n  }\n  apply { t.apply(); u.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeSize, Severity: source.Error,
		Text:    "A size is too large, or none at all.",
		Example: exampleArch + "extern register<T> { register(bit<32> size); }\ncontrol c() {\n  register<bit<8>>(0x80000000) r; // ERROR\n  apply {}\n}\n" + exampleMain,
	},
	{
		Code: CodeRegister, Severity: source.Error,
		Text:    "A register's cell is a number of bits that is known: it cannot hold a varbit or have thousands of fields.",
		Example: exampleArch + "struct s { varbit<8> x; }\nextern register<T> { register(bit<32> size); }\ncontrol c() {\n  register<s>(4) r; // ERROR\n  apply {}\n}\n" + exampleMain,
	},
	{
		Code: CodeInitial, Severity: source.Warning,
		Text:    "Registers are 0 at first, whatever initial_value says; write the cells through the control plane.",
		Example: exampleCore + "control C();\npackage PSA_Switch(C c);\nextern Register<T, S> { Register(bit<32> size, T initial_value); }\ncontrol c() {\n  Register<bit<8>, bit<8>>(4, 5) r; // WARNING\n  apply {}\n}\nPSA_Switch(c()) main;\n",
	},
	{
		Code: CodeDigest, Severity: source.Error,
		Text:    "A digest's fields are numbers: it cannot send a varbit or thousands of fields.",
		Example: exampleArch + "struct s { varbit<8> x; }\nextern void digest<T>(in bit<32> receiver, in T data);\ncontrol c() {\n  s x;\n  apply {\n    digest<s>(1, x); // ERROR\n  }\n}\n" + exampleMain,
	},
}
