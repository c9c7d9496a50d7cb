package syntax

import (
	"fmt"

	"up4/internal/nearest"
	"up4/p4/syntax/token"
)

// tableDecl reads a table (clause 14.2).
//
//	tableDeclaration : optAnnotations "table" name "{" tableProperty { tableProperty } "}"
func (p *parser) tableDecl(annots []*Annotation, from pos) Decl {
	p.expect(token.Table)
	d := &TableDecl{}
	name := p.name()
	p.declareObject(name)
	p.expect(token.LBrace)
	if p.at(token.RBrace) {
		p.report("a property, such as actions = {…}")
	}
	for !p.at(token.RBrace) && !p.topKeyword() {
		prop := p.recoverDecl(p.property, p.skipToStmt)
		if prop, ok := prop.(*Property); ok {
			d.Properties = append(d.Properties, prop)
		}
	}
	p.expect(token.RBrace)
	d.declared = p.declared(from, annots, name)
	return d
}

// A Property is read as the declarations are, which have the same recovery.
var _ Decl = (*Property)(nil)

// property reads one property of a table.
//
//	tableProperty : "key" "=" "{" { keyElement } "}" | "actions" "=" "{" { actionRef ";" } "}"
//	  | optAnnotations ["const"] "entries" "=" "{" { entry } "}"
//	  | optAnnotations ["const"] name "=" initializer ";"
func (p *parser) property() Decl {
	from := p.tok.At.From
	prop := &Property{}
	annots := p.annotations()
	prop.Const = p.accept(token.Const)
	k := p.tok.Kind
	if prop.Const && (k == token.Key || k == token.Actions) {
		p.unexpected("a property that can be const")
	}
	if k == token.Action && p.peek(1).Kind == token.Assign {
		p.unexpected(`a property; did you mean "actions"?`)
	}
	if p.at(token.Ident) && p.peek(1).Kind == token.Assign && p.peek(2).Kind == token.LBrace && !p.structAhead(3) {
		if n, ok := nearest.Name(p.tok.Text, []string{"key", "actions", "entries"}); ok {
			p.unexpected(fmt.Sprintf("a property; did you mean %q?", n))
		}
	}
	name := p.name()
	p.expect(token.Assign)
	switch k {
	case token.Key:
		prop.Keys = list(p, p.keyElem)
	case token.Actions:
		prop.Actions = list(p, func() *ActionRef {
			from := p.tok.At.From
			annots := p.annotations()
			a := p.actionRef()
			a.Annotations = annots
			p.expect(token.Semicolon)
			a.node = p.node(from)
			return a
		})
	case token.Entries:
		prop.Entries = list(p, p.entry)
	default:
		prop.Value = p.expr()
		p.expect(token.Semicolon)
	}
	prop.declared = p.declared(from, annots, name)
	return prop
}

// structAhead says whether what stands at the nth token ahead, within braces, is
// values rather than the elements of a table's list: these end in semicolons.
func (p *parser) structAhead(n int) bool {
	for depth := 0; n < maxChain; n++ {
		switch p.peek(n).Kind {
		case token.LBrace:
			depth++
		case token.RBrace:
			if depth--; depth < 0 {
				return true
			}
		case token.Semicolon:
			return false
		case token.EOF:
			return true
		}
	}
	return true
}

// list reads elements in braces.
func list[T any](p *parser, read func() T) []T {
	p.expect(token.LBrace)
	all := elements(p, read)
	p.expect(token.RBrace)
	return all
}

// elements reads elements up to a closing brace, without those that are wrong. It
// is never nil.
func elements[T any](p *parser, read func() T) []T {
	all := []T{}
	for !p.at(token.RBrace) && !p.topKeyword() {
		if e, ok := attempt(p, read, p.skipToStmt); ok {
			all = append(all, e)
		}
	}
	return all
}

// keyElement : expression ":" name optAnnotations ";"
func (p *parser) keyElem() *KeyElem {
	from := p.tok.At.From
	k := &KeyElem{Expr: p.expr()}
	p.expect(token.Colon)
	k.Match = p.name()
	k.Annotations = p.annotations()
	p.expect(token.Semicolon)
	k.node = p.node(from)
	return k
}

// actionRef : ["."] name [ "(" argumentList ")" ]
func (p *parser) actionRef() *ActionRef {
	from := p.tok.At.From
	dot := p.accept(token.Dot)
	n := p.name()
	a := &ActionRef{Action: &Ident{p.node(from), dot, n.Text}}
	if p.at(token.LParen) {
		a.HasArgs = true
		a.Args = p.arguments()
	}
	a.node = p.node(from)
	return a
}

// entry reads an entry (clause 14.2.1.4).
//
//	entry : ["const"] [priority] keysetExpression ":" actionRef optAnnotations ";"
//	priority : "priority" "=" (INTEGER | "(" expression ")") ":"
func (p *parser) entry() *Entry {
	from := p.tok.At.From
	e := &Entry{Const: p.accept(token.Const)}
	if p.at(token.Priority) && p.peek(1).Kind == token.Assign {
		p.next()
		p.next()
		switch {
		case p.at(token.Int):
			e.Priority = p.intLit()
		case p.at(token.LParen):
			start := p.next().At.From
			x := p.expr()
			p.expect(token.RParen)
			e.Priority = &ParenExpr{p.node(start), x}
		default:
			p.unexpected("an integer or an expression in parentheses")
		}
		p.expect(token.Colon)
	}
	e.Keyset = p.keyset()
	p.expect(token.Colon)
	e.Action = p.actionRef()
	e.Annotations = p.annotations()
	p.expect(token.Semicolon)
	e.node = p.node(from)
	return e
}
