package warn

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var wantWarning = regexp.MustCompile(`// WARNING ([a-z-]+)(?: "(.*)")?$`)

// The programs of testdata draw the warnings that their lines name, with a part of
// the text, and none else.
func TestPrograms(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.p4")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			set, diags := checkText(t, path, string(text))
			lines := strings.Split(string(text), "\n")
			met := map[int]bool{}
			for _, d := range diags.All {
				line := set.Position(d.At.From).Line
				m := wantWarning.FindStringSubmatch(lines[line-1])
				if m == nil || met[line] || m[1] != string(d.Code) || !strings.Contains(d.Msg, m[2]) {
					t.Errorf("line %d: a warning that is not expected: %s [%s]", line, d.Msg, d.Code)
				}
				met[line] = true
			}
			for i, l := range lines {
				if wantWarning.MatchString(l) && !met[i+1] {
					t.Errorf("line %d: no warning: %s", i+1, strings.TrimSpace(l))
				}
			}
		})
	}
}
