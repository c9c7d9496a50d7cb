package types

import (
	"math"

	"up4/p4/syntax"
)

// tableInfo is what is known of a table.
type tableInfo struct {
	decl          *syntax.TableDecl
	keys          []Type
	matches       []string
	actions       map[*Object]*syntax.ActionRef
	names         map[string]*syntax.ActionRef // the actions, by name
	result        *Record                      // of apply()
	actionRun     *Enum
	isDefaultOnly map[*Object]bool
	isBroken      map[*Object]bool // listed with wrong arguments
}

// tableDecl is a table (14.2).
func (c *checker) tableDecl(d *syntax.TableDecl) {
	o := &Object{Kind: TableObj, Name: d.Name.Text, Type: TableType, Decl: d}
	c.declare(o)
	info := &tableInfo{decl: d, actions: map[*Object]*syntax.ActionRef{}, names: map[string]*syntax.ActionRef{}, isDefaultOnly: map[*Object]bool{}, isBroken: map[*Object]bool{}}
	info.actionRun = &Enum{Name: "action_list(" + o.Name + ")", Decl: &syntax.EnumDecl{}}
	info.result = &Record{Name: "apply_result(" + o.Name + ")", Fields: []*Field{
		{Name: "hit", Type: Bool}, {Name: "miss", Type: Bool}, {Name: "action_run", Type: info.actionRun},
	}}
	c.tables[o] = info
	c.actionRuns[info.actionRun] = o
	c.info.Tables[d] = &Table{Actions: info.actionRun, Result: info.result}
	in := c.in
	in.table = o
	c.within(in, func() { c.properties(d, info) })
	c.controlPlaneName(d)
}

// properties checks the properties: keys and actions first, as others refer to them.
func (c *checker) properties(d *syntax.TableDecl, info *tableInfo) {
	seen := map[string]*syntax.Property{}
	for _, p := range d.Properties {
		c.annotations(p.Annots())
		if p.Name == nil {
			continue
		}
		if old := seen[p.Name.Text]; old != nil {
			c.duplicate(p.Name.Span(), p.Name.Text, old.Name.Span())
			continue
		}
		seen[p.Name.Text] = p
		if p.Entries != nil || p.Name.Text == "entries" {
			c.entriesOrder(d, p, seen)
		}
		if p.Name.Text == "default_action" && seen["actions"] == nil {
			c.errorf(d.Name.Span(), CodeTableProperty, "table %s needs its actions before default_action", d.Name.Text)
			continue
		}
		c.property(p, info)
	}
	if seen["actions"] == nil {
		c.errorf(d.Name.Span(), CodeTableProperty, "table %s needs a list of actions", d.Name.Text)
	} else if seen["default_action"] == nil && c.top.names["NoAction"] == nil {
		c.errorf(d.Name.Span(), CodeTableProperty, "table %s has no default_action, and there is no NoAction: include core.p4", d.Name.Text)
	}
}

// entriesOrder: entries refer to keys and actions, which come first (14.2.1.4).
func (c *checker) entriesOrder(d *syntax.TableDecl, p *syntax.Property, seen map[string]*syntax.Property) {
	for _, need := range []string{"key", "actions"} {
		if seen[need] != nil {
			continue
		}
		for _, q := range d.Properties {
			if q.Name != nil && q.Name.Text == need {
				c.errorf(p.Name.Span(), CodeTableProperty, "entries must come after %s", need)
				return
			}
		}
	}
}

func (c *checker) property(p *syntax.Property, info *tableInfo) {
	switch p.Name.Text {
	case "key":
		c.keys(p, info)
	case "actions":
		for _, a := range p.Actions {
			c.listedAction(a, info)
		}
	case "entries":
		c.entries(p, info)
	case "default_action":
		c.defaultAction(p, info)
	case "size":
		// 14.2.1.5: an int known when the program is compiled.
		t := c.value(p.Value)
		if !isInvalid(t) && !isNumber(fixed(t)) {
			c.errorf(p.Value.Span(), CodeTableProperty, "a table's size must be an int, not %s", t)
		} else if v, ok := c.info.Values[p.Value].(*IntValue); ok && v.V.Sign() < 0 {
			c.errorf(p.Value.Span(), CodeTableProperty, "a table's size cannot be negative")
		} else if !isInvalid(t) && !c.isKnown(p.Value) {
			c.errorf(p.Value.Span(), CodeNotConstant, "a table's size must be known when the program is compiled")
		}
	case "largest_priority_wins":
		// 14.2.1.4
		if t := c.value(p.Value); !isInvalid(t) && t != Bool {
			c.errorf(p.Value.Span(), CodeTableProperty, "largest_priority_wins must be true or false, not %s", t)
		}
	case "priority_delta":
		c.constInt(p.Value, 1, math.MaxInt32, CodeTableProperty, "priority_delta")
	default:
		if p.Value == nil {
			return
		}
		// Only a default action is written as the call of one.
		if call, ok := p.Value.(*syntax.CallExpr); ok {
			if id, ok := call.Fun.(*syntax.Ident); ok {
				if o := c.lookup(id.Name, id.Dot); o != nil && o.Kind == ActionObj {
					c.errorf(p.Name.Span(), CodeTableProperty, "%s cannot be an action%s", p.Name.Text, c.hint(p.Name.Text, []string{"default_action"}))
					return
				}
			}
		}
		c.value(p.Value)
	}
}

// keys are what a table matches on (14.2.1.1).
func (c *checker) keys(p *syntax.Property, info *tableInfo) {
	for _, k := range p.Keys {
		c.annotations(k.Annotations)
		t := c.value(k.Expr)
		if t == TableType {
			c.errorf(k.Expr.Span(), CodeSelectKey, "a table cannot be a key")
			t = Invalid
		} else if !isInvalid(t) && !keyType(t) {
			c.errorf(k.Expr.Span(), CodeSelectKey, "a key cannot be of type %s", t)
			t = Invalid
		}
		if !isInvalid(t) && !simpleKey(k.Expr) && syntax.Annotated(k.Annotations, "name") == nil {
			// 18.3.1: the control plane needs a name for it.
			c.errorf(k.Expr.Span(), CodeKeyName, "this key needs an annotation @name(\"…\") for the control plane")
		}
		match := ""
		if k.Match != nil {
			match = k.Match.Text
			if o := c.kinds[match]; o != nil {
				c.use(k.Match, o)
			} else {
				c.errorf(k.Match.Span(), CodeUnknownName, "there is no match kind %s%s", match, c.remedy(match, func() []string { return c.info.MatchKinds }))
			}
		}
		info.keys = append(info.keys, t)
		info.matches = append(info.matches, match)
	}
}

func keyType(t Type) bool {
	switch t := t.(type) {
	case *Varbit:
		return true
	case Basic:
		return t == Bool || t == ErrorType
	case *Record:
		return t.Kind != Union
	}
	return matchable(t)
}

// simpleKey: keys whose text is their name (18.3.1).
func simpleKey(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.Ident, *syntax.IntLit, *syntax.BoolLit:
		return true
	case *syntax.ParenExpr:
		return simpleKey(e.X)
	case *syntax.MemberExpr:
		return simpleKey(e.X)
	case *syntax.IndexExpr:
		return simpleKey(e.X) && simpleKey(e.Index)
	case *syntax.SliceExpr:
		return simpleKey(e.X)
	case *syntax.BinaryExpr:
		return e.Op.String() == "&" && simpleKey(e.X) && simpleKey(e.Y)
	case *syntax.CallExpr:
		m, ok := e.Fun.(*syntax.MemberExpr)
		return ok && m.Sel != nil && m.Sel.Text == "isValid" && simpleKey(m.X)
	}
	return false
}

// action resolves the action of a list, an entry or a default.
func (c *checker) action(a *syntax.ActionRef) *Object {
	isAction := func(o *Object) bool { return o.Kind == ActionObj }
	o := c.lookup(a.Action.Name, a.Action.Dot)
	if o == nil {
		c.unknown(a.Action.Span(), "action", a.Action.Name, a.Action.Dot, isAction)
		return nil
	}
	if !isAction(o) {
		c.errorf(a.Action.Span(), CodeNotAction, "%s is not an action%s", o.Name, c.hint(o.Name, c.visible(a.Action.Dot, isAction)))
		return nil
	}
	c.use(a.Action, o)
	if _, ok := o.Type.(*Signature); !ok {
		return nil
	}
	return o
}

// listedAction is an action of a table's list: what has a direction is bound there
// (14.2.1.2).
func (c *checker) listedAction(a *syntax.ActionRef, info *tableInfo) {
	c.annotations(a.Annotations)
	c.actionAnnotations(a)
	o := c.action(a)
	if o == nil {
		c.argsOnly(a.Args)
		return
	}
	if old := info.names[o.Name]; old != nil { // each has a name of its own, . or not (14.2.1.2)
		c.duplicate(a.Action.Span(), o.Name, old.Action.Span())
		return
	}
	info.names[o.Name] = a
	for _, arg := range a.Args {
		c.noTables(arg.Value)
	}
	info.actions[o] = a
	info.isDefaultOnly[o] = syntax.Annotated(a.Annotations, "defaultonly") != nil
	info.actionRun.Members = append(info.actionRun.Members, a.Action.Name)
	sig := o.Type.(*Signature)
	info.isBroken[o] = !c.bindListed(a, sig)
}

// noTables: no table is applied where an action's arguments are (14.2.1.2).
func (c *checker) noTables(e syntax.Expr) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		f, ok := call.Fun.(*syntax.MemberExpr)
		if !ok || f.Sel == nil || f.Sel.Text != "apply" {
			return true
		}
		if id, ok := syntax.Unparen(f.X).(*syntax.Ident); ok {
			if o := c.lookup(id.Name, id.Dot); o != nil && o.Kind == TableObj {
				c.errorf(call.Span(), CodeCallPlace, "no table can be applied within the arguments of an action")
			}
		}
		return true
	})
}

// bindListed binds a listed action's arguments, those with a direction only.
func (c *checker) bindListed(a *syntax.ActionRef, sig *Signature) bool {
	for i, arg := range a.Args {
		j := i
		if arg.Name != nil {
			j = paramOf(sig.Params, arg.Name.Text)
		}
		if j >= 0 && j < len(sig.Params) && sig.Params[j].Dir == syntax.NoDirection {
			c.errorf(arg.Span(), CodeActionArgs, "the control plane sets %s of %s: it cannot be bound", sig.Params[j].Name, sig.Name)
			return false
		}
	}
	bound, ok := c.bindArgs(a.Span(), sig.Name, sig.Params, a.Args, true)
	if !c.argTypes(a.Args) || !ok || !c.passArgs(sig, bound) {
		return false
	}
	c.info.Actions[a] = &Call{Sig: sig, Fun: c.info.Uses[a.Action], Args: bound}
	return true
}
