package lower

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/p4/ir"
)

var update = flag.Bool("update", false, "write testdata/*.ir anew; read what changed before it is kept")

// TestGolden: each program of testdata becomes the IR beside it.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.p4")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := check(t, path, "")
			if s := f.errors(); s != "" {
				t.Fatalf("Check: %s", s)
			}
			_, text, err := lowered(f)
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			name := strings.TrimSuffix(path, ".p4") + ".ir"
			if *update {
				if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if text != string(want) {
				t.Errorf("%s is stale (go test -update writes it):\n%s", name, firstDifference(text, string(want)))
			}
		})
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	return "one is longer"
}

// TestNoMain: a program without main is a library, of which nothing is lowered.
func TestNoMain(t *testing.T) {
	f := check(t, "library.p4", "error { A }\nbit<8> f() { return 1; }\n")
	p, text, err := lowered(f)
	if err != nil {
		t.Fatal(err)
	}
	if p.Main != nil || text != "errors { A }\nmatch_kinds {  }\n" {
		t.Errorf("got %s", ir.Text(p))
	}
}
