package lower

import (
	"slices"

	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/types"
)

// table is an instance of a table, and what its applications have to do before.
type table struct {
	t      *ir.Table
	index  map[*types.Object]int // of actions in t.Actions
	env    *env
	before []keyTemp // keys that are evaluated at each application
}

// keyTemp is a key with effects: its expression, and the temporary for its value.
type keyTemp struct {
	e    syntax.Expr
	temp *ir.Place
}

// table is an instance of a table (14.2).
func (c *code) table(d *syntax.TableDecl) *table {
	t := &ir.Table{
		Name:  c.l.named(c.l.tableNames, "table", c.controlName(d.Name.Text, d.Annots()), d.Annots(), d.Name.Span()),
		Local: d.Name.Text, Owner: c.fn,
		Annotations: c.l.annotations(d.Annots()), At: d.Span(),
	}
	x := &table{t: t, index: map[*types.Object]int{}, env: c.env}
	c.l.prog.Tables = append(c.l.prog.Tables, t)
	for _, p := range d.Properties {
		if p.Keys != nil {
			c.keys(x, p.Keys)
		}
	}
	for _, p := range d.Properties {
		for _, a := range p.Actions {
			c.tableAction(x, a)
		}
	}
	entries := -1
	for i, p := range d.Properties {
		if p.Name == nil {
			continue
		}
		switch p.Name.Text {
		case "key", "actions":
		case "entries":
			entries = i
		case "default_action":
			c.defaultAction(x, p)
		case "size":
			t.Size = c.constInt(p.Value)
		default:
			c.property(x, p)
		}
	}
	if entries >= 0 {
		c.entries(x, d, d.Properties[entries])
	}
	if t.Default == nil {
		c.noAction(x)
	}
	return x
}

// keys are what is matched (14.2.1.1). If one does something when it is evaluated,
// all are evaluated before the table is applied, into temporaries.
func (c *code) keys(x *table, keys []*syntax.KeyElem) {
	acts := slices.ContainsFunc(keys, func(k *syntax.KeyElem) bool { return c.acts(k.Expr) || c.needsCode(k.Expr) })
	for _, k := range keys {
		key := ir.Key{Annotations: c.l.annotations(k.Annotations), At: k.Span()}
		if k.Match != nil {
			key.Match = k.Match.Text
		}
		if acts {
			value := c.known().keyExpr(k.Expr) // its name and type; the code is that of each application
			temp := c.temp("key", value.Type())
			x.before = append(x.before, keyTemp{k.Expr, temp})
			key.Name, key.Expr = c.keyName(k, value), load(temp)
		} else {
			key.Expr = c.keyExpr(k.Expr)
			key.Name = c.keyName(k, key.Expr)
		}
		x.t.Keys = append(x.t.Keys, key)
	}
}

// needsCode says whether an expression cannot be evaluated without instructions.
func (c *code) needsCode(e syntax.Expr) bool {
	s := c.known()
	s.keyExpr(e)
	return len(s.cur.Instrs) > 0 || len(s.fn.Blocks) > 1
}

// keyExpr is a key's value. An int without width has the least that holds it.
func (c *code) keyExpr(e syntax.Expr) ir.Expr {
	x := c.expr(e)
	if k, ok := x.(*ir.Const); ok {
		if n, ok := k.Value.(*ir.IntConst); ok && ir.Identical(n.T, ir.IntT) {
			return convert(x, ir.Bits(max(32, n.V.BitLen())))
		}
	}
	return x
}

// tableAction is an action of the list, with what is bound there (14.2.1.2).
func (c *code) tableAction(x *table, a *syntax.ActionRef) {
	o := c.l.info.Uses[a.Action]
	t, _ := c.lookup(o)
	if t.fn == nil {
		c.l.errorf(a.Span(), CodeUnsupported, "%s is no action here", a.Action.Name)
		return
	}
	if _, twice := x.index[o]; twice {
		return
	}
	ta := ir.TableAction{Func: t.fn, Annotations: c.l.annotations(a.Annotations), At: a.Span()}
	if call := c.l.info.Actions[a]; call != nil {
		s := c.known()
		s.locals = c.locals
		bound := *call
		n := directed(call.Sig.Params)
		sig := *call.Sig
		sig.Params, bound.Args, bound.Sig = sig.Params[:n], call.Args[:n], &sig
		operands, outs := s.args(&callSite{&bound, a.Args}, t.fn, nil)
		if ta.Bound = operands; len(outs) > 0 || len(s.cur.Instrs) > 0 || len(s.fn.Blocks) > 1 || len(s.fn.Locals) > 0 {
			ta.Func, ta.Bound = c.wrapper(t.fn, a, call, n), nil
		}
	}
	x.index[o] = len(x.t.Actions)
	x.t.Actions = append(x.t.Actions, ta)
}

// directed is how many parameters have a direction: they come first.
func directed(ps []*types.Param) int {
	n := 0
	for _, p := range ps {
		if p.Dir != syntax.NoDirection {
			n++
		}
	}
	return n
}

// wrapper is an action that evaluates arguments which need instructions, and calls
// the one that the table lists.
func (c *code) wrapper(f *ir.Func, a *syntax.ActionRef, call *types.Call, n int) *ir.Func {
	w := &ir.Func{
		Kind: ir.Action, Name: c.l.funcNames.unique(f.Name), Local: f.Local, Owner: c.fn, Wraps: f, Result: ir.Void,
		At: a.Span(), Annotations: f.Annotations,
	}
	c.l.prog.Funcs = append(c.l.prog.Funcs, w)
	in := c.l.newCode(w, c.env.within(), "", c.locals)
	in.sub = c.sub
	bound := *call
	sig := *call.Sig
	sig.Params, bound.Args, bound.Sig = sig.Params[:n], call.Args[:n], &sig
	i := &ir.Call{At: in.here(), Func: f}
	var outs []out
	i.Args, outs = in.args(&callSite{&bound, a.Args}, f, nil)
	for _, p := range call.Sig.Params[n:] {
		i.Args = append(i.Args, ir.Operand{Dir: ir.None, Value: load(ir.PlaceOf(in.param(p)))})
	}
	if len(outs) > 0 {
		i.Exit = in.exitBlock(outs)
	}
	in.emit(i)
	in.copyOut(outs)
	in.finish()
	return w
}

// defaultAction is the action on a miss (14.2.1.3).
func (c *code) defaultAction(x *table, p *syntax.Property) {
	x.t.DefaultIs = ir.Constness(p.Const)
	if a := c.l.info.DefaultActions[p]; a != nil {
		if call, ok := c.tableCallOf(x, a); ok {
			x.t.Default = &call
		}
	}
}

// tableCallOf is an action chosen by an entry or as the default.
func (c *code) tableCallOf(x *table, a *syntax.ActionRef) (ir.TableCall, bool) {
	i, ok := x.index[c.l.info.Uses[a.Action]]
	call := c.l.info.Actions[a]
	if !ok || call == nil {
		c.l.errorf(a.Span(), CodeUnsupported, "%s is no action of the table", a.Action.Name)
		return ir.TableCall{}, false
	}
	out := ir.TableCall{Action: i}
	n := directed(call.Sig.Params)
	for j, p := range call.Sig.Params[n:] {
		e := call.Args[n+j]
		if e == nil {
			e = p.Default
		}
		t := c.typ(p.Type)
		if e == nil {
			out.Args = append(out.Args, c.l.defaultValue(t))
			continue
		}
		out.Args = append(out.Args, c.constant(e, t))
	}
	return out, true
}

// noAction is the default action of a table that names none: the core library's
// NoAction, added to the list if it is not there (14.2.1.3).
func (c *code) noAction(x *table) {
	for _, d := range c.l.tree.Decls {
		a, ok := d.(*syntax.ActionDecl)
		if !ok || a.Name.Text != "NoAction" {
			continue
		}
		o := c.l.info.Defs[a]
		i, listed := x.index[o]
		if !listed {
			t, _ := c.lookup(o)
			i = len(x.t.Actions)
			x.index[o] = i
			x.t.Actions = append(x.t.Actions, ir.TableAction{Func: t.fn, Annotations: []ir.Annotation{{Name: "defaultonly"}}, At: x.t.At})
		}
		x.t.Default = &ir.TableCall{Action: i}
		return
	}
}

// property is one that the architecture defines.
func (c *code) property(x *table, p *syntax.Property) {
	if p.Value == nil {
		return
	}
	name := join(x.t.Name, p.Name.Text)
	for _, a := range p.Annots() {
		if a.Name != nil && a.Name.Text == "name" {
			name = c.controlName(p.Name.Text, p.Annots())
		}
	}
	v := c.anyArg(p.Value, name, p.Name.Text)
	c.serves(x.t, v)
	x.t.Properties = append(x.t.Properties, ir.Property{
		Name: p.Name.Text, Const: p.Const, Value: v, Annotations: c.l.annotations(p.Annots()),
	})
}

// serves notes the table that an object stands in the properties of, if it is one
// alone.
func (c *code) serves(t *ir.Table, a ir.Arg) {
	for _, x := range a.List {
		c.serves(t, x)
	}
	if a.Object == nil {
		return
	}
	if c.l.users[a.Object]++; c.l.users[a.Object] > 1 {
		a.Object.Table = nil
	} else {
		a.Object.Table = t
	}
}

// apply applies a table. hit and ran are where it tells what it did, if asked for.
func (c *code) apply(x *table, wantHit, wantRan bool) (hit, ran *ir.Place) {
	if c.fn.Kind != ir.Control {
		c.l.errorf(c.at, CodeUnsupported, "a table cannot be applied in the argument of an action in a table's list")
	}
	outer := c.env
	c.env = x.env
	for _, k := range x.before {
		c.assign(k.temp, convert(c.keyExpr(k.e), k.temp.T))
	}
	c.env = outer
	i := &ir.Apply{At: c.here(), Table: x.t}
	if wantHit {
		hit = c.temp("hit", ir.Bool)
		i.Hit = hit
	}
	if wantRan {
		ran = c.temp("ran", &ir.ActionEnum{Table: x.t})
		i.Action = ran
	}
	c.emit(i)
	return hit, ran
}
