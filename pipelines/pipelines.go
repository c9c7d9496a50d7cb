// Package pipelines is the contract between a shard and an engine, and nothing
// else: what a program is, how a back end offers it, and what one call of an
// engine does. Shards see only this; back ends see this and the packages below.
package pipelines

import (
	"slices"

	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines/state"
	"up4/pipelines/table"
)

// Program describes a loaded P4 program: its tables and its state as the control
// plane sees them, and where it came from.
type Program struct {
	Name   string // l3fwd
	Source string // path of the .p4, or how it was given
	SHA256 string // of the .p4, hex: the artifact of record
	Arch   string // v1model
	// Tables are the program's own, in order, then those behind its profiles, value
	// sets and clone sessions.
	Tables []Table
	// Arrays are its counters, meters and registers, the direct ones last.
	Arrays  []state.Array
	Digests []Digest
	// Shared are sentences on what of the program several shards make doubtful.
	Shared []string
}

// Table is a table of a program, or what is kept in the form of one.
type Table struct {
	Name    string // the P4 name without its control, where that is unambiguous: ipv4_lpm
	Full    string // the name in P4Info: MyIngress.ipv4_lpm
	Is      Purpose
	Keys    []Key
	Actions []Action // an entry may name those that are not DefaultOnly
	Size    int      // entries
	// Default is the initial default action, and DefaultData its packed parameters;
	// nil is all zeros.
	Default      string
	DefaultData  []byte
	ConstDefault bool // the control plane may not change it
	// Entries are those that the program gives. They are there before any other.
	Entries      []table.Entry
	ConstEntries bool // the control plane may not change the entries
	// Profile is the index in Tables of the members of the table's action profile or
	// selector, 0 for none (no members stand first). Such a table's entries name the
	// actions MemberAction or GroupAction, which are the last two of Actions; only the
	// default names others.
	Profile int
	// Groups is, of Members of a selector, the index in Tables of its groups, 0 for none.
	Groups int
	// Hash is, of Members of a selector, how a member of a group is chosen.
	Hash string
	// Counter and Meter are the indices in Arrays of the table's direct ones, -1 for
	// none. Their cells have the indices of hit counters. A counter of packets is the
	// hit counters themselves: engines count the others.
	Counter, Meter int
}

// Purpose is what a Table is.
type Purpose uint8

// The purposes. All but Match are exact tables with one key field.
const (
	// Match is a table of the program.
	Match Purpose = iota
	// Members are the members of an action profile by their number, 32 bits; an
	// entry's action and parameters are the member's.
	Members
	// Groups are the groups of a selector by their number, 32 bits. The action's index
	// is how many members there are, and its data the members' numbers, 4 bytes each.
	Groups
	// Set is a value set, with the program's keys; its one action says that a value
	// is in it.
	Set
	// Sessions are clone sessions by their number, 16 bits. The action's index is how
	// many replicas there are. Its data is 2 bytes of length to which copies are cut (0:
	// they are not), then 4 bytes for each replica: port and replication id.
	Sessions
)

// MemberAction and GroupAction are the actions of entries of tables with a profile:
// each has one parameter of 32 bits, a member's or a group's number.
const (
	MemberAction = "$member"
	GroupAction  = "$group"
)

// Digest is a message to the control plane: the fields of a P4 struct, packed one
// after the other, each big-endian in as many whole bytes as its width needs.
type Digest struct {
	Name   string
	Fields []Param
}

// Key is one key field.
type Key struct {
	Name  string // as the program writes it, "hdr." left out: ipv4.dst
	Full  string // the name in P4Info: hdr.ipv4.dst
	Bits  int
	Match table.Match
	Type  Type
}

// Action is an action of a table.
type Action struct {
	Name        string
	Full        string // the name in P4Info: MyIngress.forward
	Params      []Param
	DefaultOnly bool
}

// Param is an action parameter.
type Param struct {
	Name string
	Bits int
	Type Type
}

// Type is how people write a value; the value itself is always Bits bits.
type Type uint8

// The types. Number is decimal, 0x, 0b or 0o; every type also takes a Number.
const (
	Number Type = iota
	MAC         // 02:00:00:00:00:01
	IPv4        // 10.0.2.1
	IPv6        // 2001:db8::1
	Port        // a vport, "cpu" or "drop"
)

func (t Type) String() string {
	return [...]string{"number", "mac", "ipv4", "ipv6", "port"}[t]
}

// Specs is the program's tables as package table wants them, in order.
func (p *Program) Specs() []table.Spec {
	specs := make([]table.Spec, len(p.Tables))
	for i, t := range p.Tables {
		s := table.Spec{Name: t.Name, Actions: len(t.Actions), Size: t.Size}
		for _, k := range t.Keys {
			s.Fields = append(s.Fields, table.Field{Name: k.Name, Bits: k.Bits, Match: k.Match})
		}
		for j, a := range t.Actions {
			n := 0
			for _, q := range a.Params {
				n += (q.Bits + 7) / 8
			}
			s.DataBytes = append(s.DataBytes, n)
			if a.Name == t.Default {
				s.DefaultAction = uint16(j)
				s.DefaultData = t.DefaultData
				if s.DefaultData == nil {
					s.DefaultData = make([]byte, n)
				}
			}
		}
		specs[i] = s
	}
	return specs
}

// Cells is how many cells each of the program's Arrays has: those of direct counters and
// meters as many as their table has counters of hits. specs are the program's.
func (p *Program) Cells(specs []table.Spec) []int {
	cells := make([]int, len(p.Arrays))
	for i, a := range p.Arrays {
		if cells[i] = a.Size; a.Table >= 0 {
			cells[i] = specs[a.Table].HitSlots()
		}
	}
	return cells
}

// Stateful says whether engines need Place.State.
func (p *Program) Stateful() bool {
	return slices.ContainsFunc(p.Arrays, func(a state.Array) bool {
		return a.Kind != state.Counter || a.Table < 0 || a.Unit != state.Packets
	})
}

// Forget sets the direct counter and the direct meter of an entry of table t to
// nothing, so that the next entry with its hit index finds them so.
func (p *Program) Forget(s *state.State, t int, hit uint32) {
	for i, a := range p.Arrays {
		switch {
		case a.Table != t:
		case a.Kind == state.Counter:
			s.SetCount(i, int(hit), 0, 0)
		case a.Kind == state.Meter:
			_ = s.Configure(i, int(hit), state.Rates{}) // no rates are always valid
		}
	}
}

// Given are the operations that put the program's own entries into its tables.
func (p *Program) Given() (ops []table.Op) {
	for i, t := range p.Tables {
		for _, e := range t.Entries {
			ops = append(ops, table.Op{Kind: table.Insert, Table: i, Entry: e})
		}
	}
	return ops
}

// Profile says how a back end runs a program, for people.
type Profile struct {
	Backend    string // native
	Mode       string // interpreted, jit or compiled
	Allocation string // "none per frame"
	Traces     bool   // engines heed Place.Trace
	// Arena is the bytes of the arena that each replica takes for itself.
	Arena uint64
}

// Compiled is a program made ready by a back end. Safe for use by any goroutine.
type Compiled interface {
	Program() *Program
	Profile() Profile
	// Replicate makes one shard's engine.
	Replicate(Place) (Engine, error)
}

// Place is where a replica runs.
type Place struct {
	Arena *arena.Arena
	Shard int
	// Hits holds, per table, the offset of an array of 8-byte hit counters
	// (counter.Tally) that this replica alone writes: table.Spec.HitSlots of
	// them, indexed by a record's hit index. Index 0 is that of a miss.
	Hits []arena.Off
	// State is what Program.Arrays hold, for all shards.
	State *state.State
	// Digest, if not nil, takes a digest: its index in Program.Digests and its packed
	// fields, which belong to the taker. It is called by the shard's thread.
	Digest func(digest int, fields []byte)
	// Log, if not nil, takes what the program says to people (log_msg), in the same way.
	Log func(text string)
	// Clock, if not nil, is the time in ns that meters and timestamps go by: it does not
	// go back. Without it that is the time since the engine began.
	Clock func() int64
	// Trace, if not nil, takes what happens to frames, of engines that can tell.
	Trace Tracer
}

// Engine is one shard's replica of a program. It is used by that shard's thread
// alone and never concurrently.
type Engine interface {
	// Run decides b.Frames[from:b.N] against the tables under
	// root, in order, and returns the index of the first frame it did not
	// handle: b.N, or less if b.Copies or the head cells ran low. The caller
	// then sends what there is, sets NCopies to 0, and calls again with that
	// index; an empty Copies and a full set of head cells always let at least
	// one frame through (a pool has more head cells than a group has members).
	//
	// For each frame it sets Egress (a vport, CPUPort, or DropPort with Reason)
	// and, if the program changed where the bytes are, Head, HeadLen, Body and
	// BodyLen. A frame that is replicated has its copies appended to Copies in
	// the order of the group and is itself set to DropPort with Reason Copied.
	// Copies stand in the order of their Parent frames. One that ended on its way has
	// DropPort and a Reason.
	//
	// It never blocks, allocates, or keeps a reference to b.
	Run(b *frame.Batch, from int, root arena.Off) int
	// Close frees what the replica holds beyond its Place. No call follows.
	Close() error
}
