package types

import "up4/p4/syntax"

// maxMethods is how many methods an extern can have.
const maxMethods = 4096

// externDecl is an extern object's type (7.2.10).
func (c *checker) externDecl(d *syntax.ExternDecl) {
	_, done := c.newTypeName(d)
	c.push()
	vars := c.typeParams(d.TypeParams)
	e := &Extern{Name: d.Name.Text, Decl: d, Args: typeVars(vars)}
	if len(d.Methods) > maxMethods {
		c.errorf(d.Name.Span(), CodeTypeTooLarge, "%s has more than %d methods", e.Name, maxMethods)
	}
	for _, m := range d.Methods[:min(len(d.Methods), maxMethods)] {
		c.annotations(m.Annots())
		c.push()
		if m.Constructor || m.Name.Text == d.Name.Text {
			c.externCtor(e, m)
		} else {
			sig := c.methodSignature(m, Method)
			c.addOverload(&e.Methods, sig, m)
		}
		c.pop()
	}
	c.pop()
	if len(vars) > 0 {
		done(&Generic{vars, e})
		return
	}
	done(e)
}

func (c *checker) externCtor(e *Extern, m *syntax.MethodDecl) {
	if !m.Constructor || m.Result != nil {
		c.errorf(m.Span(), CodeConstructor, "%s is the constructor: it has no result type", m.Name.Text)
		return
	}
	sig := &Signature{Kind: Constructor, Name: m.Name.Text, Decl: m, Result: Void}
	sig.Params = c.params(m.Params, ofExternCtor)
	c.addOverload(&e.Ctors, sig, m)
	c.info.Defs[m] = &Object{Kind: FuncObj, Name: sig.Name, Type: sig, Decl: m, At: m.Name.Span()}
}

// addOverload adds a method, unless no call could tell it from another.
func (c *checker) addOverload(list *[]*Signature, sig *Signature, m *syntax.MethodDecl) {
	for _, s := range *list {
		if s.Name == sig.Name && alike(s, sig) {
			c.duplicate(m.Name.Span(), sig.Name, s.Decl.Declared().Span())
			return
		}
	}
	*list = append(*list, sig)
}

// methodSignature reads a method or extern function. Its scope is pushed already.
func (c *checker) methodSignature(m *syntax.MethodDecl, kind FuncKind) *Signature {
	sig := &Signature{Kind: kind, Name: m.Name.Text, Decl: m, Abstract: m.Abstract}
	sig.TypeParams = c.typeParams(m.TypeParams)
	sig.Result = c.result(m.Result)
	sig.Params = c.params(m.Params, ofExtern)
	o := &Object{Kind: FuncObj, Name: sig.Name, Type: sig, Decl: m, At: m.Name.Span()}
	c.info.Defs[m] = o
	return sig
}

// result is a result type: what runs cannot give back an int, a string or what is
// instantiated, but an extern object from a factory (10, 6.8).
func (c *checker) result(t syntax.Type) Type {
	r := c.typ(t)
	switch r := r.(type) {
	case Basic:
		if r != Int && r != String && r != MatchKind {
			return r
		}
	case *Block:
	default:
		return r
	}
	c.errorf(t.Span(), CodeResultType, "a function cannot return %s", r)
	return Invalid
}

func (c *checker) externFunction(d *syntax.MethodDecl) {
	c.push()
	sig := c.methodSignature(d, ExternFunction)
	c.pop()
	c.declare(&Object{Kind: FuncObj, Name: sig.Name, Type: sig, Decl: d})
}

// functionDecl is a function (clause 10).
func (c *checker) functionDecl(d *syntax.FunctionDecl) {
	c.push()
	sig := c.functionSignature(d)
	body := c.scope
	c.pop()
	o := &Object{Kind: FuncObj, Name: d.Name.Text, Type: sig, Decl: d}
	c.declare(o)
	c.functionBody(o, sig, d, body, inFunction)
}

func (c *checker) functionSignature(d *syntax.FunctionDecl) *Signature {
	sig := &Signature{Kind: Function, Name: d.Name.Text, Decl: d}
	sig.TypeParams = c.typeParams(d.TypeParams)
	sig.Result = c.result(d.Result)
	sig.Params = c.params(d.Params, ofFunction)
	return sig
}

func (c *checker) functionBody(o *Object, sig *Signature, d *syntax.FunctionDecl, params *scope, p place) {
	outer := c.scope
	c.scope = params
	c.open[o] = true
	c.inside[d] = true
	before := c.diags.Errors()
	in := context{place: p, body: true, result: sig.Result, name: d.Name.Text, this: c.in.this}
	c.within(in, func() { c.block(d.Body) })
	delete(c.open, o)
	delete(c.inside, d)
	c.scope = outer
	// Clause 12.4: a function that gives a value does so on every path. A body with
	// errors is not what it is meant to be.
	if c.diags.Errors() == before && sig.Result != Void && !isInvalid(sig.Result) && d.Body != nil && !returns(d.Body) {
		c.errorf(d.Name.Span(), CodeMissingReturn, "%s does not return a value on every path", d.Name.Text)
	}
}

// actionDecl is an action (14.1).
func (c *checker) actionDecl(d *syntax.ActionDecl) {
	o := &Object{Kind: ActionObj, Name: d.Name.Text, Decl: d, Type: Invalid}
	c.declare(o)
	c.open[o] = true
	c.push()
	sig := &Signature{Kind: Action, Name: d.Name.Text, Decl: d, Result: Void}
	sig.Params = c.params(d.Params, ofAction)
	o.Type = sig
	c.actionParamOrder(sig)
	c.within(context{place: inAction, body: true, result: Void, name: o.Name}, func() { c.block(d.Body) })
	c.pop()
	delete(c.open, o)
	c.controlPlaneName(d)
}

// actionParamOrder: parameters without direction come last, as the control plane
// gives them (14.1).
func (c *checker) actionParamOrder(sig *Signature) {
	var undirected *Param
	for _, p := range sig.Params {
		if p.Dir == syntax.NoDirection {
			undirected = p
		} else if undirected != nil {
			c.errorf(p.Decl.Span(), CodeDirection, "%s: parameters with a direction come before those without, such as %s", p.Name, undirected.Name)
			return
		}
	}
}
