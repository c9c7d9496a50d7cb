package lir

// Lookups ahead. A lookup waits for memory, and the next frame's could wait at the same
// time, if its key were known: so before a batch is decided, keys are guessed, of all its
// frames, by the way that most of them will go, and looked up. What is found is used where
// the key then turns out to be the one that was guessed. A guess does no harm.

// Guess is a lookup whose key can be told from the frame alone.
type Guess struct {
	Lookup *Lookup
	Key    Expr // over From
	From   *Local
	Bytes  int // of the frame that the key is in
}

// Guesses are the lookups of a function that can be guessed, from the address of a frame's
// first byte: a parameter or local that is set once.
func Guesses(f *Func, from *Local) (list []Guess) {
	g := &guesser{from: from, at: map[*Local]int{from: 0}, defs: map[*Local][]Expr{}}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *Set:
				g.defs[i.Dst] = append(g.defs[i.Dst], i.X)
			case *Lookup:
				g.defs[i.Entry] = append(g.defs[i.Entry], nil)
			case *Call:
				for _, d := range i.Dst {
					g.defs[d] = append(g.defs[d], nil)
				}
			}
		}
	}
	g.walk(f)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			l, ok := i.(*Lookup)
			if !ok || l.Find != FindWord && l.Find != FindPrefix {
				continue
			}
			g.bytes = 0
			if key := g.expand(l.Key, 0); key != nil && g.bytes > 0 {
				list = append(list, Guess{l, key, from, g.bytes})
			}
		}
	}
	return list
}

type guesser struct {
	from  *Local
	at    map[*Local]int // offsets from the frame's first byte, of pointers, as first met
	defs  map[*Local][]Expr
	bytes int
}

// walk follows all ways once, the likelier first, and notes where pointers into the frame
// lead when they are met first.
func (g *guesser) walk(f *Func) {
	seen := map[*Block]bool{}
	var visit func(b *Block, at map[*Local]int)
	visit = func(b *Block, at map[*Local]int) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, i := range b.Instrs {
			s, ok := i.(*Set)
			if !ok || s.Dst.T.Kind != Ptr || s.Dst == g.from {
				continue
			}
			if off, ok := offset(s.X, at); ok {
				at[s.Dst] = off
				if _, met := g.at[s.Dst]; !met {
					g.at[s.Dst] = off
				}
			} else {
				delete(at, s.Dst)
			}
		}
		for _, to := range b.Successors() {
			next := make(map[*Local]int, len(at))
			for l, off := range at {
				next[l] = off
			}
			visit(to, next)
		}
	}
	visit(f.Blocks[0], map[*Local]int{g.from: 0})
}

// offset is where a pointer leads, from the frame's first byte on.
func offset(x Expr, at map[*Local]int) (int, bool) {
	switch x := x.(type) {
	case *Use:
		off, ok := at[x.Local]
		return off, ok
	case *Binary:
		n, ok := x.Y.(*Const)
		if off, known := offset(x.X, at); ok && known && x.Op == Add {
			return off + int(n.V), true
		}
	}
	return 0, false
}

// expand writes an expression with loads from the frame and constants only, nil if it is
// made of anything else.
func (g *guesser) expand(x Expr, depth int) Expr {
	if depth > 40 {
		return nil
	}
	switch x := x.(type) {
	case *Const:
		return x
	case *Load:
		if off, ok := offset(x.Ptr, g.at); ok {
			g.bytes = max(g.bytes, off+x.Off+x.Bytes)
			return &Load{Ptr: &Use{g.from}, Off: off + x.Off, Bytes: x.Bytes, Big: x.Big}
		}
	case *Use:
		if d := g.defs[x.Local]; len(d) == 1 && d[0] != nil && x.Local.T.Kind == Word {
			return g.expand(d[0], depth+1)
		}
	case *Unary:
		if y := g.expand(x.X, depth+1); y != nil {
			return &Unary{x.Op, y, x.T}
		}
	case *Binary:
		y, z := g.expand(x.X, depth+1), g.expand(x.Y, depth+1)
		if y != nil && z != nil {
			return &Binary{x.Op, y, z, x.T}
		}
	}
	return nil
}
