//go:build !null_engine

package registry

// forBenchmarks are the back ends of a benchmark build: none in this one.
func forBenchmarks() []backend { return nil }

// withoutText says whether a program is none in P4.
func withoutText(string) bool { return false }
