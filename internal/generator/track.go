package generator

import (
	"github.com/HdrHistogram/hdrhistogram-go"
)

const (
	// windowBits is how far behind the highest a frame of a flow may come and
	// still be told from one that came before.
	windowBits = ringBits - 64
	ringBits   = 256
)

// sequence follows one flow. Numbers start at 1; those on the wire are the low
// 32 bits. Which of the last windowBits came is a ring of bits by number (RFC
// 6479), so that nothing is shifted; a word of it is cleared whole, before its
// first number.
type sequence struct {
	highest uint64
	window  [ringBits / 64]uint64
}

// arrival is what a sequence number turned out to be.
type arrival uint8

const (
	inOrder arrival = iota // or after a gap
	late                   // behind a later one
	repeated
	stale // behind the window: late or repeated, no one can tell
)

// take notes the arrival of a number.
func (q *sequence) take(seq uint32) arrival {
	delta := int32(seq - uint32(q.highest))
	if delta > 0 {
		q.rise(q.highest + uint64(delta))
		return inOrder
	}
	behind := uint64(-int64(delta))
	if behind >= windowBits || behind >= q.highest {
		return stale
	}
	n := q.highest - behind
	word, bit := &q.window[n/64%(ringBits/64)], uint64(1)<<(n%64)
	if *word&bit != 0 {
		return repeated
	}
	*word |= bit
	return late
}

// rise makes n the highest number.
func (q *sequence) rise(n uint64) {
	if from := q.highest / 64; n/64 != from {
		for w := from + 1; w <= n/64 && w <= from+ringBits/64; w++ {
			q.window[w%(ringBits/64)] = 0
		}
	}
	q.highest = n
	q.window[n/64%(ringBits/64)] |= 1 << (n % 64)
}

// tracked is a flow at its receiver.
type tracked struct {
	sequence
	received uint64 // distinct frames
}

// origin is what came from one generator.
type origin struct {
	id         uint16
	flows      []tracked // by flow number
	frames     uint64    // distinct
	bytes      uint64    // inner, of those
	duplicates uint64
	reordered  uint64
	stale      uint64
	latency    *hdrhistogram.Histogram // nanoseconds
	unclocked  uint64                  // frames whose time cannot be of this host's clock

	// Frames of one train have one time: they are recorded together.
	value, run int64
}

// Latencies from 1 ns to maxLatency, 1% apart.
const (
	maxLatency     = 100e9
	latencyFigures = 2
)

func newOrigin(id uint16) *origin {
	return &origin{id: id, latency: hdrhistogram.New(1, maxLatency, latencyFigures)}
}

// take notes a frame.
func (o *origin) take(s *stamp, bytes int, now int64) {
	if int(s.flow) >= len(o.flows) {
		o.flows = append(o.flows, make([]tracked, int(s.flow)+1-len(o.flows))...)
	}
	f := &o.flows[s.flow]
	switch f.take(s.seq) {
	case repeated:
		o.duplicates++
		return
	case stale:
		o.stale++
		return
	case late:
		o.reordered++
	}
	f.received++
	o.frames++
	o.bytes += uint64(bytes)
	if v := now - int64(s.nanos); v != o.value || o.run == 0 {
		o.flush()
		o.value = v
	}
	o.run++
}

// flush records the latencies that are pending.
func (o *origin) flush() {
	switch {
	case o.run == 0:
		return
	case o.value < 0 || o.value > maxLatency:
		o.unclocked += uint64(o.run)
	default:
		_ = o.latency.RecordValues(o.value, o.run) // within the range
	}
	o.run = 0
}
