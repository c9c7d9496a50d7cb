// Package topology is the configuration of one switch: its address, its
// program, and where each virtual port leads. It reads and checks; it starts
// nothing.
package topology

import "net/netip"

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

// Topology is one switch.
type Topology struct {
	Node   Node
	Vports []Vport
}

// Node is the switch itself.
type Node struct {
	ID       string
	Bind     netip.AddrPort // UDP address, the same for all shards
	Pipeline string         // program name, or a path to a .p4
	Backend  string         // "auto" or a back end's name

	Shards        int  // threads, 1–255; default 1
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
