package stf

import (
	"fmt"
	"strings"
)

// Report is what a run showed.
type Report struct {
	Name     string    // of the script
	Failures []Failure // in the order of their lines
	// Stopped says that the device refused a statement, the one of the last failure.
	// Nothing after it ran and no packets were compared.
	Stopped bool
	Ports   []Port // in order: those that the script names, and those that emitted
	Reads   []Read // reads without a condition, in order
}

// Passed says that every expectation holds.
func (r *Report) Passed() bool { return len(r.Failures) == 0 }

// Port is what came out of a port.
type Port struct {
	Port     uint32
	Named    bool // by a packet or an expect
	Expected int  // packets; with 0 it must emit none
	Arrivals []Arrival
}

// Arrival is a packet that came out, in the order of its port.
type Arrival struct {
	Cause Position // of the Packet that it came of
	Order int      // among the packets of all ports, from 0
	Data  []byte
}

// Read is a value that a script asked for.
type Read struct {
	At   Position
	What string // counter c(1)
	Is   string // 2 packets, 128 bytes
}

// Kind is what is wrong.
type Kind uint8

// The kinds of failures.
const (
	Refused    Kind = iota // the device did not take a statement
	Differs                // a packet or digest is not what is expected
	Missing                // a packet or digest did not come
	Unexpected             // a packet or digest came that nothing expects
	Unequal                // a counter, register, meter or session is not as wanted
)

func (k Kind) String() string {
	return [...]string{"refused", "differs", "missing", "unexpected", "unequal"}[k]
}

// Failure is one expectation that does not hold.
type Failure struct {
	At        Position
	Kind      Kind
	Statement string // at At
	Port      uint32 // of Differs, Missing and Unexpected packets
	Msg       string
	// Expected and Got are hex digits of packets, or text for people. Digit is where
	// they first differ, in hex digits from 0, and -1 where that means nothing.
	Expected, Got string
	Digit         int
	Cause         Position // of the Packet that emitted what was got, if one did
	Err           error    // of Refused
}

// Text is a failure for people: a line with its place in the script, and below it what
// was expected and what was got, with the first difference marked.
func (f Failure) Text(name string) string {
	statement := f.Statement
	if len(statement) > 80 {
		statement = strings.ToValidUTF8(statement[:77], "") + "..."
	}
	text := fmt.Sprintf("%s:%s: %s: %s\n", name, f.At, statement, f.Msg)
	hex := func(s string) string { return s }
	if f.Digit >= 0 {
		hex = groups
	}
	if f.Expected != "" {
		text += "\texpected " + hex(f.Expected) + "\n"
	}
	if f.Got != "" {
		text += "\tgot      " + hex(f.Got) + "\n"
	}
	if f.Digit >= 0 && f.Expected != "" && f.Got != "" {
		text += "\t         " + strings.Repeat(" ", f.Digit+f.Digit/8) + "^\n"
	}
	return text
}

// String is all failures for people, or "" if there are none.
func (r *Report) String() string {
	var b strings.Builder
	for _, f := range r.Failures {
		b.WriteString(f.Text(r.Name))
	}
	return b.String()
}
