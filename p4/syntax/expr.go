package syntax

import "up4/p4/syntax/token"

// precedence of the binary operators (appendix H): higher binds closer, 0 is none.
var precedence = [...]int{
	token.OrOr: 1, token.AndAnd: 2,
	token.Eq: 3, token.Ne: 3,
	token.Lt: 4, token.Gt: 4, token.Le: 4, token.Ge: 4,
	token.Or: 5, token.Xor: 6, token.And: 7,
	token.Shl: 8, token.Shr: 8,
	token.Concat: 9, token.Add: 9, token.Sub: 9, token.SatAdd: 9, token.SatSub: 9,
	token.Mul: 10, token.Div: 10, token.Mod: 10,
}

// expr reads an expression (clause 8).
//
//	expression : binary [ "?" expression ":" expression ]
func (p *parser) expr() Expr {
	p.enter()
	defer p.leave()
	return p.exprFrom(p.unary())
}

// exprFrom reads the rest of an expression whose first operand was read.
func (p *parser) exprFrom(left Expr) Expr {
	cond := p.binary(left, 1)
	if !p.accept(token.Question) {
		return cond
	}
	then := p.expr()
	p.expect(token.Colon)
	els := p.expr()
	return &CondExpr{p.node(cond.Span().From), cond, then, els}
}

// inner reads what stands within brackets, where > compares again.
func (p *parser) inner(read func() Expr) Expr {
	before := p.noGt
	p.noGt = false
	e := read()
	p.noGt = before
	return e
}

// operator is the binary operator that comes next, its precedence and how many
// tokens it has: >> is two.
func (p *parser) operator() (op token.Kind, prec, size int) {
	op, size = p.tok.Kind, 1
	if op == token.Gt {
		if p.noGt {
			return op, 0, 0
		}
		if next := p.peek(1); next.Kind == token.Gt && !next.SpaceBefore {
			op, size = token.Shr, 2
		}
	}
	if int(op) < len(precedence) {
		prec = precedence[op]
	}
	return op, prec, size
}

// binary reads operators of at least a precedence, and their right operands.
//
//	binary : unary { operator unary }
func (p *parser) binary(left Expr, least int) Expr {
	for n := 0; ; n++ {
		op, prec, size := p.operator()
		if prec == 0 || prec < least {
			return left
		}
		p.chain(n)
		at := p.tok.At
		for range size {
			at.To = p.next().At.To
		}
		if at.To < at.From {
			at.To = at.From
		}
		right := p.unary()
		for {
			if _, next, _ := p.operator(); next <= prec {
				break
			}
			right = p.binary(right, prec+1)
		}
		left = &BinaryExpr{p.node(left.Span().From), op, at, left, right}
	}
}

// unary : ("!" | "~" | "-" | "+") unary | "(" typeRef ")" unary | postfix
func (p *parser) unary() Expr {
	p.enter()
	defer p.leave()
	from := p.tok.At.From
	switch k := p.tok.Kind; k {
	case token.Not, token.BitNot, token.Sub, token.Add:
		p.next()
		x := p.unary()
		return &UnaryExpr{p.node(from), k, x}
	case token.LParen:
		e, _ := p.paren(false)
		if _, ok := e.(*CastExpr); ok {
			return e
		}
		return p.postfix(e)
	}
	return p.postfix(p.primary())
}

// paren reads what begins with a parenthesis: a cast, or an expression in
// parentheses. In a keyset it can be a tuple of sets as well, which ends there.
//
//	"(" typeRef ")" expression | "(" expression ")"
//	tupleKeyset : "(" simpleKeyset { "," simpleKeyset } ")"
func (p *parser) paren(keyset bool) (e Expr, tuple bool) {
	from := p.expect(token.LParen).At.From
	before := p.noGt
	p.noGt = false
	if p.startsTypeNotExpr(0) {
		t := p.typ()
		p.expect(token.RParen)
		p.noGt = before
		x := p.unary()
		return &CastExpr{p.node(from), t, x}, false
	}
	if !keyset {
		x := p.expr()
		p.expect(token.RParen)
		p.noGt = before
		return &ParenExpr{p.node(from), x}, false
	}
	first := p.simpleKeyset()
	if p.at(token.RParen) && !isSet(first) {
		p.next()
		p.noGt = before
		return &ParenExpr{p.node(from), first}, false
	}
	elems := []Expr{first}
	for p.accept(token.Comma) {
		elems = append(elems, p.simpleKeyset())
	}
	p.expect(token.RParen)
	p.noGt = before
	return &ListExpr{p.node(from), elems, true}, true
}

// isSet says whether e can only be a keyset.
func isSet(e Expr) bool {
	switch e := e.(type) {
	case *DefaultExpr:
		return true
	case *BinaryExpr:
		return e.Op == token.Mask || e.Op == token.Range
	}
	return false
}

// keyset reads a set of values (clause 8.15).
//
//	keysetExpression : tupleKeyset | simpleKeyset
func (p *parser) keyset() Expr {
	if !p.at(token.LParen) {
		return p.simpleKeyset()
	}
	p.enter()
	defer p.leave()
	e, tuple := p.paren(true)
	if tuple {
		return e
	}
	if _, cast := e.(*CastExpr); !cast {
		e = p.postfix(e)
	}
	return p.setFrom(p.exprFrom(e))
}

// simpleKeyset : expression | expression "&&&" expression
//
//	| expression ".." expression | "default" | "_"
func (p *parser) simpleKeyset() Expr {
	switch from := p.tok.At.From; p.tok.Kind {
	case token.Default, token.Underscore:
		underscore := p.next().Kind == token.Underscore
		return &DefaultExpr{p.node(from), underscore}
	}
	return p.setFrom(p.expr())
}

func (p *parser) setFrom(x Expr) Expr {
	if op := p.tok.Kind; op == token.Mask || op == token.Range {
		at := p.next().At
		y := p.expr()
		return &BinaryExpr{p.node(x.Span().From), op, at, x, y}
	}
	return x
}
