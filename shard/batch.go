package shard

import (
	"up4/internal/counter"
	"up4/io/frame"
)

// receive takes a batch as a link delivered it: frames of other shards go to
// their rings, the rest is decided here.
func (s *Shard) receive(b *frame.Batch, now int64) {
	if s.cfg.BeforeBatch != nil {
		s.cfg.BeforeBatch(s.cfg.Index)
	}
	if s.cfg.Mesh != nil {
		s.spread(b)
	}
	s.decide(b, now)
}

// decide runs the engine over b and queues what it lets through.
func (s *Shard) decide(b *frame.Batch, now int64) {
	s.sync()
	t := s.cfg.Tallies
	t[counter.Frames].Add(uint64(b.N))
	fresh := false // nothing queued, all head cells free
	for from := 0; from < b.N; {
		b.NCopies = 0
		t[counter.Batches].Add(1)
		next := s.cfg.Engine.Run(b, from, s.root)
		if next <= from && fresh {
			// It had all the room there is and made no progress.
			b.Frames[from].Egress, b.Frames[from].Reason = frame.DropPort, frame.Fault
			next = from + 1
		}
		next = max(from, min(next, b.N))
		s.queue(b, from, next, now)
		if fresh = next < b.N; fresh {
			s.flush()
		}
		from = next
	}
}

// queue hands the decided frames b.Frames[from:to] and their copies to the
// links, each copy in the place of its parent, so that a flow keeps its order.
// What no link takes ends here.
func (s *Shard) queue(b *frame.Batch, from, to int, now int64) {
	frames, copies := b.Frames[from:to], b.Copies[:b.NCopies]
	taken := 0
	for len(copies) > 0 {
		parent := int(copies[0].Parent)
		n := 1
		for n < len(copies) && copies[n].Parent == copies[0].Parent {
			n++
		}
		if parent >= from && parent < to {
			taken += s.send(b.Frames[from : parent+1])
			from = parent + 1
		}
		taken += s.send(copies[:n])
		copies = copies[n:]
	}
	taken += s.send(b.Frames[from:to])
	if taken < len(frames)+b.NCopies {
		s.settle(frames, now)
		s.settle(b.Copies[:b.NCopies], now)
	}
}

func (s *Shard) send(frames []frame.Desc) (taken int) {
	for _, l := range s.cfg.Links {
		taken += l.Queue(frames)
	}
	return taken
}

// settle ends the frames that no link takes, each by a counter.
func (s *Shard) settle(frames []frame.Desc, now int64) {
	for i := range frames {
		if e := frames[i].Egress; e < frame.NumPorts && s.known[e] {
			continue
		}
		s.end(&frames[i], now)
	}
}

// reasons maps why an engine dropped a frame to the counter for it.
var reasons = [frame.NumReasons]counter.Port{
	frame.ByProgram: counter.DropProgram,
	frame.NoGroup:   counter.DropNoGroup,
	frame.NoCell:    counter.DropNoCell,
	frame.Fault:     counter.DropEngine,
	frame.NoSession: counter.DropNoSession,
	frame.Looped:    counter.DropLooped,
	frame.Assert:    counter.DropAssert,
}

func (s *Shard) end(d *frame.Desc, now int64) {
	t := s.cfg.Ports[d.Ingress]
	switch {
	case d.Egress == frame.CPUPort:
		s.punt(d, now)
	case d.Egress != frame.DropPort:
		t[counter.DropNoVport].Add(1)
	case d.Reason == frame.Copied:
	case d.Reason < frame.NumReasons:
		t[reasons[d.Reason]].Add(1)
	default:
		t[counter.DropEngine].Add(1)
	}
}

// punt copies the frame to a cell for the control plane.
func (s *Shard) punt(d *frame.Desc, now int64) {
	t := s.cfg.Ports[d.Ingress]
	p := s.cfg.Pool
	home, off, ok := p.TakeCell()
	if !ok {
		t[counter.DropPuntFull].Add(1)
		return
	}
	cell := s.bytes(off, frame.MaxCellFrame)
	n := d.CopyTo(p.Base(), cell)
	one := [1]Punt{{Home: home, Off: off, Len: uint16(n), Length: uint16(d.Len()), Vport: d.Ingress, At: now}}
	if s.cfg.Punts.Push(one[:]) == 0 {
		p.Release(home, 1)
		t[counter.DropPuntFull].Add(1)
		return
	}
	s.cfg.Tallies[counter.CopiedOut].Add(1)
	t[counter.Punted].Add(1)
}
