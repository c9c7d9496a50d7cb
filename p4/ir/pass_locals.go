package ir

// use is how often a local is read and written, in all of a program.
type use struct{ reads, writes int }

// uses counts them. outside is the locals that tables or other functions than their
// own use.
func uses(p *Program) (count map[*Local]*use, outside map[*Local]bool) {
	count, outside = map[*Local]*use{}, map[*Local]bool{}
	own := map[*Local]*Func{}
	for _, f := range p.Funcs {
		for _, l := range f.Locals {
			own[l] = f
			count[l] = &use{}
		}
	}
	var in *Func
	m := mapping{place: func(pl *Place, a access) *Place {
		if u := count[pl.Root]; u != nil {
			if a&reads != 0 {
				u.reads++
			}
			if a&writes != 0 {
				u.writes++
			}
			if own[pl.Root] != in {
				outside[pl.Root] = true
			}
		}
		return pl
	}}
	for _, f := range p.Funcs {
		in = f
		m.code(f)
	}
	in = nil
	for _, t := range p.Tables {
		m.table(t)
	}
	return count, outside
}

// unusedLocals drops stores to what is never read, as long as there are some, and
// then locals that nothing names.
func unusedLocals(p *Program) error {
	for changed := true; changed; {
		changed = false
		count, _ := uses(p)
		dead := func(pl *Place) bool {
			if pl == nil {
				return false
			}
			u := count[pl.Root]
			return u != nil && u.reads == 0
		}
		for _, f := range p.Funcs {
			for _, b := range f.Blocks {
				if dropStores(b, dead) {
					changed = true
				}
			}
		}
	}
	count, _ := uses(p)
	for _, f := range p.Funcs {
		var kept []*Local
		for _, l := range f.Locals {
			if u := count[l]; u.reads+u.writes > 0 {
				kept = append(kept, l)
			}
		}
		f.Locals = kept
	}
	return nil
}

// dropStores drops instructions that only store to what is dead, and results that
// go there.
func dropStores(b *Block, dead func(*Place) bool) bool {
	changed := false
	kept := b.Instrs[:0]
	for _, i := range b.Instrs {
		drop := false
		switch i := i.(type) {
		case *Assign:
			drop = dead(i.Dst)
		case *Reset:
			drop = dead(i.Place)
		case *Length:
			drop = dead(i.Dst)
		case *Call:
			changed = clear(&i.Result, dead) || changed
		case *CallExtern:
			changed = clear(&i.Result, dead) || changed
		case *Apply:
			changed = clear(&i.Hit, dead) || changed
			changed = clear(&i.Action, dead) || changed
		}
		if !drop {
			kept = append(kept, i)
		}
		changed = changed || drop
	}
	b.Instrs = kept
	return changed
}

func clear(p **Place, dead func(*Place) bool) bool {
	if !dead(*p) {
		return false
	}
	*p = nil
	return true
}

// unusedFuncs drops what main, objects, tables and code do not reach.
func unusedFuncs(p *Program) error {
	used := map[*Func]bool{}
	var visit func(f *Func)
	visit = func(f *Func) {
		if f == nil || used[f] {
			return
		}
		used[f] = true
		visit(f.Owner)
		visit(f.Wraps)
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				for _, to := range callees(i) {
					visit(to)
				}
			}
		}
	}
	for _, f := range p.Funcs {
		if f.Kind == Parser || f.Kind == Control {
			visit(f)
		}
	}
	for _, t := range p.Tables {
		for _, a := range t.Actions {
			visit(a.Func)
		}
	}
	for _, o := range p.Objects {
		for _, m := range o.Methods {
			visit(m)
		}
	}
	var kept []*Func
	for _, f := range p.Funcs {
		if used[f] {
			kept = append(kept, f)
		}
	}
	p.Funcs = kept
	return nil
}
