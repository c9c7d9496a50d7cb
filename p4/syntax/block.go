package syntax

import "up4/p4/syntax/token"

// parserDecl reads a parser or, ended by a semicolon, a parser type (clause 13).
//
//	parserTypeDeclaration : optAnnotations "parser" name optTypeParameters "(" parameterList ")"
//	parserDeclaration : parserTypeDeclaration optConstructorParameters
//	  "{" { parserLocalElement } parserState { parserState } "}"
func (p *parser) parserDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.Parser)
	d := &ParserDecl{}
	name := p.name()
	p.declareType(name)
	p.push()
	defer p.pop()
	d.TypeParams, d.Params = p.signature()
	if p.accept(token.Semicolon) {
		d.IsType = true
		d.declared = p.declared(from, annots, name)
		return d
	}
	d.CtorParams = p.ctorParams()
	p.expect(token.LBrace)
	p.inParser = true
	for !p.at(token.RBrace) && !p.topKeyword() {
		switch local := p.recoverDecl(func() Decl { return p.parserLocal(len(d.States) > 0) }, p.skipToStmt).(type) {
		case *StateDecl:
			d.States = append(d.States, local)
		default:
			d.Locals = append(d.Locals, local)
		}
	}
	p.inParser = false
	if len(d.States) == 0 && len(d.Locals) == 0 || !p.at(token.RBrace) {
		p.unexpected(`"state"`)
	}
	p.expect(token.RBrace)
	d.declared = p.declared(from, annots, name)
	return d
}

// ctorParams : [ "(" parameterList ")" ]
func (p *parser) ctorParams() []*Param {
	if !p.at(token.LParen) {
		return nil
	}
	params := p.params()
	p.declareParams(params)
	return params
}

// parserLocal reads a local declaration of a parser, or a state; behind the first
// state only states can stand.
//
//	parserLocalElement : constantDeclaration | instantiation | variableDeclaration
//	  | valueSetDeclaration
func (p *parser) parserLocal(states bool) Decl {
	from := p.tok.At.From
	annots := p.annotations()
	switch {
	case p.at(token.State) && isName(p.peek(1).Kind) || states:
		return p.stateDecl(annots, from)
	case p.at(token.ValueSet):
		return p.valueSet(annots, from)
	case p.startsDecl():
		return p.localDecl(annots, from)
	}
	p.unexpected("a declaration or a state")
	return nil
}

// valueSet : optAnnotations "value_set" "<" typeRef ">" "(" expression ")" name ";"
func (p *parser) valueSet(annots []*Annotation, from pos) Decl {
	p.expect(token.ValueSet)
	d := &ValueSetDecl{}
	p.expect(token.Lt)
	d.Type = p.typ()
	p.expect(token.Gt)
	p.expect(token.LParen)
	d.Size = p.expr()
	p.expect(token.RParen)
	name := p.name()
	p.expect(token.Semicolon)
	p.declareObject(name)
	d.declared = p.declared(from, annots, name)
	return d
}

// stateDecl reads a state.
//
//	parserState : optAnnotations "state" name "{" { parserStatement } [transition] "}"
//	transition : "transition" (name ";" | selectExpression)
func (p *parser) stateDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.State)
	d := &StateDecl{}
	name := p.name()
	p.push()
	defer p.pop()
	p.expect(token.LBrace)
	for !p.at(token.RBrace) && !p.at(token.Transition) && !p.at(token.State) && !p.topKeyword() {
		d.Body = append(d.Body, p.recoverStmt(p.stmtOrDecl))
	}
	if p.accept(token.Transition) {
		var ok bool
		d.Transition, ok = attempt(p, p.transition, p.skipToStmt)
		if ok && !p.at(token.RBrace) && !p.at(token.State) {
			p.report(`"}": a transition is the last statement of its state`)
			p.skipToBrace()
		}
	}
	p.expect(token.RBrace)
	d.declared = p.declared(from, annots, name)
	return d
}

// transition reads what is behind the word.
//
//	stateExpression : name ";" | selectExpression
func (p *parser) transition() Expr {
	if p.at(token.Select) {
		return p.selectExpr()
	}
	n := p.name()
	p.expect(token.Semicolon)
	return &Ident{n.node, false, n.Text}
}

// selectExpr reads a choice of the next state (clause 13.6).
//
//	selectExpression : "select" "(" expressionList ")" "{" { keysetExpression ":" name ";" } "}"
func (p *parser) selectExpr() Expr {
	from := p.expect(token.Select).At.From
	s := &SelectExpr{}
	p.expect(token.LParen)
	for !p.at(token.RParen) {
		s.Keys = append(s.Keys, p.expr())
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RParen)
	p.expect(token.LBrace)
	s.Cases = elements(p, func() *SelectCase {
		from := p.tok.At.From
		c := &SelectCase{Keyset: p.keyset()}
		p.expect(token.Colon)
		c.Next = p.name()
		p.expect(token.Semicolon)
		c.node = p.node(from)
		return c
	})
	p.expect(token.RBrace)
	s.node = p.node(from)
	return s
}

// controlDecl reads a control or, ended by a semicolon, a control type (clause 14).
//
//	controlTypeDeclaration : optAnnotations "control" name optTypeParameters "(" parameterList ")"
//	controlDeclaration : controlTypeDeclaration optConstructorParameters
//	  "{" { controlLocalDeclaration } "apply" blockStatement "}"
func (p *parser) controlDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.Control)
	d := &ControlDecl{}
	name := p.name()
	p.declareType(name)
	p.push()
	defer p.pop()
	d.TypeParams, d.Params = p.signature()
	if p.accept(token.Semicolon) {
		d.IsType = true
		d.declared = p.declared(from, annots, name)
		return d
	}
	d.CtorParams = p.ctorParams()
	p.expect(token.LBrace)
	for !p.at(token.RBrace) && !p.at(token.Apply) && !p.topKeyword() {
		d.Locals = append(d.Locals, p.recoverDecl(p.controlLocal, p.skipToStmt))
	}
	p.expect(token.Apply)
	d.Body = p.block(p.annotations())
	if !p.at(token.RBrace) && !p.topKeyword() {
		p.report(`"}": apply is the last part of a control`)
		p.skipToBrace()
	}
	p.expect(token.RBrace)
	d.declared = p.declared(from, annots, name)
	return d
}

// skipToBrace goes to the brace that closes what is around, or to where it is lost.
func (p *parser) skipToBrace() {
	for !p.at(token.RBrace) && !p.topKeyword() {
		p.next()
		p.skipToStmt()
	}
}

// controlLocal : constantDeclaration | actionDeclaration | tableDeclaration
//
//	| instantiation | variableDeclaration
func (p *parser) controlLocal() Decl {
	from := p.tok.At.From
	annots := p.annotations()
	switch {
	case p.at(token.Action):
		return p.actionDecl(annots, from)
	case p.at(token.Table):
		return p.tableDecl(annots, from)
	case p.startsDecl():
		return p.localDecl(annots, from)
	}
	p.unexpected(`a declaration or "apply"`)
	return nil
}
