// Package compiled is the host of programs that were compiled, whatever to: the services
// that their code asks for, and the ways of packets that do not go straight through. The
// code works on one packet's record at a time, in the arena; what there is in a record,
// package lower says.
package compiled

import (
	"up4/internal/arena"
	"up4/io/frame"
)

// Code is a program's functions, made for one shard. It is used by that shard's thread
// alone.
type Code interface {
	// Call runs a function by its index in lir.Program.Funcs on a record. It returns 0, or
	// 1 if the packet's budget ran out.
	Call(fn int, rec arena.Off) uint64
	// Main decides frames of a batch from an index on, up to one that it cannot: its index
	// and a status of those below say which and why, the number of frames and Done that
	// there was none. Less than that and Done: there are no more head cells.
	Main(b *frame.Batch, from int) (int, uint64)
}

// Statuses of Main.
const (
	Done    = iota // the verdict is in the descriptor
	Ingress        // ingress is over and something rare is asked for: the record has all
	Whole          // nothing was done: the frame goes by the functions of its blocks
	Fault          // the budget ran out
	Assert         // an assertion failed
	Egress         // egress is over, and something rare is asked for
)

// Maker makes a program's code for a shard's host.
type Maker func(*Host) Code
