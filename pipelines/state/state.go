// Package state holds what a program keeps from packet to packet beside its tables:
// counters, meters and registers. It lies in the arena, for engines in any language,
// and is shared by all shards but for counters, of which each shard has its own.
package state

// Kind is what an Array holds.
type Kind uint8

// The kinds.
const (
	Counter Kind = iota
	Meter
	Register
)

func (k Kind) String() string { return [...]string{"counter", "meter", "register"}[k] }

// Unit is what counters and meters measure.
type Unit uint8

// The units. A counter of Both counts each.
const (
	Packets Unit = iota
	Bytes
	Both
)

func (u Unit) String() string { return [...]string{"packets", "bytes", "both"}[u] }

// Array is the description of one counter, meter or register of a program.
type Array struct {
	Name string // MyIngress.seen
	Kind Kind
	Unit Unit // of counters and meters
	Size int  // cells
	Bits int  // of a register's cell
	// Signed says how a register's cell is shown.
	Signed bool
	// Table is the table that a direct counter or meter belongs to, -1 for none.
	Table int
}

// State is the arrays of one program.
type State struct{ arrays []Array }

// Arrays is what there is, in the program's order.
func (s *State) Arrays() []Array { return s.arrays }
