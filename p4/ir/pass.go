package ir

import "fmt"

// Pass makes a program simpler without changing what it means: neither the order of
// effects, nor what is unspecified, grows.
type Pass struct {
	Name, Text string
	Run        func(*Program) error
}

// Passes is all passes in the order in which Simplify runs them.
var Passes = []Pass{
	{"fold", "computes what is constant (8.5 to 8.9), and decides branches on it", each(foldFunc)},
	{"blocks", "skips empty blocks, joins blocks that follow each other alone, drops unreachable ones", each(joinBlocks)},
	{"copies", "uses an expression where a temporary was that is read once, and stores results where they go", copies},
	{"locals", "drops stores to variables that are never read, and variables that are not used", unusedLocals},
	{"functions", "drops functions and actions that nothing calls or lists", unusedFuncs},
}

// Simplify runs all passes.
func Simplify(p *Program) error {
	for _, pass := range Passes {
		if err := pass.Run(p); err != nil {
			return fmt.Errorf("pass %s: %w", pass.Name, err)
		}
	}
	return nil
}

func each(run func(*Func)) func(*Program) error {
	return func(p *Program) error {
		for _, f := range p.Funcs {
			run(f)
		}
		return nil
	}
}

// foldFunc folds expressions from their leaves up, and branches on constants.
func foldFunc(f *Func) {
	mapping{expr: Fold}.code(f)
	for _, b := range f.Blocks {
		b.Term = foldTerm(b.Term)
	}
	RemoveUnreachable(f)
}

func foldTerm(t Term) Term {
	switch t := t.(type) {
	case *If:
		if t.Then == t.Else {
			return &Goto{t.At, t.Then}
		}
		if c, ok := constOf(t.Cond); ok {
			if c == BoolConst(true) {
				return &Goto{t.At, t.Then}
			}
			return &Goto{t.At, t.Else}
		}
	case *Switch:
		c, ok := constOf(t.X)
		if !ok {
			return t
		}
		for _, k := range t.Cases {
			in, known := member(c, k.Set)
			if !known {
				return t
			}
			if in {
				return &Goto{t.At, k.To}
			}
		}
		return &Goto{t.At, t.Default}
	case *Select:
		return foldSelect(t)
	}
	return t
}

// foldSelect decides where the first case that can hold holds for sure.
func foldSelect(t *Select) Term {
	for _, c := range t.Cases {
		if c.Whole != nil {
			return t
		}
		holds := true
		for i, s := range c.Sets {
			if _, any := s.(*Anything); any {
				continue
			}
			v, ok := constOf(t.Keys[i])
			if !ok {
				return t
			}
			in, known := member(v, s)
			if !known {
				return t
			}
			holds = holds && in
		}
		if holds {
			return &Goto{t.At, c.To}
		}
	}
	return t
}

// joinBlocks simplifies the graph. Blocks that begin a state stay.
func joinBlocks(f *Func) {
	for _, b := range f.Blocks {
		targets(b.Term, func(to **Block) { *to = final(*to) })
		exits(b, func(to **Block) { *to = final(*to) })
		if t, ok := b.Term.(*If); ok && t.Then == t.Else {
			b.Term = &Goto{t.At, t.Then}
		}
	}
	RemoveUnreachable(f)
	into := map[*Block]int{f.Blocks[0]: 1}
	for _, b := range f.Blocks {
		for _, to := range b.Successors() {
			into[to]++
		}
	}
	for _, b := range f.Blocks {
		for {
			g, ok := b.Term.(*Goto)
			if !ok || into[g.To] != 1 || g.To.State != "" || g.To.Atomic != b.Atomic || g.To == b {
				break
			}
			b.Instrs = append(b.Instrs, g.To.Instrs...)
			b.Term, g.To.Instrs = g.To.Term, nil
			g.To.Term = &Goto{To: g.To} // nothing leads there any more
		}
	}
	RemoveUnreachable(f)
}

// final is where an empty block leads in the end.
func final(b *Block) *Block {
	for seen := map[*Block]bool{}; !seen[b]; {
		seen[b] = true
		g, ok := b.Term.(*Goto)
		if !ok || len(b.Instrs) > 0 || b.State != "" {
			break
		}
		b = g.To
	}
	return b
}
