package stf

import (
	"os"
	"strings"
	"testing"
)

// TestDocs holds docs/stf.md to the language: its examples are scripts, and have every
// statement.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/stf.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	parts := strings.Split(string(text), "```stf\n")
	for _, p := range parts[1:] {
		example, _, _ := strings.Cut(p, "```")
		if _, err := Parse("docs/stf.md", []byte(example)); err != nil {
			t.Errorf("%v\nin\n%s", err, example)
		}
		for _, l := range strings.Split(example, "\n") {
			if f := strings.Fields(l); len(f) > 0 {
				shown[f[0]] = true
			}
		}
	}
	for keyword := range statements {
		if !shown[keyword] {
			t.Errorf("docs/stf.md has no example of %s", keyword)
		}
	}
}
