package types

import (
	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// block checks a block in a scope of its own (12.3).
func (c *checker) block(b *syntax.BlockStmt) {
	if b == nil {
		return
	}
	c.annotations(b.Annotations)
	c.push()
	for _, s := range b.Stmts {
		c.stmt(s)
	}
	c.pop()
}

// scoped checks a statement that is the body of another.
func (c *checker) scoped(s syntax.Stmt) {
	if s == nil {
		return
	}
	c.push()
	c.stmt(s)
	c.pop()
}

func (c *checker) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.AssignStmt:
		c.assign(s)
	case *syntax.CallStmt:
		c.callStmt(s)
	case *syntax.DeclStmt:
		c.decl(s.Decl)
	case *syntax.BlockStmt:
		c.block(s)
	case *syntax.IfStmt:
		c.condition(s.Cond)
		c.scoped(s.Then)
		c.scoped(s.Else)
	case *syntax.ReturnStmt:
		c.returnStmt(s)
	case *syntax.ExitStmt:
		// 12.5: exit ends a control or an action.
		if c.in.place != inControl && c.in.place != inAction {
			c.errorf(s.Span(), CodeExit, "exit can be used in controls and actions only")
		}
	case *syntax.BreakStmt:
		c.inLoop(s, "break")
	case *syntax.ContinueStmt:
		c.inLoop(s, "continue")
	case *syntax.SwitchStmt:
		c.switchStmt(s)
	case *syntax.ForStmt:
		c.forStmt(s)
	case *syntax.ForInStmt:
		c.forIn(s)
	}
}

// condition: there are no conversions to bool (12.6).
func (c *checker) condition(e syntax.Expr) {
	if t := c.value(e); !isInvalid(t) && t != Bool {
		c.errorf(e.Span(), CodeCondition, "a condition must be a bool, not %s%s", t, c.noCondition(e, t))
	}
}

func (c *checker) inLoop(s syntax.Stmt, what string) {
	if c.in.loops == 0 {
		c.errorf(s.Span(), CodeLoop, "%s can be used in for loops only", what)
	}
}

// callStmt drops what a call gives.
func (c *checker) callStmt(s *syntax.CallStmt) {
	if s.Call != nil {
		c.expr(s.Call)
	}
}

// compound is the operator of a compound assignment (12.1).
var compound = map[token.Kind]token.Kind{
	token.AddAssign: token.Add, token.SubAssign: token.Sub, token.MulAssign: token.Mul,
	token.DivAssign: token.Div, token.ModAssign: token.Mod, token.AndAssign: token.And,
	token.OrAssign: token.Or, token.XorAssign: token.Xor, token.ShlAssign: token.Shl,
	token.ShrAssign: token.Shr, token.SatAddAssign: token.SatAdd, token.SatSubAssign: token.SatSub,
}

// assign is L = R and L op= R (12.1).
func (c *checker) assign(s *syntax.AssignStmt) {
	l := c.value(s.L)
	if isInvalid(l) {
		c.value(s.R)
		return
	}
	if !c.lvalues[s.L] {
		c.errorf(s.L.Span(), CodeNotLvalue, "this cannot be assigned to%s", c.whyReadOnly(s.L))
		c.value(s.R)
		return
	}
	r := c.value(s.R)
	if isInvalid(r) {
		return
	}
	op, ok := compound[s.Op]
	if !ok {
		c.convert(s.R, l, "the assigned value")
		return
	}
	t := c.binaryOp(s, op, l, r)
	if !isInvalid(t) && !assignable(t, l) {
		c.errorf(s.Span(), CodeTypeMismatch, "the result of the operation is %s and cannot be assigned to %s", t, l)
	}
}

// binaryOp types a compound assignment as the operation it stands for.
func (c *checker) binaryOp(s *syntax.AssignStmt, op token.Kind, l, r Type) Type {
	e := &syntax.BinaryExpr{Op: op, OpAt: s.Span(), X: s.L, Y: s.R}
	e.At = s.Span()
	return c.binaryType(e, op, l, r)
}

// whyReadOnly is why a name cannot be assigned to.
func (c *checker) whyReadOnly(e syntax.Expr) string {
	for {
		switch x := e.(type) {
		case *syntax.ParenExpr:
			e = x.X
			continue
		case *syntax.MemberExpr:
			if _, ok := c.info.Types[x.X].(*Stack); ok && x.Sel.Text == "last" {
				return ": last of a header stack is read only; use next, or an element with its index"
			}
			e = x.X
			continue
		case *syntax.IndexExpr:
			e = x.X
			continue
		case *syntax.SliceExpr:
			e = x.X
			continue
		case *syntax.Ident:
			o := c.info.Uses[x]
			if o == nil {
				return ""
			}
			switch o.Kind {
			case Const:
				return ": " + o.Name + " is a constant"
			case ParamObj:
				return ": the parameter " + o.Name + " has " + dirText(o.Decl.(*syntax.Param).Dir)
			}
		}
		return ""
	}
}

// returnStmt is return (12.4).
func (c *checker) returnStmt(s *syntax.ReturnStmt) {
	if c.in.place == inParser {
		c.errorf(s.Span(), CodeReturn, "there is no return in parsers")
		return
	}
	want := c.in.result
	if s.Value == nil {
		if want != Void && !isInvalid(want) {
			c.errorf(s.Span(), CodeReturn, "%s must return %s", c.in.name, want)
		}
		return
	}
	t := c.value(s.Value)
	if isInvalid(t) {
		return
	}
	if want == Void {
		c.errorf(s.Value.Span(), CodeReturn, "%s has no result (void): return takes no value", c.in.name)
		return
	}
	c.convert(s.Value, want, "the value that "+c.in.name+" returns")
}

// returns says whether every path through s returns or exits (12.4).
func returns(s syntax.Stmt) bool {
	switch s := s.(type) {
	case *syntax.ReturnStmt, *syntax.ExitStmt:
		return true
	case *syntax.BlockStmt:
		for _, x := range s.Stmts {
			if returns(x) {
				return true
			}
		}
	case *syntax.IfStmt:
		return s.Else != nil && returns(s.Then) && returns(s.Else)
	case *syntax.SwitchStmt:
		return switchReturns(s)
	}
	return false
}

func switchReturns(s *syntax.SwitchStmt) bool {
	hasDefault := false
	for _, k := range s.Cases {
		if _, ok := k.Label.(*syntax.DefaultExpr); ok {
			hasDefault = true
		}
		if k.Body != nil && !returns(k.Body) {
			return false
		}
	}
	return hasDefault
}
