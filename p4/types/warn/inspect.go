package warn

import (
	"math/big"

	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/token"
	"up4/p4/types"
)

// inspect warns of what single declarations, statements and expressions show.
func (c *checker) inspect(d syntax.Decl) {
	syntax.Inspect(d, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParserDecl:
			if !n.IsType {
				c.states(n)
			}
		case *syntax.StateDecl:
			c.after(n.Body)
		case *syntax.SelectExpr:
			c.selectExpr(n)
		case *syntax.TableDecl:
			c.table(n)
		case *syntax.BlockStmt:
			c.after(n.Stmts)
		case *syntax.IfStmt:
			c.condition(n.Cond)
		case *syntax.BinaryExpr:
			c.binary(n)
		case *syntax.CallExpr:
			c.aliases(n)
		}
		return true
	})
}

// after warns of the statement behind one that never goes on (12.4 to 12.8).
func (c *checker) after(list []syntax.Stmt) {
	for i, s := range list {
		if i+1 < len(list) && ends(s) {
			c.warnf(list[i+1].Span(), CodeUnreachableCode, "nothing comes here: what stands before it never goes on")
			return
		}
	}
}

// ends says whether no way through a statement goes on behind it.
func ends(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.ReturnStmt, *syntax.ExitStmt, *syntax.BreakStmt, *syntax.ContinueStmt:
		return true
	case *syntax.BlockStmt:
		for _, x := range s.Stmts {
			if ends(x) {
				return true
			}
		}
	case *syntax.IfStmt:
		return s.Else != nil && ends(s.Then) && ends(s.Else)
	}
	return false
}

// condition warns of a condition that is always the same, unless it is a constant by
// name or literal, which switch code on and off on purpose.
func (c *checker) condition(e syntax.Expr) {
	v, ok := c.info.Values[e].(types.BoolValue)
	if !ok || !c.hasComparison(e) {
		return
	}
	c.warnf(e.Span(), CodeConstantCondition, "this condition is always %v", bool(v))
}

// hasComparison says whether a comparison of literals alone is in e: one of named
// constants may come out otherwise in another configuration.
func (c *checker) hasComparison(e syntax.Expr) (found bool) {
	named := false
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryExpr:
			found = found || comparison(n.Op)
		case *syntax.Ident, *syntax.MemberExpr, *syntax.CallExpr:
			named = true
		}
		return true
	})
	return found && !named
}

func comparison(op token.Kind) bool {
	switch op {
	case token.Eq, token.Ne, token.Lt, token.Gt, token.Le, token.Ge:
		return true
	}
	return false
}

// binary warns of shifts that leave nothing (8.6, 8.7) and comparisons that always
// come out the same.
func (c *checker) binary(e *syntax.BinaryExpr) {
	switch e.Op {
	case token.Shl, token.Shr:
		c.shift(e)
	case token.Lt, token.Ge:
		c.belowZero(e, e.X, e.Y, e.Op == token.Ge)
	case token.Gt, token.Le:
		c.belowZero(e, e.Y, e.X, e.Op == token.Le)
	}
	if comparison(e.Op) && c.info.Values[e] == nil && c.pure(e.X) && syntax.ExprString(e.X) == syntax.ExprString(e.Y) {
		always := e.Op == token.Eq || e.Op == token.Le || e.Op == token.Ge
		c.warnf(e.Span(), CodeConstantCondition, "both sides are the same: this is always %v", always)
	}
}

// pure says whether reading e twice gives the same: no call is in it.
func (c *checker) pure(e syntax.Expr) bool {
	pure := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		_, call := n.(*syntax.CallExpr)
		pure = pure && !call
		return true
	})
	return pure
}

// belowZero: x < 0 is false, and x >= 0 true, of every bit<> (8.6).
func (c *checker) belowZero(e *syntax.BinaryExpr, x, y syntax.Expr, always bool) {
	b, ok := c.info.TypeOf(x).(*types.Bits)
	zero, isInt := c.info.Values[y].(*types.IntValue)
	if ok && isInt && !b.Signed && zero.V.Sign() == 0 && c.info.Values[x] == nil {
		c.warnf(e.Span(), CodeConstantCondition, "a %s is never less than 0: this is always %v", b, always)
	}
}

func (c *checker) shift(e *syntax.BinaryExpr) {
	b, ok := c.info.TypeOf(e.X).(*types.Bits)
	n, isInt := c.info.Values[e.Y].(*types.IntValue)
	if !ok || !isInt || b.Signed && e.Op == token.Shr || n.V.Cmp(big.NewInt(int64(b.Width))) < 0 || b.Width == 0 {
		return
	}
	c.warnf(e.Span(), CodeShiftWidth, "a shift by %s leaves nothing of a %s: this is always 0", n.V, b)
}

// aliases warns of a call that writes to what another argument reads or writes: the
// arguments are copied, so that the last write stays (6.8).
func (c *checker) aliases(e *syntax.CallExpr) {
	call := c.info.Calls[e]
	if call == nil || call.Sig == nil {
		return
	}
	for i, a := range call.Args {
		if a == nil || i >= len(call.Sig.Params) || !writes(call.Sig.Params[i].Dir) || !c.pathOnly(a) {
			continue
		}
		for j, b := range call.Args {
			if b == nil || j >= len(call.Sig.Params) || j == i || !writes(call.Sig.Params[j].Dir) || j < i || !c.pathOnly(b) {
				continue
			}
			if overlaps(syntax.ExprString(a), syntax.ExprString(b)) {
				c.warnf(b.Span(), CodeOutAlias, "the call writes to %s and to %s: only the last of both stays", syntax.ExprString(a), syntax.ExprString(b))
			}
		}
	}
}

func writes(d syntax.Direction) bool { return d == syntax.Out || d == syntax.InOut }

// pathOnly says whether e is a variable or a field of one.
func (c *checker) pathOnly(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Ident:
		return true
	case *syntax.MemberExpr:
		return e.Sel != nil && e.Sel.Text != "next" && c.pathOnly(e.X)
	}
	return false
}

// overlaps says whether one of two paths leads to a part of the other.
func overlaps(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(b) > len(a) && b[:len(a)] == a && b[len(a)] == '.'
}

// spanOf is the place of a name, or of the whole if it has none.
func spanOf(d syntax.Decl) source.Span {
	if n := d.Declared(); n != nil {
		return n.Span()
	}
	return d.Span()
}
