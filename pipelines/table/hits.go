package table

// hitPool hands out the indexes of a table's hit counters. Changing it can be
// undone by the inverse change.
type hitPool struct {
	next  uint32   // the lowest index never used
	limit uint32   // the first index that is too high
	free  []uint32 // stack
}

func (p *hitPool) take() (uint32, bool) {
	if n := len(p.free); n > 0 {
		hit := p.free[n-1]
		p.free = p.free[:n-1]
		return hit, true
	}
	if p.next == p.limit {
		return 0, false
	}
	p.next++
	return p.next - 1, true
}

// give takes indexes back.
func (p *hitPool) give(hits ...uint32) { p.free = append(p.free, hits...) }

// undo takes back the index handed out last.
func (p *hitPool) undo(hit uint32) {
	if hit == p.next-1 {
		p.next--
		return
	}
	p.free = append(p.free, hit)
}
