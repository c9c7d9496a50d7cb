package stf

import "math/big"

// Device is what a script runs on. It resolves the names that the script has, which may
// be short (see Resolve), and refuses by an error what it cannot do. It keeps nothing
// that it is given but values of Entry. Calls come one at a time.
type Device interface {
	Forwarder
	Clock
	Tables
	Arrays
	Replication
	Digests
}

// Forwarder passes packets.
type Forwarder interface {
	// Packet sends a packet in by a port and returns all that comes of it, in the order
	// in which it was emitted. The caller may keep the Outputs. A dropped packet is no
	// error.
	Packet(port uint32, data []byte) ([]Output, error)
}

// Clock is the device's time, which stands still but for Wait, so that meters and
// timestamps are the same in every run.
type Clock interface {
	// Wait moves the clock on.
	Wait(microseconds uint64) error
}

// Output is a packet on its way out.
type Output struct {
	Port uint32
	Data []byte
}

// Tables are the match tables and what is kept like them.
type Tables interface {
	AddEntry(Entry) error
	RemoveEntry(Entry) error
	// RemoveAll removes every entry that was added, and leaves the program's own.
	RemoveAll() error
	SetDefault(table string, action Call) error
	AddMember(profile string, member uint32, action Call) error
	AddGroup(selector string, group uint32, members []uint32) error
	AddSetValue(set string, fields []Value) error
}

// Arrays are counters, meters and registers. A Cell with an Entry is that of the entry
// in a direct counter or meter.
type Arrays interface {
	Counter(name string, at Cell) (Count, error)
	SetCounter(name string, at Cell, to Count) error
	Register(name string, index uint64) (*big.Int, error)
	SetRegister(name string, index uint64, to *big.Int) error
	ResetRegister(name string) error
	Meter(name string, at Cell) (Rates, error)
	SetMeter(name string, at Cell, to Rates) error
}

// Count is what a counter holds.
type Count struct{ Packets, Bytes uint64 }

// Rates are those of a meter with two rates and three colours.
type Rates struct{ Committed, Peak Rate }

// Rate is of packets or bytes, as the meter has it.
type Rate struct {
	PerSecond uint64
	Burst     uint64
}

// Replication is the multicast groups and clone sessions.
type Replication interface {
	// SetMulticast makes a group, or changes what is in it.
	SetMulticast(group uint32, replicas []Replica) error
	// SetSession makes a clone session, or changes it.
	SetSession(session uint32, to Session) error
	DeleteSession(session uint32) error
	// HasSession says whether a session is there.
	HasSession(session uint32) (bool, error)
}

// Replica is one copy of a packet.
type Replica struct {
	Port uint32
	RID  uint32 // replication id, which the copy has in its metadata
}

// Session is a clone session.
type Session struct {
	Replicas []Replica
	Length   uint32 // bytes to which copies are cut; 0: they are whole
}

// Digests are the messages to the control plane.
type Digests interface {
	// DigestName is the full name of a digest.
	DigestName(name string) (string, error)
	// TakeDigests is the digests since the last call, in order.
	TakeDigests() ([]Digest, error)
}

// Digest is a message to the control plane.
type Digest struct {
	Name   string // in full
	Fields []Arg
}
