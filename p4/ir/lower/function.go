package lower

import (
	"fmt"

	"up4/p4/ir"
	"up4/p4/syntax"
	"up4/p4/types"
)

// function is the function that is called, with type arguments put in, and values
// for parameters that have none of their own when it runs (int, string). fixed marks
// these.
func (c *code) function(call *types.Call) (f *ir.Func, fixed []bool) {
	d := call.Fun.Decl.(*syntax.FunctionDecl)
	var args []ir.Type
	var sub []types.Type
	for _, t := range call.TypeArgs {
		sub = append(sub, types.Substitute(t, c.sub))
		args = append(args, c.typ(t))
	}
	name := d.Name.Text
	if len(args) > 0 {
		name += typeList(args)
	}
	key := fmt.Sprintf("%p %s", d, name)
	fixed = make([]bool, len(call.Sig.Params))
	values := make([]ir.Value, len(fixed))
	for i, p := range call.Sig.Params {
		t := c.typ(p.Type)
		switch t.(type) {
		case *ir.IntType, *ir.StringType, *ir.MatchKindType, *ir.ListType:
			e := call.Args[i]
			if e == nil {
				e = p.Default
			}
			if e != nil {
				fixed[i], values[i] = true, c.constant(e, t)
				key += " " + ir.ValueText(values[i])
			}
		}
	}
	if f := c.l.funcs[key]; f != nil {
		return f, fixed
	}
	f = c.l.makeFunction(d, sub, name, fixed, values)
	c.l.funcs[key] = f
	return f, fixed
}

func (l *lowerer) makeFunction(d *syntax.FunctionDecl, args []types.Type, name string, fixed []bool, values []ir.Value) *ir.Func {
	f := &ir.Func{Kind: ir.Function, Name: l.funcNames.unique(name), Local: d.Name.Text, At: d.Span(), Annotations: l.annotations(d.Annots())}
	c := l.newCode(f, l.env.within(), "", names{})
	sig := l.info.Defs[d].Type.(*types.Signature)
	c.sub = types.Binding{}
	for i, v := range sig.TypeParams {
		if i < len(args) {
			c.sub[v] = args[i]
		}
	}
	f.Result = c.typ(sig.Result)
	for i, p := range sig.Params {
		if fixed[i] {
			c.env.m[l.info.Defs[p.Decl]] = thing{value: values[i]}
		} else {
			c.param(p)
		}
	}
	c.begin()
	c.body(d.Body)
	c.finish()
	l.prog.Funcs = append(l.prog.Funcs, f)
	return f
}

// topAction is an action of the top level.
func (l *lowerer) topAction(d *syntax.ActionDecl) *ir.Func {
	return l.makeAction(d, l.env, nil, nil, names{}, l.top.controlName(d.Name.Text, d.Annots()))
}

// action is an action of the control at hand (14.1).
func (c *code) action(d *syntax.ActionDecl) *ir.Func {
	return c.l.makeAction(d, c.env, c.sub, c.fn, c.locals, c.controlName(d.Name.Text, d.Annots()))
}

func (l *lowerer) makeAction(d *syntax.ActionDecl, e *env, sub types.Binding, owner *ir.Func, locals names, name string) *ir.Func {
	f := &ir.Func{
		Kind: ir.Action, Name: l.named(l.funcNames, "action", name, d.Annots(), d.Name.Span()), Local: d.Name.Text, Owner: owner, Result: ir.Void,
		At: d.Span(), Annotations: l.annotations(d.Annots()),
	}
	l.prog.Funcs = append(l.prog.Funcs, f)
	c := l.newCode(f, e.within(), "", locals)
	c.sub = sub
	for _, p := range l.info.Defs[d].Type.(*types.Signature).Params {
		c.param(p)
	}
	c.begin()
	c.body(d.Body)
	c.finish()
	return f
}

// methodImpl implements an abstract method of an object (11.3).
func (c *code) methodImpl(d *syntax.FunctionDecl, o *ir.Object, e *env) *ir.Func {
	l := c.l
	f := &ir.Func{
		Kind: ir.MethodImpl, Name: l.funcNames.unique(join(o.Name, d.Name.Text)), Local: d.Name.Text,
		At: d.Span(), Annotations: l.annotations(d.Annots()),
	}
	locals := names{}
	if c.fn != l.top.fn { // it may use what is around it
		f.Owner, locals = c.fn, c.locals
	}
	m := l.newCode(f, e.within(), o.Name, locals)
	m.this, m.sub = o, c.sub
	sig := l.info.Defs[d].Type.(*types.Signature)
	f.Result = m.typ(sig.Result)
	for _, p := range sig.Params {
		m.param(p)
	}
	m.begin()
	m.body(d.Body)
	m.finish()
	l.prog.Funcs = append(l.prog.Funcs, f)
	return f
}
