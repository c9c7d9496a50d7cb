//go:build !null_engine

package registry

// forBenchmarks are the back ends of a benchmark build: none in this one.
func forBenchmarks() []backend { return nil }
