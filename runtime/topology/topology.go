// Package topology is the configuration of one switch: its address, its
// program, and where each virtual port leads. It reads and checks; it starts
// nothing, and it does not know which programs and back ends exist (whoever
// calls Load says so).
package topology

import (
	"net/netip"

	"up4/internal/arena"
	"up4/io/frame"
)

// Steer says how the datagrams of a peer are spread over shards.
type Steer string

// The ways of steering.
const (
	SteerFlow Steer = "flow" // the kernel picks the shard by the first datagram's bucket
	SteerPeer Steer = "peer" // the kernel's hash gives a peer to one shard
)

// Wait says what an idle shard does.
type Wait string

// The ways of waiting.
const (
	WaitAdaptive Wait = "adaptive" // spin briefly, then sleep in the kernel
	WaitSpin     Wait = "spin"
	WaitBlock    Wait = "block"
)

// AutoBackend lets the registry choose the back end.
const AutoBackend = "auto"

// Topology is one switch.
type Topology struct {
	Node   Node
	Vports []Vport // at least one, in the order of the file
	// Warnings are sentences for people: what was set, and nobody reads.
	Warnings []string
}

// Node is the switch itself. Keys has the text of every field.
type Node struct {
	ID       string
	Bind     netip.AddrPort // UDP address, the same for all shards
	Pipeline string         // program name, or a path to a .p4
	Externs  string         // path to models of the program's own externs, "" for none
	Backend  string         // AutoBackend or a back end's name

	Shards        int  // threads, 1–255, at most 64 with SteerFlow or Spread; default 1
	Oversubscribe bool // more shards than allowed CPUs
	Steer         Steer
	Spread        bool // with SteerPeer: spread a peer's frames over shards by bucket, through rings
	Wait          Wait

	GSO bool // send trains; default true
	GRO bool // receive trains; default true

	RcvBuf   int // bytes asked for, per shard socket
	SndBuf   int
	Slabs    int // 64 KiB receive buffers per shard; default 256
	TableMiB int // arena space for tables; default 256

	Socket string // control socket path; default up4-<id>.sock in the runtime directory
}

// Vport is one virtual port.
type Vport struct {
	ID        uint16 // 0–509
	Peer      netip.AddrPort
	PeerVport int // the peer's own vport number, needed only where several vports share one peer; -1 if not given
	MTU       int // longest frame sent by it, bytes; default 1460 (1440 over IPv6)
}

// Pool is the frame memory of one shard.
func (n *Node) Pool() frame.PoolSize {
	p := frame.DefaultPool
	p.Slabs = n.Slabs
	return p
}

// ArenaBytes is the arena that the shards' frame memory and the tables need.
// Whatever else a program wants there (hit counters, registers) comes on top.
func (t *Topology) ArenaBytes() uint64 {
	page := func(n uint64) uint64 { return (n + arena.PageSize - 1) &^ (arena.PageSize - 1) }
	pool := t.Node.Pool()
	return arena.PageSize + uint64(t.Node.Shards)*page(pool.Bytes()) + uint64(t.Node.TableMiB)<<20
}
