package programs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"up4/p4/corpus"
)

// TestEveryFolderIsListed finds a program that was added without its line in
// this package, without a corpus or without a README.
func TestEveryFolderIsListed(t *testing.T) {
	sources, err := filepath.Glob("*/*.p4")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, path := range sources {
		name := filepath.Dir(path)
		if filepath.Base(path) != name+".p4" {
			t.Errorf("%s should be called %s.p4", path, name)
		}
		found = append(found, name)
		if _, err := os.Stat(filepath.Join(name, "README.md")); err != nil {
			t.Error(err)
		}
	}
	if !slices.Equal(found, Names()) {
		t.Errorf("folders %v, listed %v", found, Names())
	}
}

func TestEveryProgramHasSourceAndCorpus(t *testing.T) {
	for _, name := range Names() {
		text, ok := Source(name)
		if !ok || len(text) == 0 {
			t.Errorf("%s has no source", name)
		}
		onDisk, err := os.ReadFile(filepath.Join("..", "..", Path(name)))
		if err != nil || string(onDisk) != string(text) {
			t.Errorf("%s differs from the embedded text: %v", Path(name), err)
		}
		dir, ok := Corpus(name)
		if !ok {
			t.Fatalf("%s has no corpus", name)
		}
		cases, err := corpus.Load(dir)
		if err != nil && !errors.Is(err, corpus.ErrEmpty) {
			t.Errorf("%s: %v", name, err)
		}
		scripts, err := fs.Glob(dir, "*.stf")
		if err != nil {
			t.Fatal(err)
		}
		if n := len(cases) + len(scripts); n < 5 {
			t.Errorf("%s: %d cases and scripts, want 5", name, n)
		}
	}
}

func TestUnknownProgram(t *testing.T) {
	if _, ok := Source("l9fwd"); ok {
		t.Error("source of an unknown program")
	}
	if _, ok := SHA256("../l2fwd"); ok {
		t.Error("digest of an unknown program")
	}
	if _, ok := Corpus("model"); ok {
		t.Error("corpus of an unknown program")
	}
}

// The digest of the empty string is FIPS 180-4's well-known example.
func TestDigest(t *testing.T) {
	const want = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if got := Digest(nil); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
