// Package programs holds the programs that were compiled to Go, by a digest of the
// low-level form that they were made of: those that ship, and, in a binary that up4c build
// made, one more.
package programs

import "up4/pipelines/compiled"

// Find is the code of the program with a digest, nil if it was not compiled.
func Find(digest string) compiled.Maker { return all[digest] }
