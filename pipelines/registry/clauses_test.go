package registry

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A small program for each clause of the language and for each extern, and a script
// beside it whose bytes were worked out by hand: every back end says the same.
func TestClauses(t *testing.T) {
	for _, dir := range []string{"clauses", "externs"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", "p4", dir, "*.p4"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no programs in p4/%s: %v", dir, err)
		}
		for _, path := range paths {
			t.Run(dir+"/"+strings.TrimSuffix(filepath.Base(path), ".p4"), func(t *testing.T) {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if !strings.HasPrefix(string(text), "// ") {
					t.Error("the first line is to name the clause")
				}
				playScript(t, path)
			})
		}
	}
}
