// Package api is the control plane's contract: what can be asked of a switch,
// and the JSON forms of questions and answers. It stands alone, so that a
// client links nothing of the server: it knows no tables, shards, sockets or
// programs, and every value of a table entry is text here.
package api

import (
	"context"
	"encoding/json"
	"time"
)

// Version is the version of the requests and replies. A server refuses others.
const Version = 1

// Switch is a running switch, near (package local) or far (package client).
// Methods may be called from any goroutine. Errors are *Error where the switch
// refused, and anything else where it could not be asked. What is returned
// belongs to the caller.
type Switch interface {
	Info(context.Context) (Info, error)
	// Schema is the program's tables, in the program's order.
	Schema(context.Context) (Schema, error)
	// Write applies a batch, all of it or nothing, and returns when every
	// shard that starts a batch from now on sees it.
	Write(context.Context, Batch) (Written, error)
	// Load applies a route file as one batch.
	Load(context.Context, File) (Written, error)
	// Dump reads back the entries of one table, or of all for "".
	Dump(ctx context.Context, table string) (Dump, error)
	Counters(context.Context) (Counters, error)
	// Explain is the text of every counter, in the order to show them in.
	Explain(context.Context) ([]CounterText, error)
	// Punts is the last n frames sent to the CPU port, oldest first, or all
	// that are kept for n ≤ 0. They stay where they are.
	Punts(ctx context.Context, n int) (Punts, error)
	// Shutdown begins the switch's orderly end and returns before it is over.
	Shutdown(context.Context) error
}

// Info is what the switch is and how it was set up.
type Info struct {
	ID          string    `json:"id"`
	Version     string    `json:"version"`
	PID         int       `json:"pid"`
	Incarnation int       `json:"incarnation"`
	Started     time.Time `json:"started"`
	UptimeNs    int64     `json:"uptime_ns"`
	Bind        string    `json:"bind"`

	Program Program `json:"program"`

	Backend    string `json:"backend"`
	Mode       string `json:"mode"` // interpreted, jit or compiled
	Allocation string `json:"allocation"`

	Steer          string      `json:"steer"`
	Spread         bool        `json:"spread"`
	Wait           string      `json:"wait"`
	Oversubscribed bool        `json:"oversubscribed"`
	ArenaBytes     uint64      `json:"arena_bytes"`
	ArenaFree      uint64      `json:"arena_free_bytes"`
	Shards         []ShardInfo `json:"shards"`
	Vports         []VportInfo `json:"vports"`
	Warnings       []string    `json:"warnings"`
}

// Program is which program runs, and where it came from.
type Program struct {
	Name   string `json:"name"`
	Arch   string `json:"arch"`
	Source string `json:"source"`
	SHA256 string `json:"sha256"` // of the .p4, hex
}

// ShardInfo is one shard.
type ShardInfo struct {
	Index  int  `json:"index"`
	CPU    int  `json:"cpu"`    // -1 if not pinned
	RcvBuf int  `json:"rcvbuf"` // bytes granted
	SndBuf int  `json:"sndbuf"`
	GSO    bool `json:"gso"`
	GRO    bool `json:"gro"`
}

// VportInfo is one virtual port.
type VportInfo struct {
	ID         int    `json:"id"`
	Peer       string `json:"peer"`
	PeerVport  *int   `json:"peer_vport,omitempty"`
	MTU        int    `json:"mtu"`         // bytes of frame
	PeerShards int    `json:"peer_shards"` // 0 until the peer has said
	// GSOFallback is true if the route refused trains.
	GSOFallback bool `json:"gso_fallback"`
}

// Schema is the tables of a program.
type Schema struct {
	Program string  `json:"program"`
	Tables  []Table `json:"tables"`
}

// Table is one table.
type Table struct {
	Name    string   `json:"name"`
	Keys    []Key    `json:"keys"`
	Actions []Action `json:"actions"`
	Size    int      `json:"size"` // entries
	// Default is the action of a miss as the program has it at first. What it
	// is now, a dump says.
	Default string `json:"default_action"`
	// Priority says whether entries need one (a ternary table).
	Priority bool `json:"priority"`
	// Example is the words of a table add that fits.
	Example []string `json:"example"`
}

// Key is one key field.
type Key struct {
	Name    string `json:"name"`
	Match   string `json:"match"` // exact, lpm or ternary
	Bits    int    `json:"bits"`
	Type    string `json:"type"` // number, mac, ipv4, ipv6 or port
	Example string `json:"example"`
}

// Action is one action of a table.
type Action struct {
	Name        string  `json:"name"`
	Params      []Param `json:"params"`
	DefaultOnly bool    `json:"default_only,omitempty"`
}

// Param is an action parameter.
type Param struct {
	Name    string `json:"name"`
	Bits    int    `json:"bits"`
	Type    string `json:"type"`
	Example string `json:"example"`
}

// Kind is what an Op does.
type Kind string

// The kinds. Clear deletes every entry of the table and keeps the default;
// an empty table name clears all tables.
const (
	Add     Kind = "add"     // the entry must be new
	Modify  Kind = "modify"  // the entry must exist
	Delete  Kind = "delete"  // the entry must exist; no action is given
	Default Kind = "default" // sets the action of a miss; no key is given
	Clear   Kind = "clear"
)

// Op is one step of a batch. Its entry is given in one of two forms: Words as
// on a command line, without the table's name, or Entry.
type Op struct {
	Kind  Kind     `json:"op"`
	Table string   `json:"table,omitempty"`
	Words []string `json:"words,omitempty"` // 10.0.2.0/24 forward port=1 dmac=…
	Entry *Entry   `json:"entry,omitempty"`
}

// Batch is what one Write applies.
type Batch struct {
	Ops []Op `json:"ops"`
}

// Entry is one table entry: an element of a route file, and of a dump. Values
// are text as entry prints it: numbers, addresses, 10.0.0.0/8 for LPM,
// value&&&mask or * for ternary.
type Entry struct {
	Table string `json:"table"`
	// DefaultAction marks the action of a miss; Match and Priority are empty.
	DefaultAction bool             `json:"default_action,omitempty"`
	Match         map[string]Value `json:"match,omitempty"`
	Priority      *Value           `json:"priority,omitempty"` // ternary only, the larger wins
	Action        string           `json:"action"`
	Params        map[string]Value `json:"params,omitempty"`
	// Hits is filled in by dumps only, and read over in files.
	Hits *uint64 `json:"hits,omitempty"`
}

// File is a route file: a JSON array of Entry.
type File struct {
	Name string `json:"name"` // for error messages
	Text string `json:"text"`
	// Replace clears the tables named in the file first, in the same batch.
	Replace bool `json:"replace,omitempty"`
}

// Written is what a batch did.
type Written struct {
	Applied int `json:"applied"` // steps
	// Warnings are sentences for people about what was applied all the same.
	Warnings []string `json:"warnings"`
}

// Dump is entries read back, as they were written, in canonical form.
type Dump struct {
	Tables []TableDump `json:"tables"`
}

// TableDump is one table.
type TableDump struct {
	Table   string  `json:"table"`
	Entries []Entry `json:"entries"`
	Default Entry   `json:"default"`
}

// Punts is frames sent to the CPU port.
type Punts struct {
	Punts []Punt `json:"punts"`
}

// Punt is one such frame.
type Punt struct {
	Seq    uint64    `json:"seq"` // 1 for the first since the start
	Time   time.Time `json:"time"`
	Vport  int       `json:"vport"`  // it came in by
	Length int       `json:"length"` // bytes
	Bytes  Hex       `json:"bytes"`  // maybe cut short
}

// Request is one line to the server.
type Request struct {
	V      int             `json:"v"`
	ID     uint64          `json:"id"` // comes back in the reply; 0 if left out
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

// The methods of Request, and their params.
const (
	MethodInfo     = "info"
	MethodSchema   = "schema"
	MethodWrite    = "write" // Batch
	MethodLoad     = "load"  // File
	MethodDump     = "dump"  // DumpParams
	MethodCounters = "counters"
	MethodExplain  = "explain"
	MethodPunts    = "punts" // PuntsParams
	MethodShutdown = "shutdown"
)

// DumpParams are the params of MethodDump.
type DumpParams struct {
	Table string `json:"table,omitempty"`
}

// PuntsParams are the params of MethodPunts.
type PuntsParams struct {
	N int `json:"n,omitempty"`
}

// Reply is one line from the server: Result or Error.
type Reply struct {
	V      int             `json:"v"`
	ID     uint64          `json:"id"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Error          `json:"error,omitempty"`
}
