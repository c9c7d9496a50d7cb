package types

import (
	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// decl checks a declaration and declares what it names.
func (c *checker) decl(d syntax.Decl) {
	c.annotations(d.Annots())
	switch d := d.(type) {
	case *syntax.ErrorDecl:
		c.errorDecl(d)
	case *syntax.MatchKindDecl:
		c.matchKindDecl(d)
	case *syntax.TypedefDecl:
		c.typedefDecl(d)
	case *syntax.FieldsDecl:
		c.fieldsDecl(d)
	case *syntax.EnumDecl:
		c.enumDecl(d)
	case *syntax.ExternDecl:
		c.externDecl(d)
	case *syntax.MethodDecl:
		c.externFunction(d)
	case *syntax.FunctionDecl:
		c.functionDecl(d)
	case *syntax.ActionDecl:
		c.actionDecl(d)
	case *syntax.ParserDecl:
		c.parserDecl(d)
	case *syntax.ControlDecl:
		c.controlDecl(d)
	case *syntax.PackageDecl:
		c.packageDecl(d)
	default:
		c.valueDecl(d)
	}
}

func (c *checker) valueDecl(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.ConstDecl:
		c.constDecl(d)
	case *syntax.VarDecl:
		c.varDecl(d)
	case *syntax.Instantiation:
		c.instantiation(d)
	case *syntax.ValueSetDecl:
		c.valueSetDecl(d)
	case *syntax.TableDecl:
		c.tableDecl(d)
	}
}

// errorDecl adds members to the one error type (7.1.2).
func (c *checker) errorDecl(d *syntax.ErrorDecl) {
	c.hasErrors = true
	c.members(d.Members, &c.info.Errors, c.errors, ErrorMember, ErrorType)
}

// matchKindDecl adds members to the one match_kind type (7.1.3).
func (c *checker) matchKindDecl(d *syntax.MatchKindDecl) {
	c.members(d.Members, &c.info.MatchKinds, c.kinds, KindMember, MatchKind)
}

func (c *checker) members(names []*syntax.Name, list *[]string, have map[string]*Object, kind ObjectKind, t Type) {
	for _, n := range names {
		if old := have[n.Text]; old != nil {
			c.duplicate(n.Span(), n.Text, old.At)
			continue
		}
		o := &Object{Kind: kind, Name: n.Text, Type: t, Decl: n, At: n.Span(), Value: &MemberValue{t, n.Text}}
		have[n.Text] = o
		c.info.Defs[n] = o
		*list = append(*list, n.Text)
	}
}

// newTypeName declares a type that is still being read, and gives what to call
// once it is whole.
func (c *checker) newTypeName(d syntax.Decl) (o *Object, done func(Type)) {
	o = &Object{Kind: TypeName, Decl: d, Type: Invalid}
	if n := d.Declared(); n != nil {
		o.Name = n.Text
	}
	c.declare(o)
	c.open[o] = true
	return o, func(t Type) {
		o.Type = t
		delete(c.open, o)
		c.checkOverload(o)
	}
}

// typeParams declares type parameters in the scope at hand.
func (c *checker) typeParams(ps []*syntax.TypeParam) []*TypeVar {
	var vars []*TypeVar
	for _, p := range ps {
		c.annotations(p.Annots())
		v := &TypeVar{p.Name.Text, p}
		c.declare(&Object{Kind: TypeName, Name: v.Name, Type: v, Decl: p})
		vars = append(vars, v)
	}
	return vars
}

// typedefDecl: a typedef is another name, type makes a type of its own (7.5, 7.6).
func (c *checker) typedefDecl(d *syntax.TypedefDecl) {
	var under Type
	if d.Inline != nil {
		c.decl(d.Inline)
		under = Invalid
		if o := c.info.Defs[d.Inline]; o != nil {
			under = o.Type
		}
	} else {
		under = c.typ(d.Type)
	}
	_, done := c.newTypeName(d)
	if !d.New {
		done(under)
		return
	}
	if !newTypeOver(under) {
		at := d.Span()
		if d.Type != nil {
			at = d.Type.Span()
		}
		c.errorf(at, CodeNewType, "type makes a type of bool, bit<>, int<> or another such type, not of %s", under)
		done(Invalid)
		return
	}
	if isInvalid(under) {
		done(Invalid)
		return
	}
	done(&NewType{d.Name.Text, d, under})
}

// fieldsDecl is a struct, header or header union (7.2.2, 7.2.4, 7.2.5).
func (c *checker) fieldsDecl(d *syntax.FieldsDecl) {
	_, done := c.newTypeName(d)
	kind := map[token.Kind]RecordKind{token.Struct: Struct, token.Header: Header, token.HeaderUnion: Union}[d.Kind]
	c.push()
	vars := c.typeParams(d.TypeParams)
	r := &Record{Kind: kind, Name: d.Name.Text, Decl: d, Args: typeVars(vars)}
	var names []*syntax.Name
	for _, f := range d.Fields {
		c.annotations(f.Annots())
		t := c.typ(f.Type)
		if !c.fieldAllowed(kind, t) {
			c.errorf(f.Type.Span(), CodeBadNesting, "the field %s of %s %s cannot be of type %s%s", f.Name.Text, kind, r.Name, t, c.misfit(kind, t))
			t = Invalid
		}
		r.Fields = append(r.Fields, &Field{f.Name.Text, t, f})
		names = append(names, f.Name)
		c.info.Defs[f] = &Object{Kind: Var, Name: f.Name.Text, Type: t, Decl: f, At: f.Name.Span()}
	}
	c.distinct(names)
	c.pop()
	t := c.bounded(d, r)
	if len(vars) > 0 && !isInvalid(t) {
		t = &Generic{vars, r}
	}
	done(t)
}

// enumDecl is an enum (7.2.1).
func (c *checker) enumDecl(d *syntax.EnumDecl) {
	e := &Enum{Name: d.Name.Text, Decl: d}
	if d.Type != nil {
		repr := c.typ(d.Type)
		if b := bitsOf(repr); b != nil {
			e.Repr = b
		} else {
			if !isInvalid(repr) {
				c.errorf(d.Type.Span(), CodeEnumType, "an enum is represented by bit<> or int<>, not by %s", repr)
			}
			e.Repr = Invalid
		}
	}
	_, done := c.newTypeName(d)
	done(e)
	var names []*syntax.Name
	c.push() // members see those before them
	defer c.pop()
	for _, m := range d.Members {
		c.annotations(m.Annots())
		names = append(names, m.Name)
		e.Members = append(e.Members, m.Name.Text)
		o := &Object{Kind: EnumMember, Name: m.Name.Text, Type: e, Decl: m, At: m.Name.Span()}
		o.Value = c.enumValue(e, m)
		c.info.Defs[m] = o
		c.scope.names[o.Name] = o
	}
	c.distinct(names)
}

// enumValue is a member's value: an int known when compiled, in a serializable enum
// and only there.
func (c *checker) enumValue(e *Enum, m *syntax.EnumMember) Value {
	if e.Repr == nil {
		if m.Value != nil {
			c.errorf(m.Value.Span(), CodeEnumType, "%s has no representation: only enum bit<…> members have values", e.Name)
		}
		return &MemberValue{e, m.Name.Text}
	}
	zero := &IntValue{bigZero, e.Repr}
	e.Values = append(e.Values, zero)
	if m.Value == nil {
		c.errorf(m.Span(), CodeEnumType, "%s needs a value: %s is represented by %s", m.Name.Text, e.Name, e.Repr)
		return nil
	}
	t := c.value(m.Value)
	if isInvalid(t) || isInvalid(e.Repr) || !c.convert(m.Value, e.Repr, "the value of "+m.Name.Text) {
		return nil
	}
	v, ok := c.constant(m.Value).(*IntValue)
	if !ok {
		return nil
	}
	e.Values[len(e.Values)-1] = v
	return v
}
