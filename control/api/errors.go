package api

import "fmt"

// Code is the stable name of a refusal, for programs to branch on.
type Code string

// The codes. Each has an example in the tests of packages entry, local or ctl.
const (
	BadRequest    Code = "bad-request"    // not a request, or params that do not fit
	BadVersion    Code = "bad-version"    // another version of the protocol
	UnknownMethod Code = "unknown-method" //
	TooLarge      Code = "too-large"      // a request line above the limit
	Busy          Code = "busy"           // too many clients
	Timeout       Code = "timeout"        // a request that did not end in time
	Closing       Code = "closing"        // the switch is shutting down
	Internal      Code = "internal"       // a fault of the switch itself

	UnknownTable  Code = "unknown-table"
	UnknownKey    Code = "unknown-key"
	UnknownAction Code = "unknown-action"
	UnknownParam  Code = "unknown-param"
	MissingKey    Code = "missing-key"
	MissingAction Code = "missing-action"
	MissingParam  Code = "missing-param"
	BadValue      Code = "bad-value"
	BadPrefix     Code = "bad-prefix" // bits set that the prefix or mask leaves out
	BadPriority   Code = "bad-priority"
	BadEntry      Code = "bad-entry" // words too many, or an entry of the wrong form
	BadFile       Code = "bad-file"  // not JSON, or not of the form of a route file

	ReadOnly     Code = "read-only" // const entries, a const default action
	UnknownArray Code = "unknown-array"
	BadCell      Code = "bad-cell" // no such cell, or a value it cannot have

	Exists   Code = "exists"
	NotFound Code = "not-found"
	Full     Code = "full"   // the table has its size of entries
	Memory   Code = "memory" // the memory for tables is used up
)

// Error is a refusal. Nothing of the request was done.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	// Index is the step of the batch, 0-based; nil if it is not about one.
	Index *int `json:"index,omitempty"`
	// File, Line and Column are the place in a route file, 1-based; Column
	// counts bytes.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Error is routes.json:3:12: message [code].
func (e *Error) Error() string {
	at := ""
	switch {
	case e.Line > 0:
		at = fmt.Sprintf("%s:%d:%d: ", e.File, e.Line, e.Column)
	case e.File != "":
		at = e.File + ": "
	case e.Index != nil && *e.Index > 0:
		at = fmt.Sprintf("entry %d of the batch: ", *e.Index+1)
	}
	return fmt.Sprintf("%s%s [%s]", at, e.Message, e.Code)
}

// Errorf is an Error with a message made like fmt.Sprintf does.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
