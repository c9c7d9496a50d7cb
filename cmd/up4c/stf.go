package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"up4/control/entry"
	"up4/control/text"
	"up4/internal/commandline"
	"up4/internal/nearest"
	"up4/internal/textfile"
	"up4/p4/stf"
	"up4/pipelines"
	"up4/pipelines/registry"
	"up4/pipelines/rig"
	"up4/pipelines/table"
)

// allBackends is the value of --backend that stands for every one that runs the program.
const allBackends = "all"

// stfFlags are the flags of stf.
type stfFlags struct {
	backend   string
	dir, list string
	strict    bool
	trace     bool
	json      bool
}

func (a *app) stfCommand() *cobra.Command {
	f := stfFlags{}
	cmd := &cobra.Command{
		Use:   "stf PROGRAM.p4 TEST.stf | --dir DIR --list LIST",
		Short: "run packet tests on a program",
		Long: "stf runs a program on the packets of an STF script and compares what comes out (docs/stf.md).\n" +
			"With --dir and --list it runs the scripts beside the programs that LIST names, a line for each.\n" +
			"Exit code 0: every expectation holds.",
		Example: "  up4c stf router.p4 router.stf\n  up4c stf --dir tests --list tests/all.txt",
		Args: func(_ *cobra.Command, args []string) error {
			switch many := f.dir != "" || f.list != ""; {
			case many && (f.dir == "" || f.list == ""):
				return errors.New("--dir and --list go together")
			case many && len(args) > 0:
				return errors.New("stf takes PROGRAM.p4 and TEST.stf, or --dir and --list, not both")
			case !many && len(args) != 2:
				return errors.New("stf takes a PROGRAM.p4 and a TEST.stf, or --dir and --list")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := knownBackend(f.backend); err != nil {
				return err
			}
			if f.list != "" {
				return a.stfList(f)
			}
			return commandline.Failure(a.stfOne(named(args[0]), args[1], f))
		},
	}
	cmd.Flags().StringVar(&f.backend, "backend", "interp", "the back end to run on, or all")
	cmd.Flags().StringVar(&f.dir, "dir", "", "the `FOLDER` that names in the list start from")
	cmd.Flags().StringVar(&f.list, "list", "", "a `FILE` with the name of a program in each line")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "packets on ports that the script does not name are failures")
	cmd.Flags().BoolVar(&f.trace, "trace", false, "print what happens to each packet")
	cmd.Flags().BoolVarP(&f.json, "json", "j", false, "print traces as JSON, one a line")
	return a.reading(cmd)
}

// knownBackend is an error for a --backend that does not exist.
func knownBackend(name string) error {
	backends := append(registry.Backends(), registry.Auto, allBackends)
	if !slices.Contains(backends, name) {
		return fmt.Errorf("--backend %q: there is no such back end%s", name, nearest.Hint(name, backends))
	}
	return nil
}

// stfList runs the scripts of a list.
func (a *app) stfList(f stfFlags) error {
	text, err := textfile.Read(f.list, textfile.Program)
	if err != nil {
		return fmt.Errorf("--list: %w", err)
	}
	passed, failed := 0, 0
	for _, line := range strings.Split(string(text), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		program := filepath.Join(f.dir, fields[0])
		err := a.stfOne(program, strings.TrimSuffix(program, ".p4")+".stf", f)
		if err == nil {
			passed++
			fmt.Fprintf(a.out, "pass  %s\n", fields[0])
			continue
		}
		failed++
		fmt.Fprintf(a.out, "FAIL  %s\n      %s\n", fields[0], strings.ReplaceAll(err.Error(), "\n", "\n      "))
	}
	fmt.Fprintf(a.out, "%d passed, %d failed\n", passed, failed)
	if failed > 0 || passed == 0 {
		return commandline.Failure(fmt.Errorf("%d of %d scripts failed", failed, passed+failed))
	}
	return nil
}

// stfOne runs a script on a program, on each back end that was asked for.
func (a *app) stfOne(program, script string, f stfFlags) error {
	p, err := registry.Read(program, a.options())
	if err != nil {
		return err
	}
	text, err := os.ReadFile(script)
	if err != nil {
		return readError(script, err)
	}
	s, err := stf.Parse(script, text)
	if err != nil {
		return err
	}
	backends := []string{f.backend}
	if f.backend == allBackends {
		if backends = p.Offering(); len(backends) == 0 {
			backends = []string{registry.Auto} // which says why none runs it
		}
	}
	for _, b := range backends {
		if err := a.stfOn(p, b, s, f); err != nil {
			return fmt.Errorf("on %s: %w", b, err)
		}
	}
	return nil
}

func (a *app) stfOn(p *registry.Program, backend string, s *stf.Script, f stfFlags) error {
	c, err := registry.Compile(p, backend)
	if err != nil {
		return err
	}
	options := stf.Options{IgnoreUnnamed: !f.strict}
	if f.trace {
		if !c.Profile().Traces {
			return fmt.Errorf("back end %s does not trace; --backend interp does", c.Profile().Backend)
		}
		if !f.json {
			options.Trace = a.out
		}
	}
	return runScript(c, s, options, func(r *rig.Rig) {
		if f.trace {
			a.trace(r, f.json)
		}
	})
}

// runScript runs a script on a program; its error is what was not as expected. begin, if
// not nil, is called with the bench before.
func runScript(c pipelines.Compiled, s *stf.Script, o stf.Options, begin func(*rig.Rig)) (err error) {
	r, err := rig.New(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if begin != nil {
		begin(r)
	}
	report := stf.Run(s, &rig.Device{Rig: r}, o)
	if !report.Passed() {
		return errors.New(strings.TrimRight(report.String(), "\n"))
	}
	return nil
}

// trace prints what happens to each packet of a rig.
func (a *app) trace(r *rig.Rig, asJSON bool) {
	coder := entry.New(r.Program())
	find := func(t int, hit uint32) (table.Entry, bool) {
		for _, e := range r.Entries(t) {
			if e.Hit == hit {
				e.Priority-- // a script's 0 is a table's 1
				return e.Entry, true
			}
		}
		return table.Entry{}, false
	}
	r.Trace = func(t *pipelines.Trace) {
		x := coder.Trace(t, find)
		if asJSON {
			_ = json.NewEncoder(a.out).Encode(x) // of values that JSON has all of
			return
		}
		fmt.Fprint(a.out, text.Trace(x))
	}
}
