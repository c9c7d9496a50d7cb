package ir

// Successors is the blocks that control goes to from a block: by its terminator, and
// by instructions whose callee may exit.
func (b *Block) Successors() []*Block {
	var out []*Block
	add := func(to *Block) {
		if to != nil {
			out = append(out, to)
		}
	}
	for _, i := range b.Instrs {
		switch i := i.(type) {
		case *Call:
			add(i.Exit)
		case *Apply:
			add(i.Exit)
		}
	}
	targets(b.Term, func(to **Block) { add(*to) })
	return out
}

// targets calls f with each block that a terminator goes to.
func targets(t Term, f func(to **Block)) {
	switch t := t.(type) {
	case *Goto:
		f(&t.To)
	case *If:
		f(&t.Then)
		f(&t.Else)
	case *Switch:
		for i := range t.Cases {
			f(&t.Cases[i].To)
		}
		f(&t.Default)
	case *Select:
		for i := range t.Cases {
			f(&t.Cases[i].To)
		}
	}
}

// exits calls f with each block that an instruction goes to if its callee exits.
func exits(b *Block, f func(to **Block)) {
	for _, i := range b.Instrs {
		switch i := i.(type) {
		case *Call:
			if i.Exit != nil {
				f(&i.Exit)
			}
		case *Apply:
			if i.Exit != nil {
				f(&i.Exit)
			}
		}
	}
}

// RemoveUnreachable drops the blocks that nothing leads to from the first.
func RemoveUnreachable(f *Func) {
	if len(f.Blocks) == 0 {
		return
	}
	seen := map[*Block]bool{f.Blocks[0]: true}
	for todo := []*Block{f.Blocks[0]}; len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, to := range b.Successors() {
			if !seen[to] {
				seen[to] = true
				todo = append(todo, to)
			}
		}
	}
	var out []*Block
	for _, b := range f.Blocks {
		if seen[b] {
			out = append(out, b)
		}
	}
	f.Blocks = out
}
