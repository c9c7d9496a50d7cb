package syntax

import (
	"up4/p4/source"
	"up4/p4/syntax/token"
)

type pos = source.Pos

// name reads a name.
//
//	name : IDENTIFIER | "actions" | "apply" | "entries" | "key" | "list" | "priority"
//	     | "state" | "type"
func (p *parser) name() *Name {
	if !isName(p.tok.Kind) {
		p.unexpected("a name")
	}
	t := p.next()
	return &Name{node{t.At}, t.Text}
}

// annotations reads any number of annotations (clause 20).
//
//	annotation : "@" annotationName
//	           | "@" annotationName "(" annotationBody ")"
//	           | "@" annotationName "[" expressionList "]"
//	           | "@" annotationName "[" kvList "]"
//	           | "@pragma" annotationName annotationBody PRAGMA_END
func (p *parser) annotations() []*Annotation {
	var list []*Annotation
	for p.at(token.At) || p.at(token.Pragma) {
		list = append(list, p.annotation())
	}
	return list
}

func (p *parser) annotation() *Annotation {
	from := p.tok.At.From
	pragma := p.next().Kind == token.Pragma
	// Any word can name an annotation, keywords too.
	if k := p.tok.Kind; k != token.Ident && k != token.Underscore && (!k.Keyword() || k == token.Pragma) {
		p.unexpected("the name of an annotation")
	}
	t := p.next()
	a := &Annotation{Name: &Name{node{t.At}, t.Text}}
	switch {
	case pragma:
		a.Kind = Unstructured
		for !p.at(token.PragmaEnd) {
			if p.at(token.EOF) {
				p.unexpected("the end of the line")
			}
			a.Tokens = append(a.Tokens, p.next())
		}
		a.node = p.node(from) // not with the end of its line
		p.next()
		return a
	case p.at(token.LParen):
		a.Kind = Unstructured
		a.Tokens = p.balanced()
		if a.Name.Text == fieldList {
			p.numbers(a)
		}
	case p.at(token.LBracket):
		p.next()
		p.inner(func() Expr { p.structured(a); return nil })
		p.expect(token.RBracket)
	}
	a.node = p.node(from)
	return a
}

// fieldList is the annotation whose body is expressions, though it stands in
// parentheses: the numbers of field lists, for v1model.
const fieldList = "field_list"

// numbers reads the tokens of an annotation, of which the ) was taken last, as a list
// of expressions.
func (p *parser) numbers(a *Annotation) {
	q := *p
	q.src, q.ahead, q.noGt = &tokens{a.Tokens, p.last}, nil, false
	q.tok = q.read()
	for !q.at(token.RParen) {
		a.Values = append(a.Values, q.expr())
		if !q.accept(token.Comma) {
			break
		}
	}
	q.expect(token.RParen)
}

// tokens is a Source of some tokens; after them comes end, for ever.
type tokens struct {
	list []token.Token
	end  token.Token
}

func (s *tokens) Next() token.Token {
	if len(s.list) == 0 {
		return s.end
	}
	t := s.list[0]
	s.list = s.list[1:]
	return t
}

// balanced reads the tokens between two parentheses.
func (p *parser) balanced() []token.Token {
	p.expect(token.LParen)
	var list []token.Token
	for depth := 0; ; {
		switch p.tok.Kind {
		case token.LParen:
			depth++
		case token.RParen:
			if depth == 0 {
				p.next()
				return list
			}
			depth--
		case token.EOF:
			p.unexpected(quoted(token.RParen))
		}
		list = append(list, p.next())
	}
}

// structured reads the list of a structured annotation (clause 20.2): expressions,
// or names with values.
func (p *parser) structured(a *Annotation) {
	if isName(p.tok.Kind) && p.peek(1).Kind == token.Assign {
		a.Kind = KeyValues
		for !p.at(token.RBracket) {
			a.Pairs = append(a.Pairs, p.namedExpr())
			if !p.accept(token.Comma) {
				break
			}
		}
		return
	}
	a.Kind = ExprList
	if p.at(token.Comma) && p.peek(1).Kind == token.RBracket {
		p.next() // an empty list may have a comma behind it too
	}
	for !p.at(token.RBracket) {
		a.Values = append(a.Values, p.expr())
		if !p.accept(token.Comma) {
			break
		}
	}
}

// kvPair : name "=" expression
func (p *parser) namedExpr() *NamedExpr {
	from := p.tok.At.From
	n := p.name()
	p.expect(token.Assign)
	v := p.expr()
	return &NamedExpr{p.node(from), n, v}
}
