package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// bench is a folder with programs, and a run of the command in it.
type bench struct {
	t   *testing.T
	dir string
	in  string // standard input
}

func newBench(t *testing.T, files map[string]string) *bench {
	t.Helper()
	b := &bench{t: t, dir: t.TempDir()}
	for name, text := range files {
		path := filepath.Join(b.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(b.dir)
	return b
}

func (b *bench) run(line string) (code int, out, err string) {
	var o, e bytes.Buffer
	code = run(strings.Fields(line), streams{in: strings.NewReader(b.in), out: &o, err: &e})
	return code, o.String(), e.String()
}

// want checks a run's exit code and what it prints.
func (b *bench) want(line string, code int, out, err string) {
	b.t.Helper()
	gotCode, gotOut, gotErr := b.run(line)
	if gotCode != code || gotOut != out || gotErr != err {
		b.t.Errorf("up4c %s: exit %d, want %d\nout:\n%s\nwant:\n%s\nerr:\n%s\nwant:\n%s", line, gotCode, code, gotOut, out, gotErr, err)
	}
}

const (
	good  = "#include <core.p4>\n#include \"n.p4\"\nconst bit<8> a = N;\n"
	wrong = "const bit<8> ab = 1;\nconst bit<8> c = 2 + abb;\n"
)

const wrongText = `wrong.p4:2:22: error: there is no abb here; did you mean "ab"? [unknown-name]
    const bit<8> c = 2 + abb;
                         ^~~
`

func TestCheck(t *testing.T) {
	b := newBench(t, map[string]string{"good.p4": good, "inc/n.p4": "#ifndef N\n#define N 3\n#endif\n", "wrong.p4": wrong})
	b.want("check good.p4 -I inc", 0, "", "")
	b.want("check -Iinc -DN=4 good.p4", 0, "", "")
	b.want("check wrong.p4", 1, "", wrongText)
	b.want("check good.p4 wrong.p4 -I inc", 1, "", wrongText)
	code, _, err := b.run("check good.p4")
	if code != 1 || !strings.HasPrefix(err, "good.p4:2:") || !strings.Contains(err, "n.p4") {
		t.Errorf("a missing include: exit %d\n%s", code, err)
	}
	code, _, err = b.run("check none.p4")
	if code != 1 || !strings.Contains(err, "none.p4 cannot be read: no such file") {
		t.Errorf("a missing file: exit %d\n%s", code, err)
	}
}

func TestCheckJSON(t *testing.T) {
	b := newBench(t, map[string]string{"ok.p4": "const bit<8> a = 1;\n", "wrong.p4": wrong})
	code, out, err := b.run("check ok.p4 wrong.p4 -o json")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 1 || err != "" || len(lines) != 2 || lines[0] != `{"file":"ok.p4","accepted":true,"diagnostics":[]}` {
		t.Fatalf("exit %d, %s%s", code, out, err)
	}
	var v verdict
	if err := json.Unmarshal([]byte(lines[1]), &v); err != nil {
		t.Fatal(err)
	}
	want := diagnostic{Severity: "error", Code: "unknown-name", Message: `there is no abb here; did you mean "ab"?`, place: place{"wrong.p4", 2, 22, 2, 25}}
	if v.Accepted || len(v.Diagnostics) != 1 || v.Diagnostics[0].place != want.place || v.Diagnostics[0].Code != want.Code || v.Diagnostics[0].Message != want.Message {
		t.Errorf("got %+v, want %+v", v.Diagnostics, want)
	}
}

func TestUsage(t *testing.T) {
	b := newBench(t, map[string]string{"ok.p4": "const bit<8> a = 1;\n"})
	for _, line := range []string{"", "check", "chekc ok.p4", "check ok.p4 -o xml", "check ok.p4 --colour", "fmt -w", "ast", "ast ok.p4 ok.p4", "fmt -w --check ok.p4"} {
		if code, _, err := b.run(line); code != 2 || !strings.Contains(err, "usage: up4c") {
			t.Errorf("up4c %s: exit %d, %s", line, code, err)
		}
	}
}

func TestCommandMeant(t *testing.T) {
	b := newBench(t, nil)
	for line, want := range map[string]string{
		"help chek": `did you mean "check"?`, "chek a.p4": `did you mean "check"?`, "a.p4": "up4c check a.p4", "check": "check needs at least one FILE",
		"ast": "ast needs one FILE", "p4info a.p4 b.p4": "p4info takes one FILE, not 2", "explain a b": "explain takes at most one CODE, not 2",
		"p4info a.p4 -o jsn": `--output "jsn": want text, json or binary`, "check -D 1A a.p4": `define "1A": it should be NAME or NAME=VALUE on one line`, "check --Werror a.p4": "did you mean --werror?",
	} {
		if code, _, err := b.run(line); code != 2 || !strings.Contains(err, want) {
			t.Errorf("up4c %s: exit %d, %s", line, code, err)
		}
	}
}

func TestFmt(t *testing.T) {
	b := newBench(t, map[string]string{"a.p4": "const   bit<8> a=1; // one\n", "b.p4": "const bit<8> b = 2;\n", "c.p4": "/* open"})
	b.want("fmt a.p4", 0, "const bit<8> a = 1;  // one\n", "")
	b.want("fmt --check a.p4 b.p4", 1, "a.p4\n", "")
	b.want("fmt -w a.p4 b.p4", 0, "", "")
	b.want("fmt --check a.p4 b.p4", 0, "", "")
	if text, _ := os.ReadFile("a.p4"); string(text) != "const bit<8> a = 1;  // one\n" {
		t.Errorf("a.p4 is %q", text)
	}
	if code, out, err := b.run("fmt c.p4"); code != 1 || out != "" || !strings.Contains(err, "c.p4") {
		t.Errorf("exit %d, %q, %s", code, out, err)
	}
}

func TestAst(t *testing.T) {
	b := newBench(t, map[string]string{"a.p4": "const bit<8> a = 1;\n", "broken.p4": "const bit<8 = 1;\n", "outer.p4": "#include \"a.p4\"\nconst bit<8> b = a;\n"})
	code, out, err := b.run("ast a.p4 -o json")
	var tree any
	if code != 0 || err != "" || json.Unmarshal([]byte(out), &tree) != nil || !strings.Contains(out, "ConstDecl") {
		t.Errorf("exit %d, %s%s", code, out, err)
	}
	if code, out, err := b.run("ast a.p4"); code != 0 || err != "" || !strings.Contains(out, "ConstDecl") {
		t.Errorf("exit %d, %s%s", code, out, err)
	}
	for line, included := range map[string]bool{"ast outer.p4": false, "ast --includes outer.p4": true} {
		code, out, err := b.run(line)
		if code != 0 || err != "" || !strings.Contains(out, "outer.p4:2:1") || strings.Contains(out, "a.p4:1:1") != included {
			t.Errorf("up4c %s: exit %d, %s%s", line, code, out, err)
		}
	}
	if code, out, err := b.run("ast broken.p4"); code != 1 || out != "" || !strings.Contains(err, "[syntax]") {
		t.Errorf("exit %d, %s%s", code, out, err)
	}
}

func TestExplain(t *testing.T) {
	b := newBench(t, nil)
	if code, out, _ := b.run("explain unknown-name"); code != 0 || !strings.Contains(out, "clause") || !strings.Contains(out, "For example:") {
		t.Errorf("exit %d, %s", code, out)
	}
	if code, out, _ := b.run("explain"); code != 0 || !strings.Contains(out, "\nunknown-name ") {
		t.Errorf("exit %d, %s", code, out)
	}
	_, plain, _ := b.run("explain unknown-name")
	b.want("explain [unknown-name]", 0, plain, "")
	b.want("explain [unknown-nam]", 1, "", "up4c: there is no code \"unknown-nam\"; did you mean \"unknown-name\"?\n")
	b.want("explain xyzxyzxyz", 1, "", "up4c: there is no code \"xyzxyzxyz\": up4c explain lists all codes\n")
	b.want("explain unknown-nam", 1, "", "up4c: there is no code \"unknown-nam\"; did you mean \"unknown-name\"?\n")
}

func TestExplainJSON(t *testing.T) {
	b := newBench(t, nil)
	var all []map[string]string
	code, out, err := b.run("explain -o json")
	if code != 0 || err != "" || json.Unmarshal([]byte(out), &all) != nil || len(all) < 100 {
		t.Fatalf("exit %d, %d codes, %s", code, len(all), err)
	}
	for _, c := range all {
		severity := c["severity"] == "error" || c["severity"] == "warning"
		if c["code"] == "" || c["text"] == "" || !severity {
			t.Errorf("%v", c)
		}
	}
	if _, out, _ := b.run("explain file -o json"); out != `[{"code":"file","severity":"error","text":"The program's file cannot be read."}]`+"\n" {
		t.Error(out)
	}
}

// What stands between < and > is readable in all that is JSON.
func TestJSONKeepsBrackets(t *testing.T) {
	b := newBench(t, map[string]string{"a.p4": "#include <core.p4>\nconst bit<8> a = 8s1;\n@x(\"<&>\") const bit<8> b = 1;\n", "whole.p4": whole})
	for line, want := range map[string]string{
		"check a.p4 -o json": "bit<", "explain -o json": "bit<", "ast a.p4 -o json": "<&>",
		"ast --includes whole.p4 -o json": "<core.p4>", "p4info whole.p4 -o json": "I.t",
	} {
		_, out, _ := b.run(line)
		if !strings.Contains(out, want) || strings.Contains(out, `\u003`) || strings.Contains(out, `\u0026`) {
			t.Errorf("up4c %s: %s", line, out)
		}
	}
}

// fullDisk takes no byte.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// A result that could not be written is no success.
func TestFullDisk(t *testing.T) {
	newBench(t, map[string]string{"whole.p4": whole, "untidy.p4": untidy})
	for _, line := range []string{"check -o json whole.p4", "ast whole.p4", "ast -o json whole.p4", "ir whole.p4", "ir --passes", "p4info whole.p4",
		"fmt untidy.p4", "fmt --check untidy.p4", "explain", "explain file", "explain -o json"} {
		var err bytes.Buffer
		if code := run(strings.Fields(line), streams{out: fullDisk{}, err: &err}); code != 1 || !strings.Contains(err.String(), "no space left") {
			t.Errorf("up4c %s: exit %d, %s", line, code, err.String())
		}
	}
}

const whole = `#include <core.p4>
#include <v1model.p4>
header h_t { bit<8> f; }
struct headers { h_t h; }
struct meta {}
parser P(packet_in p, out headers hdr, inout meta m, inout standard_metadata_t s) {
    state start { p.extract(hdr.h); transition accept; }
}
control V(inout headers hdr, inout meta m) { apply {} }
control I(inout headers hdr, inout meta m, inout standard_metadata_t s) {
    action go(bit<9> port) { s.egress_spec = port; }
    table t { key = { hdr.h.f : exact; } actions = { go; NoAction; } default_action = NoAction(); }
    apply { t.apply(); }
}
control E(inout headers hdr, inout meta m, inout standard_metadata_t s) { apply {} }
control D(packet_out p, in headers hdr) { apply { p.emit(hdr.h); } }
V1Switch(P(), V(), I(), E(), V(), D()) main;
`

func TestIR(t *testing.T) {
	b := newBench(t, map[string]string{"whole.p4": whole, "wrong.p4": wrong, "library.p4": "const bit<8> a = 1;\n"})
	for _, line := range []string{"ir whole.p4", "ir --after none whole.p4", "ir --after blocks whole.p4"} {
		code, out, err := b.run(line)
		if code != 0 || err != "" || !strings.Contains(out, "table `I.t`") || !strings.Contains(out, "extract p, hdr.h") {
			t.Errorf("up4c %s: exit %d, %s%s", line, code, out, err)
		}
	}
	b.want("ir wrong.p4", 1, "", wrongText)
	b.want("ir library.p4", 1, "", "up4c: library.p4 has no instance of a package named main: there is nothing to compile\n")
	if code, out, err := b.run("ir --passes"); code != 0 || err != "" || !strings.Contains(out, "\nblocks ") {
		t.Errorf("exit %d, %s%s", code, out, err)
	}
	if code, _, err := b.run("ir --after block whole.p4"); code != 2 || !strings.Contains(err, `did you mean "blocks"?`) {
		t.Errorf("exit %d, %s", code, err)
	}
}

func TestP4Info(t *testing.T) {
	b := newBench(t, map[string]string{"whole.p4": whole, "wrong.p4": wrong})
	code, out, err := b.run("p4info whole.p4")
	if code != 0 || err != "" || !strings.Contains(out, `name: "I.t"`) || !strings.Contains(out, "match_type: EXACT") {
		t.Errorf("exit %d, %s%s", code, out, err)
	}
	code, out, err = b.run("p4info whole.p4 -o json")
	var message struct {
		Tables []struct {
			Preamble struct{ Name string }
		}
	}
	if code != 0 || err != "" || json.Unmarshal([]byte(out), &message) != nil || len(message.Tables) != 1 || message.Tables[0].Preamble.Name != "I.t" {
		t.Errorf("exit %d, %s%s", code, out, err)
	}
	if code, out, _ := b.run("p4info whole.p4 -o binary"); code != 0 || !strings.Contains(out, "I.t") {
		t.Errorf("exit %d, %q", code, out)
	}
	b.want("p4info wrong.p4", 1, "", wrongText)
	code, out, err = b.run("p4info --arch foo whole.p4")
	if _, _, err := b.run("p4info --arch v1modle whole.p4"); !strings.Contains(err, `did you mean "v1model"?`) {
		t.Error(err)
	}
	if want := `there is no architecture "foo" that P4Info is made for; known are ebpf, pna, psa, ubpf, v1model, xdp`; code != 1 || out != "" || !strings.Contains(err, want) {
		t.Errorf("exit %d, %s%s, want %s", code, out, err, want)
	}
}
