// Package counter holds the counters of the data path: one table that is both
// the enumeration and the text of every counter, and Tally, the word they are
// kept in. It knows nothing of who counts.
package counter

import "sync/atomic"

// Tally is a 64-bit count with one writer, the shard that owns it, and any
// number of readers.
//
// The writer adds with plain instructions (an atomic read-modify-write costs
// about 20 cycles on amd64 and there are several counts a frame). Readers on
// other threads use Load: an aligned 64-bit load that cannot tear, so they see
// some recent value and never a mixed one. Values of different tallies are not
// read at one instant. Under the race detector the writer's side is atomic too.
type Tally uint64

// Load is the count so far. Any thread.
func (t *Tally) Load() uint64 { return atomic.LoadUint64((*uint64)(t)) }
