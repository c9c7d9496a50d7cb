//go:build null_engine

// Package null is a pipeline for benchmarks: it sends what comes in by port p
// out by port p^1 and looks at no byte. It is built with the tag null_engine
// only, and knows nothing of P4.
package null

import (
	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines"
)

// Name is the name of both the program and its back end.
const Name = "null"

type compiled struct{}

var _ pipelines.Compiled = compiled{}

// Compile gives the pipeline by its name; false for any other.
func Compile(name string) (pipelines.Compiled, bool) { return compiled{}, name == Name }

func (compiled) Program() *pipelines.Program {
	return &pipelines.Program{Name: Name, Source: "none", Arch: "none"}
}

func (compiled) Profile() pipelines.Profile {
	return pipelines.Profile{Backend: Name, Mode: "compiled", Allocation: "none per frame"}
}

func (compiled) Replicate(pipelines.Place) (pipelines.Engine, error) { return engine{}, nil }

type engine struct{}

var _ pipelines.Engine = engine{}

// Run implements pipelines.Engine.
func (engine) Run(b *frame.Batch, from int, _ arena.Off) int {
	for i := from; i < b.N; i++ {
		b.Frames[i].Egress = b.Frames[i].Ingress ^ 1
	}
	return b.N
}

// Close implements pipelines.Engine.
func (engine) Close() error { return nil }
