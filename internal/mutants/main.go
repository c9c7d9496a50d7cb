// Mutants says how good the programs of p4/clauses, p4/externs and p4/programs are at
// seeing mistakes of the interpreter and of the ways of packets: it makes one mistake at
// a time – an operator, a bound, an order, a statement left out – and plays the corpora
// to what was built with it. The tree is never touched.
//
//	go run ./internal/mutants -n 100 -seed 1
//
// Each line has the place, what became what, and the first test that saw it.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"up4/internal/seeded"
)

// Folders whose code is mistaken, below pipelines. Tables and state have models and
// tests of their own.
var folders = []string{"interp", "arch", "arch/hash", "arch/verdict", "arch/v1model", "arch/ubpf", "arch/ebpf"}

// corpora are the tests that are to see mistakes.
const corpora = `^TestClauses$|^TestMalformed$|^TestAtomic$|^TestDrops|^TestLog|^TestMore|^TestWaiting|^TestCorpora$/./^interp$`

func main() {
	n := flag.Int("n", 100, "mistakes to make")
	seed := flag.Uint64("seed", 1, "which ones")
	run := flag.String("run", corpora, "the tests of pipelines/registry that are to see them")
	jobs := flag.Int("jobs", 2, "at a time")
	only := flag.String("only", "", "mistakes in files whose path contains this, alone")
	survivors := flag.Bool("survivors", false, "print only what no test saw")
	flag.Parse()
	h := &harness{out: os.Stdout, run: *run, quiet: *survivors}
	if err := h.play(*n, *seed, *jobs, *only); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
	if h.survived > 0 {
		os.Exit(2)
	}
}

// harness plays the corpora to mistakes.
type harness struct {
	out   io.Writer
	run   string
	quiet bool

	mu                                     sync.Mutex
	sites                                  []*site
	rng                                    *rand.Rand
	want                                   int // mistakes that are still to be made
	killed, survived, notBuilt, equivalent int
}

func (h *harness) play(n int, seed uint64, jobs int, only string) error {
	for _, dir := range folders {
		paths, err := filepath.Glob(filepath.Join("pipelines", dir, "*.go"))
		if err != nil || len(paths) == 0 {
			return fmt.Errorf("no source files in pipelines/%s: run it at the root of the module", dir)
		}
		for _, p := range paths {
			if strings.HasSuffix(p, "_test.go") || slices.Contains(refusals, filepath.ToSlash(p)) || !strings.Contains(p, only) {
				continue
			}
			found, err := find(p)
			if err != nil {
				return err
			}
			h.sites = append(h.sites, found...)
		}
	}
	r, err := h.test(nil)
	if err != nil {
		return err
	}
	if r.Outcome != seeded.Passed {
		return fmt.Errorf("the tests fail without a mistake:\n%s", r.Output)
	}
	h.rng, h.want = rand.New(rand.NewPCG(seed, 0)), n
	h.rng.Shuffle(len(h.sites), func(i, j int) { h.sites[i], h.sites[j] = h.sites[j], h.sites[i] })
	places := len(h.sites)
	var group sync.WaitGroup
	errs := make(chan error, jobs)
	for range jobs {
		group.Go(func() { errs <- h.work() })
	}
	group.Wait()
	for range jobs {
		if err := <-errs; err != nil {
			return err
		}
	}
	made := h.killed + h.survived
	fmt.Fprintf(h.out, "seed %d: of %d mistakes %d were seen, %d were not (%d places; %d did not compile, %d are none)\n",
		seed, made, h.killed, h.survived, places, h.notBuilt, h.equivalent)
	return nil
}

func (h *harness) test(m *seeded.Mistake) (seeded.Result, error) {
	return seeded.Test(filepath.Join("pipelines", "registry"), m, "-test.run", h.run, "-test.failfast", "-test.timeout", "60s")
}

// work makes mistakes until there are enough.
func (h *harness) work() error {
	for {
		s, wrong := h.draw()
		if s == nil {
			return nil
		}
		seen, err := h.try(s, wrong)
		if err != nil {
			return err
		}
		h.report(s, wrong, seen)
	}
}

// draw takes the next place, and one of its mistakes.
func (h *harness) draw() (*site, string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for h.want > 0 && len(h.sites) > 0 {
		s := h.sites[0]
		h.sites = h.sites[1:]
		wrong := s.wrong[h.rng.IntN(len(s.wrong))]
		if declared(s, wrong) {
			h.equivalent++
			continue
		}
		h.want--
		return s, wrong
	}
	return nil, ""
}

func (h *harness) try(s *site, wrong string) (seeded.Result, error) {
	path, err := filepath.Abs(s.path)
	if err != nil {
		return seeded.Result{}, fmt.Errorf("name a source file: %w", err)
	}
	return h.test(&seeded.Mistake{Path: path, Text: s.with(wrong)})
}

func (h *harness) report(s *site, wrong string, r seeded.Result) {
	h.mu.Lock()
	defer h.mu.Unlock()
	said := "SURVIVED"
	switch r.Outcome {
	case seeded.NotBuilt:
		h.notBuilt++
		h.want++ // another in its place
		return
	case seeded.Failed:
		h.killed++
		said = "seen by " + r.Seen()
		if h.quiet {
			return
		}
	case seeded.Passed:
		h.survived++
	}
	fmt.Fprintf(h.out, "%s:%d: %s\n\t%s\n\t→ %s\n", s.path, s.line, said, short(s.before()), short(wrong))
}

// short is code on one line.
func short(code string) string {
	code = strings.Join(strings.Fields(code), " ")
	if code == "" {
		return "nothing"
	}
	if r := []rune(code); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return code
}
