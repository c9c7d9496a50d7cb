package types

import (
	"slices"

	"up4/p4/syntax"
)

// construct checks an instantiation, written as a declaration or as an expression
// (11.3), and gives the type of the instance. call is nil for a declaration.
func (c *checker) construct(at syntax.Node, typeAt span, t Type, targs []syntax.Type, args []*syntax.Arg, call *syntax.CallExpr) Type {
	if len(targs) > 0 {
		t = c.instantiate(at, t, c.typeArgs(targs))
		if isInvalid(t) {
			c.argsOnly(args)
			return Invalid
		}
	}
	if !c.argTypes(args) {
		return Invalid
	}
	t, written := c.reopened(t)
	t = c.chooseBlock(t, args)
	sig := c.constructor(at, t, args)
	if sig == nil {
		return Invalid
	}
	bound, ok := c.bindArgs(at.Span(), sig.Name, sig.Params, args, false)
	if !ok {
		return Invalid
	}
	var typeArgs []Type
	if vars := typeParams(t); len(vars) > 0 {
		t, typeArgs, sig = c.inferType(at, t, vars, written, sig, bound)
		if t == nil {
			return Invalid
		}
	}
	if !c.passArgs(sig, bound) {
		return Invalid
	}
	if call != nil {
		c.info.Calls[call] = &Call{Sig: sig, Constructed: t, TypeArgs: typeArgs, Args: bound}
	}
	c.noteInstance(at, sig, t, typeArgs, bound)
	return t
}

// reopened is a package type with _ among its type arguments as it was declared, and
// those arguments: what _ stands for follows from what it is made with (8.20).
func (c *checker) reopened(t Type) (Type, []Type) {
	b, ok := t.(*Block)
	if !ok || b.Kind != Package || !slices.Contains(b.Args, Type(Any)) {
		return t, nil
	}
	if o := c.info.Defs[b.Decl]; o != nil {
		if own, ok := o.Type.(*Block); ok {
			return own, b.Args
		}
	}
	return t, nil
}

// chooseBlock picks among parsers, controls or packages of one name the one whose
// constructor fits the arguments (6.9).
func (c *checker) chooseBlock(t Type, args []*syntax.Arg) Type {
	b, ok := t.(*Block)
	if !ok {
		return t
	}
	for _, o := range c.overloads[b.Decl] {
		if f, ok := o.Type.(*Block); ok && bindsArgs(f.constructor(), args) {
			return f
		}
	}
	return t
}

// constructor is the parameters of a block's constructor.
func (t *Block) constructor() []*Param {
	if t.Kind == Package {
		return t.Params
	}
	return t.Ctor
}

// noteInstance keeps what a declared instance is made with.
func (c *checker) noteInstance(at syntax.Node, sig *Signature, t Type, typeArgs []Type, bound []syntax.Expr) {
	if d, ok := at.(*syntax.Instantiation); ok {
		c.info.Instances[d] = &Call{Sig: sig, Constructed: t, TypeArgs: typeArgs, Args: bound}
	}
}

// constructor is the constructor of t that fits args.
func (c *checker) constructor(at syntax.Node, t Type, args []*syntax.Arg) *Signature {
	if g, ok := t.(*Generic); ok {
		t = g.Of
	}
	switch t := t.(type) {
	case *Extern:
		if len(t.Ctors) == 0 {
			c.errorf(at.Span(), CodeNotInstantiable, "%s has no constructor: the architecture alone makes its instances", t.Name)
			return nil
		}
		return c.choose(at.Span(), t.Name, t.Ctors, args)
	case *Block:
		return &Signature{Kind: Constructor, Name: t.Name, Params: t.constructor(), Result: Void}
	}
	return nil
}

// inferType finds the type arguments of what is constructed, but for those that are
// written.
func (c *checker) inferType(at syntax.Node, t Type, vars []*TypeVar, written []Type, sig *Signature, bound []syntax.Expr) (Type, []Type, *Signature) {
	if b, ok := t.(*Block); ok && b.Kind != Package && !slices.ContainsFunc(sig.Params, func(p *Param) bool { return mentionsVar(p.Type) }) {
		return t, nil, sig // where it is used decides
	}
	in, fresh := freshen(vars)
	for i, a := range written {
		if i < len(fresh) && a != Any {
			in.b[fresh[i]] = a
		}
	}
	open := Substitute(sig, bind(vars, typeVars(fresh))).(*Signature)
	if !c.inferArgs(in, open.Params, bound, sig.Name) {
		return nil, nil, nil
	}
	typeArgs, ok := c.settled(in, fresh, at.Span(), sig.Name, open.Params, bound)
	if !ok {
		return nil, nil, nil
	}
	to := c.instantiate(at, t, typeArgs)
	if isInvalid(to) {
		return nil, nil, nil
	}
	return to, typeArgs, in.apply(open).(*Signature)
}
