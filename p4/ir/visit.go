package ir

import "up4/p4/source"

// access is what an instruction does to a place.
type access uint8

const (
	reads access = 1 << iota
	writes
)

// mapping replaces the parts of code. Expressions and places may be shared, so new
// ones are made, never changed.
type mapping struct {
	expr  func(Expr) Expr // of each node, its parts mapped already
	place func(*Place, access) *Place
}

func (m mapping) value(x Expr) Expr {
	switch e := x.(type) {
	case nil:
		return nil
	case *Load:
		x = &Load{m.at(e.Place, reads)}
	case *IsValid:
		x = &IsValid{m.at(e.Place, reads)}
	case *LastIndex:
		x = &LastIndex{m.at(e.Place, reads)}
	case *Unary:
		x = &Unary{e.Op, m.value(e.X), e.T}
	case *Binary:
		x = &Binary{e.Op, m.value(e.X), m.value(e.Y), e.T}
	case *Mux:
		x = &Mux{m.value(e.Cond), m.value(e.Then), m.value(e.Else)}
	case *Cast:
		x = &Cast{m.value(e.X), e.T}
	case *Slice:
		x = &Slice{m.value(e.X), e.Hi, e.Lo}
	case *Make:
		x = &Make{e.T, m.values(e.Elems)}
	case *Matches:
		x = &Matches{m.value(e.X), m.keyset(e.Set)}
	}
	if m.expr != nil {
		return m.expr(x)
	}
	return x
}

func (m mapping) values(xs []Expr) []Expr {
	out := make([]Expr, len(xs))
	for i, x := range xs {
		out[i] = m.value(x)
	}
	return out
}

func (m mapping) keyset(k Keyset) Keyset {
	switch k := k.(type) {
	case *Exactly:
		return &Exactly{m.value(k.V)}
	case *Masked:
		return &Masked{m.value(k.Value), m.value(k.Mask)}
	case *Between:
		return &Between{m.value(k.Lo), m.value(k.Hi)}
	case *Prefix:
		return &Prefix{m.value(k.Value), k.Len}
	}
	return k
}

// at maps a place, and the indices on the way to it.
func (m mapping) at(p *Place, a access) *Place {
	if p == nil {
		return nil
	}
	var path []Step
	for i, s := range p.Path {
		if s.Kind != IndexStep {
			continue
		}
		if path == nil {
			path = append(path, p.Path...)
		}
		path[i].Index = m.value(s.Index)
	}
	if path != nil {
		p = &Place{p.Root, path, p.T}
	}
	if m.place != nil {
		return m.place(p, a)
	}
	return p
}

func (m mapping) operands(os []Operand) {
	for i := range os {
		o := &os[i]
		switch o.Value = m.value(o.Value); o.Dir {
		case Out:
			o.Place = m.at(o.Place, writes)
		case InOut:
			o.Place = m.at(o.Place, reads|writes)
		}
	}
}

// partial is the access of a store to a place: one to a part leaves the rest.
func partial(i *Assign) access {
	if i.Sliced {
		return reads | writes
	}
	return writes
}

func (m mapping) instr(i Instr) {
	switch i := i.(type) {
	case *Assign:
		i.Value = m.value(i.Value)
		i.Dst = m.at(i.Dst, partial(i))
	case *Reset:
		i.Place = m.at(i.Place, writes)
	case *SetValid:
		i.Place = m.at(i.Place, reads|writes)
	case *Shift:
		i.Place = m.at(i.Place, reads|writes)
	case *CheckStack:
		i.Place = m.at(i.Place, reads)
	case *Call:
		m.operands(i.Args)
		i.Result = m.at(i.Result, writes)
	case *CallExtern:
		m.operands(i.Args)
		i.Result = m.at(i.Result, writes)
	case *Apply:
		i.Hit, i.Action = m.at(i.Hit, writes), m.at(i.Action, writes)
	case *Extract:
		i.Size = m.value(i.Size)
		i.Dst = m.at(i.Dst, reads|writes)
	case *Lookahead:
		i.Dst = m.at(i.Dst, writes)
	case *Advance:
		i.Bits = m.value(i.Bits)
	case *Length:
		i.Dst = m.at(i.Dst, writes)
	case *Verify:
		i.Cond, i.Error = m.value(i.Cond), m.value(i.Error)
	case *Emit:
		i.Value = m.value(i.Value)
	}
}

func (m mapping) term(t Term) {
	switch t := t.(type) {
	case *If:
		t.Cond = m.value(t.Cond)
	case *Switch:
		t.X = m.value(t.X)
		for i := range t.Cases {
			t.Cases[i].Set = m.keyset(t.Cases[i].Set)
		}
	case *Select:
		t.Keys = m.values(t.Keys)
		for i := range t.Cases {
			for j, s := range t.Cases[i].Sets {
				t.Cases[i].Sets[j] = m.keyset(s)
			}
		}
	case *Return:
		t.Value = m.value(t.Value)
	}
}

func (m mapping) code(f *Func) {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			m.instr(i)
		}
		m.term(b.Term)
	}
}

// table maps a table's keys and bound arguments.
func (m mapping) table(t *Table) {
	for i := range t.Keys {
		t.Keys[i].Expr = m.value(t.Keys[i].Expr)
	}
	for i := range t.Actions {
		m.operands(t.Actions[i].Bound)
	}
}

// EachRead calls f for each place that the program reads, and where. It puts equal
// parts in the place of the program's.
func EachRead(p *Program, f func(at source.Span, p *Place)) {
	var at source.Span
	m := mapping{place: func(p *Place, a access) *Place {
		if a&reads != 0 {
			f(at, p)
		}
		return p
	}}
	m.program(p, &at)
}

// EachExpr calls f for each expression of the program, parts first, and where. It puts
// equal parts in the place of the program's.
func EachExpr(p *Program, f func(at source.Span, x Expr)) {
	var at source.Span
	m := mapping{expr: func(x Expr) Expr {
		f(at, x)
		return x
	}}
	m.program(p, &at)
}

// program maps all code and all tables; at is kept at the span of what is mapped.
func (m mapping) program(p *Program, at *source.Span) {
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				*at = i.Span()
				m.instr(i)
			}
			*at = b.Term.Span()
			m.term(b.Term)
		}
	}
	for _, t := range p.Tables {
		for i := range t.Keys {
			*at = t.Keys[i].At
			t.Keys[i].Expr = m.value(t.Keys[i].Expr)
		}
		for i := range t.Actions {
			*at = t.Actions[i].At
			m.operands(t.Actions[i].Bound)
		}
	}
}
