package warn

import (
	"strings"
	"testing"
)

// The program that runs is the package named main (clause 17).
func TestNoMain(t *testing.T) {
	const parts = "control K(out bit<8> x);\npackage P(K k);\ncontrol k(out bit<8> x) { apply { x = 1; } }\n"
	for text, want := range map[string]string{
		parts + "P(k()) main;\n":   "",
		parts + "P(k()) Mian;\n":   `4:did you mean to name Mian "main"?`,
		parts + "P(k()) router;\n": "4:this is router",
		parts:                      "3:declare one",
		"package P(bit<8> x);\n":   "1:declare one",
		"control K(out bit<8> x);\ncontrol k(out bit<8> x) { apply { x = 1; } }\n": "2:declare one",
		"const bit<8> a = 1;\ntypedef bit<8> T;\nbit<8> f(in T x) { return x; }\n": "",
		"control K(out bit<8> x);\n": "",
		"@noWarn(\"no-main\")\ncontrol k(out bit<8> x) { apply { x = 1; } }\n": "",
	} {
		set, diags := checkText(t, "x.p4", text)
		line, msg, _ := strings.Cut(want, ":")
		switch {
		case want == "" && len(diags.All) > 0:
			t.Errorf("%s: %v", text, diags.All)
		case want == "":
		case len(diags.All) != 1 || diags.All[0].Code != CodeNoMain || !strings.Contains(diags.All[0].Msg, msg) ||
			!strings.HasPrefix(set.Position(diags.All[0].At.From).String(), "x.p4:"+line+":"):
			t.Errorf("%s: %v, want %s", text, diags.All, want)
		}
	}
}

// Properties of a table are free, but for slips.
func TestProperty(t *testing.T) {
	for property, want := range map[string]string{
		"size = 5;": "", "support_timeout = true;": "", "vendor_cache = 3;": "",
		"sise = 512;":                  `did you mean "size"?`,
		"defualt_action = true;":       `did you mean "default_action"?`,
		"const suport_timeout = true;": `did you mean "support_timeout"?`,
		"pna_direct_conter = 2;":       `did you mean "pna_direct_counter"?`,
	} {
		_, diags := checkText(t, "x.p4", inTable+"        key = { a : exact; }\n"+strings.Replace(endTable, "    }\n", property+"\n    }\n", 1)+whole)
		var got string
		for _, d := range diags.All {
			got += string(d.Code) + d.Msg
		}
		if want == "" && got != "" || !strings.Contains(got, want) || len(diags.All) > 1 {
			t.Errorf("%s: %v", property, diags.All)
		}
	}
}
