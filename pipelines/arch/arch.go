// Package arch holds what the architectures below it share.
package arch

import "up4/p4/source"

// Span is a place in a program's text.
type Span = source.Span

// Where is a place for people, as FILE:LINE; "" for no place.
type Where func(Span) string

// UnsupportedError is about something in a program that cannot be run as it stands.
type UnsupportedError struct {
	At  source.Span
	Msg string
}

func (e *UnsupportedError) Error() string { return e.Msg }

// Replica is where a copy goes.
type Replica struct{ Port, RID uint16 }

// Fate is what became of a packet or a copy.
type Fate uint8

// The fates.
const (
	Sent      Fate = iota
	Dropped        // the program said so
	NoGroup        // its multicast group has no members
	NoSession      // a clone's session does not exist
	Fault          // a block did not end
	Assert         // an assertion failed
	Looped         // cloned, resubmitted or recirculated too often
)

// Output is a packet that leaves, or, unless Fate is Sent, one that does not.
type Output struct {
	Fate  Fate
	Port  uint16
	Group uint16
	RID   uint16
	Bytes []byte
}
