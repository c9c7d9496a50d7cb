package warn

import (
	"fmt"

	"up4/p4/source"
	"up4/p4/syntax"
)

// names is the names declared in one block, and around it.
type names struct {
	outer *names
	at    map[string]source.Span
}

func (n *names) find(name string) (source.Span, bool) {
	for ; n != nil; n = n.outer {
		if at, ok := n.at[name]; ok {
			return at, true
		}
	}
	return source.Span{}, false
}
func (n *names) inner() *names { return &names{n, map[string]source.Span{}} }

// shadows warns of names in a parser, control, action or function that hide another
// declared around it (6.9): in the same body, or a value, action or function of the
// program's top level. Types have names of their own kind, and what comes with the
// product no one needs to know by heart.
func (c *checker) shadows(d syntax.Decl) {
	if c.top == nil {
		c.top = &names{at: map[string]source.Span{}}
		for _, d := range c.prog.Decls {
			switch d.(type) {
			case *syntax.ConstDecl, *syntax.ActionDecl, *syntax.FunctionDecl, *syntax.Instantiation:
				if d.Declared() != nil && !c.system(d.Span()) {
					c.top.at[d.Declared().Text] = d.Declared().Span()
				}
			}
		}
	}
	c.shadowDecl(d, c.top)
}

func (c *checker) declareName(d syntax.Decl, in *names) {
	n := d.Declared()
	if n == nil || in == c.top {
		return
	}
	// What is declared only behind it is not hidden.
	if at, ok := in.outer.find(n.Text); ok && (at.From < n.Span().From) && !c.system(n.Span()) && !c.silenced(n.Span(), CodeShadow) {
		c.diags.Add(source.Diagnostic{Severity: source.Warning, Code: CodeShadow, At: n.Span(),
			Msg:   fmt.Sprintf("%s hides another %s declared around it", n.Text, n.Text),
			Notes: []source.Note{{At: at, Msg: "the other " + n.Text}}})
	}
	in.at[n.Text] = n.Span()
}

func (c *checker) shadowDecl(d syntax.Decl, in *names) {
	c.declareName(d, in)
	switch d := d.(type) {
	case *syntax.ParserDecl:
		body := c.shadowParams(in, d.Params, d.CtorParams)
		for _, l := range d.Locals {
			c.shadowDecl(l, body)
		}
		for _, s := range d.States {
			c.declareName(s, body)
		}
		for _, s := range d.States {
			c.shadowStmts(s.Body, body.inner())
		}
	case *syntax.ControlDecl:
		body := c.shadowParams(in, d.Params, d.CtorParams)
		for _, l := range d.Locals {
			c.shadowDecl(l, body)
		}
		c.shadowBlock(d.Body, body)
	case *syntax.FunctionDecl:
		c.shadowBlock(d.Body, c.shadowParams(in, d.Params))
	case *syntax.ActionDecl:
		c.shadowBlock(d.Body, c.shadowParams(in, d.Params))
	case *syntax.Instantiation:
		if d.Body != nil {
			body := in.inner()
			for _, l := range d.Body.Decls {
				c.shadowDecl(l, body)
			}
		}
	}
}

func (c *checker) shadowParams(in *names, lists ...[]*syntax.Param) *names {
	body := in.inner()
	for _, ps := range lists {
		for _, p := range ps {
			c.declareName(p, body)
		}
	}
	// The locals of a body may not repeat its parameters' names, so that they
	// are of one block here.
	return body
}

func (c *checker) shadowBlock(b *syntax.BlockStmt, in *names) {
	if b != nil {
		c.shadowStmts(b.Stmts, in.inner())
	}
}

func (c *checker) shadowStmts(list []syntax.Stmt, in *names) {
	for _, s := range list {
		c.shadowStmt(s, in)
	}
}

func (c *checker) shadowStmt(s syntax.Stmt, in *names) {
	switch s := s.(type) {
	case *syntax.DeclStmt:
		c.shadowDecl(s.Decl, in)
	case *syntax.BlockStmt:
		c.shadowBlock(s, in)
	case *syntax.IfStmt:
		c.shadowStmt(s.Then, in.inner())
		if s.Else != nil {
			c.shadowStmt(s.Else, in.inner())
		}
	case *syntax.SwitchStmt:
		for _, k := range s.Cases {
			c.shadowBlock(k.Body, in)
		}
	case *syntax.ForStmt:
		loop := in.inner()
		c.shadowStmts(s.Init, loop)
		c.shadowStmt(s.Body, loop.inner())
	case *syntax.ForInStmt:
		loop := in.inner()
		if s.Decl != nil {
			c.shadowDecl(s.Decl, loop)
		}
		c.shadowStmt(s.Body, loop.inner())
	}
}
