package info

import "up4/p4/ir"

// reach is what the code that runs makes use of. An object that no code can touch
// is not shown: a controller could set it to no effect.
type reach struct {
	seen   map[*ir.Func]bool
	tables map[*ir.Table]bool
	// actions are those that a table has, and those that code other than an action
	// calls; byTable only the former. An action called by another is a part of that.
	actions, byTable map[*ir.Func]bool
	digests          []*ir.CallExtern // calls of digestCall, as they are met
	digestCall       string
}

func reached(p *ir.Program, digestCall string) *reach {
	r := &reach{
		seen: map[*ir.Func]bool{}, tables: map[*ir.Table]bool{},
		actions: map[*ir.Func]bool{}, byTable: map[*ir.Func]bool{},
		digestCall: digestCall,
	}
	r.pkg(p.Main)
	for _, o := range p.Objects {
		for _, m := range o.Methods {
			r.fun(m)
		}
	}
	return r
}

func (r *reach) pkg(p *ir.Package) {
	for _, a := range p.Args {
		if a.Block != nil {
			r.fun(a.Block)
		}
		if a.Package != nil {
			r.pkg(a.Package)
		}
	}
}

// fun walks the blocks of a function that its entry leads to.
func (r *reach) fun(f *ir.Func) {
	if r.seen[f] || len(f.Blocks) == 0 {
		return
	}
	r.seen[f] = true
	known := map[*ir.Block]bool{f.Blocks[0]: true}
	work := []*ir.Block{f.Blocks[0]}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		for _, i := range b.Instrs {
			work = more(work, known, r.instr(f, i)...)
		}
		work = more(work, known, next(b.Term)...)
	}
}

func more(work []*ir.Block, known map[*ir.Block]bool, blocks ...*ir.Block) []*ir.Block {
	for _, b := range blocks {
		if b != nil && !known[b] {
			known[b] = true
			work = append(work, b)
		}
	}
	return work
}

// instr notes what an instruction uses; the result is where it may go.
func (r *reach) instr(f *ir.Func, i ir.Instr) []*ir.Block {
	switch i := i.(type) {
	case *ir.Call:
		if i.Func.Kind == ir.Action && f.Kind != ir.Action {
			r.actions[i.Func] = true
		}
		r.fun(i.Func)
		return []*ir.Block{i.Exit}
	case *ir.Apply:
		r.table(i.Table)
		return []*ir.Block{i.Exit}
	case *ir.CallExtern:
		if r.digestCall != "" && i.Name == r.digestCall && i.Object == nil && i.Recv == nil {
			r.digests = append(r.digests, i)
		}
	}
	return nil
}

func (r *reach) table(t *ir.Table) {
	if r.tables[t] {
		return
	}
	r.tables[t] = true
	for _, a := range t.Actions {
		r.actions[a.Func] = true
		r.byTable[a.Func] = true
		if w := a.Func.Wraps; w != nil {
			r.byTable[w] = true
		}
		r.fun(a.Func)
	}
}

// next is where a terminator may go. The branch of a constant condition that is
// not taken is none.
func next(t ir.Term) []*ir.Block {
	switch t := t.(type) {
	case *ir.Goto:
		return []*ir.Block{t.To}
	case *ir.If:
		if c, ok := t.Cond.(*ir.Const); ok {
			if v, ok := c.Value.(ir.BoolConst); ok && bool(v) {
				return []*ir.Block{t.Then}
			}
			return []*ir.Block{t.Else}
		}
		return []*ir.Block{t.Then, t.Else}
	case *ir.Switch:
		var out []*ir.Block
		for _, c := range t.Cases {
			out = append(out, c.To)
		}
		return append(out, t.Default)
	case *ir.Select:
		var out []*ir.Block
		for _, c := range t.Cases {
			out = append(out, c.To)
		}
		return out
	}
	return nil
}
