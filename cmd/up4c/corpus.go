package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"up4/internal/commandline"
	"up4/internal/nearest"
	"up4/p4/corpus"
	shipped "up4/p4/programs"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/registry"
	"up4/pipelines/replay"
)

func (a *app) corpusCommand() *cobra.Command {
	backend := allBackends
	cmd := &cobra.Command{
		Use:   "corpus [PROGRAM...]",
		Short: "replay the packet corpora of the programs that come with up4",
		Long: "corpus replays the packets that come with a program, a line for each program and back end: cases in JSON,\n" +
			"with the frames laid out in memory in every way, and STF scripts. Without a PROGRAM it is all of them.\n" +
			"Exit code 0: everything came out as it must.",
		ValidArgs: registry.Programs(),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := knownBackend(backend); err != nil {
				return err
			}
			for _, name := range args {
				if !slices.Contains(registry.Programs(), name) {
					return fmt.Errorf("there is no program %q%s", name, nearest.Hint(name, registry.Programs()))
				}
			}
			if len(args) == 0 {
				args = registry.Programs()
			}
			return commandline.Failure(a.corpora(args, backend))
		},
	}
	cmd.Flags().StringVar(&backend, "backend", backend, "the back end to run on, or all")
	return cmd
}

// corpora replays the corpora of programs. A program that the one back end asked for
// does not run is passed over where several programs were.
func (a *app) corpora(names []string, backend string) error {
	passed, failed := 0, 0
	for _, name := range names {
		backends := registry.Offering(name)
		switch {
		case backend == allBackends:
		case slices.Contains(backends, backend) || len(names) == 1:
			backends = []string{backend} // which says why, if it does not
		default:
			fmt.Fprintf(a.out, "skip  %s on %s, which does not run it\n", name, backend)
			continue
		}
		for _, b := range backends {
			what, err := replayCorpus(name, b)
			if err != nil {
				failed++
				fmt.Fprintf(a.out, "FAIL  %s on %s\n      %s\n", name, b, strings.ReplaceAll(err.Error(), "\n", "\n      "))
				continue
			}
			passed++
			fmt.Fprintf(a.out, "pass  %s on %s: %s\n", name, b, what)
		}
	}
	fmt.Fprintf(a.out, "%d passed, %d failed\n", passed, failed)
	if failed > 0 || passed == 0 {
		return fmt.Errorf("%d of %d failed", failed, passed+failed)
	}
	return nil
}

// replayCorpus replays a program's corpus on a back end and says what it was.
func replayCorpus(name, backend string) (what string, err error) {
	c, err := registry.Load(name, backend)
	if err != nil {
		return "", err
	}
	dir, _ := shipped.Corpus(name)
	cases, err := corpus.Load(dir)
	if err != nil && !errors.Is(err, corpus.ErrEmpty) {
		return "", err
	}
	var errs []error
	for _, cs := range cases {
		for _, o := range replay.Variants() {
			if err := replay.Case(c, cs, o); err != nil {
				errs = append(errs, err)
				break
			}
		}
	}
	scripts, err := fs.Glob(dir, "*.stf")
	if err != nil {
		return "", err
	}
	for _, path := range scripts {
		errs = append(errs, replayScript(c, dir, path))
	}
	return fmt.Sprintf("%d cases, %d scripts", len(cases), len(scripts)), errors.Join(errs...)
}

func replayScript(c pipelines.Compiled, dir fs.FS, path string) error {
	text, err := fs.ReadFile(dir, path)
	if err != nil {
		return err
	}
	s, err := stf.Parse(path, text)
	if err != nil {
		return err
	}
	return runScript(c, s, stf.Options{}, nil)
}
