// Package registry knows every back end and, through them, every program that
// can run: it turns a program's and a back end's name into something a shard
// can run. No other package does. It knows nothing of shards.
package registry

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"up4/internal/nearest"
	"up4/internal/textfile"
	"up4/p4/programs"
	"up4/pipelines"
	"up4/pipelines/native"
)

// Auto is the back end's name that leaves the choice to Load: the first of
// Backends that has the program.
const Auto = "auto"

var (
	// ErrUnknownProgram is returned for a program that no back end has.
	ErrUnknownProgram = errors.New("unknown program")
	// ErrUnknownBackend is returned for a back end that does not exist.
	ErrUnknownBackend = errors.New("unknown back end")
	// ErrNotOffered is returned if the back end exists but lacks the program.
	ErrNotOffered = errors.New("program not offered by this back end")
)

// backend is one way to run programs.
type backend struct {
	name     string
	programs []string
	compile  func(program string) (pipelines.Compiled, bool)
}

// backends are in the order in which Auto prefers them.
func backends() []backend {
	return append([]backend{{native.Backend, native.Programs(), native.Compile}}, forBenchmarks()...)
}

// Backends are the names of all back ends, the preferred first.
func Backends() []string {
	var names []string
	for _, b := range backends() {
		names = append(names, b.name)
	}
	return names
}

// Programs are the names of all programs, in alphabetical order.
func Programs() []string {
	var names []string
	for _, b := range backends() {
		names = append(names, b.programs...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Offering are the names of the back ends that have the program, the preferred
// first; none if no one has it.
func Offering(program string) []string {
	var names []string
	for _, b := range backends() {
		if slices.Contains(b.programs, program) {
			names = append(names, b.name)
		}
	}
	return names
}

// Load makes a program ready. Program is a name out of Programs or the path of
// a .p4 (anything with a slash or that ending); backend is a name out of
// Backends, or Auto or "". Errors say what exists.
func Load(program, backend string) (pipelines.Compiled, error) {
	name, err := resolve(program)
	if err != nil {
		return nil, err
	}
	offering := Offering(name)
	if len(offering) == 0 {
		return nil, fmt.Errorf("%w %q%s", ErrUnknownProgram, program, nearest.Hint(program, Programs()))
	}
	if backend == Auto || backend == "" {
		backend = offering[0]
	}
	for _, b := range backends() {
		if b.name != backend {
			continue
		}
		if c, ok := b.compile(name); ok {
			return c, nil
		}
		return nil, fmt.Errorf("%w: %s does not run %s; %s does", ErrNotOffered, backend, name, strings.Join(offering, ", "))
	}
	return nil, fmt.Errorf("%w %q%s", ErrUnknownBackend, backend, nearest.Hint(backend, append([]string{Auto}, Backends()...)))
}

// resolve is the name of the program that a path holds, or the name itself. No
// back end reads P4 yet that was not rendered before, so the file must be one
// of the programs that ship, to the last byte.
func resolve(program string) (string, error) {
	if !strings.ContainsRune(program, '/') && !strings.HasSuffix(program, ".p4") {
		return program, nil
	}
	text, err := textfile.Read(program, textfile.Program)
	if err != nil {
		return "", fmt.Errorf("read program: %w", err)
	}
	sum := programs.Digest(text)
	for _, name := range programs.Names() {
		if own, _ := programs.SHA256(name); own == sum {
			return name, nil
		}
	}
	return "", fmt.Errorf("%w: %s (SHA-256 %s) is none of the programs that ship (%s), and no back end compiles others",
		ErrUnknownProgram, program, sum, strings.Join(programs.Names(), ", "))
}
