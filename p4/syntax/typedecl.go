package syntax

import "up4/p4/syntax/token"

// derivedType : headerTypeDeclaration | headerUnionDeclaration | structTypeDeclaration
//
//	| enumDeclaration
func (p *parser) derivedType(annots []*Annotation, from pos) Decl {
	if p.at(token.Enum) {
		return p.enumDecl(annots, from)
	}
	return p.fieldsDecl(annots, from)
}

// fieldsDecl reads a struct, header or header union.
//
//	structTypeDeclaration : optAnnotations "struct" name optTypeParameters "{" { structField } "}"
//	structField : optAnnotations typeRef name ";"
func (p *parser) fieldsDecl(annots []*Annotation, from pos) Decl {
	d := &FieldsDecl{Kind: p.next().Kind}
	name := p.name()
	p.declareType(name)
	p.push()
	d.TypeParams = p.typeParams()
	p.declareTypeParams(d.TypeParams)
	p.expect(token.LBrace)
	for !p.at(token.RBrace) && !p.topKeyword() {
		f := p.recoverDecl(func() Decl {
			from := p.tok.At.From
			f := &Field{}
			annots := p.annotations()
			var name *Name
			f.Type, name = p.declarator(p.typ())
			p.expect(token.Semicolon)
			f.declared = p.declared(from, annots, name)
			return f
		}, p.skipToStmt)
		if f, ok := f.(*Field); ok {
			d.Fields = append(d.Fields, f)
		}
	}
	p.pop()
	p.expect(token.RBrace)
	d.declared = p.declared(from, annots, name)
	return d
}

// enumDecl reads an enum; with a type it is serializable and its members have values.
//
//	enumDeclaration : optAnnotations "enum" name "{" identifierList [","] "}"
//	  | optAnnotations "enum" typeRef name "{" specifiedIdentifierList [","] "}"
//	specifiedIdentifier : name "=" initializer
func (p *parser) enumDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.Enum)
	d := &EnumDecl{}
	if !isName(p.tok.Kind) || p.peek(1).Kind != token.LBrace {
		d.Type = p.typ()
	}
	name := p.name()
	p.declareType(name)
	p.expect(token.LBrace)
	for {
		start := p.tok.At.From
		m := &EnumMember{}
		n := p.name()
		if d.Type != nil {
			p.expect(token.Assign)
			m.Value = p.expr()
		}
		m.declared = p.declared(start, nil, n)
		d.Members = append(d.Members, m)
		if !p.accept(token.Comma) || p.at(token.RBrace) {
			break
		}
	}
	p.expect(token.RBrace)
	d.declared = p.declared(from, annots, name)
	return d
}

// membersDecl reads errors or kinds of match (clauses 7.1.2, 7.1.3). Only the
// latter may have a trailing comma.
//
//	errorDeclaration : "error" "{" identifierList "}"
//	matchKindDeclaration : "match_kind" "{" identifierList [","] "}"
func (p *parser) membersDecl(annots []*Annotation, from pos) Decl {
	k := p.next().Kind
	p.expect(token.LBrace)
	var names []*Name
	for {
		names = append(names, p.name())
		if !p.accept(token.Comma) {
			break
		}
		if p.at(token.RBrace) {
			if k == token.ErrorKw {
				p.report("a name: no comma may follow the last error") // what was read is good all the same
			}
			break
		}
	}
	p.expect(token.RBrace)
	d := p.declared(from, annots, nil)
	if k == token.ErrorKw {
		return &ErrorDecl{d, names}
	}
	return &MatchKindDecl{d, names}
}

// typedefDecl reads another name of a type, or a type of its own.
//
//	typedefDeclaration : optAnnotations "typedef" (typeRef | derivedTypeDeclaration) name ";"
//	  | optAnnotations "type" typeRef name ";"
func (p *parser) typedefDecl(annots []*Annotation, from pos) Decl {
	d := &TypedefDecl{New: p.next().Kind == token.Type}
	start := p.tok.At.From
	var name *Name
	inner := p.annotations()
	switch p.tok.Kind {
	case token.Header, token.HeaderUnion, token.Struct, token.Enum:
		if d.New {
			p.unexpected("a type's name")
		}
		d.Inline = p.derivedType(inner, start)
		name = p.name()
	default:
		if len(inner) > 0 {
			p.unexpected("a struct, header or enum behind annotations")
		}
		d.Type, name = p.declarator(p.typ())
	}
	p.declareType(name)
	p.expect(token.Semicolon)
	d.declared = p.declared(from, annots, name)
	return d
}

// packageDecl : optAnnotations "package" name optTypeParameters "(" parameterList ")" ";"
func (p *parser) packageDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.Package)
	d := &PackageDecl{}
	name := p.name()
	p.declareType(name)
	p.push()
	d.TypeParams, d.Params = p.signature()
	p.pop()
	p.expect(token.Semicolon)
	d.declared = p.declared(from, annots, name)
	return d
}
