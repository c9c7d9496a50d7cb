package types

import (
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/preproc"
	"up4/p4/syntax/token"
)

// mutated gives the tokens of a program with some left out, doubled or swapped.
type mutated struct {
	src  syntax.Source
	rng  *rand.Rand
	last token.Token
	one  bool // give last again
}

func (m *mutated) Next() token.Token {
	if m.one {
		m.one = false
		return m.last
	}
	t := m.src.Next()
	if t.Kind == token.EOF {
		return t
	}
	switch m.rng.Intn(150) {
	case 0:
		t = m.src.Next()
	case 1:
		m.one = true
	case 2:
		if m.last.Kind == t.Kind && t.Kind == token.Ident {
			t.Text = m.last.Text
		}
	case 3, 4, 5:
		if m.last.Kind == token.Ident && t.Kind == token.Ident || t.Kind == token.Int {
			t = m.last
		}
	}
	if t.Kind == token.Ident || t.Kind == token.Int {
		m.last = t
	}
	return t
}

// Broken programs draw errors, no panic, whether their syntax is right or not.
func TestBrokenPrograms(t *testing.T) {
	dir := os.Getenv("P4C")
	if dir == "" {
		t.Skip("P4C names no checkout of p4lang/p4c")
	}
	paths, err := filepath.Glob(filepath.Join(dir, "testdata/p4_16_*/*.p4"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	rng := rand.New(rand.NewSource(1))
	rounds := 1
	if os.Getenv("P4STRESS") != "" {
		rounds = 20
	}
	for range rounds {
		for _, path := range paths {
			if _, err := os.Stat(path); err != nil {
				continue
			}
			checkBroken(t, dir, path, rng)
		}
	}
}

func checkBroken(t *testing.T, dir, path string, rng *rand.Rand) {
	t.Helper()
	var set source.Set
	var diags source.List
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %v", path, r)
			panic(r)
		}
	}()
	pp := preproc.New(&set, &diags, preproc.Options{Dirs: []string{"../include", filepath.Join(dir, "p4include")}})
	if err := pp.Open(path); err != nil {
		t.Fatal(err)
	}
	Check(syntax.Parse(&mutated{src: pp, rng: rng}, &set, &diags), &set, &diags)
}
