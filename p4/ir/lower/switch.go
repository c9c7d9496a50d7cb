package lower

import (
	"up4/p4/ir"
	"up4/p4/syntax"
)

// switchStmt is switch over a table's action or over a value (12.7).
func (c *code) switchStmt(s *syntax.SwitchStmt) {
	after := c.block("after")
	t := &ir.Switch{Default: after}
	label := c.switchTag(s, t)
	at := c.here()
	// Labels without a body belong to the next body.
	bodies := make([]*ir.Block, len(s.Cases))
	next := after
	for i := len(s.Cases) - 1; i >= 0; i-- {
		if s.Cases[i].Body != nil {
			next = c.block("case")
		}
		bodies[i] = next
	}
	for i, k := range s.Cases {
		if _, ok := k.Label.(*syntax.DefaultExpr); ok {
			t.Default = bodies[i]
		} else if set := label(k.Label); set != nil {
			t.Cases = append(t.Cases, ir.Case{Set: set, To: bodies[i]})
		}
	}
	t.At = at
	c.end(t, nil)
	for i, k := range s.Cases {
		if k.Body == nil {
			continue
		}
		c.cur = bodies[i]
		c.scoped(k.Body.Stmts)
		c.jump(after, nil)
	}
	c.cur = after
}

// switchTag evaluates what is switched over, and says what a label stands for.
func (c *code) switchTag(s *syntax.SwitchStmt, t *ir.Switch) func(syntax.Expr) ir.Keyset {
	if m, ok := syntax.Unparen(s.Tag).(*syntax.MemberExpr); ok && m.Sel != nil && m.Sel.Text == "action_run" {
		if call, ok := syntax.Unparen(m.X).(*syntax.CallExpr); ok {
			if x := c.tableCall(call); x != nil {
				_, ran := c.apply(x, false, true)
				t.X = load(ran)
				return func(e syntax.Expr) ir.Keyset { return c.actionLabel(x, e) }
			}
		}
	}
	t.X = c.expr(s.Tag)
	kt := t.X.Type()
	return func(e syntax.Expr) ir.Keyset {
		return &ir.Exactly{V: &ir.Const{Value: c.constant(e, kt)}}
	}
}

func (c *code) actionLabel(x *table, e syntax.Expr) ir.Keyset {
	id, ok := syntax.Unparen(e).(*syntax.Ident)
	if !ok {
		return nil
	}
	i, ok := x.index[c.l.info.Uses[id]]
	if !ok {
		return nil
	}
	name := x.t.Actions[i].Func.Name
	return &ir.Exactly{V: &ir.Const{Value: &ir.MemberConst{T: &ir.ActionEnum{Table: x.t}, Index: i, Name: name}}}
}
