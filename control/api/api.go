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
	// Dump reads entries back.
	Dump(context.Context, DumpParams) (Dump, error)
	// Cells reads cells of a counter, meter or register of the program.
	Cells(context.Context, CellsParams) (Cells, error)
	// SetCells writes them.
	SetCells(context.Context, SetCells) (Written, error)
	// Digests is the last n messages of the program to the control plane, oldest
	// first, or all that are kept for n ≤ 0. They stay where they are.
	Digests(ctx context.Context, n int) (Digests, error)
	// Trace traces frames from now on and returns once there are N of them, or the
	// time is over. One client at a time may.
	Trace(context.Context, TraceParams) (Traces, error)
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

// Schema is what of a program the control plane can reach. Names are those of its
// P4Info, cut to the last part where that is of one alone.
type Schema struct {
	Program   string   `json:"program"`
	Tables    []Table  `json:"tables"`
	Profiles  []Table  `json:"profiles,omitempty"` // action profiles and selectors
	ValueSets []Table  `json:"value_sets,omitempty"`
	Arrays    []Array  `json:"arrays,omitempty"`
	Digests   []Digest `json:"digests,omitempty"`
}

// Array is a counter, meter or register.
type Array struct {
	Name string    `json:"name"`
	Kind ArrayKind `json:"kind"`
	Unit string    `json:"unit,omitempty"`  // of counters and meters: packets, bytes or both
	Size int       `json:"size"`            // cells
	Bits int       `json:"bits,omitempty"`  // of a register's cell
	Type string    `json:"type,omitempty"`  // number
	Of   string    `json:"table,omitempty"` // the table whose entries' it is
}

// ArrayKind is what the cells of an array are.
type ArrayKind string

// The kinds of arrays.
const (
	Counter  ArrayKind = "counter"
	Meter    ArrayKind = "meter"
	Register ArrayKind = "register"
)

// Digest is a kind of message to the control plane.
type Digest struct {
	Name   string  `json:"name"`
	Fields []Param `json:"fields"`
}

// Table is one table, or what has entries as one.
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
	// Profile is the action profile or selector that entries take their actions from.
	Profile string `json:"profile,omitempty"`
	// Groups says, of a profile, whether it is a selector.
	Groups bool `json:"groups,omitempty"`
	// ConstEntries and ConstDefault say what the program does not let change.
	ConstEntries bool `json:"const_entries,omitempty"`
	ConstDefault bool `json:"const_default,omitempty"`
	// Example is the words of an add that fits.
	Example []string `json:"example"`
}

// Key is one key field.
type Key struct {
	Name    string `json:"name"`
	Match   string `json:"match"` // exact, lpm, ternary, range or optional
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

// The kinds. Clear deletes every entry of the table and keeps the default; an
// empty table name clears all tables, profiles, value sets and clone sessions, but
// for const entries. Multicast groups are Set and Deleted, nothing else is Set.
const (
	Add     Kind = "add"     // the entry must be new
	Modify  Kind = "modify"  // the entry must exist
	Delete  Kind = "delete"  // the entry must exist; no action is given
	Default Kind = "default" // sets the action of a miss; no key is given
	Clear   Kind = "clear"
	Set     Kind = "set" // whether it exists or not
)

// Object is what an entry is one of.
type Object string

// The objects. Names of tables, of profiles and of value sets are apart from each other.
const (
	TableEntry     Object = "table" // also ""
	Member         Object = "member"
	Group          Object = "group"
	ValueSet       Object = "value_set"
	CloneSession   Object = "clone_session"
	MulticastGroup Object = "multicast_group"
)

// Op is one step of a batch. Its entry is given in one of two forms: Words as
// on a command line, without the table's name, or Entry.
type Op struct {
	Kind   Kind   `json:"op"`
	Object Object `json:"object,omitempty"` // an Entry says it itself
	// Table is the name of the table, profile or value set.
	Table string   `json:"table,omitempty"`
	Words []string `json:"words,omitempty"` // 10.0.2.0/24 forward port=1 dmac=…
	Entry *Entry   `json:"entry,omitempty"`
}

// Batch is what one Write applies.
type Batch struct {
	Ops []Op `json:"ops"`
}

// Entry is one entry: an element of a route file, and of a dump. Values are text as
// package entry prints it: numbers, addresses, 10.0.0.0/8 for LPM, value&&&mask or *
// for ternary, first..last for range. What it is an entry of is the first of these
// that is given:
//
//	table            match, priority, and action with params, member or group
//	profile, group   members
//	profile, member  action with params
//	value_set        match
//	clone_session    replicas, length
//	multicast_group  replicas
type Entry struct {
	Table          string `json:"table,omitempty"`
	Profile        string `json:"profile,omitempty"`
	ValueSet       string `json:"value_set,omitempty"`
	CloneSession   *Value `json:"clone_session,omitempty"`
	MulticastGroup *Value `json:"multicast_group,omitempty"`
	// DefaultAction marks the action of a miss; Match and Priority are empty.
	DefaultAction bool             `json:"default_action,omitempty"`
	Match         map[string]Value `json:"match,omitempty"`
	Priority      *Value           `json:"priority,omitempty"` // where masks or ranges are, the larger wins
	Action        string           `json:"action,omitempty"`
	Params        map[string]Value `json:"params,omitempty"`
	// Member and Group are numbers: of a table's entry what it leads to, of a
	// profile's what it is.
	Member   *Value    `json:"member,omitempty"`
	Group    *Value    `json:"group,omitempty"`
	Members  []Value   `json:"members,omitempty"` // one named twice is chosen twice as often
	Replicas []Replica `json:"replicas,omitempty"`
	Length   *Value    `json:"length,omitempty"` // bytes to which copies are cut
	// Const marks what the program gives and does not let change. A dump has it all
	// the same; a file leaves it alone.
	Const bool `json:"const,omitempty"`
	// Hits, Bytes and Meter are filled in by dumps only, and read over in files.
	Hits  *uint64 `json:"hits,omitempty"`
	Bytes *uint64 `json:"bytes,omitempty"`
	Meter *Rates  `json:"meter,omitempty"`
}

// Replica is one copy of a packet.
type Replica struct {
	Port Value `json:"port"`
	RID  Value `json:"rid,omitempty"` // replication id; 0 if left out
}

// Rates are a meter's, in packets or bytes a second, and its bursts (RFC 2698).
type Rates struct {
	CIR uint64 `json:"cir"`
	CBS uint64 `json:"cbs"`
	PIR uint64 `json:"pir"`
	PBS uint64 `json:"pbs"`
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

// TableDump is one table, or what else has entries.
type TableDump struct {
	Object  Object  `json:"object,omitempty"` // none for a table
	Table   string  `json:"table,omitempty"`
	Entries []Entry `json:"entries"`
	Default *Entry  `json:"default,omitempty"` // of tables
}

// Cells is an array read back.
type Cells struct {
	Array Array `json:"array"`
	// Cells are those asked for: of a whole array those that are not zero, or
	// meters that have rates.
	Cells []Cell `json:"cells"`
}

// Cell is one cell.
type Cell struct {
	Index   *int    `json:"index,omitempty"`
	Entry   *Entry  `json:"entry,omitempty"` // whose cell it is, in place of an index
	Packets *uint64 `json:"packets,omitempty"`
	Bytes   *uint64 `json:"bytes,omitempty"`
	Rates   *Rates  `json:"rates,omitempty"`
	Value   *Value  `json:"value,omitempty"`
}

// Digests is messages of the program to the control plane.
type Digests struct {
	Digests []DigestMessage `json:"digests"`
}

// DigestMessage is one.
type DigestMessage struct {
	Seq    uint64           `json:"seq"` // 1 for the first since the start
	Time   time.Time        `json:"time"`
	Digest string           `json:"digest"`
	Fields map[string]Value `json:"fields"`
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

// TraceParams say which frames to trace, and how long to wait for them.
type TraceParams struct {
	Vport  *int `json:"vport,omitempty"` // that frames come in by; all if left out
	N      int  `json:"n"`               // frames, 1 to 1,000
	WaitMs int  `json:"wait_ms"`         // at most 20,000
}

// Traces is what happened to frames, in the order in which shards told.
type Traces struct {
	Traces []Trace `json:"traces"`
	// Lost is traces that there was no room for.
	Lost uint64 `json:"lost,omitempty"`
}

// Trace is what happened to one frame.
type Trace struct {
	Time   time.Time    `json:"time,omitzero"`
	Shard  int          `json:"shard"`
	Vport  int          `json:"vport"` // it came in by
	Bytes  Hex          `json:"bytes"`
	Events []TraceEvent `json:"events"`
}

// TraceEvent is one thing that happened to a frame. Event is block (a parser or
// control begins), call (an action or function does), state, extract, reject, set (a field changed), table,
// extern, emit, copy, send or drop.
type TraceEvent struct {
	Event  string       `json:"event"`
	At     string       `json:"at,omitempty"` // FILE:LINE of the program
	Name   string       `json:"name,omitempty"`
	Fields []TraceField `json:"fields,omitempty"` // of a header, or a table's keys
	Before string       `json:"before,omitempty"`
	After  string       `json:"after,omitempty"`
	Hit    *bool        `json:"hit,omitempty"`   // of a table
	Entry  *Entry       `json:"entry,omitempty"` // that hit; none once it is gone
	Action string       `json:"action,omitempty"`
	Args   []TraceField `json:"args,omitempty"`
	Length int          `json:"length,omitempty"` // bytes emitted, or of a frame that leaves
	Vport  *int         `json:"vport,omitempty"`  // it leaves by
	Bytes  Hex          `json:"bytes,omitempty"`
}

// TraceField is a name and a value.
type TraceField struct {
	Name  string `json:"name,omitempty"`
	Value string `json:"value"`
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
	MethodCells    = "cells" // CellsParams
	MethodSetCells = "set_cells"
	MethodDigests  = "digests" // LastParams
	MethodTrace    = "trace"   // TraceParams
	MethodCounters = "counters"
	MethodExplain  = "explain"
	MethodPunts    = "punts" // LastParams
	MethodShutdown = "shutdown"
)

// DumpParams say what to read back: entries of an object (of tables if none is
// named), of one table, profile or value set or of all, or everything there is.
type DumpParams struct {
	Object Object `json:"object,omitempty"`
	Table  string `json:"table,omitempty"`
	All    bool   `json:"all,omitempty"`
}

// CellsParams say which cells: one by its index, of a direct array by the words of
// its entry's key as a delete has them, or all.
type CellsParams struct {
	Kind  ArrayKind `json:"kind"`
	Name  string    `json:"name"`
	Index *int      `json:"index,omitempty"`
	Words []string  `json:"words,omitempty"`
}

// SetCells says which cells get which values. What is not given becomes zero.
type SetCells struct {
	CellsParams
	All     bool   `json:"all,omitempty"` // every cell: none is then named
	Packets uint64 `json:"packets,omitempty"`
	Bytes   uint64 `json:"bytes,omitempty"`
	Rates   *Rates `json:"rates,omitempty"` // none: the meter is off, and all is green
	Value   *Value `json:"value,omitempty"`
}

// LastParams are the params of methods that give the last of something.
type LastParams struct {
	N int `json:"n,omitempty"`
}

// Reply is one line from the server: Result or Error.
type Reply struct {
	V      int             `json:"v"`
	ID     uint64          `json:"id"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Error          `json:"error,omitempty"`
}
