// Package link is the contract between a shard and the links that bring and
// take its frames. A link serves some of the switch's vports; each kind of link
// is a package of its own. It knows nothing of programs.
package link

import (
	"up4/internal/counter"
	"up4/io/frame"
)

// Link is one shard's end of a set of vports. All methods are for the shard's
// own thread.
//
// A turn is Poll, then Next until it says false with a Queue after each batch,
// then Flush. The frames of a turn, and the memory they lie in, are the link's;
// they are valid until the next Poll, or longer where the shard has retained
// their Home handle in the pool.
type Link interface {
	// Poll asks for what has arrived, without waiting, and returns the number
	// of messages (a message holds one frame or a train). now is the shard's
	// clock in nanoseconds. Precondition: nothing queued is unflushed.
	Poll(now int64) int
	// Next moves up to frame.BatchCap frames of the last Poll into b and says
	// whether there were any. Frames it had to drop are counted and left out.
	Next(b *frame.Batch) bool
	// Queue takes the frames of the slice whose Egress is one of the link's
	// vports, in order, ignores all others, and returns how many it took (those
	// it dropped by a counter of its own among them). It may edit the HeadSpace
	// bytes before a frame. It may flush when it runs out of room.
	Queue(frames []frame.Desc) int
	// Flush sends what is queued. When it returns, the frames' memory is no
	// longer needed: sent, or dropped by a counted reason.
	Flush()
	// Tick sends what is due by time (announcements), and returns when that is
	// next, on the clock of now. It is called every turn, after Flush.
	Tick(now int64) (next int64)
	// Farewell announces the end, after the last Flush.
	Farewell(now int64)
	// FD is readable when Poll would find something; -1 if Poll must be tried.
	FD() int
	// CloseGate makes the kernel refuse what arrives from now on, so that a
	// drain ends: what was accepted before is still delivered by Poll.
	CloseGate() error
	// Close frees the link. No call follows.
	Close() error
}

// Ports is the counters of a shard by vport; nil where there is no such vport.
type Ports [frame.NumPorts]*counter.PortTallies
