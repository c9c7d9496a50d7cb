package shard

import (
	"up4/internal/arena"
	"up4/internal/counter"
	"up4/io/frame"
)

// spread keeps the frames of b whose bucket is this shard's and hands all
// others to theirs. A flow has one bucket, and a peer's frames arrive at one
// shard, so it keeps its order.
func (s *Shard) spread(b *frame.Batch) {
	n := 0
	for i := range b.N {
		d := &b.Frames[i]
		to := int(d.Bucket) % s.cfg.Shards
		if to == s.cfg.Index {
			b.Frames[n] = *d
			n++
			continue
		}
		s.stage[to] = append(s.stage[to], *d)
	}
	b.N = n
	for to := range s.stage {
		if len(s.stage[to]) > 0 {
			s.handOver(to, s.stage[to])
			s.stage[to] = s.stage[to][:0]
		}
	}
}

// handOver pushes frames to another shard. Each holds a reference to its slab
// until the other shard gives it back, or moves to a cell where slabs are scarce.
func (s *Shard) handOver(to int, frames []frame.Desc) {
	p := s.cfg.Pool
	n := 0
	for i := range frames {
		d := frames[i]
		if p.SlabsScarce() {
			if !s.copyOut(&d) {
				s.cfg.Ports[d.Ingress][counter.DropNoCell].Add(1)
				continue
			}
		} else {
			p.Retain(d.Home, 1)
		}
		frames[n] = d
		n++
	}
	r := s.cfg.Mesh.frames[s.cfg.Index][to]
	k := r.Push(frames[:n])
	for i := k; i < n; i++ {
		p.Release(frames[i].Home, 1)
		s.cfg.Ports[frames[i].Ingress][counter.DropRingFull].Add(1)
	}
	s.cfg.Tallies[counter.RingOut].Add(uint64(k))
	s.woken[to] = s.woken[to] || k > 0
}

// wakeOthers wakes the sleepers among the shards that were handed frames this
// turn: one system call for all batches of the turn, before its flush, so that
// they work meanwhile.
func (s *Shard) wakeOthers() {
	for to, handed := range s.woken {
		if handed && s.others[to].sleeping.Load() == 1 {
			s.others[to].Wake()
		}
		s.woken[to] = false
	}
}

// copyOut moves a frame to a cell of this shard's pool.
func (s *Shard) copyOut(d *frame.Desc) bool {
	if d.Len() > frame.MaxCellFrame {
		return false
	}
	home, off, ok := s.cfg.Pool.TakeCell()
	if !ok {
		return false
	}
	n := d.CopyTo(s.cfg.Pool.Base(), s.bytes(off, frame.MaxCellFrame))
	d.Head, d.HeadLen, d.Body, d.BodyLen, d.Home = 0, 0, off, uint16(n), home
	s.cfg.Tallies[counter.CopiedOut].Add(1)
	return true
}

// takeRings decides the frames that other shards handed over, at most as many at
// once as fit their ring, and gives their memory back once they are sent.
func (s *Shard) takeRings(b *frame.Batch, now int64) bool {
	worked := false
	t := s.cfg.Tallies
	for from := range s.cfg.Shards {
		if from == s.cfg.Index {
			continue
		}
		r := s.cfg.Mesh.frames[from][s.cfg.Index]
		if depth := uint64(r.Len()); depth > t[counter.RingPeak].Own() {
			t[counter.RingPeak].Set(depth)
		}
		s.returns = s.returns[:0]
		home := s.cfg.Mesh.home[s.cfg.Index][from]
		for range r.Cap() / frame.BatchCap {
			if home.Cap()-home.Len() < len(s.returns)+frame.BatchCap {
				worked = true // the owner is in a long turn: the rest waits for it
				break
			}
			if b.N = r.Pop(b.Frames); b.N == 0 {
				break
			}
			t[counter.RingIn].Add(uint64(b.N))
			s.noteReturns(b.Frames[:b.N])
			if s.cfg.BeforeBatch != nil {
				s.cfg.BeforeBatch(s.cfg.Index)
			}
			s.decide(b, now)
		}
		if len(s.returns) == 0 {
			continue
		}
		worked = true
		s.flush()
		home.Push(s.returns) // there is room: it was looked at before each Pop
	}
	return worked
}

// noteReturns lists the memory of frames, neighbours of one slab together.
func (s *Shard) noteReturns(frames []frame.Desc) {
	for i := range frames {
		if n := len(s.returns); n > 0 && s.returns[n-1].Home == frames[i].Home {
			s.returns[n-1].N++
			continue
		}
		s.returns = append(s.returns, Return{frames[i].Home, 1})
	}
}

// takeHome releases memory that came back.
func (s *Shard) takeHome() {
	var back [64]Return
	if s.cfg.Mesh != nil {
		for from := range s.cfg.Shards {
			if from == s.cfg.Index {
				continue
			}
			r := s.cfg.Mesh.home[from][s.cfg.Index]
			for n := r.Pop(back[:]); n > 0; n = r.Pop(back[:]) {
				for _, h := range back[:n] {
					s.cfg.Pool.Release(h.Home, h.N)
				}
			}
		}
	}
	var cells [64]frame.Handle
	for n := s.cfg.PuntReturns.Pop(cells[:]); n > 0; n = s.cfg.PuntReturns.Pop(cells[:]) {
		for _, h := range cells[:n] {
			s.cfg.Pool.Release(h, 1)
		}
	}
}

// waiting says whether a ring holds frames for this shard.
func (s *Shard) waiting() bool {
	if s.cfg.Mesh == nil {
		return false
	}
	for from := range s.cfg.Shards {
		if from != s.cfg.Index && s.cfg.Mesh.frames[from][s.cfg.Index].Len() > 0 {
			return true
		}
	}
	return false
}

func (s *Shard) bytes(off arena.Off, n int) []byte {
	return arena.Slice[byte](s.cfg.Pool.Base(), off, n)
}
