package api

import (
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

func TestValueJSON(t *testing.T) {
	for v, want := range map[Value]string{
		"0": "0", "1": "1", "9007199254740991": "9007199254740991",
		"9007199254740992": `"9007199254740992"`, "01": `"01"`, "-1": `"-1"`, "0x10": `"0x10"`,
		"10.0.2.0/24": `"10.0.2.0/24"`, "": `""`, "+1": `"+1"`,
	} {
		b, err := json.Marshal(v)
		if err != nil || string(b) != want {
			t.Errorf("%q: %s, %v; want %s", v, b, err, want)
		}
		var back Value
		if err := json.Unmarshal(b, &back); err != nil || back != v {
			t.Errorf("%s: %q, %v; want %q", b, back, err, v)
		}
	}
	for text, want := range map[string]Value{"12345678901234567890123": "12345678901234567890123", "-5": "-5", " 7 ": "7", "1.50": "1.50"} {
		var v Value
		if err := json.Unmarshal([]byte(text), &v); err != nil || v != want {
			t.Errorf("%s: %q, %v; want %q", text, v, err, want)
		}
	}
	for _, text := range []string{"true", "null", "[]", "{}"} {
		var e Entry
		if err := json.Unmarshal([]byte(`{"match":{"k":`+text+`}}`), &e); err == nil {
			t.Errorf("%s taken as %q", text, e.Match["k"])
		}
	}
}

func TestHexJSON(t *testing.T) {
	b, err := json.Marshal(Punt{Bytes: Hex{0, 0xab}})
	if err != nil || !strings.Contains(string(b), `"bytes":"00ab"`) {
		t.Errorf("%s, %v", b, err)
	}
	var p Punt
	if err := json.Unmarshal(b, &p); err != nil || len(p.Bytes) != 2 || p.Bytes[1] != 0xab {
		t.Errorf("%+v, %v", p, err)
	}
	if err := json.Unmarshal([]byte(`{"bytes":"0g"}`), &p); err == nil {
		t.Errorf("took %+v", p)
	}
}

func TestErrorText(t *testing.T) {
	i, j := 0, 4
	for want, e := range map[string]*Error{
		"m [full]":                            {Code: Full, Message: "m"},
		"r.json:3:12: m [exists]":             {Code: Exists, Message: "m", File: "r.json", Line: 3, Column: 12, Index: &j},
		"r.json: m [bad-file]":                {Code: BadFile, Message: "m", File: "r.json"},
		"m [not-found]":                       {Code: NotFound, Message: "m", Index: &i},
		"entry 5 of the batch: m [not-found]": {Code: NotFound, Message: "m", Index: &j},
	} {
		if got := e.Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestStandsAlone: this package is the client's, so it imports nothing of up4.
func TestStandsAlone(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		n++
		src, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range src.Imports {
			if strings.HasPrefix(i.Path.Value, `"up4/`) {
				t.Errorf("%s imports %s", f.Name(), i.Path.Value)
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d files were looked at", n)
	}
}
