package lir

// jumpsFunc joins blocks, and makes switches of conditions that compare one word with
// constants, one after the other.
func jumpsFunc(f *Func) {
	Join(f)
	into := map[*Block]int{f.Blocks[0]: 1}
	for _, b := range f.Blocks {
		for _, to := range b.Successors() {
			into[to]++
		}
	}
	for _, b := range f.Blocks {
		if t := chain(b, into); t != nil {
			b.Term = t
		}
	}
	reachable(f)
	Join(f)
}

// leastCases is how many comparisons make a switch.
const leastCases = 3

// chain is a switch for the conditions from the end of a block on, nil if there are few.
func chain(b *Block, into map[*Block]int) Term {
	var x Expr
	seen := map[uint64]bool{}
	out := &Switch{At: At{b.Term.Span()}}
	n := 0
	for at := b; ; n++ {
		y, cases, otherwise := comparison(at.Term)
		if y == nil || x != nil && !same(x, y) || at != b && (into[at] != 1 || len(at.Instrs) > 0 || at.State != "" || at.Loop) {
			break
		}
		x, out.Default = y, otherwise
		for _, c := range cases {
			var values []uint64
			for _, v := range c.Values {
				if !seen[v] {
					seen[v] = true
					values = append(values, v)
				}
			}
			if len(values) > 0 {
				out.Cases = append(out.Cases, Case{values, c.To})
			}
		}
		at = otherwise
	}
	if n < 2 || len(seen) < leastCases {
		return nil
	}
	out.X = x
	return out
}

// comparison is a terminator as one that compares a word with constants: the word, where
// which values lead, and where others do.
func comparison(t Term) (x Expr, cases []Case, otherwise *Block) {
	switch t := t.(type) {
	case *Switch:
		return t.X, t.Cases, t.Default
	case *If:
		x, values, holds := equals(t.Cond)
		if x == nil {
			return nil, nil, nil
		}
		yes, no := t.Then, t.Else
		if !holds {
			yes, no = no, yes
		}
		return x, []Case{{values, yes}}, no
	}
	return nil, nil, nil
}

// equals is the word and the values that it is one of where a condition holds or, if holds
// is false, does not hold; nil for other conditions.
func equals(c Expr) (x Expr, values []uint64, holds bool) {
	b, ok := c.(*Binary)
	if !ok {
		return nil, nil, false
	}
	v, fixed := constantOf(b.Y)
	switch {
	case fixed && (b.Op == Eq || b.Op == Ne) && b.X.Type().Kind == Word:
		return b.X, []uint64{v}, b.Op == Eq
	case b.Op == Or && b.T.Kind == Bool, b.Op == And && b.T.Kind == Bool:
		y, m, holds := equals(b.X)
		z, n, also := equals(b.Y)
		if y != nil && z != nil && same(y, z) && holds == also && holds == (b.Op == Or) {
			return y, append(m, n...), holds
		}
	}
	return nil, nil, false
}
