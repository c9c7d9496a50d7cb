package syntax

import (
	"fmt"
	"strings"
	"testing"

	"up4/p4/source"
	"up4/p4/syntax/scan"
)

// saidOf is the errors of a text, each as LINE: message, and the notes behind.
func saidOf(t *testing.T, text string) (all []string) {
	t.Helper()
	var set source.Set
	var diags source.List
	f, err := set.Add("a.p4", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	Parse(scan.New(f, &diags, 0), &set, &diags)
	for _, d := range diags.All {
		line := fmt.Sprintf("%d: %s", set.Position(d.At.From).Line, d.Msg)
		for _, n := range d.Notes {
			line += fmt.Sprintf(" | %v %s", set.Position(n.At.From), n.Msg)
		}
		all = append(all, line)
	}
	return all
}

// wantSaid checks that each text draws one error, with a part of its text.
func wantSaid(t *testing.T, texts map[string]string) {
	t.Helper()
	for text, want := range texts {
		all := saidOf(t, text)
		switch {
		case want == "" && len(all) > 0:
			t.Errorf("%s: %q", text, all)
		case want != "" && (len(all) != 1 || !strings.Contains(all[0], want)):
			t.Errorf("%s\n got %q\nwant %s", text, all, want)
		}
	}
}

func TestAddress(t *testing.T) {
	entry := func(key string) string {
		return "control c() {\ntable t {\nkey = { x : lpm; }\nactions = { a; }\nconst entries = {\n" + key + " : a();\n}\n}\napply {}\n}\n"
	}
	wantSaid(t, map[string]string{
		"const bit<32> a = 10.0.0.1;":                  "1: P4 has no addresses with dots: write 0x0a000001",
		entry("10.0.0.0/8"):                            "6: P4 has no addresses with dots: write 0x0a000000 &&& 0xff000000",
		entry("192.168.1.0/24"):                        "write 0xc0a80100 &&& 0xffffff00",
		entry("0.0.0.0/0"):                             "write 0x00000000 &&& 0x00000000",
		entry("1.2.3.4/32"):                            "write 0x01020304 &&& 0xffffffff",
		entry("00:11:22:33:44:55"):                     "6: P4 has no addresses with colons: write 0x001122334455",
		entry("FF:ff:ff:ff:ff:ff"):                     "write 0xffffffffffff",
		entry("0e:11:22:33:44:55"):                     "write 0x0e1122334455",
		"const bit<32> a = 300.0.0.1;":                 "1: unexpected",
		"const bit<8> a = true ? 10:11;":               "",
		entry("11"):                                    "",
		"const bit<48> a = 48w0 ++ 00:11:22:33:44:55;": "write 0x001122334455",
	})
}

func TestSlip(t *testing.T) {
	wantSaid(t, map[string]string{
		"contrl c() { apply {} }\n":                                                       `1: there is no type contrl; did you mean "control"?`,
		"pakage P(K k);\n":                                                                `1: there is no type pakage; did you mean "package"?`,
		"heder h { bit<8> f; }\n":                                                         `did you mean "header" rather than "heder"?`,
		"control c() { tabel t { actions = { a; } } apply {} }\n":                         `did you mean "table" rather than "tabel"?`,
		"control c() { acton a() {} apply {} }\n":                                         `did you mean "action" rather than "acton"?`,
		"parser p() { state start { transtion accept; } }\n":                              `1: unexpected name "transtion": expected a statement; did you mean "transition" rather than "transtion"?`,
		"parser p() { state start { goto next; } state next {} }\n":                       `did you mean "transition"?`,
		"parser p() { state start { next; } state next {} }\n":                            `did you mean "transition next;"?`,
		"parser p() { state start { T accept; } }\n":                                      "",
		"struct transit {} parser p() { state start { transit accept; } }\n":              "",
		"parser p() { state start { transtion accept; x = 1; } }\n":                       "",
		"control c() { apply {} }\ncontrol d() {\napply { c(); } }\n":                     "3: c(…) makes an instance, which needs a name behind it; a parser or control is applied by c.apply(…)",
		"control c() { apply {} }\ncontrol d() {\napply { c.apply(); c() i; } }\n":        "",
		"control c() { apply { x; } }\n":                                                  `unexpected ";": expected "=" or "("`,
		"control c() { table t { keys = { x : exact; } actions = { a; } } apply {} }\n":   `1: unexpected name "keys": expected a property; did you mean "key"?`,
		"control c() { table t { key = { x : exact; } action = { a; } } apply {} }\n":     `expected a property; did you mean "actions"?`,
		"control c() { table t { actions = { a; } action_list = { 1, 2 }; } apply {} }\n": "",
		"control c() { apply { x = 1\ny = 2; } }\n":                                       `2: unexpected name "y": expected ";" | a.p4:1:28 the ";" is missing here`,
		"control c() { apply { x = 1 y = 2; } }\n":                                        `1: unexpected name "y": expected ";"`,
	})
}
