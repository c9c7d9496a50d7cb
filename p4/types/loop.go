package types

import "up4/p4/syntax"

// forStmt is for (init; cond; update) (12.8).
func (c *checker) forStmt(s *syntax.ForStmt) {
	c.annotations(s.Annotations)
	c.push()
	for _, x := range s.Init {
		c.stmt(x)
	}
	if s.Cond != nil {
		c.condition(s.Cond)
	}
	for _, x := range s.Update {
		c.stmt(x)
	}
	c.in.loops++
	c.scoped(s.Body)
	c.in.loops--
	c.pop()
}

// forIn is for (T x in range, list or stack) (12.8). What a list expression holds is
// evaluated once, before the loop, and need not be known when compiled.
func (c *checker) forIn(s *syntax.ForInStmt) {
	c.annotations(s.Annotations)
	coll := c.value(s.Coll)
	c.push()
	var t Type
	if s.Decl != nil {
		c.varDecl(s.Decl)
		t = Invalid
		if o := c.info.Defs[s.Decl]; o != nil {
			t = o.Type
		}
	} else {
		t = c.value(s.Var)
		if !isInvalid(t) && !c.lvalues[s.Var] {
			c.errorf(s.Var.Span(), CodeNotLvalue, "the loop's variable cannot be assigned to")
		}
	}
	c.loopElem(s, coll, t)
	c.in.loops++
	c.scoped(s.Body)
	c.in.loops--
	c.pop()
}

func (c *checker) loopElem(s *syntax.ForInStmt, coll, t Type) {
	if isInvalid(coll) || isInvalid(t) {
		return
	}
	var elem Type
	switch k := coll.(type) {
	case *Set:
		elem = k.Elem
	case *Stack:
		elem = k.Elem
	case *List:
		elem = k.Elem
	case *Tuple:
		if k.Literal {
			elem = t
			for _, e := range k.Elems {
				if e == Any {
					c.errorf(s.Coll.Span(), CodeLoop, "how many elements ... stands for is not known here")
					return
				}
				if !assignable(e, t) {
					elem = e
				}
			}
		}
	}
	if elem == nil {
		c.errorf(s.Coll.Span(), CodeLoop, "a loop goes over a range, a list or a header stack, not %s", coll)
		return
	}
	if !assignable(elem, t) {
		c.errorf(s.Coll.Span(), CodeTypeMismatch, "the loop's variable is %s, but it goes over %s", t, elem)
		return
	}
	if _, ok := coll.(*Set); ok {
		c.implicit(s.Coll, &Set{t})
	}
}
