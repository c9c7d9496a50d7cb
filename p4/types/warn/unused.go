package warn

import (
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/types"
)

// unused warns of names in d that nothing refers to, d's own included. What a library
// declares at the top level is for others to use: a program without main is one, and
// so is every file but the first.
func (c *checker) unused(d syntax.Decl) {
	if c.info.Main != nil && c.set.File(d.Span().From) == c.main {
		c.unusedDecl(d)
	}
	rounds := map[syntax.Node]bool{} // variables that may be there only to count a loop's rounds
	syntax.Inspect(d, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ForInStmt:
			rounds[n.Decl] = true
		case *syntax.FunctionDecl:
			if n == d { // not the methods that an extern object asks for
				c.unusedParams(n.Params)
			}
		case *syntax.ActionDecl:
			c.unusedParams(n.Params)
		case *syntax.ParserDecl:
			c.blockParams(n, n.IsType, n.Params)
		case *syntax.ControlDecl:
			c.blockParams(n, n.IsType, n.Params)
		}
		switch n := n.(type) {
		case *syntax.VarDecl, *syntax.ConstDecl, *syntax.ActionDecl, *syntax.TableDecl, *syntax.ValueSetDecl, *syntax.Instantiation:
			if n != syntax.Node(d) && !rounds[n] {
				c.unusedDecl(n.(syntax.Decl))
			}
		case *syntax.Ident:
			c.deprecated(n, n.Span())
		case *syntax.Name:
			c.deprecated(n, n.Span())
		case *syntax.NamedType:
			c.deprecatedType(n)
		}
		return true
	})
}

// unusedDecl warns if nothing refers to what d declares.
func (c *checker) unusedDecl(d syntax.Decl) {
	o := c.info.Defs[d]
	if o == nil || o.Used || d.Declared() == nil || o.Name == "main" {
		return
	}
	at := d.Declared().Span()
	switch d := d.(type) {
	case *syntax.VarDecl:
		c.warnf(at, CodeUnusedVariable, "the variable %s is never used", o.Name)
	case *syntax.ConstDecl:
		if _, asserts := syntax.Unparen(d.Value).(*syntax.CallExpr); asserts {
			return // it may be there for a static_assert
		}
		c.warnf(at, CodeUnusedConstant, "the constant %s is never used", o.Name)
	case *syntax.ActionDecl:
		c.warnf(at, CodeUnusedAction, "the action %s is neither called nor in a table's list of actions", o.Name)
	case *syntax.TableDecl:
		c.warnf(at, CodeUnusedTable, "the table %s is never applied", o.Name)
	case *syntax.ValueSetDecl:
		c.warnf(at, CodeUnusedInstance, "the value set %s is never matched with", o.Name)
	case *syntax.Instantiation:
		// Making an instance may be all that an architecture's extern is for, if its
		// methods are the program's.
		if d.Body == nil {
			c.warnf(at, CodeUnusedInstance, "the instance %s is never used", o.Name)
		}
	case *syntax.FunctionDecl:
		c.warnf(at, CodeUnusedFunction, "the function %s is never called", o.Name)
	case *syntax.TypedefDecl, *syntax.FieldsDecl, *syntax.EnumDecl, *syntax.PackageDecl:
		c.warnf(at, CodeUnusedType, "the type %s is never used", o.Name)
	case *syntax.ParserDecl:
		c.unusedBlock(at, "parser", o, d.IsType)
	case *syntax.ControlDecl:
		c.unusedBlock(at, "control", o, d.IsType)
	}
}

// blockParams is for parsers and controls that the program applies itself. The
// parameters of one that is an argument, as those of a package are, have to be what its
// type asks for.
func (c *checker) blockParams(d syntax.Decl, isType bool, ps []*syntax.Param) {
	if o := c.info.Defs[d]; o != nil && o.Used && !isType && !c.passed[d] {
		c.unusedParams(ps)
	}
}

// findPassed notes the parsers and controls that are arguments of others, or the
// defaults of arguments.
func (c *checker) findPassed(d syntax.Decl) {
	note := func(e syntax.Expr) {
		if b, ok := c.info.Types[e].(*types.Block); ok { // not what it is converted to
			c.passed[b.Decl] = true
		}
	}
	syntax.Inspect(d, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Arg:
			note(n.Value)
		case *syntax.Param:
			if n.Default != nil {
				note(n.Default)
			}
		}
		return true
	})
}

// unusedParams warns of parameters that nothing refers to. An out parameter is warned
// of as unassigned.
func (c *checker) unusedParams(ps []*syntax.Param) {
	for _, p := range ps {
		if o := c.info.Defs[p]; o != nil && !o.Used && p.Name != nil && p.Dir != syntax.Out {
			c.warnf(p.Name.Span(), CodeUnusedParam, "the parameter %s is never used", o.Name)
		}
	}
}

func (c *checker) unusedBlock(at source.Span, what string, o *types.Object, isType bool) {
	if !isType {
		c.warnf(at, CodeUnusedBlock, "the %s %s is never instantiated", what, o.Name)
	}
}

// deprecated warns of uses of what is marked @deprecated (20.3.7).
func (c *checker) deprecated(n syntax.Node, at source.Span) {
	o := c.info.Uses[n]
	if o == nil {
		return
	}
	if d, ok := o.Decl.(syntax.Decl); ok {
		c.deprecatedDecl(d, at)
	}
}

func (c *checker) deprecatedType(n *syntax.NamedType) {
	switch t := c.info.TypeExprs[n].(type) {
	case *types.Extern:
		c.deprecatedDecl(t.Decl, n.Span())
	case *types.Record:
		if t.Decl != nil {
			c.deprecatedDecl(t.Decl, n.Span())
		}
	}
}

func (c *checker) deprecatedDecl(d syntax.Decl, at source.Span) {
	for _, a := range d.Annots() {
		if a.Name == nil || a.Name.Text != "deprecated" || d.Declared() == nil {
			continue
		}
		why := ""
		if len(a.Tokens) > 0 {
			why = ": " + unquote(a.Tokens[0].Text)
		}
		c.warnf(at, CodeDeprecated, "%s is deprecated%s", d.Declared().Text, why)
	}
}

// unquote is a string token's text without its quotes.
func unquote(s string) string {
	if len(s) >= 2 && s[0] == '"' {
		return s[1 : len(s)-1]
	}
	return s
}
