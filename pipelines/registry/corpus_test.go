package registry

import (
	"errors"
	"io/fs"
	"testing"

	"up4/p4/corpus"
	"up4/p4/programs"
	"up4/p4/stf"
	"up4/pipelines/interp"
	"up4/pipelines/replay"
)

// TestCorpora plays every program's corpus to every back end that has it: its cases
// with the frames laid out in every way, and its STF scripts.
func TestCorpora(t *testing.T) {
	for _, name := range programs.Names() {
		dir, ok := programs.Corpus(name)
		if !ok {
			t.Fatalf("%s has no corpus", name)
		}
		cases, err := corpus.Load(dir)
		if err != nil && !errors.Is(err, corpus.ErrEmpty) {
			t.Fatalf("corpus of %s: %v", name, err)
		}
		scripts := loadScripts(t, dir)
		offering := Offering(name)
		if len(offering) == 0 {
			t.Errorf("no back end has %s", name)
		}
		for _, b := range offering {
			t.Run(name+"/"+b, func(t *testing.T) {
				t.Parallel()
				playAll(t, name, b, cases)
				for _, s := range scripts {
					playScriptTo(t, name, b, s)
				}
			})
		}
	}
}

func loadScripts(t *testing.T, dir fs.FS) (list []*stf.Script) {
	t.Helper()
	paths, err := fs.Glob(dir, "*.stf")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := fs.ReadFile(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		s, err := stf.Parse(path, text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func playScriptTo(t *testing.T, program, backend string, s *stf.Script) {
	t.Helper()
	c, err := Load(program, backend)
	if err != nil {
		t.Fatal(err)
	}
	play(t, program, backend, c, s, stf.Options{})
}

func playAll(t *testing.T, program, backend string, cases []*corpus.Case) {
	c, err := Load(program, backend)
	if err != nil {
		t.Fatal(err)
	}
	for _, cs := range cases {
		for _, o := range variants(backend) {
			if err := replay.Case(c, cs, o); err != nil {
				t.Error(err)
				break
			}
		}
	}
}

// variants are how frames are laid out. The interpreter copies what it gets, and takes
// long: a few do, with much and with little room for copies.
func variants(backend string) []replay.Options {
	all := replay.Variants()
	if backend == interp.Backend {
		return all[1:3]
	}
	return all
}
