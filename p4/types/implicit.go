package types

import (
	"fmt"

	"up4/p4/syntax"
)

// convert converts an expression without a cast (8.11.2), or says why it cannot be.
func (c *checker) convert(e syntax.Expr, to Type, what string) bool {
	from := c.info.Types[e]
	if isInvalid(from) || isInvalid(to) {
		return true
	}
	if !assignable(from, to) {
		c.errorf(e.Span(), CodeTypeMismatch, "%s must be %s, not %s%s", what, to, from, c.whyNot(e, from, to))
		return false
	}
	if reason := c.dotsWithout(from, to); reason != "" {
		c.errorf(e.Span(), CodeDefaultValue, "%s", reason)
		return false
	}
	c.implicit(e, to)
	return true
}

// dotsWithout says why ... cannot stand for what is expected, or "".
func (c *checker) dotsWithout(from, to Type) string {
	if from == Any && !c.hasDefault(to) {
		return fmt.Sprintf("%s has no default value", to)
	}
	return ""
}

// implicit notes that e is converted to a type it is assignable to, and so for the
// parts of a literal.
func (c *checker) implicit(e syntax.Expr, to Type) {
	from := c.info.Types[e]
	if s, ok := to.(*Set); ok {
		if _, isSet := from.(*Set); !isSet {
			to = s.Elem
		}
	}
	same := Identical(from, to) && weak(from) == weak(to)
	if from == Any || !same {
		c.info.Implicit[e] = to
		c.checkFit(e, to)
	}
	switch e := e.(type) {
	case *syntax.ParenExpr:
		c.implicit(e.X, to)
	case *syntax.CondExpr:
		c.implicit(e.Then, to)
		c.implicit(e.Else, to)
	case *syntax.ListExpr:
		for i, x := range e.Elems {
			if t := elemType(to, i); t != nil {
				if _, ok := x.(*syntax.Dots); !ok {
					c.implicit(x, t)
				}
			}
		}
	case *syntax.StructExpr:
		if r, ok := to.(*Record); ok {
			for _, f := range e.Fields {
				if rf := r.field(f.Name.Text); rf != nil {
					c.implicit(f.Value, rf.Type)
				}
			}
		}
	case *syntax.BinaryExpr:
		if t, ok := to.(*Set); ok {
			if fs, isSet := from.(*Set); isSet && !Identical(fs.Elem, t.Elem) {
				c.implicit(e.X, t.Elem)
				c.implicit(e.Y, t.Elem)
			}
		}
	}
}

// checkFit warns of numbers that lose bits (8.11.2).
func (c *checker) checkFit(e syntax.Expr, to Type) {
	t := bitsOf(to)
	v, ok := c.info.Values[e].(*IntValue)
	if t == nil || !ok || v.Type != Int {
		return
	}
	if w := wrap(v.V, t); w.Cmp(v.V) != 0 {
		c.diags.Warnf(e.Span(), CodeOverflow, "%s does not fit %s and becomes %s", numText(v.V), t, numText(w))
	}
}

// elemType is what the i-th part of a literal becomes.
func elemType(to Type, i int) Type {
	switch t := to.(type) {
	case *Record:
		if i < len(t.Fields) {
			return t.Fields[i].Type
		}
	case *Tuple:
		if i < len(t.Elems) {
			return t.Elems[i]
		}
	case *Stack:
		return t.Elem
	case *List:
		return t.Elem
	}
	return nil
}

// constant is the value of e after its conversion, or nil.
func (c *checker) constant(e syntax.Expr) Value { return c.info.Constant(e) }
