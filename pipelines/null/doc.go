//go:build !null_engine

// Package null is a pipeline for benchmarks; it is built with the tag
// null_engine only.
package null
