package lower

import (
	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
	"up4/p4/types"
)

// comparedAs is the type in which tuples and structs that are written down are compared
// where one has an int in it: the int is as wide as what it is compared with (8.12). It
// is nil for all other comparisons.
func (c *code) comparedAs(e *syntax.BinaryExpr) ir.Type {
	x, y := c.l.info.Types[e.X], c.l.info.Types[e.Y]
	if e.Op != token.Eq && e.Op != token.Ne || !intWithin(x) && !intWithin(y) {
		return nil
	}
	if t := c.l.info.Implicit[e.X]; t != nil && !intWithin(t) {
		return nil
	}
	if t := c.l.info.Implicit[e.Y]; t != nil && !intWithin(t) {
		return nil
	}
	width := max(c.intBits(e), intParam.Width)
	return c.typ(sized(x, y, &types.Bits{Width: width, Signed: true}))
}

// intWithin says whether a tuple or struct has an int in it.
func intWithin(t types.Type) bool {
	switch t := t.(type) {
	case *types.Tuple:
		for _, e := range t.Elems {
			if e == types.Int || intWithin(e) {
				return true
			}
		}
	case *types.Anonymous:
		for _, f := range t.Fields {
			if f.Type == types.Int || intWithin(f.Type) {
				return true
			}
		}
	}
	return false
}

// sized is a type without ints: those of x are of y's type there, where that is an int
// too of the type exact, which holds both.
func sized(x, y, exact types.Type) types.Type {
	switch a := x.(type) {
	case types.Basic:
		if a != types.Int {
			return x
		}
		if y == types.Int {
			return exact
		}
		return y
	case *types.Tuple:
		if b, ok := y.(*types.Tuple); ok && len(a.Elems) == len(b.Elems) {
			t := &types.Tuple{}
			for i, e := range a.Elems {
				t.Elems = append(t.Elems, sized(e, b.Elems[i], exact))
			}
			return t
		}
		return y
	case *types.Anonymous:
		if b, ok := y.(*types.Anonymous); ok && len(a.Fields) == len(b.Fields) {
			t := &types.Anonymous{}
			for i, f := range a.Fields {
				t.Fields = append(t.Fields, &types.Field{Name: f.Name, Type: sized(f.Type, b.Fields[i].Type, exact)})
			}
			return t
		}
		return y
	}
	return x
}

// intBits is the width that holds every int that is written in an expression.
func (c *code) intBits(e syntax.Expr) int {
	n := 0
	syntax.Inspect(e, func(x syntax.Node) bool {
		if x, ok := x.(syntax.Expr); ok {
			if v, ok := c.l.info.Values[x].(*types.IntValue); ok {
				n = max(n, v.V.BitLen()+1)
			}
		}
		return true
	})
	return n
}
