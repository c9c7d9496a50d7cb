package shard

import (
	"fmt"

	"up4/io/frame"
	"up4/ring"
)

// MeshBytes is the most memory that all rings between shards take together: what
// the smallest rings of 64 shards need, the most that a flow's bucket can tell apart.
const MeshBytes = 48 << 20

const (
	maxRing = 1024 // frames; more would hold back too many slabs
	minRing = frame.BatchCap
)

// Return is memory on its way home: n references to a slab or cell.
type Return struct {
	Home frame.Handle
	N    int32
}

// Mesh is the rings between the shards of one switch: frames one way, their
// memory back the other way.
type Mesh struct {
	frames [][]*ring.SPSC[frame.Desc] // [from][to]
	home   [][]*ring.SPSC[Return]     // [from][to]: by the shard that used the frame, to its owner
}

// NewMesh makes the rings for n shards. Their capacity shrinks as n grows, so
// that the mesh stays within MeshBytes; for very many shards it cannot.
//
// A return ring holds what fits the frame ring twice over. A shard takes frames
// out of a ring only while their memory has room on the way back.
func NewMesh(n int) (*Mesh, error) {
	capacity := maxRing
	for capacity > minRing && meshBytes(n, capacity) > MeshBytes {
		capacity /= 2
	}
	if need := meshBytes(n, capacity); need > MeshBytes {
		return nil, fmt.Errorf("rings between %d shards need %d MiB, the limit is %d MiB: use fewer shards, or steer by flow",
			n, need>>20, MeshBytes>>20)
	}
	m := &Mesh{}
	for from := range n {
		m.frames = append(m.frames, make([]*ring.SPSC[frame.Desc], n))
		m.home = append(m.home, make([]*ring.SPSC[Return], n))
		for to := range n {
			if from == to {
				continue
			}
			var err error
			if m.frames[from][to], err = ring.New[frame.Desc](capacity); err != nil {
				return nil, err
			}
			if m.home[from][to], err = ring.New[Return](2 * capacity); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

func meshBytes(n, capacity int) int {
	return n * (n - 1) * capacity * (int(frame.DescSize) + 2*8)
}
