package types

import (
	"fmt"
	"slices"

	"up4/p4/syntax"
)

// bindArgs gives each parameter its argument (6.8, 8.20): all by position or all by
// name. With partial set, parameters without direction may be left to the control
// plane.
func (c *checker) bindArgs(at span, name string, ps []*Param, args []*syntax.Arg, partial bool) ([]syntax.Expr, bool) {
	out := make([]syntax.Expr, len(ps))
	ok, doubtful := true, false
	for i, a := range args {
		if (a.Name == nil) != (args[0].Name == nil) {
			c.errorf(a.Span(), CodeArguments, "either all arguments are named or none")
			return out, false
		}
		j := i
		if a.Name != nil {
			j = paramOf(ps, a.Name.Text)
			if j < 0 {
				c.errorf(a.Name.Span(), CodeArguments, "%s has no parameter %s%s", name, a.Name.Text, c.hint(a.Name.Text, paramNames(ps)))
				ok, doubtful = false, true
				continue
			}
		}
		if j >= len(ps) {
			c.errorf(at, CodeArguments, "%s takes %s, not %d: %s", name, count(ps), len(args), form(name, ps))
			return out, false
		}
		if out[j] != nil {
			c.errorf(a.Span(), CodeArguments, "%s is given twice", ps[j].Name)
			ok, doubtful = false, true
		}
		out[j] = a.Value
	}
	for i, p := range ps {
		if out[i] == nil && !doubtful && p.Default == nil && !p.Optional && (!partial || p.Dir != syntax.NoDirection) {
			c.errorf(at, CodeArguments, "%s: there is no argument for the parameter %s of %s", name, p.Name, form(name, ps))
			return out, false
		}
	}
	return out, ok
}

func paramNames(ps []*Param) []string {
	out := make([]string, 0, len(ps))
	for _, p := range ps {
		out = append(out, p.Name)
	}
	return out
}

func count(ps []*Param) string {
	if r := required(ps); r < len(ps) {
		return fmt.Sprintf("%d to %s", r, plural(len(ps), "argument"))
	}
	return plural(len(ps), "argument")
}

// inferCall puts type arguments in: those that are written, or those that follow
// from the arguments.
func (c *checker) inferCall(e *syntax.CallExpr, sig *Signature, args []syntax.Expr) (*Signature, []Type) {
	if len(e.TypeArgs) > 0 && len(e.TypeArgs) != len(sig.TypeParams) {
		c.errorf(e.Span(), CodeTypeArgs, "%s takes %s, not %d", sig.Name, plural(len(sig.TypeParams), "type argument"), len(e.TypeArgs))
		return nil, nil
	}
	if len(sig.TypeParams) == 0 {
		return sig, nil
	}
	in, fresh := freshen(sig.TypeParams)
	for i, t := range e.TypeArgs {
		if a := c.typ(t); a != Any {
			if isInvalid(a) {
				return nil, nil
			}
			in.b[fresh[i]] = a
		}
	}
	open := Substitute(sig, bind(sig.TypeParams, typeVars(fresh))).(*Signature)
	if !c.inferArgs(in, open.Params, args, sig.Name) {
		return nil, nil
	}
	typeArgs, ok := c.settled(in, fresh, e.Span(), sig.Name, open.Params, args)
	if !ok {
		return nil, nil
	}
	if !c.lookaheadFits(e, sig, typeArgs) {
		return nil, nil
	}
	return in.apply(open).(*Signature), typeArgs
}

func freshen(vars []*TypeVar) (*inference, []*TypeVar) {
	fresh := make([]*TypeVar, 0, len(vars))
	for _, v := range vars {
		fresh = append(fresh, &TypeVar{Name: v.Name, Decl: v.Decl})
	}
	return newInference(fresh), fresh
}

// inferArgs unifies every parameter with its argument.
func (c *checker) inferArgs(in *inference, ps []*Param, args []syntax.Expr, name string) bool {
	for i, p := range ps {
		if args[i] == nil {
			continue
		}
		at := c.info.Types[args[i]]
		if !in.unify(p.Type, at) {
			want := in.apply(p.Type)
			c.errorf(args[i].Span(), CodeTypeMismatch, "%s: the argument %s must be %s, not %s%s", name, p.Name, want, at, c.mismatch(at, want))
			return false
		}
	}
	return true
}

// settled is the type arguments found. Each must be known, and an int has no width
// of its own at run time.
func (c *checker) settled(in *inference, vars []*TypeVar, at span, name string, ps []*Param, args []syntax.Expr) ([]Type, bool) {
	in.settle()
	out := make([]Type, 0, len(vars))
	for _, v := range vars {
		t := in.apply(v)
		arg, optional := argOf(v, ps, args)
		where := at
		if arg != nil {
			where = arg.Span()
		}
		switch {
		case t == v && optional:
			in.b[v], t = Any, Any
		case t == v || t == Any && in.weak[v] == Any:
			c.errorf(at, CodeInfer, "%s: the type argument %s does not follow from the arguments: write %s<…>(…)", name, v.Name, name)
			return nil, false
		case t == NoHeader:
			c.errorf(where, CodeInfer, "%s: of which header type {#} is does not follow: write (H){#}", name)
			return nil, false
		case hasInt(t) && in.weak[v] != nil:
			c.errorf(where, CodeNoWidth, "the width of this number is not known: write it with one, such as 8w1 or 32w1, or cast it")
			return nil, false
		}
		if _, ok := t.(*Anonymous); ok {
			c.errorf(where, CodeInfer, "the struct type of this does not follow: write (S){…}")
			return nil, false
		}
		if l, ok := t.(*Tuple); ok && l.Literal {
			if unsettled(l) {
				c.errorf(where, CodeInfer, "of which type this is does not follow: write (S){…}")
				return nil, false
			}
			t = &Tuple{Elems: l.Elems}
			in.b[v] = t
		}
		out = append(out, t)
	}
	return out, true
}

// unsettled says whether a list has parts that get a type only from what they are
// given to: ..., {#} and {a = 1}.
func unsettled(l *Tuple) bool {
	return slices.ContainsFunc(l.Elems, func(t Type) bool {
		switch t := t.(type) {
		case *Anonymous:
			return true
		case *Tuple:
			return t.Literal && unsettled(t)
		}
		return t == Any || t == NoHeader
	})
}

// argOf is the argument that v's type should follow from. optional is true if every
// parameter that mentions v was left out.
func argOf(v *TypeVar, ps []*Param, args []syntax.Expr) (e syntax.Expr, optional bool) {
	vars := map[*TypeVar]bool{v: true}
	mentioned := false
	for i, p := range ps {
		if !mentions(p.Type, vars) {
			continue
		}
		mentioned = true
		if args[i] != nil {
			return args[i], false
		}
	}
	return nil, mentioned
}

// hasInt says whether an int without width is part of a value of t.
func hasInt(t Type) bool {
	if l, ok := t.(*Tuple); ok && l.Literal {
		for _, e := range l.Elems {
			if hasInt(e) {
				return true
			}
		}
	}
	return t == Int
}

// passArgs checks each argument against its parameter (6.8).
func (c *checker) passArgs(sig *Signature, args []syntax.Expr) bool {
	ok := true
	for i, p := range sig.Params {
		if args[i] != nil && !c.passArg(sig, p, args[i]) {
			ok = false
		}
	}
	return ok
}

func (c *checker) passArg(sig *Signature, p *Param, e syntax.Expr) bool {
	t := c.info.Types[e]
	if t == TableType {
		c.errorf(e.Span(), CodeParamType, "%s: a table cannot be an argument", sig.Name)
		return false
	}
	if p.Type == Any && weak(t) && !p.Optional {
		c.errorf(e.Span(), CodeInfer, "%s: the type of %s does not follow, as a type argument is _", sig.Name, p.Name)
		return false
	}
	if d, ok := e.(*syntax.DefaultExpr); ok && d.Underscore {
		if p.Dir != syntax.Out {
			c.errorf(e.Span(), CodeArguments, "_ can stand for an out argument only; %s has %s", p.Name, dirText(p.Dir))
			return false
		}
		c.info.Implicit[e] = p.Type
		return true
	}
	if p.Dir != syntax.NoDirection && p.Type == String {
		c.errorf(e.Span(), CodeParamType, "%s: a string cannot be passed to %s, which has %s", sig.Name, p.Name, dirText(p.Dir))
		return false
	}
	switch p.Dir {
	case syntax.Out, syntax.InOut:
		if !c.lvalues[e] {
			c.errorf(e.Span(), CodeNotLvalue, "%s: the parameter %s has %s: its argument must be something that can be assigned to%s", sig.Name, p.Name, dirText(p.Dir), c.whyReadOnly(e))
			return false
		}
		if !Identical(t, p.Type) {
			c.errorf(e.Span(), CodeTypeMismatch, "%s: the argument %s must be %s, not %s", sig.Name, p.Name, p.Type, t)
			return false
		}
		return true
	case syntax.NoDirection:
		// Actions take what the caller has, others what is known when instantiated.
		if sig.Kind != Action && !c.isKnown(e) && !isAny(p.Type) && !isBlockOrTable(p.Type) {
			c.errorf(e.Span(), CodeNotConstant, "%s: the argument %s has no direction and must be known when the program is compiled", sig.Name, p.Name)
			return false
		}
	}
	return c.convert(e, p.Type, sig.Name+": the argument "+p.Name)
}

func isBlockOrTable(t Type) bool {
	_, ok := t.(*Block)
	return ok || t == TableType
}
