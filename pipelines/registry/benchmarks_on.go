//go:build null_engine

package registry

import (
	"errors"

	"up4/pipelines"
	"up4/pipelines/null"
)

// forBenchmarks are the back ends of a benchmark build.
func forBenchmarks() []backend {
	return []backend{{null.Name, func(p *Program) (pipelines.Compiled, error) {
		if c, ok := null.Compile(p.Name); ok {
			return c, nil
		}
		return nil, errors.New("it runs no P4")
	}, true}}
}

// withoutText says whether a program is none in P4.
func withoutText(name string) bool { return name == null.Name }
