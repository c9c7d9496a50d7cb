package lower

import (
	"up4/p4/ir"
	"up4/pipelines/lir"
)

// value is a number or a truth value on its way: words, the least significant first,
// each below 2 to the power of what is left of width. Of a bool it is one expression.
type value struct {
	w    []lir.Expr
	bits int
	bool bool
}

func boolValue(x lir.Expr) value { return value{w: []lir.Expr{x}, bits: 1, bool: true} }

func wordValue(x lir.Expr, bits int) value { return value{w: []lir.Expr{x}, bits: bits} }

// asBool and asWord are the forms of a value of one bit.
func (v value) asBool() lir.Expr {
	if v.bool {
		return v.w[0]
	}
	return cmp(lir.Ne, v.w[0], num(0, 1))
}

func (v value) asWord() lir.Expr {
	if v.bool {
		return toWord(v.w[0])
	}
	return v.w[0]
}

// limb is word i, 0 beyond the last.
func (v value) limb(i int) lir.Expr {
	if i >= len(v.w) {
		return num(0, 1)
	}
	if v.bool {
		return v.asWord()
	}
	return v.w[i]
}

// like gives a value the form of a type: a bool or words.
func (v value) like(t ir.Type) value {
	switch {
	case isBool(t) && !v.bool:
		return boolValue(v.asBool())
	case !isBool(t) && v.bool:
		return wordValue(v.asWord(), 1)
	}
	return v
}

// read is what a scalar holds.
func (g *gen) read(s *scalar) lir.Expr {
	if s.local != nil {
		return use(s.local)
	}
	at := &lir.Load{Ptr: g.rec, Off: s.at, Bytes: 8}
	switch s.t.Kind {
	case lir.Bool:
		return cmp(lir.Ne, at, num(0, 1))
	case lir.Ptr:
		return toPtr(&lir.Load{Ptr: g.rec, Off: s.at, Bytes: 4})
	}
	if s.t.Bits <= 32 {
		at.Bytes = 4
	}
	return cut(at, s.t.Bits)
}

// write stores in a scalar.
func (g *gen) write(s *scalar, x lir.Expr) {
	if s.local != nil {
		g.emit(&lir.Set{At: g.at, Dst: s.local, X: x})
		return
	}
	switch s.t.Kind {
	case lir.Bool:
		x = toWord(x)
	case lir.Ptr:
		x = toOff(x)
	}
	g.emit(&lir.Store{At: g.at, Ptr: g.rec, Off: s.at, Bytes: 8, X: x})
}

// temp keeps an expression's value of now.
func (g *gen) temp(name string, x lir.Expr) lir.Expr {
	switch x := x.(type) {
	case *lir.Const:
		return x
	case *lir.Use:
		if g.temps[x.Local] {
			return x
		}
	}
	l := g.local(name, x.Type())
	g.temps[l] = true
	g.emit(&lir.Set{At: g.at, Dst: l, X: x})
	return use(l)
}

// local makes a local of this function.
func (g *gen) local(name string, t lir.Type) *lir.Local { return g.vars.local(name, t) }

// keep keeps a whole value.
func (g *gen) keep(name string, v value) value {
	out := value{bits: v.bits, bool: v.bool}
	for _, x := range v.w {
		out.w = append(out.w, g.temp(name, x))
	}
	return out
}

// readWords is the value in scalars.
func (g *gen) readWords(list []*scalar, t ir.Type) value {
	v := value{bits: widthOf(t), bool: isBool(t)}
	for _, s := range list {
		v.w = append(v.w, g.read(s))
	}
	return v
}

// writeWords stores a value in scalars.
func (g *gen) writeWords(list []*scalar, v value) {
	if len(list) > 1 {
		v = g.keep("v", v)
	}
	for i, s := range list {
		if s.t.Kind == lir.Bool {
			g.write(s, v.asBool())
		} else {
			g.write(s, v.limb(i))
		}
	}
}
