package front

import (
	"strings"
	"testing"
)

// first error of a text, as LINE: message.
func firstOf(text string) string {
	u := Check("a.p4", Options{Read: files(map[string]string{"a.p4": text})})
	d, bad := u.first()
	if !bad {
		return ""
	}
	return strings.TrimPrefix(u.Set.Position(d.At.From).String(), "a.p4:") + ": " + d.Msg
}

// A name that a bundled file declares is looked for there; where it is near one that
// is declared, it may be a slip.
func TestElsewhere(t *testing.T) {
	const v1 = "#include <core.p4>\n#include <v1model.p4>\n"
	in := func(local string) string { return "control c() {\n" + local + "\napply {}\n}\n" }
	for text, want := range map[string]string{
		v1 + in("regster<bit<32>>(8) flows;"):                   `4:1: there is no type regster; did you mean "register"?`,
		v1 + in("regster<bit<32>, bit<32>> flows;"):             `4:1: there is no type regster; did you mean "register"?`,
		v1 + in("conter(8, CounterType.packets) n;"):            `4:1: there is no type conter; did you mean "counter"?`,
		v1 + "conter(8, CounterType.packets) n;\n":              `3:1: there is no type conter; did you mean "counter"?`,
		in("register<bit<32>>(8) flows;"):                       `2:1: there is no type register; it is declared in <v1model.p4>: include it`,
		"control c(packet_in p) { apply {} }\n":                 `1:11: there is no type packet_in; it is declared in <core.p4>: include it`,
		"control c(inout standard_metadata_t s) { apply {} }\n": `1:17: there is no type standard_metadata_t; it is declared in <v1model.p4>: include it`,
		"control c() { apply { mark_to_drop(); } }\n":           `1:23: there is no mark_to_drop here; it is declared in <ubpf_model.p4>, <v1model.p4>: include one of them`,
		"#include <core.p4>\ncontrol c(in bit<8> x) { table t { key = { x : selector; } actions = { NoAction; } } apply {} }\n":       `2:48: there is no match kind selector; it is declared in <`,
		"#include <core.p4>\ncontrol c(in bit<8> x) { table t { key = { x : exat; } actions = { NoAction; } } apply {} }\n":           `2:48: there is no match kind exat; did you mean "exact"?`,
		"control c(in bit<8> x) { table t { actions = { NoAction; } default_action = NoAction(); } apply {} }\n":                      `1:48: there is no action NoAction; it is declared in <core.p4>: include it`,
		"#include <core.p4>\ncontrol c() { table t { actions = { NoAction; }\ndefault_acton = NoAction(); } apply { t.apply(); } }\n": `3:1: default_acton cannot be an action; did you mean "default_action"?`,
		// A program has one architecture.
		v1 + in("Register<bit<32>, bit<8>>(8) flows;"): `4:1: there is no type Register; did you mean "register"?`,
		// A call that lacks its semicolon is none.
		"extern void f(in bit<8> x);\ncontrol c(inout bit<8> y) { apply { f(1) y = 2; } }\n": `2:42: unexpected name "y": expected ";"`,
	} {
		if got := firstOf(text); !strings.HasPrefix(got, want) {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// Behind an include that was not found nothing is said that may follow from it.
func TestMissingInclude(t *testing.T) {
	for text, want := range map[string]string{
		"#include <cor.p4>\nheader h { MACRO(8) f; }\ncontrol c(inout h x) { HEAD { apply { x.f = (T) x.g; } }\n":  "include-missing",
		"#include <cor.p4>\nparser p(packet_in b, out h x) { state start { b.extract(x); transition accept; } }\n": "include-missing",
		"const bit<8> a 1;\n#include <cor.p4>\nconst bit<8> b 1;\nconst bit<8> c = 8w0b2;\n":                       "syntax include-missing bad-integer",
	} {
		u := Check("a.p4", Options{Read: files(map[string]string{"a.p4": text})})
		u.Diags.Sort()
		var codes []string
		for _, d := range u.Diags.All {
			codes = append(codes, string(d.Code))
		}
		if got := strings.Join(codes, " "); got != want || u.OK() {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

// What is wrong in text that came out of a macro names the macro.
func TestMacroNote(t *testing.T) {
	for text, want := range map[string]string{
		"#define BAD 1 +\nconst bit<8> a = BAD;\n":                        "",
		"#define BAD b + 1\nconst bit<8> a = BAD;\n":                      "a.p4:1:9 BAD",
		"#define IN b\n#define OUT(x) x + IN\nconst bit<8> a = OUT(2);\n": "a.p4:2:9 OUT",
		"#define ONE 1\nconst bit<8> a = ONE + c;\n":                      "",
		"#define DECL const bit<8> 8;\nDECL\n":                            "a.p4:1:9 DECL",
	} {
		u := Check("a.p4", Options{Read: files(map[string]string{"a.p4": text})})
		if len(u.Diags.All) != 1 {
			t.Errorf("%s: %v", text, u.Diags.All)
			continue
		}
		got := ""
		for _, n := range u.Diags.All[0].Notes {
			name, _, _ := strings.Cut(strings.TrimPrefix(n.Msg, "from the macro "), ",")
			got += u.Set.Position(n.At.From).String() + " " + name
		}
		if got != want {
			t.Errorf("%s: %v\n got %q\nwant %q", text, u.Diags.All, got, want)
		}
	}
}
