package generator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Frame lengths in bytes.
const (
	// MinFrame holds Ethernet, IPv4 and UDP headers and the stamp.
	MinFrame = stampAt + stampSize
	// MaxFrame is what one datagram behind an overlay header can carry.
	MaxFrame = maxTrain - overlaySize
)

// Mix is the frame lengths that are sent, in order.
type Mix []Share

// Share is how many of the frames in one turn of a mix have one length.
type Share struct {
	Bytes  int `json:"bytes"`  // length of the inner frame
	Weight int `json:"weight"` // frames a turn
}

// maxWeight bounds a turn, so that short runs see all of a mix.
const maxWeight = 10000

// ParseMix reads a frame length ("1460") or several with their weights
// ("64:7,570:4,1460:1"; a length without a weight has 1).
func ParseMix(s string) (Mix, error) {
	var m Mix
	for part := range strings.SplitSeq(s, ",") {
		length, weight, weighted := strings.Cut(strings.TrimSpace(part), ":")
		sh := Share{Weight: 1}
		var err error
		if sh.Bytes, err = strconv.Atoi(length); err != nil {
			return nil, fmt.Errorf("frame length %q: want a number of bytes, or LENGTH:WEIGHT,…", part)
		}
		if weighted {
			if sh.Weight, err = strconv.Atoi(weight); err != nil {
				return nil, fmt.Errorf("weight in %q: want a number of frames", part)
			}
		}
		m = append(m, sh)
	}
	return m, m.check()
}

func (m Mix) check() error {
	if len(m) == 0 {
		return fmt.Errorf("no frame length")
	}
	for i, sh := range m {
		switch {
		case sh.Bytes < MinFrame:
			return fmt.Errorf("frame length %d: at least %d bytes are needed for the headers and the stamp", sh.Bytes, MinFrame)
		case sh.Bytes > MaxFrame:
			return fmt.Errorf("frame length %d: at most %d bytes fit a datagram", sh.Bytes, MaxFrame)
		case sh.Weight < 1 || sh.Weight > maxWeight:
			return fmt.Errorf("weight %d of length %d: want 1 to %d", sh.Weight, sh.Bytes, maxWeight)
		}
		if slices.IndexFunc(m, func(o Share) bool { return o.Bytes == sh.Bytes }) != i {
			return fmt.Errorf("frame length %d is there twice", sh.Bytes)
		}
	}
	return nil
}

// String is the mix as ParseMix reads it.
func (m Mix) String() string {
	if len(m) == 1 {
		return strconv.Itoa(m[0].Bytes)
	}
	var parts []string
	for _, sh := range m {
		parts = append(parts, fmt.Sprintf("%d:%d", sh.Bytes, sh.Weight))
	}
	return strings.Join(parts, ",")
}

// cycle walks through a mix: so many frames of one length, then of the next.
// With stretch, a turn is repeated in one go, so that trains of equal frames
// grow long; the shares stay exact over each stretched turn.
type cycle struct {
	mix     Mix
	stretch int
	at      int // index in mix
	left    int // frames of that length still to come
}

func newCycle(m Mix, stretch int) cycle {
	return cycle{mix: m, stretch: stretch, left: m[0].Weight * stretch}
}

// next is the index in the mix of the next frame's length.
func (c *cycle) next() int {
	for c.left == 0 {
		if c.at++; c.at == len(c.mix) {
			c.at = 0
		}
		c.left = c.mix[c.at].Weight * c.stretch
	}
	c.left--
	return c.at
}

// stretchFor makes the most frequent length of a turn fill whole trains.
func stretchFor(m Mix, segments int) int {
	most := 0
	for _, sh := range m {
		most = max(most, sh.Weight)
	}
	return max(1, segments/most)
}
