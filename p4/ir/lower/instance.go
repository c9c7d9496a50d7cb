package lower

import (
	"strconv"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/types"
)

// instance is a declared instance (11.3).
func (c *code) instance(d *syntax.Instantiation) thing {
	call := c.l.info.Instances[d]
	if call == nil {
		c.l.errorf(d.Span(), CodeUnsupported, "this is no instance")
		return thing{}
	}
	name := c.controlName(d.Name.Text, d.Annots())
	t, _ := c.l.info.TypeExprs[d.Type].(*types.Stack)
	return c.instances(d, call, t, name)
}

// instances is one, or an array of them.
func (c *code) instances(d *syntax.Instantiation, call *types.Call, array *types.Stack, name string) thing {
	if array == nil {
		return c.construct(d, call, name)
	}
	var out thing
	elem, _ := array.Elem.(*types.Stack)
	for i := range array.Size {
		if c.l.instances > maxInstances {
			break
		}
		out.list = append(out.list, c.instances(d, call, elem, name+"["+strconv.Itoa(i)+"]"))
	}
	return out
}

func (c *code) construct(d *syntax.Instantiation, call *types.Call, name string) thing {
	switch t := call.Constructed.(type) {
	case *types.Extern:
		o := c.object(call, name, d.Name.Text, d.Annots(), d.Span())
		if d.Body != nil {
			c.initializer(d, o)
		}
		return thing{object: o}
	case *types.Block:
		if t.Kind == types.Package {
			return thing{pkg: c.l.pkg(call, c, name, d.Annots(), d.Span())}
		}
		return thing{fn: c.blockOf(call, name, d.Span(), nil)}
	}
	c.l.errorf(d.Span(), CodeUnsupported, "this cannot be instantiated")
	return thing{}
}

// initializer is the methods that an extern object left abstract, and what is
// instantiated beside them.
func (c *code) initializer(d *syntax.Instantiation, o *ir.Object) {
	s := c.known()
	s.env, s.path = c.env.within(), o.Name
	for _, x := range d.Body.Decls {
		if f, ok := x.(*syntax.FunctionDecl); ok {
			o.Methods = append(o.Methods, c.methodImpl(f, o, s.env))
		} else {
			s.decl(x)
		}
	}
}

// counted counts instances; false if there are too many.
func (l *lowerer) counted() bool {
	if l.instances++; l.instances > maxInstances {
		l.errorf(l.info.Main.Span(), CodeInstances, "the program has more than %d instances", maxInstances)
		return false
	}
	if l.size > maxCode {
		l.errorf(l.info.Main.Span(), CodeInstances, "the program's instances have more than %d instructions", maxCode)
		return false
	}
	return true
}

// object is an extern object.
func (c *code) object(call *types.Call, name, local string, as []*syntax.Annotation, at source.Span) *ir.Object {
	o := &ir.Object{Name: c.l.named(c.l.objectNames, "object", name, as, at), Local: local, Annotations: c.l.annotations(as), At: at}
	o.Type, _ = c.typ(call.Constructed).(*ir.ObjectType)
	if o.Type == nil {
		o.Type = &ir.ObjectType{Name: local}
		c.l.errorf(at, CodeUnsupported, "this is no extern object")
	}
	if c.l.counted() {
		o.Params, o.Args = c.ctorArgs(call, name)
	}
	c.l.prog.Objects = append(c.l.prog.Objects, o)
	return o
}

// ctorArgs are a constructor's arguments, for each parameter. What is instantiated
// as an argument is named after the parameter (18.3.1).
func (c *code) ctorArgs(call *types.Call, path string) (names []string, args []ir.Arg) {
	for i, p := range call.Sig.Params {
		e := call.Args[i]
		if e == nil {
			e = p.Default
		}
		names = append(names, p.Name)
		args = append(args, c.ctorArg(p, e, path))
	}
	return names, args
}

func (c *code) ctorArg(p *types.Param, e syntax.Expr, path string) ir.Arg {
	if e == nil {
		return ir.Arg{}
	}
	switch types.Substitute(p.Type, c.sub).(type) {
	case *types.Block, *types.Extern:
		return asArg(c.made(e, join(path, p.Name), p))
	case types.Basic:
		if p.Type == types.Any {
			return c.anyArg(e, join(path, p.Name), p.Name)
		}
	}
	return ir.Arg{Value: c.constant(e, c.typ(p.Type))}
}

func asArg(t thing) ir.Arg {
	return ir.Arg{Value: t.value, Block: t.fn, Object: t.object, Package: t.pkg}
}

// anyArg is a value or instance, whose type nothing asks for.
func (c *code) anyArg(e syntax.Expr, name, local string) ir.Arg {
	switch c.l.info.Types[e].(type) {
	case *types.Block, *types.Extern:
		return asArg(c.made(e, name, &types.Param{Name: local}))
	}
	if l, ok := syntax.Unparen(e).(*syntax.ListExpr); ok {
		a := ir.Arg{List: []ir.Arg{}}
		for i, x := range l.Elems {
			a.List = append(a.List, c.anyArg(x, name+"["+strconv.Itoa(i)+"]", local))
		}
		return a
	}
	return ir.Arg{Value: c.constant(e, c.typeOf(e))}
}

// made is an instance given as an argument: one with a name, or made in place.
func (c *code) made(e syntax.Expr, name string, p *types.Param) thing {
	local := p.Name
	call, ok := syntax.Unparen(e).(*syntax.CallExpr)
	if !ok {
		return c.thing(e)
	}
	info := c.l.info.Calls[call]
	if info == nil {
		return thing{}
	}
	switch t := info.Constructed.(type) {
	case *types.Extern:
		return thing{object: c.object(info, name, local, nil, e.Span())}
	case *types.Block:
		if t.Kind == types.Package {
			return thing{pkg: c.l.pkg(info, c, name, nil, e.Span())}
		}
		return thing{fn: c.blockOf(info, name, e.Span(), p.Type)}
	}
	return c.factory(e, info, name, local)
}

// factory is an object that an extern function makes.
func (c *code) factory(e syntax.Expr, call *types.Call, name, local string) thing {
	t, ok := c.typ(call.Sig.Result).(*ir.ObjectType)
	if !ok {
		c.l.errorf(e.Span(), CodeUnsupported, "this is no instance")
		return thing{}
	}
	o := &ir.Object{Name: c.l.objectNames.unique(name), Local: local, Type: t, Factory: call.Sig.Name, At: e.Span()}
	if c.l.counted() {
		o.Params, o.Args = c.ctorArgs(call, name)
	}
	c.l.prog.Objects = append(c.l.prog.Objects, o)
	return thing{object: o}
}

// pkg is an instance of a package. Parsers and controls made as its arguments have
// the names of their types, as they are the roots of what the control plane sees.
func (l *lowerer) pkg(call *types.Call, c *code, name string, as []*syntax.Annotation, at source.Span) *ir.Package {
	p := &ir.Package{Name: name, Annotations: l.annotations(as), At: at}
	if call == nil {
		l.errorf(at, CodeUnsupported, "main is no instance of a package")
		return p
	}
	b, ok := call.Constructed.(*types.Block)
	if !ok || !l.counted() {
		return p
	}
	p.Type = b.Name
	own := *c // defaults are of the package's own type parameters
	own.sub = c.binding(b, nil)
	for i, q := range call.Sig.Params {
		e := call.Args[i]
		p.Params = append(p.Params, q.Name)
		if e == nil {
			p.Args = append(p.Args, own.pkgArg(q, q.Default, name))
		} else {
			p.Args = append(p.Args, c.pkgArg(q, e, name))
		}
	}
	return p
}

func (c *code) pkgArg(p *types.Param, e syntax.Expr, name string) ir.Arg {
	if e == nil {
		return ir.Arg{}
	}
	call, ok := syntax.Unparen(e).(*syntax.CallExpr)
	if ok {
		if info := c.l.info.Calls[call]; info != nil {
			if b, ok := info.Constructed.(*types.Block); ok && b.Kind != types.Package {
				root := b.Name
				if c.l.funcNames[root] {
					root = join(name, p.Name)
				}
				return ir.Arg{Block: c.blockOf(info, root, e.Span(), p.Type)}
			}
		}
	}
	switch c.l.info.Types[e].(type) {
	case *types.Block, *types.Extern:
		return asArg(c.made(e, join(name, p.Name), p))
	}
	return c.ctorArg(p, e, name)
}

// blockOf is an instance of a parser or control. want is the type that is asked for,
// if one is: type arguments follow from it where none were given.
func (c *code) blockOf(call *types.Call, name string, at source.Span, want types.Type) *ir.Func {
	l := c.l
	b := call.Constructed.(*types.Block)
	f := &ir.Func{Name: l.funcNames.unique(name), Local: b.Name, Result: ir.Void, At: b.Decl.Span(), Annotations: l.annotations(b.Decl.Annots())}
	if b.Kind == types.Control {
		f.Kind = ir.Control
	}
	if !l.counted() {
		f.Blocks = []*ir.Block{{Name: "begin", Term: &ir.Return{}}}
		return f
	}
	in := l.newCode(f, l.env.within(), f.Name, names{})
	in.sub = c.bindingAt(at, b, want)
	for i, e := range call.Args {
		p := call.Sig.Params[i]
		if e == nil {
			e = p.Default
		}
		o := l.info.Defs[p.Decl]
		if e == nil || o == nil {
			continue
		}
		in.env.m[o] = argThing(c.ctorArg(p, e, name))
	}
	l.prog.Funcs = append(l.prog.Funcs, f)
	own := b.Params
	if o, ok := l.info.Defs[b.Decl].Type.(*types.Block); ok {
		own = o.Params
	}
	for _, p := range own {
		in.param(p)
	}
	in.begin()
	switch d := b.Decl.(type) {
	case *syntax.ParserDecl:
		in.atomically(d.Annots(), func() { in.parser(d) })
	case *syntax.ControlDecl:
		for _, x := range d.Locals {
			in.decl(x)
		}
		in.atomically(d.Annots(), func() { in.body(d.Body) })
	}
	in.finish()
	return f
}

func argThing(a ir.Arg) thing {
	return thing{value: a.Value, fn: a.Block, object: a.Object, pkg: a.Package}
}
