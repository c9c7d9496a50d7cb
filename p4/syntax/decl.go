package syntax

import (
	"up4/internal/nearest"
	"up4/p4/syntax/token"
)

// topDecl reads a declaration of the top level, or gives nil for one that declares
// nothing.
//
//	declaration : constantDeclaration | externDeclaration | actionDeclaration
//	  | parserDeclaration | typeDeclaration | controlDeclaration | instantiation
//	  | errorDeclaration | matchKindDeclaration | functionDeclaration | ";"
func (p *parser) topDecl() Decl {
	if p.accept(token.Semicolon) {
		return nil
	}
	from := p.tok.At.From
	annots := p.annotations()
	switch p.tok.Kind {
	case token.Const:
		return p.constDecl(annots, from)
	case token.Extern:
		return p.externDecl(annots, from)
	case token.Action:
		return p.actionDecl(annots, from)
	case token.Parser:
		return p.parserDecl(annots, from)
	case token.Control:
		return p.controlDecl(annots, from)
	case token.Package:
		return p.packageDecl(annots, from)
	case token.Header, token.HeaderUnion, token.Struct, token.Enum:
		return p.derivedType(annots, from)
	case token.Typedef, token.Type:
		return p.typedefDecl(annots, from)
	case token.ErrorKw, token.MatchKind:
		if p.peek(1).Kind == token.LBrace {
			return p.membersDecl(annots, from)
		}
	}
	return p.functionOrInstance(annots, from)
}

func (p *parser) declared(from pos, annots []*Annotation, name *Name) declared {
	return declared{p.node(from), annots, name}
}

// functionOrInstance reads a function or an instantiation.
//
//	functionDeclaration : optAnnotations functionPrototype blockStatement
//	instantiation : optAnnotations typeRef "(" argumentList ")" name [initializer] ";"
func (p *parser) functionOrInstance(annots []*Annotation, from pos) Decl {
	if !p.at(token.Dot) && !p.startsType(0) && !isName(p.tok.Kind) {
		p.unexpected("a declaration")
	}
	t := p.typeOrVoid()
	if p.at(token.LParen) {
		return p.instance(annots, t, from)
	}
	if named, ok := t.(*NamedType); ok && p.peek(1).Kind == token.LParen && named.Args == nil && !p.scope.known(named.Name.Text) {
		if k, ok := nearest.Name(named.Name.Text, []string{"control", "parser", "action", "package"}); ok {
			p.diags.Errorf(t.Span(), CodeSyntax, "there is no type %s; did you mean %q?", clip(named.Name.Text), k)
			panic(bailout{})
		}
	}
	f := &FunctionDecl{Result: t}
	name := p.name()
	if !p.at(token.Lt) && !p.at(token.LParen) {
		p.unexpected(quoted(token.LParen) + ", as no variables can be declared here")
	}
	p.declareObject(name)
	p.push()
	f.TypeParams, f.Params = p.signature()
	f.Body = p.body()
	p.pop()
	f.declared = p.declared(from, annots, name)
	return f
}

// body reads the statements of a function or an action, which can have more kinds of
// them than the parser it may stand in.
func (p *parser) body() *BlockStmt {
	before := p.inParser
	p.inParser = false
	b := p.block(p.annotations())
	p.inParser = before
	return b
}

// signature reads what is behind the name of a function or a method, and declares
// it in the scope.
//
//	optTypeParameters "(" parameterList ")"
func (p *parser) signature() ([]*TypeParam, []*Param) {
	types := p.typeParams()
	p.declareTypeParams(types)
	params := p.params()
	p.declareParams(params)
	return types, params
}

// params reads parameters in parentheses. The list is never nil.
//
//	parameterList : [ parameter { "," parameter } ]
//	parameter : optAnnotations ["in" | "out" | "inout"] typeRef name [ "=" expression ]
func (p *parser) params() []*Param {
	p.expect(token.LParen)
	list := []*Param{}
	for !p.at(token.RParen) {
		from := p.tok.At.From
		param := &Param{}
		annots := p.annotations()
		switch p.tok.Kind {
		case token.In:
			param.Dir = In
		case token.Out:
			param.Dir = Out
		case token.InOut:
			param.Dir = InOut
		}
		if param.Dir != NoDirection {
			p.next()
		}
		var name *Name
		param.Type, name = p.declarator(p.typ())
		if p.accept(token.Assign) {
			param.Default = p.expr()
		}
		param.declared = p.declared(from, annots, name)
		list = append(list, param)
		if !p.at(token.RParen) {
			p.expect(token.Comma)
			if p.at(token.RParen) {
				p.unexpected("a parameter")
			}
		}
	}
	p.expect(token.RParen)
	return list
}

// declarator reads the name of what has a type; sizes behind it make it an array.
//
//	declarator : name { "[" expression "]" }
func (p *parser) declarator(t Type) (Type, *Name) {
	name := p.name()
	for n := 0; p.at(token.LBracket); n++ {
		p.chain(n)
		t = p.stackSuffix(t, t.Span().From)
	}
	return t, name
}

// constDecl : optAnnotations "const" typeRef name "=" initializer ";"
func (p *parser) constDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.Const)
	d := &ConstDecl{}
	var name *Name
	d.Type, name = p.declarator(p.typ())
	p.expect(token.Assign)
	d.Value = p.expr()
	p.expect(token.Semicolon)
	p.declareObject(name)
	d.declared = p.declared(from, annots, name)
	return d
}

// localDecl reads a constant, a variable or an instantiation.
//
//	variableDeclaration : optAnnotations typeRef name [ "=" initializer ] ";"
func (p *parser) localDecl(annots []*Annotation, from pos) Decl {
	if p.at(token.Const) {
		return p.constDecl(annots, from)
	}
	t := p.typ()
	if p.at(token.LParen) {
		return p.instance(annots, t, from)
	}
	v := &VarDecl{}
	var name *Name
	v.Type, name = p.declarator(t)
	v.Annotations, v.Name = annots, name
	p.varDecl(v, from)
	p.expect(token.Semicolon)
	v.node = p.node(from)
	return v
}

// varDecl reads the initial value of a variable, and declares it.
func (p *parser) varDecl(v *VarDecl, from pos) Decl {
	if p.accept(token.Assign) {
		v.Value = p.expr()
	}
	p.declareObject(v.Name)
	v.node = p.node(from)
	return v
}

// instance reads an instantiation from its arguments on.
func (p *parser) instance(annots []*Annotation, t Type, from pos) Decl {
	d := &Instantiation{Args: p.arguments()}
	var name *Name
	d.Type, name = p.declarator(t)
	if p.accept(token.Assign) {
		d.Body = p.initializer()
	}
	p.expect(token.Semicolon)
	p.declareObject(name)
	d.declared = p.declared(from, annots, name)
	return d
}

// initializer reads the methods that an extern object left abstract (clause 11.3.1).
//
//	objInitializer : "{" { functionDeclaration | instantiation } "}"
func (p *parser) initializer() *Initializer {
	p.enter()
	defer p.leave()
	from := p.expect(token.LBrace).At.From
	p.push()
	init := &Initializer{}
	for !p.at(token.RBrace) && !p.topKeyword() {
		init.Decls = append(init.Decls, p.recoverDecl(func() Decl {
			from := p.tok.At.From
			return p.functionOrInstance(p.annotations(), from)
		}, p.skipToStmt))
	}
	p.pop()
	p.expect(token.RBrace)
	init.node = p.node(from)
	return init
}

// actionDecl : optAnnotations "action" name "(" parameterList ")" blockStatement
func (p *parser) actionDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.Action)
	a := &ActionDecl{}
	name := p.name()
	p.declareObject(name)
	p.push()
	a.Params = p.params()
	p.declareParams(a.Params)
	a.Body = p.body()
	p.pop()
	a.declared = p.declared(from, annots, name)
	return a
}

// externDecl reads an extern object or function; a forward declaration of an object
// only makes its name a type, and is nil.
//
//	externDeclaration : optAnnotations "extern" name optTypeParameters "{" { methodPrototype } "}"
//	  | optAnnotations "extern" functionPrototype ";" | optAnnotations "extern" name ";"
func (p *parser) externDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.Extern)
	if isName(p.tok.Kind) {
		switch k := p.peek(1).Kind; {
		case k == token.Semicolon:
			p.declareType(p.name())
			p.next()
			return nil
		case k == token.LBrace || k == token.Lt && !p.startsType(0):
			return p.externObject(annots, from)
		}
	}
	m := &MethodDecl{Result: p.typeOrVoid()}
	name := p.name()
	p.declareObject(name)
	p.push()
	m.TypeParams, m.Params = p.signature()
	p.pop()
	p.expect(token.Semicolon)
	m.declared = p.declared(from, annots, name)
	return m
}

func (p *parser) externObject(annots []*Annotation, from pos) Decl {
	d := &ExternDecl{}
	name := p.name()
	p.declareType(name)
	p.push()
	d.TypeParams = p.typeParams()
	p.declareTypeParams(d.TypeParams)
	p.expect(token.LBrace)
	for !p.at(token.RBrace) && !p.topKeyword() {
		m := p.recoverDecl(p.method, p.skipToStmt)
		if m, ok := m.(*MethodDecl); ok {
			d.Methods = append(d.Methods, m)
		}
	}
	p.pop()
	p.expect(token.RBrace)
	d.declared = p.declared(from, annots, name)
	return d
}

// method reads a method or a constructor, which has no type before its name.
//
//	methodPrototype : optAnnotations ["abstract"] functionPrototype ";"
//	  | optAnnotations typeName "(" parameterList ")" ";"
func (p *parser) method() Decl {
	from := p.tok.At.From
	annots := p.annotations()
	m := &MethodDecl{Abstract: p.accept(token.Abstract)}
	var name *Name
	p.push()
	if p.startsType(0) && isName(p.tok.Kind) && p.peek(1).Kind == token.LParen && !m.Abstract {
		m.Constructor = true
		name = p.name()
		m.Params = p.params()
	} else {
		if isName(p.tok.Kind) && p.peek(1).Kind == token.LParen {
			p.unexpected("a type before it: only the constructor, which is named as its extern, returns none")
		}
		m.Result = p.typeOrVoid()
		if t, ok := m.Result.(*NamedType); ok && t.Args != nil && p.at(token.LParen) {
			p.unexpected("a name: a constructor has no type parameters of its own")
		}
		name = p.name()
		m.TypeParams, m.Params = p.signature()
	}
	p.pop()
	p.expect(token.Semicolon)
	m.declared = p.declared(from, annots, name)
	return m
}
