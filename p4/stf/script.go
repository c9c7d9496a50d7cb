package stf

import (
	"fmt"
	"math/big"
)

// Script is the statements of one file.
type Script struct {
	Name       string // as it was given to Parse, for messages
	Statements []Statement
}

// Position is a place in a script: a line and a column in bytes, both from 1.
type Position struct{ Line, Column int }

func (p Position) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Column) }

// Pos is the position itself, so that statements have it.
func (p Position) Pos() Position { return p }

// Statement is one of the types below, by pointer. String is its line in a script.
type Statement interface {
	Pos() Position
	String() string
}

// Packet sends bytes in by a port, as they are.
type Packet struct {
	Position
	Port uint32
	Data []byte
}

// Expect wants a packet on a port.
type Expect struct {
	Position
	Port uint32
	// Pattern is hex digits in lower case, and * for any digit. What comes after it in
	// a packet is free unless Exact; with neither every packet will do.
	Pattern string
	Exact   bool
}

// NoPacket wants nothing to come of the Packet before it.
type NoPacket struct{ Position }

// Wait moves the device's clock on. A Device has emitted all there is when Packet
// returns, so that without a time nothing is left to wait for.
type Wait struct {
	Position
	Microseconds uint64
}

// Add adds an entry to a table.
type Add struct {
	Position
	Entry
	ID string // by which Remove and Cell name the entry, or ""
}

// Entry is a table entry.
type Entry struct {
	Table       string
	Priority    int32 // the larger wins
	HasPriority bool
	Keys        []Key
	Target
}

// Key is a key field of an entry.
type Key struct {
	Name  string
	Value Value
}

// Target is what an entry leads to.
type Target struct {
	Is     TargetKind
	Action Call
	ID     uint32 // of a member or group of the table's action profile
}

// TargetKind is which field of Target counts.
type TargetKind uint8

// The kinds of targets.
const (
	ToAction TargetKind = iota
	ToMember
	ToGroup
)

// Call is an action with its arguments.
type Call struct {
	Name string
	Args []Arg
}

// Arg is an argument of an action.
type Arg struct {
	Name  string
	Value *big.Int
}

// SetDefault sets the default action of a table.
type SetDefault struct {
	Position
	Table  string
	Action Call
}

// Remove removes the entry with an ID, or with ID "" every entry that was added.
type Remove struct {
	Position
	ID string
}

// MemberAdd adds a member to an action profile.
type MemberAdd struct {
	Position
	Profile string
	ID      uint32
	Action  Call
}

// GroupAdd adds a group to an action selector.
type GroupAdd struct {
	Position
	Profile string
	ID      uint32
	Members []uint32
}

// ValueSetAdd adds a value to a parser's value set, a Value for each of its fields.
type ValueSetAdd struct {
	Position
	Set    string
	Values []Value
}

// Cell is a place in an array of counters or meters.
type Cell struct {
	Index uint64
	All   bool   // every cell, for meters
	ID    string // of the entry whose direct counter or meter is meant, or ""
	// Entry is the entry with that ID. Run sets it for the Device.
	Entry *Entry
}

// Unit is what a counter counts.
type Unit uint8

// The units.
const (
	Packets Unit = iota
	Bytes
)

func (u Unit) String() string { return [...]string{"packets", "bytes"}[u] }

// Op is how a value is compared. None is for a read without a condition.
type Op uint8

// The comparisons.
const (
	None Op = iota
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

func (o Op) String() string { return [...]string{"", "==", "!=", "<", "<=", ">", ">="}[o] }

// holds says whether a comparison's outcome, as of big.Int.Cmp, is what o wants.
func (o Op) holds(cmp int) bool {
	switch o {
	case Equal:
		return cmp == 0
	case NotEqual:
		return cmp != 0
	case Less:
		return cmp < 0
	case LessEqual:
		return cmp <= 0
	case Greater:
		return cmp > 0
	case GreaterEqual:
		return cmp >= 0
	}
	return true
}

// CheckCounter reads a counter and compares it.
type CheckCounter struct {
	Position
	Counter string
	Cell    Cell
	Unit    Unit
	Op      Op
	Want    uint64
}

// CounterWrite sets a counter.
type CounterWrite struct {
	Position
	Counter string
	Cell    Cell
	Count   Count
}

// RegisterRead reads a register and compares it.
type RegisterRead struct {
	Position
	Register string
	Index    uint64
	Op       Op
	Want     *big.Int // nil with None
}

// RegisterWrite sets a register.
type RegisterWrite struct {
	Position
	Register string
	Index    uint64
	Value    *big.Int
}

// RegisterReset sets all of a register array to zero.
type RegisterReset struct {
	Position
	Register string
}

// MeterSet sets the rates of a meter.
type MeterSet struct {
	Position
	Meter string
	Cell  Cell
	Rates Rates
}

// MeterRead reads the rates of a meter, and compares them if Compare.
type MeterRead struct {
	Position
	Meter   string
	Cell    Cell
	Compare bool
	Want    Rates
}

// MirroringAdd makes a clone session that copies to a port.
type MirroringAdd struct {
	Position
	Session uint32
	Port    uint32
	Length  uint32 // bytes to which copies are cut; 0: they are whole
}

// MirroringAddMC makes a clone session that copies to what is in a multicast group.
type MirroringAddMC struct {
	Position
	Session uint32
	Group   uint32
}

// MirroringGet wants a clone session to be there.
type MirroringGet struct {
	Position
	Session uint32
}

// MirroringDelete deletes a clone session.
type MirroringDelete struct {
	Position
	Session uint32
}

// GroupCreate makes a multicast group without nodes.
type GroupCreate struct {
	Position
	Group uint32
}

// NodeCreate makes a node of multicast groups. Nodes have the numbers 0, 1, … in the
// order in which they are made.
type NodeCreate struct {
	Position
	RID   uint32 // replication id of the copies
	Ports []uint32
}

// NodeUpdate gives a node other ports.
type NodeUpdate struct {
	Position
	Node  uint32
	Ports []uint32
}

// NodeAssociate puts a node in a multicast group.
type NodeAssociate struct {
	Position
	Group uint32
	Node  uint32
}

// ExpectDigest wants a digest. Fields that are not there are free.
type ExpectDigest struct {
	Position
	Digest string
	Fields []Key
}
