package info

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/p4/source"
)

// Each example draws its code on the marked line, and nothing else.
func TestCodes(t *testing.T) {
	for _, info := range Codes {
		file := filepath.Join(t.TempDir(), "example.p4")
		if err := os.WriteFile(file, []byte(info.Example), 0o600); err != nil {
			t.Fatal(err)
		}
		p, set, diags := program(file)
		if p == nil {
			t.Errorf("%s: not lowered: %v", info.Code, diags.All)
			continue
		}
		diags = &source.List{}
		Build(p, Options{}, diags)
		mark := "// ERROR"
		if info.Severity == source.Warning {
			mark = "// WARNING"
		}
		want := 0 // a mark that is not there: the program as a whole
		if i := strings.Index(info.Example, mark); i >= 0 {
			want = 1 + strings.Count(info.Example[:i], "\n")
		}
		if len(diags.All) != 1 {
			t.Errorf("%s: %d diagnostics, want one: %v", info.Code, len(diags.All), diags.All)
			continue
		}
		d := diags.All[0]
		if line := set.Position(d.At.From).Line; d.Code != info.Code || d.Severity != info.Severity || line != want {
			t.Errorf("%s: got %s (%s) in line %d, want line %d: %s", info.Code, d.Code, d.Severity, line, want, d.Msg)
		}
	}
}
