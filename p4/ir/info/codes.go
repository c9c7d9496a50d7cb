package info

import "up4/p4/source"

// Codes of what stands in the way of a description.
const (
	CodeArchitecture source.Code = "p4info-architecture"
	CodeNoMain       source.Code = "p4info-no-main"
	CodeID           source.Code = "p4info-id"
	CodeAnnotation   source.Code = "p4info-annotation"
	CodeUnknownKey   source.Code = "p4info-unknown-key"
	CodeType         source.Code = "p4info-type"
	CodeTypeName     source.Code = "p4info-type-name"
	CodeTranslation  source.Code = "p4info-translation"
	CodeSize         source.Code = "p4info-size"
	CodeNoGroups     source.Code = "p4info-no-groups"
	CodePacketHeader source.Code = "p4info-packet-header"
	CodeDigestName   source.Code = "p4info-digest-name"
)

// Parts of examples.
const (
	exampleCore = "match_kind { exact }\nerror { NoError }\n@noWarn(\"unused\") action NoAction() {}\n"
	exampleArch = exampleCore + "control C();\npackage V1Switch(C c);\n"
	exampleMain = "V1Switch(c()) main;\n"
)

// Codes documents them. No clause of the P4-16 specification speaks of them: the
// P4Runtime specification 1.5.0 does.
var Codes = []source.CodeInfo{
	{
		Code: CodeArchitecture, Severity: source.Error,
		Text:    "The package main is not of an architecture that a controller's view is known of; write the program for v1model, psa, pna, ubpf, ebpf or xdp.",
		Example: exampleCore + "control C();\npackage Mine(C c);\ncontrol c() { apply {} }\nMine(c()) main; // ERROR\n",
	},
	{
		Code: CodeNoMain, Severity: source.Warning,
		Text: "The program has no package named main, so it runs nowhere and there is nothing for a controller to see.",
		// The warning is of the program as a whole.
		Example: "const bit<8> a = 1;\n",
	},
	{
		Code: CodeID, Severity: source.Error,
		Text:    "An @id cannot be given (P4Runtime 6.3): its first byte is that of another kind of object, it does not fit in 32 bits, or something else has it.",
		Example: exampleArch + "control c() {\n  @id(0x01000001) // ERROR\n  table t {\n    actions = { NoAction; }\n    default_action = NoAction();\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeAnnotation, Severity: source.Error,
		Text:    "An annotation that P4Runtime gives a meaning does not hold what it must: one number, one string, or values that P4Info has a form for.",
		Example: exampleArch + "control c() {\n  @id(\"one\") // ERROR\n  table t {\n    actions = { NoAction; }\n    default_action = NoAction();\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeUnknownKey, Severity: source.Warning,
		Text:    "An annotation of the package main has a key that P4Runtime does not know (6.2.1), or arch, which the compiler sets; it is left out.",
		Example: exampleArch + "control c() { apply {} }\n@pkginfo[nam=\"x\"] // WARNING\n" + exampleMain,
	},
	{
		Code: CodeType, Severity: source.Error,
		Text:    "A value of this type would have to go to or come from a controller, and P4Runtime has no form for it.",
		Example: exampleArch + "struct s { bit<8> x; }\ncontrol c() {\n  action a(\n    s x) {} // ERROR\n  table t {\n    actions = { a; NoAction; }\n    default_action = NoAction();\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeTypeName, Severity: source.Error,
		Text:    "Two types that a controller is to know have one name, which @name gave them; give one another.",
		Example: exampleArch + "@name(\"n\") type bit<8> one;\n@name(\"n\") type bit<9> two;\ncontrol c() {\n  action a(\n    one x,\n    two y) {} // ERROR\n  table t {\n    actions = { a; NoAction; }\n    default_action = NoAction();\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeTranslation, Severity: source.Error,
		Text:    "@p4runtime_translation must hold a name and then string, a number of bits or bit<W>, and stand at a type over bit<W> (P4Runtime 8.4.6).",
		Example: exampleArch + "@p4runtime_translation(\"x\", 32)\ntype bool b;\ncontrol c() {\n  action a(\n    b x) {} // ERROR\n  table t {\n    actions = { a; NoAction; }\n    default_action = NoAction();\n  }\n  apply { t.apply(); }\n}\n" + exampleMain,
	},
	{
		Code: CodeSize, Severity: source.Error,
		Text:    "A size does not fit in the field that P4Info has for it.",
		Example: exampleArch + "extern register<T> { register(bit<32> size); }\ncontrol c() {\n  register<bit<8>>(0x80000000) r; // ERROR\n  apply {}\n}\n" + exampleMain,
	},
	{
		Code: CodeNoGroups, Severity: source.Warning,
		Text:    "@max_group_size stands at an action profile without a selector: that has no groups, and the annotation says nothing.",
		Example: exampleArch + "extern action_profile { action_profile(bit<32> size); }\ncontrol c() {\n  @max_group_size(4) // WARNING\n  action_profile(8) p;\n  apply {}\n}\n" + exampleMain,
	},
	{
		Code: CodePacketHeader, Severity: source.Error,
		Text: "Two headers have one name in @controller_header: P4Runtime 6.4.6 has one header a name, packet_in and packet_out.",
		// Types have no place: it is said of main.
		Example: exampleArch + "@controller_header(\"packet_in\") header one { bit<8> x; }\n@controller_header(\"packet_in\") header two { bit<8> x; }\ncontrol c() {\n  one a;\n  two b;\n  apply { a.x = 1; b.x = a.x; }\n}\nV1Switch(c()) main; // ERROR\n",
	},
	{
		Code: CodeDigestName, Severity: source.Warning,
		Text:    "What a digest sends has no type with a name, so its name is made up and may change with the program; declare a struct.",
		Example: exampleArch + "extern void digest<T>(in bit<32> receiver, in T data);\ncontrol c() {\n  apply {\n    digest<tuple<bit<8>>>(1, { 1 }); // WARNING\n  }\n}\n" + exampleMain,
	},
}
