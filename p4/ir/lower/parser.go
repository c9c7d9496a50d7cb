package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
	"up4/p4/types"
)

// parser is a parser's locals, which the entry block makes, and its states (13).
func (c *code) parser(d *syntax.ParserDecl) {
	for _, x := range d.Locals {
		c.decl(x)
	}
	c.states, c.ends = map[string]*ir.Block{}, map[string]*ir.Block{}
	for _, s := range d.States {
		c.at = s.Span()
		entered := c.enter(s.Annots())
		b := c.block(s.Name.Text)
		b.State = s.Name.Text
		b.Annotations = slices.DeleteFunc(c.l.annotations(s.Annots()), func(a ir.Annotation) bool { return a.Name == "atomic" })
		c.states[s.Name.Text] = b
		if entered {
			c.region = 0
		}
	}
	if start := c.states["start"]; start != nil {
		c.jump(start, nil)
	}
	for _, s := range d.States {
		c.cur = c.states[s.Name.Text]
		outer, region := c.env, c.region
		c.env, c.region = outer.within(), c.cur.Atomic
		c.stmts(s.Body)
		c.at = s.Span()
		if c.cur != nil {
			c.transition(s)
		}
		c.env, c.region = outer, region
	}
	c.cur = nil
}

func (c *code) transition(s *syntax.StateDecl) {
	switch t := s.Transition.(type) {
	case *syntax.Ident:
		c.at = t.Span()
		c.jump(c.state(t.Name), nil)
	case *syntax.SelectExpr:
		c.selectExpr(t)
	default: // 13.5: without a transition the parser rejects
		c.end(&ir.Reject{At: c.here()}, nil)
	}
}

// state is where a transition goes: accept and reject are blocks once used.
func (c *code) state(name string) *ir.Block {
	if b := c.states[name]; b != nil {
		return b
	}
	if c.ends[name] == nil {
		b := c.block(name)
		b.Atomic = 0 // of no state's region
		b.Term = &ir.Reject{At: c.here()}
		if name == "accept" {
			b.Term = &ir.Accept{At: c.here()}
		}
		c.ends[name] = b
	}
	return c.ends[name]
}

// selectExpr is select(keys) {cases} (13.6).
func (c *code) selectExpr(e *syntax.SelectExpr) {
	c.at = e.Span()
	keys := c.exprs(e.Keys)
	t := &ir.Select{At: c.here(), Keys: keys}
	for _, k := range e.Cases {
		if k.Next == nil {
			continue
		}
		sc := c.selectCase(k.Keyset, keys)
		sc.To = c.state(k.Next.Text)
		t.Cases = append(t.Cases, sc)
	}
	c.end(t, nil)
}

func (c *code) selectCase(e syntax.Expr, keys []ir.Expr) ir.SelectCase {
	if s := c.valueSetOf(e); s != nil && (len(keys) != 1 || !ir.Identical(s.Type, keys[0].Type())) {
		return ir.SelectCase{Whole: s}
	}
	ts := make([]ir.Type, len(keys))
	for i, k := range keys {
		ts[i] = k.Type()
	}
	return ir.SelectCase{Sets: c.keysets(e, ts)}
}

func (c *code) valueSetOf(e syntax.Expr) *ir.ValueSet {
	id, ok := syntax.Unparen(e).(*syntax.Ident)
	if !ok {
		return nil
	}
	t, _ := c.lookup(c.l.info.Uses[id])
	return t.set
}

// keysets is a set for each of several keys (8.15).
func (c *code) keysets(e syntax.Expr, ts []ir.Type) []ir.Keyset {
	out := make([]ir.Keyset, len(ts))
	if _, ok := e.(*syntax.DefaultExpr); ok {
		for i := range out {
			out[i] = &ir.Anything{}
		}
		return out
	}
	if es := keysetElems(e, ts); es != nil {
		for i, x := range es {
			out[i] = c.keyset(x, ts[i])
		}
		return out
	}
	// A tuple or struct gives all keys at once.
	ps := leaves(c.expr(e))
	if len(ps) != len(ts) {
		c.l.errorf(spanOf(e), CodeUnsupported, "this is no set of %d keys", len(ts))
		return c.keysets(&syntax.DefaultExpr{}, ts)
	}
	for i, p := range ps {
		out[i] = &ir.Exactly{V: convert(p, ts[i])}
	}
	return out
}

func leaves(x ir.Expr) []ir.Expr {
	if _, ok := x.Type().(*ir.RecordType); !ok {
		return []ir.Expr{x}
	}
	var out []ir.Expr
	for _, p := range parts(x) {
		out = append(out, leaves(p)...)
	}
	return out
}

// keysetElems is the expressions for single keys.
func keysetElems(e syntax.Expr, ts []ir.Type) []syntax.Expr {
	l, ok := syntax.Unparen(e).(*syntax.ListExpr)
	if ok && len(l.Elems) == len(ts) {
		if len(ts) != 1 || l.Parens {
			return l.Elems
		}
		if n, _ := elems(ts[0], 0); n == 0 {
			return l.Elems
		}
	}
	if len(ts) == 1 {
		return []syntax.Expr{e}
	}
	return nil
}

// keyset is a set of values of type t (8.15).
func (c *code) keyset(e syntax.Expr, t ir.Type) ir.Keyset {
	if s := c.valueSetOf(e); s != nil {
		return &ir.InSet{Set: s}
	}
	switch x := syntax.Unparen(e).(type) {
	case *syntax.DefaultExpr:
		return &ir.Anything{}
	case *syntax.BinaryExpr:
		switch x.Op {
		case token.Mask:
			return &ir.Masked{Value: c.as(x.X, t), Mask: c.as(x.Y, t)}
		case token.Range:
			return &ir.Between{Lo: c.as(x.X, t), Hi: c.as(x.Y, t)}
		}
	}
	return &ir.Exactly{V: c.as(e, t)}
}

// valueSet is an instance of a value set (13.11).
func (c *code) valueSet(d *syntax.ValueSetDecl) *ir.ValueSet {
	t := c.l.info.Defs[d].Type
	if s, ok := t.(*types.Set); ok {
		t = s.Elem
	}
	v := &ir.ValueSet{
		Name:  c.l.named(c.l.setNames, "value set", c.controlName(d.Name.Text, d.Annots()), d.Annots(), d.Name.Span()),
		Local: d.Name.Text, Owner: c.fn, Type: c.typ(t),
		Matches: c.matches(t), Size: c.constInt(d.Size), Annotations: c.l.annotations(d.Annots()), At: d.Span(),
	}
	c.l.prog.Sets = append(c.l.prog.Sets, v)
	return v
}

// matches is the match kinds of a value set's fields: exact, unless @match says.
func (c *code) matches(t types.Type) []string {
	var out []string
	switch t := types.Substitute(t, c.sub).(type) {
	case *types.Record:
		for _, f := range t.Fields {
			ms := c.matches(f.Type)
			if m := matchAnnotation(f); m != "" && len(ms) == 1 {
				ms[0] = m
			}
			out = append(out, ms...)
		}
	case *types.Tuple:
		for _, e := range t.Elems {
			out = append(out, c.matches(e)...)
		}
	default:
		return []string{"exact"}
	}
	return out
}

func matchAnnotation(f *types.Field) string {
	if f.Decl == nil {
		return ""
	}
	for _, a := range f.Decl.Annots() {
		if a.Name != nil && a.Name.Text == "match" && len(a.Tokens) == 1 {
			return a.Tokens[0].Text
		}
	}
	return ""
}
