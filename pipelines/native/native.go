// Package native is the back end whose engines were rendered from the .p4 by
// hand, in Go: one a program, with nothing between the frame's bytes and the
// tables. It is what compiled back ends are measured against.
//
// An engine must say byte for byte what its .p4 says; the packet corpora and a
// model of each program hold it to that. The package knows nothing of sockets
// and shards, nor of any other back end. Its engines read table pages, packet
// headers and descriptors as little-endian machines see them.
package native

import (
	"fmt"
	"slices"

	"up4/p4/programs"
	"up4/pipelines"
)

// Backend is the back end's name.
const Backend = "native"

// compiled is a program with the engine that was written for it.
type compiled struct {
	program   *pipelines.Program
	replicate func(pipelines.Place) pipelines.Engine
}

var _ pipelines.Compiled = (*compiled)(nil)

// rendered are the programs that have an engine, in alphabetical order.
var rendered = []compiled{
	{schemaL2(), newL2},
	{schemaL3(), newL3},
}

// Programs are the programs this back end has, in alphabetical order.
func Programs() []string {
	var names []string
	for _, c := range rendered {
		names = append(names, c.program.Name)
	}
	return names
}

// Compile gives a program by its name; false if no engine was written for it.
func Compile(name string) (pipelines.Compiled, bool) {
	i := slices.IndexFunc(rendered, func(c compiled) bool { return c.program.Name == name })
	if i < 0 {
		return nil, false
	}
	return &rendered[i], true
}

func (c *compiled) Program() *pipelines.Program { return c.program }

func (c *compiled) Profile() pipelines.Profile {
	return pipelines.Profile{Backend: Backend, Mode: "compiled", Allocation: "none per frame"}
}

func (c *compiled) Replicate(p pipelines.Place) (pipelines.Engine, error) {
	if p.Arena == nil || len(p.Hits) != len(c.program.Tables) {
		return nil, fmt.Errorf("place an engine of %s: %d arrays of hit counters for %d tables",
			c.program.Name, len(p.Hits), len(c.program.Tables))
	}
	return c.replicate(p), nil
}

// describe fills in what is the same for every program here.
func describe(name string, tables ...pipelines.Table) *pipelines.Program {
	sum, ok := programs.SHA256(name)
	if !ok {
		panic("no source of " + name) // a test compiles every schema
	}
	for i := range tables {
		tables[i].Counter, tables[i].Meter = -1, -1
	}
	return &pipelines.Program{Name: name, Source: programs.Path(name), SHA256: sum, Arch: "v1model", Tables: tables}
}
