package lir

// reads calls f with each local that an expression reads.
func reads(x Expr, f func(*Local)) {
	switch x := x.(type) {
	case *Use:
		f(x.Local)
	case *Load:
		reads(x.Ptr, f)
	case *Unary:
		reads(x.X, f)
	case *Binary:
		reads(x.X, f)
		reads(x.Y, f)
	case *Cond:
		reads(x.C, f)
		reads(x.X, f)
		reads(x.Y, f)
	}
}

// instrReads calls f with each local that an instruction reads.
func instrReads(i Instr, f func(*Local)) {
	switch i := i.(type) {
	case *Set:
		reads(i.X, f)
	case *Store:
		reads(i.Ptr, f)
		reads(i.X, f)
	case *Copy:
		reads(i.Dst, f)
		reads(i.Src, f)
		reads(i.N, f)
	case *Clear:
		reads(i.Dst, f)
	case *Lookup:
		reads(i.Key, f)
	case *Call:
		for _, a := range i.Args {
			reads(a, f)
		}
	}
}

// sets are the locals that an instruction sets.
func sets(i Instr) []*Local {
	switch i := i.(type) {
	case *Set:
		return []*Local{i.Dst}
	case *Lookup:
		return []*Local{i.Entry}
	case *Call:
		return i.Dst
	}
	return nil
}

func termReads(t Term, f func(*Local)) {
	switch t := t.(type) {
	case *If:
		reads(t.Cond, f)
	case *Switch:
		reads(t.X, f)
	case *Return:
		reads(t.Status, f)
	}
}

// liveness is, of each block, the locals that may be read from its beginning on before
// they are set.
func liveness(f *Func) map[*Block]map[*Local]bool {
	live := map[*Block]map[*Local]bool{}
	for _, b := range f.Blocks {
		live[b] = map[*Local]bool{}
	}
	for changed := true; changed; {
		changed = false
		for k := len(f.Blocks) - 1; k >= 0; k-- {
			b := f.Blocks[k]
			now := map[*Local]bool{}
			for _, to := range b.Successors() {
				for l := range live[to] {
					now[l] = true
				}
			}
			add := func(l *Local) { now[l] = true }
			termReads(b.Term, add)
			for i := len(b.Instrs) - 1; i >= 0; i-- {
				for _, l := range sets(b.Instrs[i]) {
					delete(now, l)
				}
				instrReads(b.Instrs[i], add)
			}
			if len(now) != len(live[b]) {
				live[b], changed = now, true
			}
		}
	}
	return live
}

// idle says whether an instruction does nothing but to set locals that no one reads.
func idle(i Instr, live map[*Local]bool) bool {
	switch i := i.(type) {
	case *Set:
		return !live[i.Dst]
	case *Lookup:
		return i.Silent && !live[i.Entry]
	case *Call:
		if i.Service.Changes() {
			return false
		}
		for _, l := range i.Dst {
			if live[l] {
				return false
			}
		}
		return true
	case *Clear:
		return i.N == 0
	}
	return false
}

// DropDead drops what sets locals that no one reads then, if it does nothing else, and the
// locals that are left without use.
func DropDead(f *Func) {
	live := liveness(f)
	used := map[*Local]bool{}
	for _, b := range f.Blocks {
		now := map[*Local]bool{}
		for _, to := range b.Successors() {
			for l := range live[to] {
				now[l] = true
			}
		}
		add := func(l *Local) { now[l], used[l] = true, true }
		termReads(b.Term, add)
		kept := make([]Instr, 0, len(b.Instrs))
		for i := len(b.Instrs) - 1; i >= 0; i-- {
			in := b.Instrs[i]
			if idle(in, now) {
				continue
			}
			for _, l := range sets(in) {
				delete(now, l)
				used[l] = true
			}
			instrReads(in, add)
			kept = append(kept, in)
		}
		for i, j := 0, len(kept)-1; i < j; i, j = i+1, j-1 {
			kept[i], kept[j] = kept[j], kept[i]
		}
		b.Instrs = kept
	}
	var locals []*Local
	for _, l := range f.Locals {
		if used[l] {
			locals = append(locals, l)
		}
	}
	f.Locals = locals
}

// Join joins blocks that follow each other alone, and skips empty ones.
func Join(f *Func) {
	final := func(b *Block) *Block {
		for seen := map[*Block]bool{}; !seen[b] && len(b.Instrs) == 0; {
			seen[b] = true
			g, ok := b.Term.(*Goto)
			if !ok {
				break
			}
			b = g.To
		}
		return b
	}
	for _, b := range f.Blocks {
		switch t := b.Term.(type) {
		case *Goto:
			t.To = final(t.To)
		case *If:
			t.Then, t.Else = final(t.Then), final(t.Else)
			if t.Then == t.Else {
				b.Term = &Goto{t.At, t.Then}
			}
		case *Switch:
			for i := range t.Cases {
				t.Cases[i].To = final(t.Cases[i].To)
			}
			t.Default = final(t.Default)
		}
	}
	into := map[*Block]int{f.Blocks[0]: 1}
	for _, b := range f.Blocks {
		for _, to := range b.Successors() {
			into[to]++
		}
	}
	for _, b := range f.Blocks {
		for {
			g, ok := b.Term.(*Goto)
			if !ok || into[g.To] != 1 || g.To == b || g.To.State != "" {
				break // the beginnings of states are kept apart
			}
			b.Instrs = append(b.Instrs, g.To.Instrs...)
			b.Loop = b.Loop || g.To.Loop
			b.Term = g.To.Term
			g.To.Instrs, g.To.Term = nil, &Goto{To: g.To}
		}
	}
	reachable(f)
}

// reachable drops the blocks that nothing leads to.
func reachable(f *Func) {
	seen := map[*Block]bool{}
	var visit func(b *Block)
	visit = func(b *Block) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, to := range b.Successors() {
			visit(to)
		}
	}
	visit(f.Blocks[0])
	var out []*Block
	for _, b := range f.Blocks {
		if seen[b] {
			out = append(out, b)
		}
	}
	f.Blocks = out
}
