//go:build null_engine

package registry

import "up4/pipelines/null"

// forBenchmarks are the back ends of a benchmark build.
func forBenchmarks() []backend {
	return []backend{{null.Name, []string{null.Name}, null.Compile}}
}
