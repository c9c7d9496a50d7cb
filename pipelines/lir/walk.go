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

// EachRead calls f with each local that an instruction reads, as often as it does.
func EachRead(i Instr, f func(*Local)) { instrReads(i, f) }

// EachTermRead is EachRead of the end of a block.
func EachTermRead(t Term, f func(*Local)) { termReads(t, f) }

// Sets are the locals that an instruction sets.
func Sets(i Instr) []*Local { return sets(i) }

// Unset are the locals of a function that may be read before they are set.
func Unset(f *Func) map[*Local]bool { return liveness(f)[f.Blocks[0]] }
