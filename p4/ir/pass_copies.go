package ir

// copies puts expressions in for temporaries that are written once and read once, in
// the same block, where nothing between changes what the expression reads. A result
// that the next instruction stores is stored at once.
func copies(p *Program) error {
	count, outside := uses(p)
	once := func(l *Local) bool {
		u := count[l]
		return u != nil && l.Temp && !outside[l] && u.reads == 1 && u.writes == 1
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			storeResults(b, once)
			for n := 0; n < len(b.Instrs); n++ {
				a, ok := b.Instrs[n].(*Assign)
				if ok && !a.Sliced && len(a.Dst.Path) == 0 && once(a.Dst.Root) && forward(b, n, a) {
					b.Instrs = append(b.Instrs[:n:n], b.Instrs[n+1:]...)
					n--
				}
			}
		}
	}
	return nil
}

// storeResults: call f() -> tmp, x = tmp is call f() -> x.
func storeResults(b *Block, once func(*Local) bool) {
	kept := b.Instrs[:0:0]
	for n := 0; n < len(b.Instrs); n++ {
		i := b.Instrs[n]
		kept = append(kept, i)
		if n+1 == len(b.Instrs) {
			break
		}
		r := resultOf(i)
		if r == nil || *r == nil || len((*r).Path) > 0 || !once((*r).Root) {
			continue
		}
		next, ok := b.Instrs[n+1].(*Assign)
		if !ok || next.Sliced || !next.Dst.Fixed() || !loads(next.Value, (*r).Root) || argumentsOverlap(i, next.Dst) {
			continue
		}
		*r = next.Dst
		n++
	}
	b.Instrs = kept
}

func loads(x Expr, l *Local) bool {
	p, ok := x.(*Load)
	return ok && p.Place.Root == l && len(p.Place.Path) == 0
}

func resultOf(i Instr) **Place {
	switch i := i.(type) {
	case *Call:
		return &i.Result
	case *CallExtern:
		return &i.Result
	case *Lookahead:
		return &i.Dst
	case *Length:
		return &i.Dst
	}
	return nil
}

func argumentsOverlap(i Instr, p *Place) bool {
	var args []Operand
	switch i := i.(type) {
	case *Call:
		args = i.Args
	case *CallExtern:
		args = i.Args
	}
	for _, a := range args {
		if a.Place != nil && Overlap(a.Place, p) {
			return true
		}
	}
	return false
}

// forward puts the value of instruction n, a store to a temporary, where that is
// read. It says whether it could.
func forward(b *Block, n int, a *Assign) bool {
	tmp := a.Dst.Root
	roots := map[*Local]bool{} // what the value reads
	mapping{place: func(p *Place, _ access) *Place { roots[p.Root] = true; return p }}.value(a.Value)
	for _, i := range b.Instrs[n+1:] {
		if readsLocal(func(m mapping) { m.instr(i) }, tmp) {
			return replaced(func(m mapping) { m.instr(i) }, tmp, a.Value)
		}
		if changes(i, roots) {
			return false
		}
	}
	end := func(m mapping) { m.term(b.Term) }
	return readsLocal(end, tmp) && replaced(end, tmp, a.Value)
}

func readsLocal(visit func(mapping), l *Local) bool {
	found := false
	visit(mapping{place: func(p *Place, a access) *Place {
		found = found || p.Root == l
		return p
	}})
	return found
}

// replaced puts x where all of l is loaded; not where a part of it is, or it is an
// argument to be written.
func replaced(visit func(mapping), l *Local, x Expr) bool {
	done := false
	visit(mapping{expr: func(e Expr) Expr {
		if !loads(e, l) {
			return e
		}
		done = true
		return x
	}})
	return done
}

// changes says whether an instruction may change one of the locals. What runs other
// code may change those that this code can see.
func changes(i Instr, roots map[*Local]bool) bool {
	found := false
	mapping{place: func(p *Place, a access) *Place {
		found = found || a&writes != 0 && roots[p.Root]
		return p
	}}.instr(i)
	if found {
		return true
	}
	switch i := i.(type) {
	case *Call:
		// A parser or control may run a method of an object that it was given.
		return (i.Func.Owner != nil || i.Func.Kind == Parser || i.Func.Kind == Control) && seen(roots)
	case *CallExtern, *Apply:
		return seen(roots)
	}
	return false
}

// seen says whether one of the locals can be named by other functions: temporaries
// cannot, but for the keys of tables.
func seen(roots map[*Local]bool) bool {
	for l := range roots {
		if !l.Temp {
			return true
		}
	}
	return false
}
