package types

import (
	"up4/p4/syntax"
)

// switchStmt is switch over a table's action or over a value (12.7).
func (c *checker) switchStmt(s *syntax.SwitchStmt) {
	if o := c.actionRun(s.Tag); o != nil {
		c.switchAction(s, o)
		return
	}
	t := c.value(s.Tag)
	if o := c.appliedTable(s.Tag, t); o != nil {
		c.errorf(s.Tag.Span(), CodeSwitch, "what is switched over is the action that ran: switch (%s.apply().action_run)", o.Name)
		c.switchAction(s, o)
		return
	}
	if !isInvalid(t) && !switchable(t) {
		c.errorf(s.Tag.Span(), CodeSwitch, "switch is over bit<>, int<>, enums, errors and bool, not over %s", t)
		t = Invalid
	}
	seen := map[string]span{}
	hasDefault := false
	for _, k := range s.Cases {
		if c.defaultLast(s, k, &hasDefault) {
			c.caseLabel(s, k, t, seen)
		}
		c.block(k.Body)
	}
}

// defaultLast reports labels behind default, and says whether k is another one.
func (c *checker) defaultLast(s *syntax.SwitchStmt, k *syntax.SwitchCase, hasDefault *bool) bool {
	if *hasDefault {
		c.errorf(k.Label.Span(), CodeSwitch, "this label stands behind default, which takes all that comes: default is the last one")
		*hasDefault = false
	}
	d, ok := k.Label.(*syntax.DefaultExpr)
	if ok {
		c.info.Types[d] = Any
		*hasDefault = true
	}
	return !ok
}

func switchable(t Type) bool {
	switch t := t.(type) {
	case *Bits, *Enum, *TypeVar:
		return true
	case *NewType:
		return switchable(t.Under)
	case Basic:
		return t == Bool || t == ErrorType || t == Int
	}
	return false
}

func (c *checker) caseLabel(s *syntax.SwitchStmt, k *syntax.SwitchCase, t Type, seen map[string]span) {
	lt := c.value(k.Label)
	if isInvalid(lt) || isInvalid(t) {
		return
	}
	if !assignable(lt, t) {
		c.errorf(k.Label.Span(), CodeTypeMismatch, "the switch is over %s, but the label is %s", t, lt)
		return
	}
	c.implicit(k.Label, t)
	v := c.constant(k.Label)
	if v == nil {
		if !c.isKnown(k.Label) {
			c.errorf(k.Label.Span(), CodeNotConstant, "a label must be known when the program is compiled")
		}
		return
	}
	if at, ok := seen[v.String()]; ok {
		c.duplicateLabel(k, at)
		return
	}
	seen[v.String()] = k.Label.Span()
}

func (c *checker) duplicateLabel(k *syntax.SwitchCase, first span) {
	c.errorf(k.Label.Span(), CodeDuplicateLabel, "this label is there already, at %s", c.set.Position(first.From))
}

// actionRun is the table of t.apply().action_run, or nil.
func (c *checker) actionRun(e syntax.Expr) *Object {
	m, ok := syntax.Unparen(e).(*syntax.MemberExpr)
	if !ok || m.Sel == nil || m.Sel.Text != "action_run" {
		return nil
	}
	t := c.expr(e)
	c.info.Types[m] = t
	en, ok := t.(*Enum)
	if !ok {
		return nil
	}
	return c.actionRuns[en]
}

// switchAction: labels are actions of the table (12.7.1).
func (c *checker) switchAction(s *syntax.SwitchStmt, table *Object) {
	info := c.tables[table]
	seen := map[*Object]span{}
	hasDefault := false
	for _, k := range s.Cases {
		if c.defaultLast(s, k, &hasDefault) {
			c.actionLabel(k, table, info, seen)
		}
		c.block(k.Body)
	}
}

func (c *checker) actionLabel(k *syntax.SwitchCase, table *Object, info *tableInfo, seen map[*Object]span) {
	id, ok := syntax.Unparen(k.Label).(*syntax.Ident)
	if !ok {
		c.errorf(k.Label.Span(), CodeSwitch, "a label must be an action of the table %s, or default", table.Name)
		return
	}
	o := c.lookup(id.Name, id.Dot)
	if o == nil {
		c.unknown(id.Span(), "action", id.Name, id.Dot, func(o *Object) bool { return o.Kind == ActionObj })
		return
	}
	c.use(id, o)
	c.info.Types[id] = info.actionRun
	if info.actions[o] == nil {
		c.errorf(id.Span(), CodeNotInTable, "%s is no action of the table %s%s", id.Name, table.Name, c.hint(id.Name, info.actionRun.Members))
		return
	}
	if at, ok := seen[o]; ok {
		c.duplicateLabel(k, at)
		return
	}
	seen[o] = id.Span()
}
