package main

import (
	"encoding/json"
	"errors"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

// Each command that reads a program reads it from standard input for -, and finds
// what it includes beside the folder it runs in.
func TestStandardInput(t *testing.T) {
	b := newBench(t, map[string]string{"n.p4": "#define N 3\n", "-": wrong})
	b.in = good
	b.want("check -", 0, "", "")
	b.want("check - -", 0, "", "")
	b.in = wrong
	wrongText := strings.ReplaceAll(wrongText, "wrong.p4:", "<stdin>:")
	b.want("check -", 1, "", wrongText)
	b.want("ir -", 1, "", wrongText)
	b.want("p4info -", 1, "", wrongText)
	b.want("check ./-", 1, "", strings.ReplaceAll(wrongText, "<stdin>:", "./-:"))

	var v verdict
	_, out, _ := b.run("check - -o json")
	if err := json.Unmarshal([]byte(out), &v); err != nil || v.File != "<stdin>" || len(v.Diagnostics) != 1 || v.Diagnostics[0].File != "<stdin>" {
		t.Errorf("%s%v", out, err)
	}

	b.in = whole
	for line, want := range map[string]string{"ir -": "table `I.t`", "p4info -": `name: "I.t"`, "ast -": "<stdin>:3:1"} {
		if code, out, err := b.run(line); code != 0 || err != "" || !strings.Contains(out, want) {
			t.Errorf("up4c %s: exit %d, %s%s", line, code, out, err)
		}
	}
}

// What goes wrong with standard input is said, and names it.
func TestStandardInputFails(t *testing.T) {
	for _, line := range []string{"check -", "ast -", "fmt -"} {
		var out, err strings.Builder
		code := run(strings.Fields(line), streams{in: iotest.ErrReader(errors.New("cable cut")), out: &out, err: &err})
		if code != 1 || out.Len() > 0 || !strings.Contains(err.String(), "<stdin> cannot be read: cable cut") {
			t.Errorf("up4c %s: exit %d, %s%s", line, code, out.String(), err.String())
		}
	}
}

// What somebody writes to a pipe is a program; one that nobody writes to is refused at
// once.
func TestPipe(t *testing.T) {
	b := newBench(t, map[string]string{"a.p4": "#include \"pipe\"\n"})
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	const refused = "it is a pipe that nothing was written to"
	b.want("check pipe", 1, "", "error: pipe cannot be read: "+refused+" [file]\n")
	b.want("fmt pipe", 1, "", "up4c: pipe cannot be read: "+refused+"\n")
	if code, out, err := b.run("check a.p4"); code != 1 || out != "" || !strings.Contains(err, "a.p4:1:10: error: pipe cannot be read: "+refused+" [") {
		t.Errorf("exit %d, %s%s", code, out, err)
	}
}
