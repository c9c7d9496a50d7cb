package types

import "up4/p4/syntax"

// packageDecl is a package type (7.2.13).
func (c *checker) packageDecl(d *syntax.PackageDecl) {
	_, done := c.newTypeName(d)
	c.push()
	vars := c.typeParams(d.TypeParams)
	b := &Block{Kind: Package, Name: d.Name.Text, Decl: d, IsType: true, TypeParams: vars}
	b.Params = c.params(d.Params, ofPackage)
	c.pop()
	done(b)
}

// parserDecl is a parser or a parser type (clauses 13 and 7.2.12).
func (c *checker) parserDecl(d *syntax.ParserDecl) {
	o, done := c.newTypeName(d)
	c.push()
	b := &Block{Kind: Parser, Name: d.Name.Text, Decl: d, IsType: d.IsType}
	b.TypeParams = c.typeParams(d.TypeParams)
	of := ofBlock
	if d.IsType {
		of = ofBlockType
	}
	b.Params = c.params(d.Params, of)
	b.Ctor = c.params(d.CtorParams, ofParserCtor)
	o.Type = b
	if !d.IsType {
		c.within(context{place: inParser, name: b.Name}, func() { c.parserBody(d) })
	}
	c.pop()
	done(b)
}

// controlDecl is a control or a control type (clauses 14 and 7.2.12).
func (c *checker) controlDecl(d *syntax.ControlDecl) {
	o, done := c.newTypeName(d)
	c.push()
	b := &Block{Kind: Control, Name: d.Name.Text, Decl: d, IsType: d.IsType}
	b.TypeParams = c.typeParams(d.TypeParams)
	of := ofBlock
	if d.IsType {
		of = ofBlockType
	}
	b.Params = c.params(d.Params, of)
	b.Ctor = c.params(d.CtorParams, ofControlCtor)
	o.Type = b
	if !d.IsType {
		c.within(context{place: inControl, name: b.Name, result: Void}, func() { c.controlBody(d) })
	}
	c.pop()
	done(b)
}

func (c *checker) controlBody(d *syntax.ControlDecl) {
	names := c.names
	c.names = map[string]span{}
	c.push()
	for _, l := range d.Locals {
		c.decl(l)
	}
	c.in.body = true
	if d.Body != nil {
		c.block(d.Body)
	}
	c.pop()
	c.names = names
}
