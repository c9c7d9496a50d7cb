package lir

import "fmt"

// Limits of Specialize: variants of one block, and blocks in all for each that there was.
const (
	maxVariants = 12
	maxGrowth   = 6
	leastBlocks = 400
)

// Specialize makes a variant of each block for what is known on the ways to it: which
// headers are valid, where in the packet they are, what metadata still is as it began. So
// the code behind the parser is there once for each way through the parser, and asks no
// more what that has answered; loops whose bounds are known unroll. base is a pointer that
// is set once, from which others are counted. Locals in not are not told apart.
func Specialize(f *Func, base *Local, not ...*Local) {
	s := &specializer{f: f, live: liveness(f), ignore: map[*Local]bool{}, variants: map[*Block]map[string]*Block{}, names: map[string]bool{}}
	s.simplifier.base = base
	for _, l := range not {
		s.ignore[l] = true
	}
	for _, l := range f.Params {
		s.ignore[l] = true
	}
	s.most = max(leastBlocks, maxGrowth*len(f.Blocks))
	begin := facts{}
	for _, l := range f.Locals {
		if l.T.Kind != Ptr { // what is not set yet is zero
			begin[l] = fact{}
		}
	}
	s.variant(f.Blocks[0], begin)
	for len(s.todo) > 0 {
		w := s.todo[0]
		s.todo = s.todo[1:]
		s.write(w)
	}
	f.Blocks = s.out
}

type specializer struct {
	simplifier
	f        *Func
	live     map[*Block]map[*Local]bool // read behind the beginning of a block
	ignore   map[*Local]bool
	variants map[*Block]map[string]*Block
	names    map[string]bool
	out      []*Block
	todo     []work
	most     int
}

// work is a variant that is to be written.
type work struct {
	from, to *Block
	facts    facts
}

// variant is the block's for facts, made if there is none.
func (s *specializer) variant(b *Block, f facts) *Block {
	f = f.keep(s.live[b])
	for l := range s.ignore {
		delete(f, l)
	}
	m := s.variants[b]
	if m == nil {
		m = map[string]*Block{}
		s.variants[b] = m
	}
	key := f.key()
	if v := m[key]; v != nil {
		return v
	}
	if len(m) >= maxVariants || len(s.out) >= s.most {
		if f, key = (facts{}), ""; m[key] != nil {
			return m[key]
		}
	}
	v := &Block{Name: s.name(b.Name), State: b.State, Loop: b.Loop}
	m[key] = v
	s.out = append(s.out, v)
	s.todo = append(s.todo, work{b, v, f})
	return v
}

func (s *specializer) name(name string) string {
	unique := name
	for n := 2; s.names[unique]; n++ {
		unique = fmt.Sprintf("%s_%d", name, n)
	}
	s.names[unique] = true
	return unique
}

// write fills a variant.
func (s *specializer) write(w work) {
	s.facts = facts{}
	for l, x := range w.facts {
		s.facts[l] = x
	}
	for _, i := range w.from.Instrs {
		w.to.Instrs = append(w.to.Instrs, s.instr(i))
	}
	w.to.Term = s.term(w.from.Term)
}

func (s *specializer) instr(i Instr) Instr {
	switch i := i.(type) {
	case *Set:
		x := s.expr(i.X)
		delete(s.facts, i.Dst)
		if f, ok := s.of(x); ok && i.Dst != s.base {
			s.facts[i.Dst] = f
		}
		return &Set{i.At, i.Dst, x}
	case *Store:
		p, off := s.address(s.expr(i.Ptr), i.Off)
		return &Store{i.At, p, off, i.Bytes, i.Big, s.expr(i.X)}
	case *Copy:
		return &Copy{i.At, s.expr(i.Dst), s.expr(i.Src), s.expr(i.N)}
	case *Clear:
		return &Clear{i.At, s.expr(i.Dst), i.N}
	case *Lookup:
		l := *i
		l.Key = s.expr(i.Key)
		delete(s.facts, i.Entry)
		return &l
	case *Call:
		c := *i
		c.Args = make([]Expr, len(i.Args))
		for k, a := range i.Args {
			c.Args[k] = s.expr(a)
		}
		for _, d := range i.Dst {
			delete(s.facts, d)
		}
		return &c
	}
	return i
}

func (s *specializer) term(t Term) Term {
	switch t := t.(type) {
	case *Goto:
		return &Goto{t.At, s.variant(t.To, s.facts)}
	case *If:
		c := s.expr(t.Cond)
		if k, ok := c.(*Const); ok {
			if k.V != 0 {
				return &Goto{t.At, s.variant(t.Then, s.facts)}
			}
			return &Goto{t.At, s.variant(t.Else, s.facts)}
		}
		return &If{t.At, c, s.variant(t.Then, s.with(c, true)), s.variant(t.Else, s.with(c, false))}
	case *Switch:
		return s.switchTerm(t)
	case *Return:
		return &Return{t.At, s.expr(t.Status)}
	}
	return t
}

// with is the facts where a condition is known to hold or not.
func (s *specializer) with(c Expr, holds bool) facts {
	switch x := c.(type) {
	case *Use:
		return s.plus(x.Local, fact{v: fold(Eq, 1, map[bool]uint64{true: 1}[holds])})
	case *Unary:
		if x.Op == Not {
			return s.with(x.X, !holds)
		}
	case *Binary:
		u, ok := x.X.(*Use)
		k, isConst := x.Y.(*Const)
		if ok && isConst && k.T.Kind == Word && (x.Op == Eq && holds || x.Op == Ne && !holds) {
			return s.plus(u.Local, fact{v: k.V})
		}
	}
	return s.facts
}

func (s *specializer) plus(l *Local, x fact) facts {
	out := facts{l: x}
	for k, v := range s.facts {
		if k != l {
			out[k] = v
		}
	}
	return out
}

func (s *specializer) switchTerm(t *Switch) Term {
	x := s.expr(t.X)
	if k, ok := x.(*Const); ok {
		for _, c := range t.Cases {
			for _, v := range c.Values {
				if v == k.V {
					return &Goto{t.At, s.variant(c.To, s.facts)}
				}
			}
		}
		return &Goto{t.At, s.variant(t.Default, s.facts)}
	}
	out := &Switch{At: t.At, X: x}
	for _, c := range t.Cases {
		f := s.facts
		if u, ok := x.(*Use); ok && len(c.Values) == 1 {
			f = s.plus(u.Local, fact{v: c.Values[0]})
		}
		out.Cases = append(out.Cases, Case{c.Values, s.variant(c.To, f)})
	}
	out.Default = s.variant(t.Default, s.facts)
	return out
}
