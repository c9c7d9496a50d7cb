// Package corpustest keeps a program's corpus folder in step with the cases that
// its model's tests define. It is for tests only.
package corpustest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"up4/p4/corpus"
)

// Sync plays every case to a fresh model and compares the result with the case's
// file in dir. With update it writes the files instead, and removes those of
// cases that are no more.
func Sync(t *testing.T, dir string, model func() corpus.Model, cases []*corpus.Case, update bool) {
	t.Helper()
	if update {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	known := map[string]bool{}
	for _, c := range cases {
		if known[c.Name] {
			t.Fatalf("two cases are called %s", c.Name)
		}
		known[c.Name] = true
		if err := corpus.Fill(model(), c); err != nil {
			t.Fatal(err)
		}
		want, err := corpus.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := corpus.Parse(c.Name, want); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, c.Name+".json")
		if update {
			if err := os.WriteFile(path, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%v; run the test with -update", err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is stale; run the test with -update and look at the difference", path)
		}
	}
	checkStrays(t, dir, known, update)
}

// checkStrays looks for files that belong to no case.
func checkStrays(t *testing.T, dir string, known map[string]bool, update bool) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name, isCase := strings.CutSuffix(f.Name(), ".json")
		if isCase && known[name] {
			continue
		}
		path := filepath.Join(dir, f.Name())
		if !update || !isCase {
			t.Errorf("%s belongs to no case", path)
		} else if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}
