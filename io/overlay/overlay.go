// Package overlay is the 12-byte header that stands before each frame in a UDP
// datagram: who sent it, in which order, and when. It knows nothing of sockets
// and nothing of what the frame holds.
package overlay

import (
	"encoding/binary"
	"errors"
)

// Layout, big-endian:
//
//	 0      4        8               16        22             31
//	+------+--------+---------------+---------+----------------+
//	| ver=1| flags  | sender shard  | bucket  | sender's vport |
//	+------+--------+---------------+---------+----------------+
//	| sequence number, per (vport, sender shard, bucket)       |
//	+----------------------------------------------------------+
//	| microseconds, sender's coarse monotonic clock, wraps     |
//	+----------------------------------------------------------+
//
// The flags nibble, least significant bit first: bit 0 header only, bits 1–2
// the sender's incarnation, bit 3 reserved and zero.
//
// A header-only datagram carries no frame. Its sequence number is the last one
// used in its bucket (so a loss at the tail shows), zero if none was (so a loss at
// the head shows), and its third word is the sender's number of shards.
const (
	Size    = 12 // bytes
	Version = 1

	// Buckets is the number of buckets: 6 bits.
	Buckets = 64
	// MaxVport is the highest vport the header can name.
	MaxVport = 1<<10 - 1

	verShift   = 28
	flagShift  = 24
	shardShift = 16
	buckShift  = 10

	// HeaderOnly, incarnation and reserved bits as they stand in the first word.
	HeaderOnlyBit = 1 << flagShift
	incShift      = flagShift + 1
	IncMask       = 3 << incShift
	ReservedBit   = 8 << flagShift
	VersionMask   = 0xf << verShift
	// BucketMask covers the bucket in the first word: all other bits are the
	// same for every frame of one vport, shard and incarnation.
	BucketMask = (Buckets - 1) << buckShift
)

// Errors of Parse.
var (
	ErrShort    = errors.New("datagram shorter than the overlay header")
	ErrVersion  = errors.New("unknown overlay version")
	ErrReserved = errors.New("reserved overlay bit set")
)

// Header is the header, taken apart.
type Header struct {
	HeaderOnly  bool
	Incarnation uint8 // 0–3
	Shard       uint8
	Bucket      uint8 // 0–63
	Vport       uint16
	Seq         uint32
	// Micros is the sender's clock, or its number of shards if HeaderOnly.
	Micros uint32
}

// Word is the header's first word. Preconditions: incarnation < 4, bucket < 64,
// vport ≤ MaxVport.
func Word(incarnation, shard, bucket uint8, vport uint16) uint32 {
	return Version<<verShift | uint32(incarnation)<<incShift | uint32(shard)<<shardShift |
		uint32(bucket)<<buckShift | uint32(vport)
}

// WordBucket, WordShard, WordVport and WordIncarnation take the first word apart.
func WordBucket(w uint32) uint8      { return uint8(w >> buckShift & (Buckets - 1)) }
func WordShard(w uint32) uint8       { return uint8(w >> shardShift) }
func WordVport(w uint32) uint16      { return uint16(w & MaxVport) }
func WordIncarnation(w uint32) uint8 { return uint8(w >> incShift & 3) }

// Put writes h to the first Size bytes of b.
func (h Header) Put(b []byte) {
	w := Word(h.Incarnation&3, h.Shard, h.Bucket&(Buckets-1), h.Vport&MaxVport)
	if h.HeaderOnly {
		w |= HeaderOnlyBit
	}
	binary.BigEndian.PutUint32(b[0:], w)
	binary.BigEndian.PutUint32(b[4:], h.Seq)
	binary.BigEndian.PutUint32(b[8:], h.Micros)
}

// Parse reads the header at the start of b.
func Parse(b []byte) (Header, error) {
	if len(b) < Size {
		return Header{}, ErrShort
	}
	w := binary.BigEndian.Uint32(b)
	if w>>verShift != Version {
		return Header{}, ErrVersion
	}
	if w&ReservedBit != 0 {
		return Header{}, ErrReserved
	}
	return Header{
		HeaderOnly:  w&HeaderOnlyBit != 0,
		Incarnation: WordIncarnation(w),
		Shard:       WordShard(w),
		Bucket:      WordBucket(w),
		Vport:       WordVport(w),
		Seq:         binary.BigEndian.Uint32(b[4:]),
		Micros:      binary.BigEndian.Uint32(b[8:]),
	}, nil
}
