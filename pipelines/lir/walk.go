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

// eachExpr replaces the expressions that an instruction is made of.
func eachExpr(i Instr, f func(Expr) Expr) {
	switch i := i.(type) {
	case *Set:
		i.X = f(i.X)
	case *Store:
		i.Ptr, i.X = f(i.Ptr), f(i.X)
	case *Copy:
		i.Dst, i.Src, i.N = f(i.Dst), f(i.Src), f(i.N)
	case *Clear:
		i.Dst = f(i.Dst)
	case *Lookup:
		i.Key = f(i.Key)
	case *Call:
		for n, a := range i.Args {
			i.Args[n] = f(a)
		}
	}
}

// eachTermExpr is eachExpr of the end of a block.
func eachTermExpr(t Term, f func(Expr) Expr) {
	switch t := t.(type) {
	case *If:
		t.Cond = f(t.Cond)
	case *Switch:
		t.X = f(t.X)
	case *Return:
		t.Status = f(t.Status)
	}
}
