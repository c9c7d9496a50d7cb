package types

import (
	"fmt"
	"slices"

	"up4/p4/source"
	"up4/p4/syntax"
)

// constDecl is a constant (11.1): its value is known when the program is compiled.
func (c *checker) constDecl(d *syntax.ConstDecl) {
	t := c.typ(d.Type)
	c.noAny(d.Type, t)
	if !constType(t) {
		c.errorf(d.Type.Span(), CodeConstType, "%s: there are no constants of type %s", d.Name.Text, t)
		t = Invalid
	}
	from := c.value(d.Value)
	o := &Object{Kind: Const, Name: d.Name.Text, Type: t, Decl: d}
	if !isInvalid(from) && !isInvalid(t) {
		switch {
		case !c.convert(d.Value, t, "the value of "+d.Name.Text):
			o.Type = Invalid
		case !c.isKnown(d.Value):
			c.errorf(d.Value.Span(), CodeNotConstant, "the value of the constant %s is not known when the program is compiled", d.Name.Text)
		default:
			o.Value = c.constant(d.Value)
		}
	}
	c.declare(o)
}

// noAny: _ is for type arguments that follow from others (8.20).
func (c *checker) noAny(at syntax.Type, t Type) {
	found := false
	walk(t, map[Type]bool{}, func(t Type) { found = found || t == Any })
	if found {
		c.errorf(at.Span(), CodeInfer, "_ can stand for a type argument of a call or instantiation only")
	}
}

// constType: what values can be written down (11.1).
func constType(t Type) bool {
	switch t := t.(type) {
	case *Extern, *Block, *Signature, *Set:
		return false
	case Basic:
		return t != Void
	}
	return true
}

// varDecl is a variable (11.2).
func (c *checker) varDecl(d *syntax.VarDecl) {
	t := c.typ(d.Type)
	if !c.varType(d, t) {
		t = Invalid
	}
	c.noAny(d.Type, t)
	if d.Value != nil {
		from := c.value(d.Value)
		if !isInvalid(from) && !isInvalid(t) {
			c.convert(d.Value, t, "the value of "+d.Name.Text)
		}
	}
	c.declare(&Object{Kind: Var, Name: d.Name.Text, Type: t, Decl: d})
}

// varType: variables hold what can change when the program runs (7.2.8).
func (c *checker) varType(d *syntax.VarDecl, t Type) bool {
	switch b := t.(type) {
	case Basic:
		if b != Void && b != Int && b != String && b != MatchKind {
			return true
		}
	case *Stack:
		_, instances := innermost(t).(*Extern)
		if !instances {
			return true
		}
	case *Extern, *Block, *Set:
	default:
		return true
	}
	c.errorf(d.Name.Span(), CodeVarType, "%s: there are no variables of type %s", d.Name.Text, t)
	return false
}

// valueSetDecl is a value set of a parser (13.11).
func (c *checker) valueSetDecl(d *syntax.ValueSetDecl) {
	t := c.typ(d.Type)
	if !matchable(t) {
		c.errorf(d.Type.Span(), CodeValueSet, "a value set cannot be of %s", t)
		t = Invalid
	}
	from := c.value(d.Size)
	if !isInvalid(from) {
		if !isNumber(fixed(from)) {
			c.errorf(d.Size.Span(), CodeBadSize, "a value set's size must be an int, not %s", from)
		} else if !c.isKnown(d.Size) {
			c.errorf(d.Size.Span(), CodeNotConstant, "a value set's size must be known when the program is compiled")
		}
	}
	c.declare(&Object{Kind: ValueSet, Name: d.Name.Text, Type: &Set{t}, Decl: d})
	c.controlPlaneName(d)
}

// matchable: what a select or a value set can compare (13.6, 13.11).
func matchable(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return t == Bool || t == ErrorType || isAny(t)
	case *Bits, *Enum, *TypeVar:
		return true
	case *NewType:
		return matchable(t.Under)
	case *Set:
		return matchable(t.Elem)
	case *Tuple:
		for _, e := range t.Elems {
			if !matchable(e) {
				return false
			}
		}
		return true
	case *Record:
		if t.Kind != Struct {
			return false
		}
		for _, f := range t.Fields {
			if !matchable(f.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// instantiation makes an extern object, parser, control or package (11.3).
func (c *checker) instantiation(d *syntax.Instantiation) {
	whole := c.typOpen(d.Type)
	t := innermost(whole)
	o := &Object{Kind: Instance, Name: d.Name.Text, Type: Invalid, Decl: d}
	if c.in.body && (c.in.place == inFunction || c.in.place == inMethod || c.in.place == inAction) {
		c.errorf(d.Name.Span(), CodeInstancePlace, "%s: nothing can be instantiated in a function, method or action", d.Name.Text)
		c.argsOnly(d.Args)
		c.declare(o)
		return
	}
	switch {
	case isInvalid(t):
		c.argsOnly(d.Args)
	case !instantiable(t):
		c.errorf(d.Type.Span(), CodeNotInstantiable, "%s cannot be instantiated: only extern objects, parsers, controls and packages can", t)
		c.argsOnly(d.Args)
	case !c.instancePlace(d, t):
		c.argsOnly(d.Args)
	default:
		o.Type = arrayOf(whole, c.construct(d, d.Type.Span(), t, nil, d.Args, nil))
		c.info.TypeExprs[d.Type] = o.Type
	}
	c.initializer(d, o)
	c.declare(o)
	c.controlPlaneName(d)
	if c.scope == c.top && d.Name.Text == "main" {
		c.info.Main = d
	}
}

// innermost is what an array of instances is made of, or t.
func innermost(t Type) Type {
	for {
		s, ok := t.(*Stack)
		if !ok || recordOf(s.Elem, Struct, Header, Union) != nil {
			return t
		}
		t = s.Elem
	}
}

// arrayOf is t with elem for what is innermost.
func arrayOf(t, elem Type) Type {
	s, ok := t.(*Stack)
	if !ok || isInvalid(elem) {
		return elem
	}
	return &Stack{arrayOf(s.Elem, elem), s.Size}
}

func instantiable(t Type) bool {
	switch t := t.(type) {
	case *Extern:
		return true
	case *Block:
		return !t.IsType || t.Kind == Package
	case *Generic:
		_, ok := t.Of.(*Extern)
		return ok
	}
	return false
}

// instancePlace says whether t can be instantiated where the checker stands: the
// table of appendix F.
func (c *checker) instancePlace(at syntax.Node, t Type) bool {
	b, ok := t.(*Block)
	if !ok {
		return true
	}
	place := c.in.place
	ok = true
	switch b.Kind {
	case Package:
		ok = place == atTop
	case Parser:
		ok = place == inParser
	case Control:
		ok = place == inControl
	}
	if _, inline := at.(*syntax.CallExpr); inline && place == atTop {
		ok = true // as an argument of a package
	}
	if !ok {
		c.errorf(at.Span(), CodeInstancePlace, "the %s %s cannot be instantiated %s: %s", b.Kind, b.Name, place, instancePlaces[b.Kind])
	}
	return ok
}

// instancePlaces is where blocks can be instantiated.
var instancePlaces = map[BlockKind]string{
	Package: "packages are instantiated at the top level only",
	Parser:  "parsers are instantiated in parsers, or as arguments of a package",
	Control: "controls are instantiated in controls, or as arguments of a package",
}

// initializer is the methods that an extern object left abstract (11.3).
func (c *checker) initializer(d *syntax.Instantiation, o *Object) {
	e, isExtern := o.Type.(*Extern)
	if d.Body == nil {
		if isExtern {
			c.checkAbstract(d, e, nil)
		}
		return
	}
	if isInvalid(o.Type) {
		return
	}
	if !isExtern {
		c.errorf(d.Type.Span(), CodeInitializer, "only extern objects have initializers, %s is none", o.Type)
		return
	}
	c.push()
	defer c.pop()
	given := map[string]bool{}
	for _, m := range d.Body.Decls {
		f, ok := m.(*syntax.FunctionDecl)
		if !ok {
			c.decl(m)
			continue
		}
		given[f.Name.Text] = true
		c.abstractBody(d, e, f)
	}
	c.checkAbstract(d, e, given)
}

// abstractBody is one method's implementation.
func (c *checker) abstractBody(d *syntax.Instantiation, e *Extern, f *syntax.FunctionDecl) {
	c.annotations(f.Annots())
	c.push()
	before := c.diags.Errors()
	sig := c.functionSignature(f)
	body := c.scope
	c.pop()
	var want *Signature
	for _, m := range e.Methods {
		if m.Abstract && m.Name == sig.Name && len(m.Params) >= len(sig.Params) {
			want = withoutOptional(m, sig)
		}
	}
	o := &Object{Kind: FuncObj, Name: sig.Name, Type: sig, Decl: f, At: f.Name.Span()}
	c.info.Defs[f] = o
	switch {
	case !slices.ContainsFunc(e.Methods, func(m *Signature) bool { return m.Abstract }):
		if c.diags.Errors() == before {
			c.errorf(d.Name.Span(), CodeAbstract, "%s has no abstract methods to implement", e)
		}
		return
	case want == nil || len(want.Params) != len(sig.Params):
		c.errorf(f.Name.Span(), CodeAbstract, "%s has no abstract method %s with %s", e, sig.Name, plural(len(sig.Params), "parameter"))
		return
	}
	in := c.in
	in.this = e
	c.within(in, func() { c.functionBody(o, sig, f, body, inMethod) })
	if c.diags.Errors() == before && (!sameParams(want.Params, sig.Params, false) || !Identical(want.Result, sig.Result)) {
		c.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeAbstract, At: d.Name.Span(),
			Msg:   fmt.Sprintf("%s is not as %s declares it: %s", sig, e.Name, want),
			Notes: []source.Note{{At: f.Name.Span(), Msg: "it is written here"}}})
	}
}

// withoutOptional is a method without the optional parameters that an implementation
// does not name.
func withoutOptional(m, given *Signature) *Signature {
	if len(m.Params) == len(given.Params) {
		return m
	}
	to := *m
	to.Params = nil
	for _, p := range m.Params {
		if !p.Optional || paramOf(given.Params, p.Name) >= 0 {
			to.Params = append(to.Params, p)
		}
	}
	return &to
}

// firstAbstract is an abstract method that needs an implementation, or nil.
func firstAbstract(e *Extern) *Signature {
	for _, m := range e.Methods {
		if m.Abstract && syntax.Annotated(m.Decl.Annots(), "optional") == nil {
			return m
		}
	}
	return nil
}

// checkAbstract: an extern object with abstract methods needs them all.
func (c *checker) checkAbstract(d *syntax.Instantiation, e *Extern, given map[string]bool) {
	for _, m := range e.Methods {
		if m.Abstract && !given[m.Name] && syntax.Annotated(m.Decl.Annots(), "optional") == nil {
			c.errorf(d.Name.Span(), CodeAbstract, "%s: the abstract method %s needs an implementation: %s() %s = { … }", d.Name.Text, m.Name, e.Name, d.Name.Text)
			return
		}
	}
}

// checkNoAction: NoAction is the default action of tables that name none, so it is an
// action without parameters (14.2.1.3).
func (c *checker) checkNoAction() {
	o := c.top.names["NoAction"]
	if o == nil {
		return
	}
	if sig, ok := o.Type.(*Signature); !ok || o.Kind != ActionObj || len(sig.Params) > 0 {
		c.errorf(o.At, CodeNotAction, "NoAction is the default action of tables: it must be an action without parameters")
	}
}

// checkMain: main is an instance of a package (clause 17).
func (c *checker) checkMain() {
	o := c.top.names["main"]
	if o == nil {
		return
	}
	if b, ok := o.Type.(*Block); ok && o.Kind == Instance && b.Kind == Package || o.Kind == Instance && isInvalid(o.Type) {
		return
	}
	if o.Kind == FuncObj {
		return
	}
	if d, ok := o.Decl.(*syntax.Instantiation); ok {
		c.info.Main = nil
		c.errorf(d.Type.Span(), CodeMain, "main must be an instance of a package, not of %s", o.Type)
		return
	}
	c.errorf(o.At, CodeMain, "main must be an instance of a package")
}
