package registry

import (
	"testing"

	"up4/p4/corpus"
	"up4/p4/programs"
	"up4/pipelines/interp"
	"up4/pipelines/replay"
)

// TestCorpora plays every program's corpus to every back end that has it, with
// the frames laid out in every way.
func TestCorpora(t *testing.T) {
	for _, name := range programs.Names() {
		dir, ok := programs.Corpus(name)
		if !ok {
			t.Fatalf("%s has no corpus", name)
		}
		cases, err := corpus.Load(dir)
		if err != nil {
			t.Fatalf("corpus of %s: %v", name, err)
		}
		offering := Offering(name)
		if len(offering) == 0 {
			t.Errorf("no back end has %s", name)
		}
		for _, b := range offering {
			t.Run(name+"/"+b, func(t *testing.T) {
				t.Parallel()
				playAll(t, name, b, cases)
			})
		}
	}
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
// long: a few do.
func variants(backend string) []replay.Options {
	all := replay.Variants()
	if backend == interp.Backend {
		return all[:2]
	}
	return all
}
