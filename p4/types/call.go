package types

import (
	"up4/p4/syntax"
)

// call is Fun<TypeArgs>(Args): a function, method, action, builtin or constructor
// (8.20, 11.3).
func (c *checker) call(e *syntax.CallExpr) Type {
	switch f := syntax.Unparen(e.Fun).(type) {
	case *syntax.MemberExpr:
		return c.methodCall(e, f)
	case *syntax.Ident:
		t := c.expr(f)
		o := c.info.Uses[f]
		c.info.Types[e.Fun] = t
		if isInvalid(t) || o == nil {
			c.argsOnly(e.Args)
			return Invalid
		}
		switch o.Kind {
		case TypeName:
			return c.constructCall(e, t.(*TypeOf).Of)
		case FuncObj:
			return c.functionCall(e, o)
		case ActionObj:
			return c.actionCall(e, o)
		}
		c.errorf(f.Span(), CodeNotCallable, "%s is not a function%s", f.Name, howToRun(o))
	case *syntax.TypeExpr:
		t := c.typOpen(f.Type)
		c.info.Types[f] = &TypeOf{t}
		c.info.Types[e.Fun] = &TypeOf{t}
		if !isInvalid(t) {
			return c.constructCall(e, t)
		}
	default:
		t := c.expr(e.Fun)
		if !isInvalid(t) {
			c.errorf(e.Fun.Span(), CodeNotCallable, "this is not a function: it has the type %s", t)
		}
	}
	c.argsOnly(e.Args)
	return Invalid
}

// argsOnly checks arguments of what cannot be called.
func (c *checker) argsOnly(args []*syntax.Arg) {
	for _, a := range args {
		c.expr(a.Value)
	}
}

func (c *checker) constructCall(e *syntax.CallExpr, t Type) Type {
	if isInvalid(t) {
		c.argsOnly(e.Args)
		return Invalid
	}
	if !instantiable(t) {
		c.errorf(e.Span(), CodeNotInstantiable, "%s cannot be instantiated: only extern objects, parsers, controls and packages can", t)
		c.argsOnly(e.Args)
		return Invalid
	}
	if c.in.body && c.in.place != inParser && c.in.place != inControl {
		c.errorf(e.Span(), CodeInstancePlace, "nothing can be instantiated in a function, method or action")
	} else if !c.instancePlace(e, t) {
		c.argsOnly(e.Args)
		return Invalid
	}
	if ext, ok := t.(*Extern); ok {
		if m := firstAbstract(ext); m != nil {
			c.errorf(e.Span(), CodeAbstract, "%s has the abstract method %s: declare an instance that implements it", ext, m.Name)
		}
	}
	c.known[e] = true
	r := c.construct(e, e.Fun.Span(), t, e.TypeArgs, e.Args, e)
	c.info.Types[e.Fun] = &TypeOf{r}
	c.info.Types[syntax.Unparen(e.Fun)] = &TypeOf{r}
	return r
}

// functionCall calls a function or extern function by name.
func (c *checker) functionCall(e *syntax.CallExpr, o *Object) Type {
	var sigs []*Signature
	for _, f := range append([]*Object{o}, o.Overloads...) {
		if s, ok := f.Type.(*Signature); ok && !c.inside[s.Decl] {
			sigs = append(sigs, s)
		}
	}
	sig := c.choose(e.Span(), o.Name, sigs, e.Args)
	if sig == nil {
		c.argsOnly(e.Args)
		return Invalid
	}
	for _, f := range o.Overloads {
		if f.Type == sig {
			f.Used = true
			o = f
			c.info.Uses[syntax.Unparen(e.Fun)] = f
		}
	}
	call := &Call{Fun: o}
	t := c.invoke(e, call, sig)
	c.coreCall(e, nil, sig, call)
	c.known[e] = c.isFactory(call)
	return t
}

// isFactory says whether what a call gives is known when instantiated: an extern
// function of arguments that are.
func (c *checker) isFactory(call *Call) bool {
	if call.Sig == nil || call.Sig.Kind != ExternFunction {
		return false
	}
	for i, p := range call.Sig.Params {
		if p.Dir != syntax.NoDirection || call.Args[i] != nil && !c.isKnown(call.Args[i]) {
			return false
		}
	}
	return true
}

// actionCall: actions are called from controls and actions (14.1, appendix F).
func (c *checker) actionCall(e *syntax.CallExpr, o *Object) Type {
	if c.in.place != inControl && c.in.place != inAction {
		c.errorf(e.Span(), CodeCallPlace, "the action %s can be called from controls and actions only", o.Name)
		c.argsOnly(e.Args)
		return Invalid
	}
	if len(e.TypeArgs) > 0 {
		c.errorf(e.Span(), CodeTypeArgs, "the action %s takes no type arguments", o.Name)
		c.argsOnly(e.Args)
		return Invalid
	}
	sig, ok := o.Type.(*Signature)
	if !ok {
		c.argsOnly(e.Args)
		return Invalid
	}
	return c.invoke(e, &Call{Fun: o}, sig)
}

// methodCall is X.name(…).
func (c *checker) methodCall(e *syntax.CallExpr, f *syntax.MemberExpr) Type {
	x := c.receiver(f)
	if isInvalid(x) || f.Sel == nil {
		c.argsOnly(e.Args)
		return Invalid
	}
	if sigs := c.methods(x, f.Sel.Text); len(sigs) > 0 {
		return c.methodOf(e, f, x, sigs)
	}
	t := c.memberOf(f, x)
	c.info.Types[f] = t
	c.info.Types[e.Fun] = t
	if !isInvalid(t) {
		c.errorf(e.Span(), CodeNotCallable, "%s is not a method of %s", f.Sel.Text, x)
	}
	c.argsOnly(e.Args)
	return Invalid
}

func (c *checker) methodOf(e *syntax.CallExpr, f *syntax.MemberExpr, x Type, sigs []*Signature) Type {
	sig := c.choose(e.Span(), nameOf(x)+"."+f.Sel.Text, sigs, e.Args)
	if sig == nil || !c.builtinPlace(e, f, x, sig) {
		c.argsOnly(e.Args)
		return Invalid
	}
	c.info.Types[f] = sig
	c.info.Types[e.Fun] = sig
	if sig.Decl != nil {
		if o := c.info.Defs[sig.Decl]; o != nil {
			c.use(f.Sel, o)
		}
	}
	call := &Call{Recv: f.X}
	t := c.invoke(e, call, sig)
	c.coreCall(e, x, sig, call)
	if v := widthOf(x, f.Sel.Text); v != nil {
		if sig.Kind == Builtin {
			c.known1(e, t, v)
		}
	}
	if o := c.tableOf(f.X); o != nil && sig.Name == "apply" {
		call.Fun = o
	}
	return t
}

// choose picks the function that fits the arguments by their number and names
// (8.20); with one candidate alone, what does not fit is reported later.
func (c *checker) choose(at span, name string, sigs []*Signature, args []*syntax.Arg) *Signature {
	if len(sigs) == 1 {
		return sigs[0]
	}
	var fits []*Signature
	for _, s := range sigs {
		if bindsArgs(s.Params, args) {
			fits = append(fits, s)
		}
	}
	if len(fits) == 1 {
		return fits[0]
	}
	if len(fits) > 1 {
		c.errorf(at, CodeAmbiguous, "%d functions %s take these arguments: name the arguments to choose one", len(fits), name)
	} else {
		c.errorf(at, CodeArguments, "none of the %d functions %s takes these arguments: %s", len(sigs), name, forms(name, sigs))
	}
	return nil
}

// bindsArgs says whether arguments fit parameters by number and names.
func bindsArgs(ps []*Param, args []*syntax.Arg) bool {
	if len(args) > len(ps) {
		return false
	}
	given := map[string]bool{}
	for i, a := range args {
		if a.Name == nil {
			given[ps[i].Name] = true
			continue
		}
		if paramOf(ps, a.Name.Text) < 0 {
			return false
		}
		given[a.Name.Text] = true
	}
	for _, p := range ps {
		if !given[p.Name] && p.Default == nil && !p.Optional {
			return false
		}
	}
	return true
}

func paramOf(ps []*Param, name string) int {
	for i, p := range ps {
		if p.Name == name {
			return i
		}
	}
	return -1
}

// invoke checks a call of sig.
func (c *checker) invoke(e *syntax.CallExpr, call *Call, sig *Signature) Type {
	args, ok := c.bindArgs(e.Span(), sig.Name, sig.Params, e.Args, false)
	ok = c.argTypes(e.Args) && ok
	if !ok {
		return Invalid
	}
	inst, typeArgs := c.inferCall(e, sig, args)
	if inst == nil {
		return Invalid
	}
	call.Sig, call.TypeArgs, call.Args = inst, typeArgs, args
	c.info.Calls[e] = call
	if !c.passArgs(inst, args) {
		return Invalid
	}
	return inst.Result
}

// argTypes finds the arguments' types.
func (c *checker) argTypes(args []*syntax.Arg) bool {
	ok := true
	for _, a := range args {
		if isInvalid(c.value(a.Value)) {
			ok = false
		}
	}
	return ok
}
