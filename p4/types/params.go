package types

import (
	"slices"

	"up4/p4/syntax"
)

// owner is whose parameters are read.
type owner uint8

const (
	ofFunction owner = iota
	ofExtern         // extern functions, methods
	ofExternCtor
	ofAction
	ofBlock     // parsers and controls, when applied
	ofBlockType // parser and control types
	ofParserCtor
	ofControlCtor
	ofPackage
)

// constructs is true for lists of constructor parameters.
func (o owner) constructs() bool {
	return o == ofExternCtor || o == ofParserCtor || o == ofControlCtor || o == ofPackage
}

// params reads a parameter list and declares its names in the scope at hand.
func (c *checker) params(ps []*syntax.Param, of owner) []*Param {
	out := make([]*Param, 0, len(ps))
	for _, p := range ps {
		c.annotations(p.Annots())
		t := c.typ(p.Type)
		if !c.paramType(p, t, of) {
			t = Invalid
		}
		q := &Param{Name: p.Name.Text, Dir: p.Dir, Type: t, Decl: p, Default: p.Default, Optional: syntax.Annotated(p.Annots(), "optional") != nil}
		c.paramDefault(p, q, of)
		out = append(out, q)
		kind := ParamObj
		if of.constructs() {
			kind = CtorParam
		}
		c.declare(&Object{Kind: kind, Name: q.Name, Type: t, Decl: p})
	}
	return out
}

// paramType checks which types parameters can have (clause 6.8 and the table of
// 7.2.8).
func (c *checker) paramType(p *syntax.Param, t Type, of owner) bool {
	at := p.Span()
	if of.constructs() && p.Dir != syntax.NoDirection {
		c.errorf(at, CodeDirection, "%s: a constructor's parameter has no direction", p.Name.Text)
		return true
	}
	switch t := t.(type) {
	case *Block:
		return c.blockParam(p, t, of)
	case *Extern:
		if of == ofAction {
			c.errorf(at, CodeParamType, "%s: an action cannot have parameters of the extern type %s", p.Name.Text, t)
			return false
		}
		return c.undirected(p, t)
	case Basic:
		switch t {
		case Void:
			c.errorf(at, CodeParamType, "%s: a parameter cannot be void", p.Name.Text)
			return false
		case Int:
			if of == ofAction && p.Dir == syntax.NoDirection {
				c.errorf(at, CodeParamType, "%s: an action's parameter needs a width: int has none", p.Name.Text)
				return false
			}
			return c.undirected(p, t)
		case String:
			return c.undirected(p, t)
		}
	}
	return true
}

// undirected: types whose values are known when compiled have no direction (6.8).
func (c *checker) undirected(p *syntax.Param, t Type) bool {
	if p.Dir != syntax.NoDirection {
		c.errorf(p.Span(), CodeDirection, "%s: a parameter of type %s cannot have a direction", p.Name.Text, t)
		return false
	}
	return true
}

func (c *checker) blockParam(p *syntax.Param, t *Block, of owner) bool {
	ok := of == ofPackage || t.IsType && (of == ofParserCtor && t.Kind == Parser || of == ofControlCtor && t.Kind == Control)
	if !ok {
		c.errorf(p.Span(), CodeParamType, "%s: the %s %s cannot be a parameter here", p.Name.Text, t.Kind, t.Name)
	}
	return ok
}

// paramDefault checks a default value, and where @optional can stand (6.8.2).
func (c *checker) paramDefault(p *syntax.Param, q *Param, of owner) {
	if q.Optional {
		if of == ofFunction || of == ofAction || of == ofParserCtor || of == ofControlCtor {
			c.errorf(p.Span(), CodeOptional, "%s: a parameter of a function, an action or a constructor of a parser or control cannot be optional", p.Name.Text)
		}
		if p.Default != nil {
			c.errorf(p.Span(), CodeOptional, "%s: an optional parameter has no default value", p.Name.Text)
		}
	}
	if p.Default == nil {
		return
	}
	if p.Dir == syntax.Out || p.Dir == syntax.InOut {
		c.errorf(p.Span(), CodeDefaultValue, "%s: a parameter with %s cannot have a default value", p.Name.Text, dirText(p.Dir))
		return
	}
	t := c.value(p.Default)
	if isInvalid(t) || isInvalid(q.Type) {
		return
	}
	if !c.isKnown(p.Default) {
		c.errorf(p.Default.Span(), CodeNotConstant, "the default value of %s must be known when the program is compiled", p.Name.Text)
		return
	}
	if _, ok := p.Default.(*syntax.Dots); ok && !c.hasDefault(q.Type) {
		c.errorf(p.Default.Span(), CodeDefaultValue, "%s has no default value", q.Type)
		return
	}
	if mentionsVar(q.Type) {
		if !newInference(varsOf(q.Type)).unify(q.Type, t) {
			c.errorf(p.Default.Span(), CodeTypeMismatch, "the default value of %s must be %s, not %s", p.Name.Text, q.Type, t)
		}
		return
	}
	c.convert(p.Default, q.Type, "the default value of "+p.Name.Text)
}

func mentionsVar(t Type) bool { return len(varsOf(t)) > 0 }

// varsOf is the type variables in t.
func varsOf(t Type) []*TypeVar {
	var out []*TypeVar
	walk(t, map[Type]bool{}, func(t Type) {
		if v, ok := t.(*TypeVar); ok {
			out = append(out, v)
		}
	})
	return out
}

// hasDefault says whether ... can stand for a value of t (7.3).
func (c *checker) hasDefault(t Type) bool {
	switch t := t.(type) {
	case Basic:
		if t == ErrorType { // it is error.NoError, of core.p4
			return c.errors["NoError"] != nil
		}
		return t == Bool || t == Int || t == String || t == Any || t == Invalid
	case *Bits, *Varbit, *Enum, *TypeVar:
		return true
	case *NewType:
		return c.hasDefault(t.Under)
	case *Record:
		return t.Kind != Struct || !slices.ContainsFunc(t.Fields, func(f *Field) bool { return !c.hasDefault(f.Type) })
	case *Tuple:
		return !slices.ContainsFunc(t.Elems, func(t Type) bool { return !c.hasDefault(t) })
	case *Stack:
		return true
	}
	return false
}

// required is the number of parameters that need an argument.
func required(ps []*Param) int {
	n := 0
	for _, p := range ps {
		if p.Default == nil && !p.Optional {
			n++
		}
	}
	return n
}
