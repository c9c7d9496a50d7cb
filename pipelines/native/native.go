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
	"strings"

	"up4/pipelines"
)

// Backend is the back end's name.
const Backend = "native"

// compiled is a program with the engine that was written for it.
type compiled struct {
	program *pipelines.Program
	*rendering
}

var _ pipelines.Compiled = (*compiled)(nil)

// rendering is an engine written for a program.
type rendering struct {
	name string
	// actions are those of the program's first table, as the engine numbers them.
	actions   []string
	replicate func(pipelines.Place) pipelines.Engine
}

// rendered are the programs that have an engine, in alphabetical order.
var rendered = []rendering{
	{"l2fwd", actionsL2, newL2},
	{"l3fwd", actionsL3, newL3},
}

// Programs are the programs this back end has, in alphabetical order.
func Programs() []string {
	var names []string
	for _, r := range rendered {
		names = append(names, r.name)
	}
	return names
}

// Compile gives the engine that was written for a program, by its name, with the
// program's description.
func Compile(name string, p *pipelines.Program) (pipelines.Compiled, error) {
	i := slices.IndexFunc(rendered, func(r rendering) bool { return r.name == name })
	if i < 0 {
		return nil, fmt.Errorf("it has engines for %s alone, to the last byte of their .p4", strings.Join(Programs(), " and "))
	}
	c := &compiled{p, &rendered[i]}
	for k, want := range c.actions {
		if k >= len(p.Tables[0].Actions) || p.Tables[0].Actions[k].Name != want {
			return nil, fmt.Errorf("the engine of %s takes action %d of table %s for %s", name, k, p.Tables[0].Name, want)
		}
	}
	return c, nil
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
