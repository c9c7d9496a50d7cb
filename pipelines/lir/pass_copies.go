package lir

import "slices"

// copiesFunc uses what a local is a copy of, and an expression where a local was that is
// read once.
func copiesFunc(f *Func) {
	live := liveness(f)
	propagate(f, live[f.Blocks[0]])
	live = liveness(f)
	for _, b := range f.Blocks {
		forward(b, live)
	}
}

// known is what locals are copies of at a point: constants and other locals.
type known map[*Local]Expr

// after is what is known behind an instruction. copied are the locals that there are
// copies of anywhere.
func (k known) after(i Instr, copied map[*Local]bool) {
	for _, l := range sets(i) {
		delete(k, l)
		if !copied[l] {
			continue
		}
		for other, x := range k {
			if u, ok := x.(*Use); ok && u.Local == l {
				delete(k, other)
			}
		}
	}
	s, ok := i.(*Set)
	if !ok {
		return
	}
	switch x := s.X.(type) {
	case *Const:
		if x.T.Kind != Ptr {
			k[s.Dst] = x
		}
	case *Use:
		if x.Local != s.Dst {
			k[s.Dst] = x
		}
	}
}

// replace is an expression with what its locals are copies of.
func (k known) replace(x Expr) Expr {
	switch x := x.(type) {
	case *Use:
		if y, ok := k[x.Local]; ok {
			return y
		}
	case *Load:
		if p := k.replace(x.Ptr); p != x.Ptr {
			return &Load{Ptr: p, Off: x.Off, Bytes: x.Bytes, Big: x.Big}
		}
	case *Unary:
		if y := k.replace(x.X); y != x.X {
			return &Unary{x.Op, y, x.T}
		}
	case *Binary:
		y, z := k.replace(x.X), k.replace(x.Y)
		if y != x.X || z != x.Y {
			return &Binary{x.Op, y, z, x.T}
		}
	case *Cond:
		c, y, z := k.replace(x.C), k.replace(x.X), k.replace(x.Y)
		if c != x.C || y != x.X || z != x.Y {
			return &Cond{c, y, z}
		}
	}
	return x
}

// propagate replaces locals by what they are copies of on all ways. unset are those that
// may be read before they are set.
func propagate(f *Func, unset map[*Local]bool) {
	order := postorder(f)
	slices.Reverse(order)
	begin, copied := known{}, map[*Local]bool{}
	for _, l := range f.Locals {
		if l.T.Kind != Ptr && unset[l] {
			begin[l] = &Const{0, l.T}
		}
	}
	for _, b := range order {
		for _, i := range b.Instrs {
			if s, ok := i.(*Set); ok {
				if u, ok := s.X.(*Use); ok {
					copied[u.Local] = true
				}
			}
		}
	}
	at := knownAt{f.Blocks[0]: begin}
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			now := copyOf(at[b])
			for _, i := range b.Instrs {
				now.after(i, copied)
			}
			for _, to := range b.Successors() {
				changed = at.meet(to, now) || changed
			}
		}
	}
	for _, b := range order {
		now := at[b]
		for _, i := range b.Instrs {
			eachExpr(i, now.replace)
			now.after(i, copied)
		}
		eachTermExpr(b.Term, now.replace)
	}
}

// knownAt is what is known at the beginnings of blocks.
type knownAt map[*Block]known

// meet adds a way to a block, on which so much is known, and says whether less is now.
func (at knownAt) meet(to *Block, now known) (changed bool) {
	was, met := at[to]
	if !met {
		at[to] = copyOf(now)
		return true
	}
	for l, x := range was {
		if y, ok := now[l]; !ok || !same(x, y) {
			delete(was, l)
			changed = true
		}
	}
	return changed
}

func copyOf(k known) known {
	out := make(known, len(k))
	for l, x := range k {
		out[l] = x
	}
	return out
}

// postorder is the blocks that can be reached, each behind those that it leads to but for
// ways back.
func postorder(f *Func) (list []*Block) {
	seen := map[*Block]bool{}
	var visit func(b *Block)
	visit = func(b *Block) {
		seen[b] = true
		for _, to := range b.Successors() {
			if !seen[to] {
				visit(to)
			}
		}
		list = append(list, b)
	}
	visit(f.Blocks[0])
	return list
}

// maxMerged is how large an expression may become, in operators and operands.
const maxMerged = 12

// forward puts the value of a local where that is read, if it is read once in the block,
// not behind it, and nothing between changes the value.
func forward(b *Block, live map[*Block]map[*Local]bool) {
	behind := map[*Local]bool{}
	for _, to := range b.Successors() {
		for l := range live[to] {
			behind[l] = true
		}
	}
	for n := 0; n < len(b.Instrs); n++ {
		s, ok := b.Instrs[n].(*Set)
		if !ok {
			continue
		}
		if at, ok := onlyRead(b, n, s.Dst, behind); ok && undisturbed(b.Instrs[n+1:min(at, len(b.Instrs))], s.X) && put(b, at, s) {
			b.Instrs = slices.Delete(b.Instrs, n, n+1)
			n--
		}
	}
}

// onlyRead is the instruction that alone reads what instruction n has set, or the number
// of instructions for the end of the block.
func onlyRead(b *Block, n int, l *Local, behind map[*Local]bool) (at int, ok bool) {
	at = -1
	count := func(r *Local) bool { return r == l }
	for i := n + 1; i < len(b.Instrs); i++ {
		reads := 0
		instrReads(b.Instrs[i], func(r *Local) {
			if count(r) {
				reads++
			}
		})
		switch {
		case reads > 1, reads == 1 && at >= 0:
			return 0, false
		case reads == 1:
			at = i
		}
		if slices.Contains(sets(b.Instrs[i]), l) {
			return at, at >= 0
		}
	}
	reads := 0
	termReads(b.Term, func(r *Local) {
		if count(r) {
			reads++
		}
	})
	if reads == 1 && at < 0 {
		at = len(b.Instrs)
	} else if reads > 0 {
		return 0, false
	}
	return at, at >= 0 && !behind[l]
}

// undisturbed says whether an expression has the same value behind instructions.
func undisturbed(between []Instr, x Expr) bool {
	loads := hasLoad(x)
	for _, i := range between {
		if loads && changesMemory(i) {
			return false
		}
		for _, l := range sets(i) {
			found := false
			reads(x, func(r *Local) { found = found || r == l })
			if found {
				return false
			}
		}
	}
	return true
}

func changesMemory(i Instr) bool {
	switch i := i.(type) {
	case *Store, *Copy, *Clear:
		return true
	case *Call:
		return i.Service.Changes()
	}
	return false
}

func hasLoad(x Expr) bool {
	switch x := x.(type) {
	case *Load:
		return true
	case *Unary:
		return hasLoad(x.X)
	case *Binary:
		return hasLoad(x.X) || hasLoad(x.Y)
	case *Cond:
		return hasLoad(x.C) || hasLoad(x.X) || hasLoad(x.Y)
	}
	return false
}

// put puts the value of a local in instruction at, if what that reads does not become too
// large.
func put(b *Block, at int, s *Set) bool {
	k := known{s.Dst: s.X}
	most := 0
	measure := func(x Expr) Expr {
		most = max(most, sizeOf(x))
		return x
	}
	if at == len(b.Instrs) {
		eachTermExpr(b.Term, measure)
	} else {
		eachExpr(b.Instrs[at], measure)
	}
	if n := sizeOf(s.X); n > 1 && most+n-1 > maxMerged {
		return false
	}
	if at == len(b.Instrs) {
		eachTermExpr(b.Term, k.replace)
	} else {
		eachExpr(b.Instrs[at], k.replace)
	}
	return true
}

// sizeOf is how many operators and operands an expression has.
func sizeOf(x Expr) int {
	switch x := x.(type) {
	case *Load:
		return 1 + sizeOf(x.Ptr)
	case *Unary:
		return 1 + sizeOf(x.X)
	case *Binary:
		return 1 + sizeOf(x.X) + sizeOf(x.Y)
	case *Cond:
		return 1 + sizeOf(x.C) + sizeOf(x.X) + sizeOf(x.Y)
	}
	return 1
}
