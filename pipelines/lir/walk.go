package lir

// Successors are the blocks that a block leads to: one more than once if several ways
// lead there.
func (b *Block) Successors() []*Block {
	switch t := b.Term.(type) {
	case *Goto:
		return []*Block{t.To}
	case *If:
		return []*Block{t.Then, t.Else}
	case *Switch:
		list := make([]*Block, 0, len(t.Cases)+1)
		for _, c := range t.Cases {
			list = append(list, c.To)
		}
		return append(list, t.Default)
	}
	return nil
}
