package info

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/p4/ir"
	"up4/p4/source"
)

// readIR reads a program in the text form of the IR, whose comment lines are left out.
func readIR(t *testing.T, path string) *ir.Program {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(string(raw), "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	p, err := ir.Read([]byte(strings.Join(lines, "\n")), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range ir.Validate(p) {
		t.Errorf("%s: %v", path, err)
	}
	return p
}

// read reads a program in P4 or as IR.
func read(t *testing.T, path string) *ir.Program {
	t.Helper()
	if filepath.Ext(path) == ".ir" {
		return readIR(t, path)
	}
	p, set, diags := program(path)
	if p == nil {
		for _, d := range diags.All {
			t.Errorf("%v: %s", set.Position(d.At.From), d.Msg)
		}
		t.FailNow()
	}
	return p
}

// Each program is described as the file beside it, written by hand, says.
func TestBuild(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ir")
	programs, _ := filepath.Glob("testdata/*.p4")
	if len(files) == 0 || len(programs) == 0 {
		t.Fatal("no programs")
	}
	files = append(files, programs...)
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(path, filepath.Ext(path)) + ".txtpb")
			if err != nil {
				t.Fatal(err)
			}
			var diags source.List
			got := Build(read(t, path), Options{}, &diags)
			for _, d := range diags.All {
				t.Errorf("%s: %s", d.Code, d.Msg)
			}
			var b bytes.Buffer
			if err := Write(&b, got, Text); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
