package table

import (
	"encoding/binary"
	"errors"
)

// Match is how one key field matches.
type Match uint8

// The match kinds of core.p4 that a Field can have.
const (
	Exact Match = iota
	LPM
	Ternary
	// Range is a field between two values, both included, as unsigned numbers.
	Range
	// Optional is Ternary with a mask of all bits or of none.
	Optional
)

func (m Match) String() string { return [...]string{"exact", "lpm", "ternary", "range", "optional"}[m] }

// Field is one key field. A value is Bytes() long, big-endian, right-aligned.
type Field struct {
	Name  string
	Bits  int
	Match Match
}

// Bytes is the field's length in a packed key.
func (f Field) Bytes() int { return (f.Bits + 7) / 8 }

// Spec describes one table. A table with a Range field is a range table; any
// other with a Ternary or Optional field is a ternary table. In both every field
// that is no Range has a mask. Of the rest, one with an LPM field is an LPM table
// and any other is exact.
type Spec struct {
	Name   string
	Fields []Field
	// Actions is the number of actions an entry can name: 0 … Actions-1.
	Actions int
	// DataBytes is the length of each action's packed parameters: every
	// parameter big-endian in as many whole bytes as its width needs, one after
	// the other.
	DataBytes []int
	// Size is the largest number of entries.
	Size int
	// DefaultAction and DefaultData are what a miss gives at first.
	DefaultAction uint16
	DefaultData   []byte
}

// Ranked says whether entries have masks and priorities.
func (s *Spec) Ranked() bool { return s.Match() >= Ternary }

// Masked says whether entries have masks: those with priorities, and those of a table
// with several LPM fields, where the masks are the prefixes.
func (s *Spec) Masked() bool { return s.Ranked() || s.prefixes() > 1 }

// prefixes is the number of LPM fields.
func (s *Spec) prefixes() (n int) {
	for _, f := range s.Fields {
		if f.Match == LPM {
			n++
		}
	}
	return n
}

// KeyBytes is the length of the packed key: the fields one after the other.
func (s *Spec) KeyBytes() int {
	n := 0
	for _, f := range s.Fields {
		n += f.Bytes()
	}
	return n
}

// Entry is one entry as written and as read back.
type Entry struct {
	// Key is the packed key. Bits that do not count (below an LPM prefix,
	// outside a ternary mask) must be zero, as P4Runtime requires. A Range field
	// has its lower bound here.
	Key []byte
	// Mask is as long as Key, for ternary and range tables and for LPM tables with
	// several LPM fields only (Spec.Masked). An exact field has a mask of all its
	// bits, an LPM field one that is a prefix. A Range field
	// has its upper bound here, which is not below the lower one; 0 and a value
	// of all its bits hold every value.
	Mask []byte
	// PrefixLen is the number of leading bits of the LPM field that count, of several
	// LPM fields the sum, which must be that of the masks. The larger one wins; of
	// equal sums the mask that is larger as a big-endian number, so that the first of
	// the fields counts most. 0 in ternary and range tables, where the mask says it.
	PrefixLen int
	// Priority orders the entries of ternary and range tables: the larger wins
	// (P4Runtime 9.1). Two entries of equal key, mask and priority are the same
	// entry. Among equal priorities, of which P4Runtime says nothing, the answer
	// depends on what the entries are, not on the order of writing: in a ternary
	// table the mask with more bits set wins, then the mask that is larger as a
	// big-endian number; in a range table the Key that is larger as a big-endian
	// number, then the Mask that is.
	Priority int32
	Action   uint16
	Data     []byte // packed parameters
}

// OpKind is what an Op does.
type OpKind uint8

// The operations of a batch. Insert fails if the entry exists, Modify and
// Delete if it does not. SetDefault takes Action and Data only. Clear deletes
// every entry of the table and keeps the default. SetGroup gives a multicast group,
// whose number is the entry's Key of 2 bytes, the replicas in Data: port and replication
// id of each in 2 bytes. It has no table; no replicas mean that there is no such group.
const (
	Insert OpKind = iota
	Modify
	Delete
	SetDefault
	Clear
	SetGroup
)

// Op is one step of a batch.
type Op struct {
	Kind  OpKind
	Table int
	Entry Entry
}

// Errors of Apply, wrapped in an *OpError.
var (
	ErrExists   = errors.New("entry exists already")
	ErrNotFound = errors.New("no such entry")
	ErrFull     = errors.New("table full")
	ErrInvalid  = errors.New("invalid entry")
	ErrMemory   = errors.New("table memory exhausted")
)

// OpError says which step of a batch failed; nothing of the batch was applied.
type OpError struct {
	Index int // 0-based
	Err   error
}

func (e *OpError) Error() string { return e.Err.Error() }
func (e *OpError) Unwrap() error { return e.Err }

// Replica is one copy of a multicast group: the port it leaves by and the
// replication id that tells copies to one port apart.
type Replica struct {
	Port uint16
	RID  uint16
}

// AppendReplica appends a replica as Data of SetGroup has it.
func AppendReplica(data []byte, r Replica) []byte {
	return binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(data, r.Port), r.RID)
}

// Replicas is what Data of SetGroup holds; false if it is no whole number of them.
func Replicas(data []byte) ([]Replica, bool) {
	if len(data)%4 != 0 {
		return nil, false
	}
	out := make([]Replica, 0, len(data)/4)
	for ; len(data) > 0; data = data[4:] {
		out = append(out, Replica{binary.BigEndian.Uint16(data), binary.BigEndian.Uint16(data[2:])})
	}
	return out, true
}

// Listed is an entry read back, with the index of its hit counter.
type Listed struct {
	Entry
	Hit uint32
}
