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

// mutated gives the tokens of a program with some left out, doubled or taken from
// elsewhere.
type mutated struct {
	src  syntax.Source
	rng  *rand.Rand
	last token.Token // a name or number met before
	one  bool        // give last again
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
	word := t.Kind == token.Ident || t.Kind == token.Int
	switch n := m.rng.Intn(150); {
	case n == 0:
		return m.src.Next()
	case n == 1 && m.last.Kind != token.Invalid:
		m.one = true
	case n < 6 && word && m.last.Kind != token.Invalid:
		// A name in another's place: mostly of another kind.
		t.Kind, t.Text = m.last.Kind, m.last.Text
	}
	if word && m.rng.Intn(3) == 0 {
		m.last = t
	}
	return t
}

// Broken programs draw errors, and no panic, whether their syntax is right or not.
func TestBrokenPrograms(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.p4")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	rng := rand.New(rand.NewSource(1))
	for range 100 {
		for _, path := range paths {
			checkBroken(t, "", path, rng)
		}
	}
	dir := os.Getenv("P4C")
	if dir == "" {
		return
	}
	more, err := filepath.Glob(filepath.Join(dir, "testdata/p4_16_*/*.p4"))
	if err != nil {
		t.Fatal(err)
	}
	for i, path := range more {
		if _, err := os.Stat(path); err == nil && (i%8 == 0 || os.Getenv("P4STRESS") != "") {
			checkBroken(t, dir, path, rng)
		}
	}
}

func checkBroken(t *testing.T, dir, path string, rng *rand.Rand) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Logf("the program is %s", path)
			panic(r)
		}
	}()
	var set source.Set
	var diags source.List
	pp := preproc.New(&set, &diags, preproc.Options{Dirs: []string{"../include", filepath.Join(dir, "p4include")}})
	if err := pp.Open(path); err != nil {
		t.Fatal(err)
	}
	Check(syntax.Parse(&mutated{src: pp, rng: rng}, &set, &diags), &set, &diags)
}
