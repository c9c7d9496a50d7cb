// Package status holds what a running switch tells about itself: plain values,
// taken at one moment, that belong to whoever asked. It reads nothing and
// starts nothing, and it knows neither shards nor the control plane.
package status

import (
	"errors"
	"net/netip"
	"time"

	"up4/internal/counter"
	"up4/pipelines"
)

// ErrClosing is what a switch that shuts down says to changes.
var ErrClosing = errors.New("the switch is shutting down")

// ErrTracing says that someone else traces frames.
var ErrTracing = errors.New("frames are being traced by another client")

// ErrNoTraces is for programs whose back end does not tell what happens to frames.
var ErrNoTraces = errors.New("the back end does not trace frames")

// Info is what the switch is and how it was set up.
type Info struct {
	ID          string
	Version     string // of up4
	PID         int
	Incarnation uint8 // 0–3
	Started     time.Time
	Bind        netip.AddrPort
	Profile     pipelines.Profile
	Steer       string // flow or peer
	Spread      bool
	Wait        string // adaptive, spin or block
	// Oversubscribed is true if there are more shards than allowed CPUs, or than
	// CPUs whose time the control group grants.
	Oversubscribed bool
	ArenaBytes     uint64
	ArenaFree      uint64 // bytes never handed out
	Shards         []Shard
	Vports         []Vport
	// Warnings are sentences for people: what was asked for and not granted,
	// what the program does that several shards make doubtful.
	Warnings []string
}

// Shard is one shard as it was set up.
type Shard struct {
	CPU    int  // -1 if not pinned
	RcvBuf int  // bytes of payload the kernel granted (half of what getsockopt says)
	SndBuf int  // bytes
	GSO    bool // trains are sent, unless a peer's route refused
	GRO    bool // trains are received
}

// Vport is one virtual port.
type Vport struct {
	ID         uint16
	Peer       netip.AddrPort
	PeerVport  int  // -1 if not set
	MTU        int  // bytes of frame
	PeerShards int  // as the peer last said; 0 until it did, when 1 is taken for granted
	GSO        bool // trains are sent: asked for, known to the kernel, not refused by the route
	Fallback   bool // the route refused trains: datagrams are sent one by one
}

// Counters is every counter, summed over shards where they are per vport.
// The values were read one after the other, not at one instant.
type Counters struct {
	Vports []VportCounters
	Shards []ShardCounters // by index
}

// VportCounters is one vport's, indexed by counter.Port.
type VportCounters struct {
	ID    uint16
	Total [counter.NumPort]uint64
}

// ShardCounters is one shard's, indexed by counter.Shard.
type ShardCounters struct {
	CPU   int // -1 if not pinned
	Total [counter.NumShard]uint64
}

// Trace is what happened to one frame on a shard.
type Trace struct {
	Shard int
	Time  time.Time
	*pipelines.Trace
}

// Digest is one message of the program to the control plane.
type Digest struct {
	Seq    uint64 // 1 for the first since the start
	Time   time.Time
	Digest int    // index in the program's Digests
	Fields []byte // packed
}

// Punt is one frame that the program sent to the CPU port.
type Punt struct {
	Seq    uint64    // 1 for the first since the start
	Time   time.Time // when it was taken from the shard
	Vport  uint16    // it came in by
	Length int       // bytes of the frame
	Bytes  []byte    // of the frame, maybe cut short
}
