package syntax

import (
	"fmt"

	"up4/internal/nearest"
	"up4/p4/syntax/token"
)

// block reads statements in braces, in a scope of their own.
//
//	blockStatement : optAnnotations "{" { statementOrDeclaration } "}"
func (p *parser) block(annots []*Annotation) *BlockStmt {
	from := p.tok.At.From
	if len(annots) > 0 {
		from = annots[0].At.From
	}
	p.expect(token.LBrace)
	p.push()
	b := &BlockStmt{Annotations: annots}
	for !p.at(token.RBrace) && !p.topKeyword() {
		b.Stmts = append(b.Stmts, p.recoverStmt(p.stmtOrDecl))
	}
	p.pop()
	p.expect(token.RBrace)
	b.node = p.node(from)
	return b
}

// topKeyword says whether a block must have lost its closing brace: what comes
// next only begins a declaration of the top level.
func (p *parser) topKeyword() bool {
	switch p.tok.Kind {
	case token.EOF:
		return true
	case token.Control, token.Parser, token.Header, token.HeaderUnion, token.Struct, token.Enum,
		token.Typedef, token.Extern, token.Package:
		return p.tok.LineStart
	}
	return false
}

// stmtOrDecl : variableDeclaration | constantDeclaration | statement | instantiation
func (p *parser) stmtOrDecl() Stmt {
	from := p.tok.At.From
	if !p.at(token.At) && !p.at(token.Pragma) && !p.startsDecl() {
		return p.stmt()
	}
	annots := p.annotations()
	switch {
	case p.at(token.LBrace):
		return p.block(annots)
	case p.at(token.For) && !p.inParser:
		return p.forStmt(annots)
	case p.startsDecl():
		p.noTransition()
		p.noInstance()
		d := p.localDecl(annots, from)
		return &DeclStmt{p.node(from), d}
	}
	p.unexpected("a block, a loop or a declaration behind annotations")
	return nil
}

// noTransition reports what looks like a variable of an unknown type at the end of a
// state, if the type is a slip of the word transition, or goto.
func (p *parser) noTransition() {
	if !p.inParser || p.tok.Kind != token.Ident || p.scope.known(p.tok.Text) ||
		p.peek(2).Kind != token.Semicolon || p.peek(3).Kind != token.RBrace {
		return
	}
	if p.tok.Text == "goto" {
		p.unexpected(`a statement; did you mean "transition"?`)
	}
	if _, ok := nearest.Name(p.tok.Text, []string{"transition"}); ok {
		p.unexpected("a statement") // the slip is added
	}
}

// noInstance reports an instantiation without a name, which is meant to apply.
func (p *parser) noInstance() {
	size, ok := p.typeName(0)
	if !ok || p.peek(size).Kind != token.LParen || p.peek(p.behindParens(size)).Kind != token.Semicolon {
		return
	}
	name := p.peek(size - 1).Text
	p.syntaxError(nil, "%s(…) makes an instance, which needs a name behind it; a parser or control is applied by %s.apply(…)", clip(name), clip(name))
	panic(bailout{})
}

// startsDecl says whether a declaration comes next, and not a statement. A name
// behind a name can only be one, even if the first is not known as a type.
func (p *parser) startsDecl() bool {
	if p.at(token.Const) {
		return true
	}
	if size, ok := p.typeName(0); ok {
		// T.apply(…) and T<A>.apply(…) are statements (direct type invocation).
		if k := p.peek(size).Kind; k == token.Lt {
			return p.peek(p.behindTypeArgs(size)).Kind != token.Dot
		} else {
			return k != token.Dot
		}
	}
	return p.startsType(0) || isName(p.tok.Kind) && (isName(p.peek(1).Kind) || p.unknownType())
}

// stmt reads a statement that is no declaration.
//
//	statement : assignmentOrMethodCall ";" | directApplication | conditionalStatement
//	          | ";" | blockStatement | "return" [expression] ";" | "exit" ";"
//	          | "break" ";" | "continue" ";" | switchStatement | forStatement
//
// In a parser there are fewer (clause 13.4, parserStatement).
func (p *parser) stmt() Stmt {
	p.enter()
	defer p.leave()
	from := p.tok.At.From
	k := p.tok.Kind
	switch k {
	case token.Semicolon:
		p.next()
		return &EmptyStmt{p.node(from)}
	case token.At, token.Pragma, token.LBrace:
		annots := p.annotations()
		if p.at(token.For) && !p.inParser {
			return p.forStmt(annots)
		}
		return p.block(annots)
	case token.If:
		return p.ifStmt()
	case token.Return, token.Exit, token.Break, token.Continue, token.Switch, token.For:
		if p.inParser {
			p.unexpected("a statement that a parser can have, a transition or \"}\"")
		}
	}
	switch k {
	case token.Switch:
		return p.switchStmt()
	case token.For:
		return p.forStmt(nil)
	case token.Return:
		p.next()
		var value Expr
		if !p.at(token.Semicolon) {
			value = p.expr()
		}
		p.expect(token.Semicolon)
		return &ReturnStmt{p.node(from), value}
	case token.Exit, token.Break, token.Continue:
		p.next()
		p.expect(token.Semicolon)
		switch n := p.node(from); k {
		case token.Exit:
			return &ExitStmt{n}
		case token.Break:
			return &BreakStmt{n}
		default:
			return &ContinueStmt{n}
		}
	}
	s := p.assignOrCall()
	p.expect(token.Semicolon)
	return s
}

// assignOrCall reads an assignment or a call, without its semicolon.
//
//	lvalue "(" argumentList ")" | lvalue "<" typeArgumentList ">" "(" argumentList ")"
//	| lvalue assignmentOperator expression
func (p *parser) assignOrCall() Stmt {
	from := p.tok.At.From
	left := p.lvalue()
	switch {
	case p.at(token.LParen):
		call := p.call(left, nil)
		return &CallStmt{p.node(from), call.(*CallExpr)}
	case p.at(token.Lt):
		call := p.call(left, p.typeArgs())
		return &CallStmt{p.node(from), call.(*CallExpr)}
	case p.tok.Kind >= token.Assign && p.tok.Kind <= token.SatSubAssign:
		op := p.next().Kind
		right := p.expr()
		return &AssignStmt{p.node(from), op, left, right}
	}
	if id, ok := left.(*Ident); ok && p.inParser && p.at(token.Semicolon) {
		p.unexpected(fmt.Sprintf(`"=" or "("; did you mean "transition %s;"?`, clip(id.Name)))
	}
	p.unexpected(`"=" or "("`)
	return nil
}

// lvalue reads what can be assigned or called.
//
//	lvalue : ["."] name | "this" | lvalue "." name | namedType "." name
//	       | lvalue "[" expression [ (":" | "+:") expression ] "]" | "(" lvalue ")"
func (p *parser) lvalue() Expr {
	p.enter()
	defer p.leave()
	var x Expr
	switch from := p.tok.At.From; {
	case p.accept(token.LParen):
		inner := p.lvalue()
		p.expect(token.RParen)
		x = &ParenExpr{p.node(from), inner}
	case p.at(token.This):
		x = &ThisExpr{node{p.next().At}}
	case p.at(token.Dot) || isName(p.tok.Kind):
		x = p.lvalueName()
	default:
		p.unexpected("a statement")
	}
	for n := 0; ; n++ {
		p.chain(n)
		next := p.selector(x)
		if next == nil {
			return x
		}
		x = next
	}
}

// lvalueName is a name that begins an lvalue; a type must have a member.
func (p *parser) lvalueName() Expr {
	from := p.tok.At.From
	if _, isType := p.typeName(0); !isType {
		dot := p.accept(token.Dot)
		n := p.name()
		return &Ident{p.node(from), dot, n.Text}
	}
	t := p.namedType().(*NamedType)
	if !p.at(token.Dot) {
		p.unexpected(`"." after the type ` + t.Name.Text)
	}
	if t.Args == nil {
		return &Ident{t.node, t.Dot, t.Name.Text}
	}
	return &TypeExpr{t.node, t}
}

// ifStmt reads a condition. A chain of else if is read in a loop, so that its
// length is no nesting.
//
//	conditionalStatement : "if" "(" expression ")" statement [ "else" statement ]
func (p *parser) ifStmt() Stmt {
	var chain []*IfStmt
	var last Stmt
	for n := 0; p.at(token.If); n++ {
		p.chain(n)
		s := &IfStmt{node: node{p.next().At}}
		p.expect(token.LParen)
		s.Cond = p.expr()
		p.expect(token.RParen)
		s.Then = p.recoverStmt(p.stmt)
		s.node = p.node(s.At.From)
		chain = append(chain, s)
		if !p.accept(token.Else) {
			break
		}
		if !p.at(token.If) {
			last = p.recoverStmt(p.stmt)
			break // an if that follows is a statement of its own
		}
	}
	for i := len(chain) - 1; i >= 0; i-- {
		if last != nil {
			chain[i].Else = last
			chain[i].node = p.node(chain[i].At.From)
		}
		last = chain[i]
	}
	return last
}

// switchStmt reads a switch (clause 12.7).
//
//	switchStatement : "switch" "(" expression ")" "{" { switchLabel ":" [blockStatement] } "}"
//	switchLabel : "default" | expression that does not begin with "{"
func (p *parser) switchStmt() Stmt {
	from := p.expect(token.Switch).At.From
	s := &SwitchStmt{}
	p.expect(token.LParen)
	s.Tag = p.expr()
	p.expect(token.RParen)
	p.expect(token.LBrace)
	s.Cases = elements(p, p.switchCase)
	p.expect(token.RBrace)
	s.node = p.node(from)
	return s
}

func (p *parser) switchCase() *SwitchCase {
	c := &SwitchCase{}
	from := p.tok.At.From
	switch {
	case p.accept(token.Default):
		c.Label = &DefaultExpr{p.node(from), false}
	case p.at(token.LBrace) || p.at(token.Ellipsis):
		p.unexpected("a label")
	default:
		c.Label = p.expr()
	}
	p.expect(token.Colon)
	if p.at(token.LBrace) || p.at(token.At) || p.at(token.Pragma) {
		c.Body = p.block(p.annotations())
	}
	c.node = p.node(from)
	return c
}

// forStmt reads a loop (clause 12.8).
//
//	forStatement :
//	  optAnnotations "for" "(" [forInit] ";" expression ";" [forUpdate] ")" statement
//	| optAnnotations "for" "(" optAnnotations typeRef name "in" forCollection ")" statement
//	forInit : declOrCall { "," declOrCall }
//	forUpdate : assignOrCall { "," assignOrCall }
func (p *parser) forStmt(annots []*Annotation) Stmt {
	from := p.tok.At.From
	if len(annots) > 0 {
		from = annots[0].At.From
	}
	p.expect(token.For)
	p.expect(token.LParen)
	p.push()
	defer p.pop()
	f := &ForStmt{Annotations: annots}
	for !p.at(token.Semicolon) {
		start := p.tok.At.From
		inner := p.annotations()
		if len(inner) == 0 && isName(p.tok.Kind) && p.peek(1).Kind == token.In {
			p.unexpected(`a type: a loop declares its variable, as in "for (bit<8> i in …)"`)
		}
		if len(inner) == 0 && !p.startsDecl() {
			f.Init = append(f.Init, p.assignOrCall())
		} else {
			v := &VarDecl{Type: p.typ()}
			v.Annotations, v.Name = inner, p.name()
			if len(f.Init) == 0 && p.at(token.In) {
				v.node = p.node(start)
				return p.forIn(annots, v, from)
			}
			d := p.varDecl(v, start)
			f.Init = append(f.Init, &DeclStmt{p.node(start), d})
		}
		if !p.at(token.Semicolon) {
			p.expect(token.Comma)
		}
	}
	p.expect(token.Semicolon)
	f.Cond = p.expr()
	p.expect(token.Semicolon)
	for !p.at(token.RParen) {
		f.Update = append(f.Update, p.assignOrCall())
		if !p.at(token.RParen) {
			p.expect(token.Comma)
		}
	}
	p.expect(token.RParen)
	f.Body = p.recoverStmt(p.stmt)
	f.node = p.node(from)
	return f
}

// forCollection : expression | expression ".." expression
func (p *parser) forIn(annots []*Annotation, v *VarDecl, from pos) Stmt {
	f := &ForInStmt{Annotations: annots, Decl: v}
	p.expect(token.In)
	f.Coll = p.expr()
	if p.at(token.Range) {
		at := p.next().At
		hi := p.expr()
		f.Coll = &BinaryExpr{p.node(f.Coll.Span().From), token.Range, at, f.Coll, hi}
	}
	p.expect(token.RParen)
	p.declareObject(v.Name)
	f.Body = p.recoverStmt(p.stmt)
	f.node = p.node(from)
	return f
}
