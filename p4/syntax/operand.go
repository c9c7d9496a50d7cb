package syntax

import "up4/p4/syntax/token"

// primary reads an operand without what follows it.
//
//	INTEGER | STRING | "true" | "false" | "this" | "..." | "{#}" | ["."] name
//	| "error" "." name | "{" … "}"
func (p *parser) primary() Expr {
	t := p.tok
	switch {
	case t.Kind == token.Int:
		p.address()
		return p.intLit()
	case t.Kind == token.String:
		return p.stringLit()
	case t.Kind == token.True || t.Kind == token.False:
		p.next()
		return &BoolLit{node{t.At}, t.Kind == token.True}
	case t.Kind == token.This:
		p.next()
		return &ThisExpr{node{t.At}}
	case t.Kind == token.Ellipsis:
		p.next()
		return &Dots{node{t.At}}
	case t.Kind == token.LInvalid:
		p.next()
		return &InvalidExpr{node{t.At}}
	case t.Kind == token.LBrace:
		return p.braces()
	case t.Kind == token.ErrorKw && p.peek(1).Kind == token.Dot:
		p.next()
		return &TypeExpr{node{t.At}, &BaseType{node{t.At}, token.ErrorKw, nil}}
	case t.Kind == token.Dot || isName(t.Kind):
		return p.nameOperand()
	}
	p.unexpected("an expression")
	return nil
}

// nameOperand reads a name. What names a type must be followed by a member or by
// the arguments of a constructor (appendix H, expression).
func (p *parser) nameOperand() Expr {
	from := p.tok.At.From
	if len(p.tok.Text) == 2 && p.peek(1).Kind == token.Colon {
		p.address()
	}
	_, isType := p.typeName(0)
	dot := p.accept(token.Dot)
	n := p.name()
	id := &Ident{p.node(from), dot, n.Text}
	if !isType {
		return id
	}
	switch p.tok.Kind {
	case token.Dot, token.LParen:
		return id
	case token.Lt:
		args := p.typeArgs()
		if p.at(token.LParen) {
			return p.call(id, args)
		}
		if !p.at(token.Dot) {
			p.unexpected(`"(" after the type`)
		}
		t := &NamedType{p.node(from), dot, n, args}
		return &TypeExpr{t.node, t}
	}
	p.unexpected(`"(" or "." after the type ` + n.Text)
	return nil
}

// postfix reads what follows an operand.
//
//	expression "." name | expression "[" expression "]"
//	| expression "[" expression ":" expression "]"
//	| expression "[" expression "+:" expression "]"
//	| expression "(" argumentList ")"
//	| expression "<" typeArgumentList ">" "(" argumentList ")"
func (p *parser) postfix(x Expr) Expr {
	for n := 0; ; n++ {
		p.chain(n)
		switch {
		case p.at(token.LParen):
			x = p.call(x, nil)
		case p.at(token.Lt) && p.callWithTypes(x):
			x = p.call(x, p.typeArgs())
		default:
			next := p.selector(x)
			if next == nil {
				return x
			}
			x = next
		}
	}
}

// selector reads one .name or […] behind x, or gives nil.
func (p *parser) selector(x Expr) Expr {
	from := x.Span().From
	switch {
	case p.accept(token.Dot):
		sel := p.name()
		return &MemberExpr{p.node(from), x, sel}
	case p.accept(token.LBracket):
		return p.inner(func() Expr {
			first := p.expr()
			switch {
			case p.accept(token.Colon):
				lo := p.expr()
				p.expect(token.RBracket)
				return &SliceExpr{node: p.node(from), X: x, Hi: first, Lo: lo}
			case p.accept(token.PlusColon):
				width := p.expr()
				p.expect(token.RBracket)
				return &SliceExpr{node: p.node(from), X: x, Lo: first, Width: width}
			}
			p.expect(token.RBracket)
			return &IndexExpr{p.node(from), x, first}
		})
	}
	return nil
}

// callWithTypes says whether the < that comes next begins type arguments: it stands
// behind a name, and a type follows that begins no expression.
func (p *parser) callWithTypes(x Expr) bool {
	switch x.(type) {
	case *Ident, *MemberExpr:
		return p.peek(1).Kind == token.Underscore || p.startsTypeNotExpr(1)
	}
	return false
}

// call reads the arguments of a call.
func (p *parser) call(fun Expr, typeArgs []Type) Expr {
	args := p.arguments()
	return &CallExpr{p.node(fun.Span().From), fun, typeArgs, args}
}

// arguments reads arguments in parentheses. The list is never nil.
//
//	argumentList : [ argument { "," argument } ]
func (p *parser) arguments() []*Arg {
	p.expect(token.LParen)
	before := p.noGt
	p.noGt = false
	args := []*Arg{}
	for !p.at(token.RParen) {
		args = append(args, p.argument())
		if !p.at(token.RParen) {
			p.expect(token.Comma)
			if p.at(token.RParen) {
				p.unexpected("an argument")
			}
		}
	}
	p.noGt = before
	p.expect(token.RParen)
	return args
}

// argument : expression | name "=" expression | "_" | name "=" "_"
func (p *parser) argument() *Arg {
	from := p.tok.At.From
	a := &Arg{}
	if isName(p.tok.Kind) && p.peek(1).Kind == token.Assign {
		a.Name = p.name()
		p.next()
	}
	if at := p.tok.At; p.accept(token.Underscore) {
		a.Value = &DefaultExpr{node{at}, true}
	} else {
		a.Value = p.expr()
	}
	a.node = p.node(from)
	return a
}

// braces reads a list or a structure (clauses 8.11 to 8.13).
//
//	"{" [ expression { "," expression } ] [","] "}"
//	| "{" kvPair { "," kvPair } [ "," "..." ] [","] "}"
func (p *parser) braces() Expr {
	from := p.expect(token.LBrace).At.From
	p.open++
	return p.inner(func() Expr {
		if isName(p.tok.Kind) && p.peek(1).Kind == token.Assign {
			return p.structBody(from)
		}
		var elems []Expr
		for !p.at(token.RBrace) {
			if len(elems) == 0 && p.at(token.Comma) && p.peek(1).Kind == token.RBrace {
				p.next() // an empty list may have a comma behind it too
				break
			}
			elems = append(elems, p.expr())
			if isName(p.tok.Kind) && p.peek(1).Kind == token.Assign || p.at(token.Assign) {
				p.unexpected(`"," or "}": either all values of a list have names or none`)
			}
			if !p.accept(token.Comma) {
				break
			}
		}
		p.expect(token.RBrace)
		p.open--
		return &ListExpr{p.node(from), elems, false}
	})
}

func (p *parser) structBody(from pos) Expr {
	s := &StructExpr{}
	for !p.at(token.RBrace) && !s.Dots {
		if len(s.Fields) > 0 && p.accept(token.Ellipsis) {
			s.Dots = true
		} else {
			s.Fields = append(s.Fields, p.namedExpr())
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RBrace)
	p.open--
	s.node = p.node(from)
	return s
}
