package info

import (
	"os"
	"path/filepath"
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
)

// Each example draws its code on the marked line, and nothing else.
func TestCodes(t *testing.T) {
	sourcetest.Codes(t, Codes, func(t *testing.T, example string) (*source.Set, *source.List) {
		file := filepath.Join(t.TempDir(), "example.p4")
		if err := os.WriteFile(file, []byte(example), 0o600); err != nil {
			t.Fatal(err)
		}
		p, set, diags := program(file)
		if p == nil {
			t.Fatalf("not lowered: %v", diags.All)
		}
		diags = &source.List{}
		Build(p, Options{}, diags)
		return set, diags
	})
}
