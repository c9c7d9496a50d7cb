package native

import (
	"up4/internal/arena"
	"up4/io/frame"
	"up4/pipelines"
	"up4/pipelines/table"
)

// l2fwd is one shard's engine of l2fwd.p4.
//
// Run first looks up every destination, for the reason that l3fwd does, and
// then decides frame by frame, in order, as copies demand.
type l2fwd struct {
	base arena.Base
	hits counterArray // of dmac

	// found is each frame's record, by the frame's index.
	found [frame.BatchCap]found
}

// found is the record of a frame's destination: its offset, a multiple of 8,
// plus groupBit if the destination is a group address; 0 if the frame has none.
type found uint32

const groupBit = 1

func newL2(p pipelines.Place) pipelines.Engine {
	return &l2fwd{base: p.Arena.Base(), hits: counters(p.Arena.Base(), p.Hits[0])}
}

// Run implements pipelines.Engine.
func (e *l2fwd) Run(b *frame.Batch, from int, root arena.Off) int {
	view := table.Open(e.base, root)
	frames := b.Frames[:b.N]
	e.lookup(frames, from, view.Exact(0))
	for i := from; i < len(frames); i++ {
		d, f := &frames[i], e.found[i&(frame.BatchCap-1)]
		d.Egress, d.Reason = frame.DropPort, frame.ByProgram
		if f == 0 {
			continue // hdr.ethernet is invalid
		}
		r := arena.At[table.Record](e.base, arena.Off(f&^groupBit))
		switch missed := r.Hit == 0; {
		case r.Action == l2Flood, missed && f&groupBit != 0:
			if !flood(b, i, view.Group(frame.FloodGroup)) {
				return i
			}
		case r.Action == l2Forward:
			d.Egress = forwardPort(r)
		case r.Action == l2Punt:
			d.Egress = frame.CPUPort
		}
		if d.Egress == d.Ingress {
			d.Egress = frame.DropPort // the egress control
		}
		tally(e.hits, r).Add(1)
	}
	return b.N
}

// Close implements pipelines.Engine.
func (e *l2fwd) Close() error { return nil }

// flood replicates frame i to the members of the flood group, less the port it
// came in by: that copy the egress control drops, so it is never made. It
// returns false, and has done nothing, if there is no room for the copies now.
func flood(b *frame.Batch, i int, members []table.Replica) bool {
	d := &b.Frames[i]
	copies := 0
	for _, m := range members {
		if m.Port != d.Ingress {
			copies++
		}
	}
	switch {
	case len(members) == 0:
		d.Reason = frame.NoGroup
		return true
	case copies == 0:
		return true
	case !b.Copyable(copies):
		return false
	}
	for _, m := range members {
		if m.Port == d.Ingress {
			continue
		}
		c := b.Copy(i, ethernetLen)
		c.Egress, c.Group, c.RID = m.Port, frame.FloodGroup, m.RID
	}
	d.Reason = frame.Copied
	return true
}

// address is the destination of a frame of any shape, as the table wants it;
// false if the frame is shorter than an Ethernet header.
func (e *l2fwd) address(d *frame.Desc) (uint64, bool) {
	if d.Len() < ethernetLen {
		return 0, false
	}
	var mac [6]byte
	n := copy(mac[:], d.HeadBytes(e.base))
	copy(mac[n:], d.BodyBytes(e.base))
	var key uint64
	for i := len(mac) - 1; i >= 0; i-- {
		key = key<<8 | uint64(mac[i])
	}
	return key, true
}
