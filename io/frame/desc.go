// Package frame holds what the data path passes around: descriptors of frames
// that stay where they were received, batches of them, and the memory they lie
// in. It knows nothing of sockets, programs or shards.
package frame

import "up4/internal/arena"

// Ports with a meaning of their own, as v1model numbers them. Ports 0–509 are
// vports.
const (
	MaxPort  = 509
	CPUPort  = 510 // to the control plane
	DropPort = 511
	NumPorts = 510
)

// FloodGroup is the multicast group that always holds every vport.
const FloodGroup = 1

// Desc is one frame: where its bytes are, where it came from, and what the
// program decided. It holds no Go pointer and has the same layout for Go, BPF
// and WebAssembly (little-endian, 32 bytes):
//
//	 0 head u32 | 4 body u32 | 8 headLen u16 | 10 bodyLen u16
//	12 ingress u16 | 14 egress u16 | 16 group u16 | 18 rid u16
//	20 home u32 | 24 stamp u32 | 28 bucket u8 | 29 reason u8 | 30 parent u16
//
// The frame is head followed by body. HeadLen is normally 0 and the whole frame
// is the body, edited in place. Whoever sends it may overwrite the HeadSpace
// bytes in front of its first byte (the overlay header goes there).
type Desc struct {
	Head    arena.Off // first byte of the head; 0 if HeadLen is 0
	Body    arena.Off // first byte of the body
	HeadLen uint16    // bytes
	BodyLen uint16    // bytes
	Ingress uint16    // vport it came in by
	Egress  uint16    // verdict: a vport, CPUPort or DropPort
	Group   uint16    // multicast group this copy was made for, 0 if none
	RID     uint16    // replication id of this copy
	Home    Handle    // the slab or cell the body lies in
	Stamp   uint32    // microseconds, receiving shard's clock at arrival
	Bucket  uint8     // 0–63, of the flow the frame belonged to on arrival
	Reason  Reason    // why, if Egress is DropPort
	Parent  uint16    // of a copy: index in Frames of the frame it copies
}

// Len is the frame's length in bytes.
func (d *Desc) Len() int { return int(d.HeadLen) + int(d.BodyLen) }

// First is the offset of the frame's first byte.
func (d *Desc) First() arena.Off {
	if d.HeadLen != 0 {
		return d.Head
	}
	return d.Body
}

// Reason says why an engine dropped a frame.
type Reason uint8

// The reasons of an engine. Others drop for reasons of their own, which they
// count themselves.
const (
	ByProgram Reason = iota // the program said so
	NoGroup                 // it named a multicast group without members
	NoCell                  // a copy found no head cell
	Fault                   // a trap, or the step budget ran out
	NoSession               // a clone's session does not exist
	Looped                  // it was cloned, resubmitted or recirculated too often
	Assert                  // an assertion of the program failed
	Copied                  // not a drop: the frame lives on as copies
	NumReasons
)

// BatchCap is the largest number of frames in one engine call, CopyCap the
// room for copies in one.
const (
	BatchCap = 256
	CopyCap  = 1024
)

// Batch is what one engine call works on. The shard fills Frames[:N] and sets
// NCopies to zero; the engine writes verdicts in place and appends multicast
// copies and clones to Copies. All memory belongs to the shard and is valid
// until the call returns.
//
// A frame that is replicated lives on only as its copies: Batch.Copy makes each,
// and the frame itself is set to DropPort with Reason Copied. A copy that ended in the
// engine, while others of the frame live on, has DropPort and its own Reason.
type Batch struct {
	Frames  []Desc // BatchCap long, in the arena
	Copies  []Desc // CopyCap long, in the arena
	N       int    // frames in this batch
	NCopies int    // copies made so far
	Pool    *Pool  // head cells for copies and longer heads
}
