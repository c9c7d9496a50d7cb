package lower_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/p4/front"
	"up4/pipelines/lir"
	"up4/pipelines/lower"
	"up4/pipelines/schema"
)

// lowered reads and lowers a program.
func lowered(t *testing.T, path string) (*lower.Lowered, error) {
	t.Helper()
	u := front.Check(path, front.Options{})
	if !u.OK() {
		t.Fatalf("%s is rejected", path)
	}
	p, err := u.Lower("")
	if err != nil {
		t.Fatal(err)
	}
	s := schema.Of(p, schema.Origin{Name: strings.TrimSuffix(filepath.Base(path), ".p4"), Source: path}, u.Diags)
	if s == nil {
		t.Fatalf("%s has no schema", path)
	}
	return lower.Lower(p, s)
}

// Every program of the project's own lowers.
func TestOwnPrograms(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"clauses/*.p4", "externs/*.p4", "programs/*/*.p4"} {
		list, err := filepath.Glob(filepath.Join("..", "..", "p4", pattern))
		if err != nil || len(list) == 0 {
			t.Fatalf("no programs: %v", err)
		}
		paths = append(paths, list...)
	}
	for _, path := range paths {
		l, err := lowered(t, path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if out := os.Getenv("LOWERED"); out != "" {
			_ = os.WriteFile(filepath.Join(out, filepath.Base(path)+".lir"), []byte(lir.Text(l.LIR)), 0o644)
		}
	}
}
