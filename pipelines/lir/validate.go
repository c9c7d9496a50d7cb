package lir

import "fmt"

// maxInvalid is how many errors Validate reports.
const maxInvalid = 100

// Validate says what is wrong with a program: nothing where back ends may translate it.
// Lowering and passes keep programs valid. What it cannot see is whether a value fits its
// type, and whether memory is there.
func Validate(p *Program) []error {
	v := &validator{p: p}
	v.record()
	v.logs()
	names := map[string]bool{}
	for _, f := range p.Funcs {
		v.where = "functions"
		switch {
		case f == nil:
			v.errorf("a function is missing")
			continue
		case f.Name == "":
			v.errorf("a function has no name")
		case names[f.Name]:
			v.errorf("two functions are named %s", f.Name)
		}
		names[f.Name] = true
		v.function(f)
	}
	return v.errs
}

type validator struct {
	p     *Program
	errs  []error
	where string

	f      *Func
	locals map[*Local]bool
	blocks map[*Block]bool
}

func (v *validator) errorf(format string, args ...any) {
	if len(v.errs) < maxInvalid {
		v.errs = append(v.errs, fmt.Errorf("%s: "+format, append([]any{v.where}, args...)...))
	}
}

func (v *validator) record() {
	r := &v.p.Record
	v.where = "record"
	if r.Bytes < 0 {
		v.errorf("%d bytes", r.Bytes)
	}
	last := 0
	for _, s := range r.Slots {
		if s.At < last {
			v.errorf("slot %s at %d stands behind one at %d", s.Name, s.At, last)
		}
		if s.At < 0 || s.Bytes < 0 || s.At+s.Bytes > r.Bytes {
			v.errorf("slot %s at %d of %d bytes is not within %d bytes", s.Name, s.At, s.Bytes, r.Bytes)
		}
		last = s.At
	}
}

func (v *validator) logs() {
	for i, l := range v.p.Logs {
		v.where = fmt.Sprintf("log %d", i)
		for _, x := range l.Values {
			if x.Bits < 1 {
				v.errorf("a value of %d bits", x.Bits)
			}
		}
	}
}

func (v *validator) function(f *Func) {
	v.f, v.locals, v.blocks = f, map[*Local]bool{}, map[*Block]bool{}
	v.where = "function " + f.Name
	names := map[string]bool{}
	for _, list := range [][]*Local{f.Params, f.Locals} {
		for _, l := range list {
			v.local(l, names)
		}
	}
	if len(f.Blocks) == 0 {
		v.errorf("it has no blocks")
	}
	names = map[string]bool{}
	for _, b := range f.Blocks {
		switch {
		case b == nil:
			v.errorf("a block is missing")
			return
		case b.Name == "":
			v.errorf("a block has no name")
		case names[b.Name]:
			v.errorf("two blocks are named %s", b.Name)
		}
		names[b.Name], v.blocks[b] = true, true
	}
	before := len(v.errs)
	for _, b := range f.Blocks {
		v.block(b)
	}
	if len(v.errs) == before {
		v.budget()
	}
}

func (v *validator) local(l *Local, names map[string]bool) {
	switch {
	case l == nil:
		v.errorf("a local is missing")
		return
	case l.Name == "":
		v.errorf("a local has no name")
	case names[l.Name]:
		v.errorf("two locals are named %s", l.Name)
	case l.T.Kind > Ptr:
		v.errorf("local %s is of no kind", l.Name)
	case l.T.Kind == Word && (l.T.Bits < 1 || l.T.Bits > 64):
		v.errorf("local %s has %d bits", l.Name, l.T.Bits)
	}
	names[l.Name], v.locals[l] = true, true
}

func (v *validator) block(b *Block) {
	for n, i := range b.Instrs {
		v.where = fmt.Sprintf("function %s, block %s, instruction %d", v.f.Name, b.Name, n)
		if i == nil {
			v.errorf("it is missing")
			continue
		}
		v.instr(i)
	}
	v.where = fmt.Sprintf("function %s, end of block %s", v.f.Name, b.Name)
	v.term(b.Term)
}

func (v *validator) term(t Term) {
	switch t := t.(type) {
	case nil:
		v.errorf("it is missing")
	case *Goto:
		v.target(t.To)
	case *If:
		v.expr(t.Cond, Bool)
		v.target(t.Then)
		v.target(t.Else)
	case *Switch:
		v.expr(t.X, Word)
		seen := map[uint64]bool{}
		for _, c := range t.Cases {
			if len(c.Values) == 0 {
				v.errorf("a case has no value")
			}
			for _, n := range c.Values {
				if seen[n] {
					v.errorf("the value %d stands twice", n)
				}
				seen[n] = true
			}
			v.target(c.To)
		}
		v.target(t.Default)
	case *Return:
		v.expr(t.Status, Word)
	default:
		v.errorf("%T", t)
	}
}

func (v *validator) target(b *Block) {
	switch {
	case b == nil:
		v.errorf("a block to go to is missing")
	case !v.blocks[b]:
		v.errorf("block %s is not in this function", b.Name)
	}
}

// budget checks that every way that leads round leads through a block that takes from
// the packet's budget.
func (v *validator) budget() {
	const (
		open = 1 + iota
		closed
	)
	state := map[*Block]int{}
	var visit func(b *Block)
	visit = func(b *Block) {
		state[b] = open
		for _, to := range b.Successors() {
			switch {
			case to.Loop:
			case state[to] == 0:
				visit(to)
			case state[to] == open:
				v.where = fmt.Sprintf("function %s", v.f.Name)
				v.errorf("the way round from block %s to %s leads through no block that is marked as a loop", b.Name, to.Name)
			}
		}
		state[b] = closed
	}
	for _, b := range v.f.Blocks {
		if state[b] == 0 {
			visit(b)
		}
	}
}
