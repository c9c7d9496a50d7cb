package table

// hitPool hands out the indexes of a table's hit counters. take and give undo
// each other if undone in reverse order: an index never used is taken only when
// the stack is empty, so what is given last is on top.
type hitPool struct {
	next  uint32   // the lowest index never used, 1 at first
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
