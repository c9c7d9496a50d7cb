package syntax

import "up4/p4/syntax/token"

// typ reads a type.
//
//	typeRef : baseType | typeName | specializedType | typeRef "[" expression "]"
//	        | "list" "<" typeArg ">" | tupleType
func (p *parser) typ() Type {
	if p.at(token.Void) {
		p.unexpected("a type")
	}
	return p.typeOrVoid()
}

// typeOrVoid reads the type of a result.
//
//	typeOrVoid : typeRef | "void" | name
func (p *parser) typeOrVoid() Type {
	p.enter()
	defer p.leave()
	from := p.tok.At.From
	t := p.simpleType()
	for n := 0; p.at(token.LBracket); n++ {
		p.chain(n)
		t = p.stackSuffix(t, from)
	}
	return t
}

// stackSuffix reads "[" expression "]" behind a type.
func (p *parser) stackSuffix(elem Type, from pos) Type {
	p.expect(token.LBracket)
	size := p.inner(p.expr)
	p.expect(token.RBracket)
	return &StackType{p.node(from), elem, size}
}

func (p *parser) simpleType() Type {
	from := p.tok.At.From
	switch k := p.tok.Kind; {
	case k == token.Bit || k == token.IntKw || k == token.Varbit:
		return p.widthType()
	case k == token.Bool || k == token.ErrorKw || k == token.MatchKind || k == token.StringKw || k == token.Void:
		p.next()
		return &BaseType{p.node(from), k, nil}
	case k == token.Tuple:
		p.next()
		if !p.at(token.Lt) {
			p.unexpected(quoted(token.Lt))
		}
		args := p.typeArgs()
		return &TupleType{p.node(from), args}
	case k == token.ListKw && p.peek(1).Kind == token.Lt:
		p.next()
		p.next()
		elem := p.typeArg()
		p.expect(token.Gt)
		return &ListType{p.node(from), elem}
	case k == token.Dot || isName(k):
		return p.namedType()
	}
	p.unexpected("a type")
	return nil
}

// widthType reads a type of bits.
//
//	baseType : "bit" | "int" | ("bit" | "int" | "varbit") "<" expression ">"
//
// The grammar wants parentheses around an expression that is no number. p4c does
// not, and programs leave them out.
func (p *parser) widthType() Type {
	from := p.tok.At.From
	k := p.next().Kind
	if k == token.Varbit && !p.at(token.Lt) {
		p.unexpected(quoted(token.Lt))
	}
	var width Expr
	if p.accept(token.Lt) {
		before := p.noGt
		p.noGt = true
		width = p.expr()
		p.noGt = before
		p.expect(token.Gt)
	}
	return &BaseType{p.node(from), k, width}
}

// namedType reads a type by its name.
//
//	namedType : ["."] name [ "<" typeArgumentList ">" ]
func (p *parser) namedType() Type {
	from := p.tok.At.From
	dot := p.accept(token.Dot)
	t := &NamedType{Dot: dot, Name: p.name()}
	if p.at(token.Lt) {
		t.Args = p.typeArgs()
	}
	t.node = p.node(from)
	return t
}

// typeArgs reads type arguments; it is at the <. The list is never nil.
//
//	typeArgumentList : [ typeArg { "," typeArg } ]
func (p *parser) typeArgs() []Type {
	p.expect(token.Lt)
	args := []Type{}
	for more := !p.at(token.Gt); more; more = p.accept(token.Comma) {
		args = append(args, p.typeArg())
	}
	p.expect(token.Gt)
	return args
}

// typeArg : typeRef | name | "void" | "_"
func (p *parser) typeArg() Type {
	from := p.tok.At.From
	if p.accept(token.Underscore) {
		return &AnyType{p.node(from)}
	}
	return p.typeOrVoid()
}

// typeParams reads the type variables of a generic declaration.
//
//	optTypeParameters : [ "<" name { "," name } ">" ]
func (p *parser) typeParams() []*TypeParam {
	if !p.accept(token.Lt) {
		return nil
	}
	var list []*TypeParam
	for {
		n := p.name()
		list = append(list, &TypeParam{declared{node: n.node, Name: n}})
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.Gt)
	return list
}
