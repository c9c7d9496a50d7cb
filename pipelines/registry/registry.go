// Package registry knows every back end and, through them, every program that
// can run: it turns a program's and a back end's name into something a shard
// can run. No other package does. It knows nothing of shards.
package registry

import (
	"errors"
	"fmt"
	"strings"

	"up4/internal/nearest"
	"up4/p4/programs"
	"up4/pipelines"
	"up4/pipelines/compiled"
	"up4/pipelines/interp"
	"up4/pipelines/native"
)

// Auto is the back end's name that leaves the choice to Load: the first of
// Backends that has the program.
const Auto = "auto"

var (
	// ErrUnknownProgram is returned for a program that does not exist.
	ErrUnknownProgram = errors.New("unknown program")
	// ErrUnknownBackend is returned for a back end that does not exist.
	ErrUnknownBackend = errors.New("unknown back end")
	// ErrNotOffered is returned if the back end exists but cannot run the program.
	ErrNotOffered = errors.New("program not offered by this back end")
)

// backend is one way to run programs. compile says by an error what of the program it
// cannot run.
type backend struct {
	name    string
	compile func(*Program) (pipelines.Compiled, error)
	blind   bool // runs what is no P4
}

// run makes a program ready; what is no P4 is for back ends that look at none.
func (b *backend) run(p *Program) (pipelines.Compiled, error) {
	if p.Schema == nil && !b.blind {
		return nil, errors.New("it is no P4 program")
	}
	return b.compile(p)
}

// backends are in the order in which Auto prefers them.
func backends() []backend {
	return append([]backend{
		{native.Backend, func(p *Program) (pipelines.Compiled, error) { return native.Compile(p.Ships, p.Schema.Program) }, false},
		{goBackend, func(p *Program) (pipelines.Compiled, error) {
			c, err := compileGo(p)
			if err != nil {
				return nil, err
			}
			return compiled.New(c), nil
		}, false},
		{interp.Backend, func(p *Program) (pipelines.Compiled, error) { return interp.Compile(p.IR, p.Schema, p.where) }, false},
	}, forBenchmarks()...)
}

// Backends are the names of all back ends, the preferred first.
func Backends() []string {
	var names []string
	for _, b := range backends() {
		names = append(names, b.name)
	}
	return names
}

// Programs are the names of the programs that ship, in alphabetical order.
func Programs() []string { return programs.Names() }

// Offering are the names of the back ends that run the program, the preferred first;
// none if no one does.
func Offering(program string) []string {
	p, err := Read(program, Reading{})
	if err != nil {
		return nil
	}
	return p.Offering()
}

// Offering are the names of the back ends that run the program, the preferred first.
func (p *Program) Offering() []string {
	var names []string
	for _, b := range backends() {
		if _, err := b.run(p); err == nil {
			names = append(names, b.name)
		}
	}
	return names
}

// Load makes a program ready. Program is a name out of Programs or the path of
// a .p4 (anything with a slash or that ending); backend is a name out of
// Backends, or Auto or "". Errors say what exists.
func Load(program, backend string) (pipelines.Compiled, error) {
	p, err := Read(program, Reading{})
	if err != nil {
		return nil, err
	}
	return Compile(p, backend)
}

// Compile makes a program that was read ready for a back end, as Load does.
func Compile(p *Program, backend string) (pipelines.Compiled, error) {
	var reasons []string
	for _, b := range backends() {
		if auto := backend == Auto || backend == ""; !auto && b.name != backend {
			continue
		}
		c, err := b.run(p)
		if err == nil {
			return c, nil
		}
		reasons = append(reasons, b.name+" does not run "+p.Name+": "+p.placed(err).Error())
	}
	if reasons == nil {
		return nil, fmt.Errorf("%w %q%s", ErrUnknownBackend, backend, nearest.Hint(backend, append([]string{Auto}, Backends()...)))
	}
	return nil, fmt.Errorf("%w: %s", ErrNotOffered, strings.Join(reasons, "; "))
}

func hint(program string) string { return nearest.Hint(program, Programs()) }
