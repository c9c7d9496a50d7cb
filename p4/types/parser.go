package types

import (
	"up4/p4/syntax"
)

// parserBody checks the locals and states of a parser (13.1 to 13.8).
func (c *checker) parserBody(d *syntax.ParserDecl) {
	names := c.names
	c.names = map[string]span{}
	c.push()
	for _, l := range d.Locals {
		c.decl(l)
	}
	// States alone can be used before they are declared (6.9).
	states := map[string]*Object{}
	for _, n := range []string{"accept", "reject"} {
		states[n] = &Object{Kind: StateObj, Name: n, Type: State}
	}
	for _, s := range d.States {
		c.declareState(states, s)
	}
	if states["start"] == nil {
		c.errorf(d.Name.Span(), CodeNoStart, "parser %s has no state start", d.Name.Text)
	}
	c.in.body = true
	for _, s := range d.States {
		c.state(s, states)
	}
	c.pop()
	c.names = names
}

func (c *checker) declareState(states map[string]*Object, s *syntax.StateDecl) {
	c.annotations(s.Annots())
	n := s.Name.Text
	if n == "accept" || n == "reject" {
		c.errorf(s.Name.Span(), CodeState, "the state %s is built in and cannot be declared", n)
		return
	}
	o := &Object{Kind: StateObj, Name: n, Type: State, Decl: s}
	c.declare(o)
	if states[n] == nil {
		states[n] = o
	}
}

// state checks one state. Its names are its own (13.4).
func (c *checker) state(s *syntax.StateDecl, states map[string]*Object) {
	c.push()
	for _, x := range s.Body {
		c.stmt(x)
	}
	switch t := s.Transition.(type) {
	case *syntax.Ident:
		c.target(t, t.Name, states)
		c.info.Types[t] = State
	case *syntax.SelectExpr:
		c.selectExpr(t, states)
	}
	c.pop()
}

// target resolves the state a transition goes to (13.5).
func (c *checker) target(at syntax.Node, name string, states map[string]*Object) {
	if o := states[name]; o != nil {
		c.use(at, o)
		return
	}
	if o := c.lookup(name, false); o != nil {
		c.errorf(at.Span(), CodeState, "%s is not a state", name)
		return
	}
	names := []string{}
	for n := range states {
		names = append(names, n)
	}
	c.errorf(at.Span(), CodeUnknownName, "there is no state %s%s", name, c.hint(name, sorted(names)))
}

// selectExpr is select(keys) {cases} (13.6).
func (c *checker) selectExpr(e *syntax.SelectExpr, states map[string]*Object) {
	keys := make([]Type, 0, len(e.Keys))
	for _, k := range e.Keys {
		if d, ok := k.(*syntax.Dots); ok {
			c.errorf(d.Span(), CodeDots, "... has no value here: a key of select is an expression")
			keys = append(keys, Invalid)
			continue
		}
		keys = append(keys, c.selectKey(k))
	}
	c.info.Types[e] = State
	for _, k := range e.Cases {
		c.keyset(k.Keyset, keys, e.Span())
		if k.Next != nil {
			c.target(k.Next, k.Next.Text, states)
		}
	}
}

func (c *checker) selectKey(k syntax.Expr) Type {
	t := c.value(k)
	if l, ok := t.(*Tuple); ok && l.Literal && unsettled(l) {
		c.errorf(k.Span(), CodeInfer, "of which type this is does not follow: write (S){…}")
		return Invalid
	}
	if !isInvalid(t) && (!matchable(t) || recordOf(t, Struct) != nil) {
		if t == Int {
			c.errorf(k.Span(), CodeNoWidth, "a key needs a width: write the number with one, such as 8w1 or 32w1")
		} else {
			c.errorf(k.Span(), CodeSelectKey, "select is over bit<>, int<>, bool, enums and errors, not over %s", t)
		}
		return Invalid
	}
	return t
}

// keyset checks a keyset of a select or a table's entry against its keys (8.15,
// 13.6, 14.2.1.4).
func (c *checker) keyset(e syntax.Expr, keys []Type, at span) bool {
	if d, ok := e.(*syntax.DefaultExpr); ok {
		c.expr(d)
		return true
	}
	l, ok := e.(*syntax.ListExpr)
	// One key of a tuple's or struct's type takes {a, b} as a whole.
	single := len(keys) == 1 && elemType(keys[0], 0) != nil
	if ok && len(l.Elems) == len(keys) && (l.Parens || !single) || ok && l.Parens && !single {
		return c.keysetList(l, keys)
	}
	if len(keys) != 1 {
		return c.keysetWhole(e, keys)
	}
	return c.keysetElem(e, keys[0])
}

func (c *checker) keysetList(l *syntax.ListExpr, keys []Type) bool {
	ok, known := true, true
	if len(l.Elems) != len(keys) {
		for _, x := range l.Elems {
			ok = !isInvalid(c.value(x)) && ok
		}
		if ok {
			c.errorf(l.Span(), CodeKeyset, "this gives %s for %s", plural(len(l.Elems), "value"), plural(len(keys), "key"))
		}
		return false
	}
	t := &Tuple{Literal: true}
	for i, x := range l.Elems {
		ok = c.keysetElem(x, keys[i]) && ok
		t.Elems = append(t.Elems, c.info.Types[x])
		known = known && c.isKnown(x)
	}
	c.known[l] = known
	c.info.Types[l] = t
	return ok
}

// keysetWhole: a tuple, or a value set of tuples or structs, gives all keys at once.
func (c *checker) keysetWhole(e syntax.Expr, keys []Type) bool {
	t := c.value(e)
	if isInvalid(t) {
		return false
	}
	want := &Tuple{Elems: keys}
	if l, ok := t.(*Tuple); ok && l.Literal && assignable(t, want) {
		c.implicit(e, want)
		return true
	}
	if s, ok := t.(*Set); ok {
		t = s.Elem
	}
	if r := recordOf(t, Struct); r != nil {
		t = &Tuple{Elems: flat(r)}
	}
	if assignable(t, want) {
		return true
	}
	c.errorf(e.Span(), CodeKeyset, "this gives %s for %s", t, plural(len(keys), "key"))
	return false
}

// flat is the types of a struct's fields, those of structs within it included.
func flat(r *Record) []Type {
	var out []Type
	for _, f := range r.Fields {
		if in := recordOf(f.Type, Struct); in != nil {
			out = append(out, flat(in)...)
			continue
		}
		out = append(out, f.Type)
	}
	return out
}

func (c *checker) keysetElem(e syntax.Expr, key Type) bool {
	t := c.value(e)
	if isInvalid(t) || isInvalid(key) {
		return false
	}
	elem := t
	if s, ok := t.(*Set); ok {
		elem = s.Elem
		if assignable(elem, fixed(key)) { // masks and ranges are of an enum's representation
			c.implicit(e, &Set{fixed(key)})
			return true
		}
		// A value set over a struct of one field matches that field.
		if r := recordOf(elem, Struct); r != nil && len(r.Fields) == 1 && recordOf(key, Struct) == nil {
			elem = r.Fields[0].Type
		}
	}
	if !assignable(elem, key) {
		c.errorf(e.Span(), CodeKeyset, "the key is %s, but this is %s", key, elem)
		return false
	}
	if elem == Any && t == Any {
		return true
	}
	c.implicit(e, &Set{key})
	return true
}
