package front

import (
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"up4/p4/source"
)

// files is a Read hook over texts.
func files(texts map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		text, ok := texts[path]
		if !ok {
			return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
		}
		return []byte(text), nil
	}
}

func TestCheck(t *testing.T) {
	opt := Options{Read: files(map[string]string{
		"ok.p4":     "#include <core.p4>\nconst bit<8> a = N + 1;\n",
		"wrong.p4":  "const bit<8> a = b;\n",
		"broken.p4": "const bit<8> a = b;\nconst = 3;\nconst bit<8> c = d;\n",
	}), Defines: []string{"N=4"}}
	if u := Check("ok.p4", opt); !u.OK() || u.Info == nil {
		t.Errorf("ok.p4: %v", u.Diags.All)
	}
	if u := Check("wrong.p4", opt); u.Diags.Errors() != 1 || u.Diags.All[0].Code != "unknown-name" {
		t.Errorf("wrong.p4: %v", u.Diags.All)
	}
	// Behind a syntax error nothing is said that may follow from it.
	u := Check("broken.p4", opt)
	var codes []string
	u.Diags.Sort()
	for _, d := range u.Diags.All {
		codes = append(codes, string(d.Code))
	}
	if got := strings.Join(codes, " "); got != "unknown-name syntax" {
		t.Errorf("broken.p4: %s", got)
	}
	// What a declaration lacks may be what an error within it cut off.
	for name, text := range map[string]string{
		"function": "bit<8> f() {\n    return 1\n}\n",
		"parser":   "parser p() {\n    state start { transition }\n}\n",
		"table":    "control c() {\n    table t { actions { } }\n    apply {}\n}\n",
		"object":   "extern E { E(); abstract void f(); }\nE() e = { void f( { } };\n",
		"string":   "const string s = \"no end;\n",
	} {
		u := Check("a.p4", Options{Read: files(map[string]string{"a.p4": text})})
		if u.Diags.Errors() != 1 {
			t.Errorf("%s: %v", name, u.Diags.All)
		}
	}
	if u := Check("none.p4", opt); u.OK() || u.Prog != nil || u.Diags.All[0].Code != FileCode {
		t.Errorf("none.p4: %v", u.Diags.All)
	}
	if err := errors.New("disk on fire"); Check("x", Options{Read: func(string) ([]byte, error) { return nil, err }}).OK() {
		t.Error("a file that cannot be read is accepted")
	}
}

// A code is for good: it has one meaning, a text, and words that can be searched.
func TestCodes(t *testing.T) {
	form := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[source.Code]bool{}
	for _, c := range Codes() {
		if seen[c.Code] {
			t.Errorf("%s is there twice", c.Code)
		}
		seen[c.Code] = true
		if !form.MatchString(string(c.Code)) || !strings.HasSuffix(c.Text, ".") {
			t.Errorf("%s: %q", c.Code, c.Text)
		}
	}
}
