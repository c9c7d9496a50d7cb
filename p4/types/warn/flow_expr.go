package warn

import (
	"up4/p4/syntax"
	"up4/p4/syntax/token"
	"up4/p4/types"
)

// places is what an expression can denote: one cell, or with weak any of several
// (an element of a stack whose index is not known). It is empty for what no track is
// kept of. lost is true where a header on the way to it is not valid, which was
// reported.
type places struct {
	all    []*cell
	weak   bool
	lost   bool
	header *cell // the innermost header on the way to it
	lo, hi int   // of a slice, if sliced
	sliced bool
}

// place finds what an expression that can be assigned to denotes, reading the
// indexes in it.
func (f *flow) place(e syntax.Expr, st *state) places {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return f.place(e.X, st)
	case *syntax.Ident:
		if c := f.cells[f.c.info.Uses[e]]; c != nil {
			return places{all: []*cell{c}}
		}
	case *syntax.MemberExpr:
		return f.memberPlace(e, st)
	case *syntax.IndexExpr:
		p := f.place(e.X, st)
		if f.c.info.Values[e.Index] == nil {
			f.read(e.Index, st)
		}
		return p.index(f.c.info.Values[e.Index])
	case *syntax.SliceExpr:
		return f.slicePlace(e, st)
	}
	return places{}
}

func (f *flow) memberPlace(e *syntax.MemberExpr, st *state) places {
	if e.Sel == nil {
		return places{}
	}
	p := f.place(e.X, st)
	name := e.Sel.Text
	out := places{weak: p.weak, lost: p.lost, header: p.header}
	if _, ok := f.c.info.Types[e.X].(*types.Stack); ok {
		if name == "next" || name == "last" {
			return p.index(nil)
		}
		return places{}
	}
	someValid := len(p.all) == 0
	for _, c := range p.all {
		someValid = someValid || c.kind != header || st.canBeValid(c)
		if c.kind == header {
			out.header = c
		}
		part := c.field(name)
		if part == nil {
			return places{}
		}
		out.all = append(out.all, part)
	}
	if !someValid && !p.lost {
		out.lost = true
		f.invalid(e, p, name)
	}
	return out
}

// invalid warns of a field of an invalid header.
func (f *flow) invalid(e *syntax.MemberExpr, p places, name string) {
	if !f.guarded[syntax.ExprString(e.X)] && !f.lenient {
		f.report(e.Span(), CodeInvalidHeader, "the header "+p.name()+" is not valid here: its field "+name+
			" has no value, and what is written to it is lost; make the header valid before, with setValid() or extract(), or do this only if isValid() is true")
	}
}

// name is what to call it.
func (p places) name() string {
	if p.weak {
		if c := p.all[0]; len(c.name) > 0 && c.name[len(c.name)-1] == ']' {
			i := len(c.name) - 1
			for i > 0 && c.name[i] != '[' {
				i--
			}
			return c.name[:i] + "[…]"
		}
	}
	return p.all[0].name
}

// index is an element, of any index where v is no number.
func (p places) index(v types.Value) places {
	out := places{weak: p.weak, lost: p.lost}
	n, known := v.(*types.IntValue)
	for _, c := range p.all {
		switch {
		case c.kind != stack:
			return places{}
		case !known:
			out.all = append(out.all, c.parts...)
			out.weak = out.weak || len(c.parts) > 1
		case n.V.IsInt64() && n.V.Int64() >= 0 && n.V.Int64() < int64(len(c.parts)):
			out.all = append(out.all, c.parts[n.V.Int64()])
		}
	}
	return out
}

func (f *flow) slicePlace(e *syntax.SliceExpr, st *state) places {
	p := f.place(e.X, st)
	for _, x := range []syntax.Expr{e.Hi, e.Lo, e.Width} {
		if x != nil && f.c.info.Values[x] == nil {
			f.read(x, st)
		}
	}
	lo, ok := f.number(e.Lo)
	hi, ok2 := f.number(e.Hi)
	if e.Width != nil {
		w, ok3 := f.number(e.Width)
		hi, ok2 = lo+w-1, ok3
	}
	p.lo, p.hi, p.sliced = lo, hi, ok && ok2
	p.weak = p.weak || !p.sliced
	return p
}

func (f *flow) number(e syntax.Expr) (int, bool) {
	if e == nil {
		return 0, false
	}
	v, ok := f.c.info.Values[e].(*types.IntValue)
	if !ok || !v.V.IsInt64() || v.V.Int64() < 0 || v.V.Int64() > types.MaxWidth {
		return 0, false
	}
	return int(v.V.Int64()), true
}

// narrow is the bits of a leaf that a slice is of.
func (p places) narrow(c *cell) *cell {
	if !p.sliced || c.kind != leaf || c.n == 1 || p.lo > p.hi || p.hi >= c.n {
		return c
	}
	return &cell{name: c.name, slot: c.slot + p.lo, n: p.hi - p.lo + 1, typ: c.typ}
}

// read follows an expression whose value is used.
func (f *flow) read(e syntax.Expr, st *state) {
	if e == nil || st.dead || f.c.info.Values[e] != nil {
		return
	}
	if _, isType := f.c.info.Types[e].(*types.TypeOf); isType {
		return
	}
	switch e := e.(type) {
	case *syntax.Ident:
		f.use(e, f.place(e, st), st)
	case *syntax.IndexExpr:
		if f.rooted(e) {
			f.use(e, f.place(e, st), st)
			return
		}
		f.read(e.X, st)
		f.read(e.Index, st)
	case *syntax.MemberExpr:
		if f.rooted(e) {
			f.use(e, f.place(e, st), st)
			return
		}
		f.read(e.X, st)
	case *syntax.SliceExpr:
		if f.rooted(e) {
			f.use(e, f.place(e, st), st)
			return
		}
		f.read(e.X, st)
	case *syntax.CallExpr:
		f.call(e, st)
	case *syntax.BinaryExpr:
		if e.Op == token.AndAnd || e.Op == token.OrOr {
			yes, no := f.cond(e, st.clone())
			yes.join(no)
			*st = *yes
			return
		}
		f.read(e.X, st)
		f.read(e.Y, st)
	case *syntax.CondExpr:
		yes, no := f.cond(e.Cond, st.clone())
		f.read(e.Then, yes)
		f.read(e.Else, no)
		yes.join(no)
		*st = *yes
	default:
		f.readParts(e, st)
	}
}

func (f *flow) readParts(e syntax.Expr, st *state) {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		f.read(e.X, st)
	case *syntax.UnaryExpr:
		f.read(e.X, st)
	case *syntax.CastExpr:
		f.read(e.X, st)
	case *syntax.ListExpr:
		for _, x := range e.Elems {
			f.read(x, st)
		}
	case *syntax.StructExpr:
		for _, x := range e.Fields {
			f.read(x.Value, st)
		}
	}
}

// rooted says whether an expression is a part of a variable.
func (f *flow) rooted(e syntax.Expr) bool {
	for {
		switch x := e.(type) {
		case *syntax.ParenExpr:
			e = x.X
		case *syntax.MemberExpr:
			e = x.X
		case *syntax.IndexExpr:
			e = x.X
		case *syntax.SliceExpr:
			e = x.X
		case *syntax.Ident:
			return true
		default:
			return false
		}
	}
}

// use warns if what is read has no value, or may have none.
func (f *flow) use(e syntax.Expr, p places, st *state) {
	if len(p.all) == 0 || p.lost {
		return
	}
	if p.weak {
		for _, c := range p.all {
			if _, always := st.lacks(c, false); !always {
				return
			}
		}
	}
	c := p.narrow(p.all[0])
	part, always := st.lacks(c, false)
	if part == nil {
		return
	}
	if f.maybeInvalid(e, p, st) {
		return
	}
	name := syntax.ExprString(e)
	switch {
	case part != c && always:
		f.report(e.Span(), CodeUninitialized, name+" is read, but "+part.name+" has no value yet")
	case part != c:
		f.report(e.Span(), CodeUninitialized, name+" is read, but "+part.name+" may have no value yet")
	case always:
		f.report(e.Span(), CodeUninitialized, name+" is read, but has no value yet")
	default:
		f.report(e.Span(), CodeUninitialized, name+" is read, but may have no value yet")
	}
}

// write follows an expression that is assigned to; set is called for the cell if it
// is known which one it is.
func (f *flow) write(e syntax.Expr, st *state, set func(*cell)) {
	p := f.place(e, st)
	if len(p.all) == 1 && !p.lost {
		if part, _ := st.lacks(p.narrow(p.all[0]), false); part != nil {
			f.maybeInvalid(e, p, st)
		}
	}
	f.writeTo(p, st, set)
}

// maybeInvalid warns of a field without a value, if it has none because its header
// may be invalid.
func (f *flow) maybeInvalid(e syntax.Expr, p places, st *state) bool {
	h := p.header
	if h == nil || p.weak {
		return false
	}
	if good, bad := st.can(h.slot); !good || !bad {
		return false
	}
	f.report(e.Span(), CodeInvalidHeader, "the header "+h.name+" may not be valid here, as not every way to this place makes it so; do this only if "+
		h.name+".isValid(), or call "+h.name+".setValid() before")
	return true
}

func (f *flow) writeTo(p places, st *state, set func(*cell)) {
	if st.dead || len(p.all) == 0 || p.lost {
		return
	}
	if !p.weak {
		c := p.narrow(p.all[0])
		if c.kind == leaf {
			st.fill(c.slot, c.n, true, false)
			return
		}
		set(c)
		return
	}
	for _, c := range p.all {
		if c.kind == leaf {
			st.fill(c.slot, c.n, true, false)
		}
		c.headers(st.maybeValid)
		if c.kind == record {
			c.eachLeaf(func(l *cell) { st.fill(l.slot, l.n, true, false) })
		}
	}
}

// eachLeaf calls do for the simple values in c that are not in headers.
func (c *cell) eachLeaf(do func(*cell)) {
	switch c.kind {
	case leaf:
		do(c)
	case record, stack:
		for _, p := range c.parts {
			p.eachLeaf(do)
		}
	}
}
