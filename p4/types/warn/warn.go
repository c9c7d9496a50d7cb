// Package warn finds what is likely wrong in a program that is right by the
// language's rules: values read before they are written, fields of headers that are
// not there, code that nothing reaches, names that nothing uses.
//
// It takes the tree and the Info of a program without errors and changes neither. It
// knows no architecture by name; of the core library it knows packet_in and verify.
// A warning is given where some run of the program would meet the mistake as far as
// the text tells; where the text does not tell, none is given.
package warn

import (
	"strings"

	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/types"
)

// Check warns about a program without errors. Nothing is said about files that come
// with the product.
func Check(prog *syntax.Program, info *types.Info, set *source.Set, diags *source.List) {
	if prog == nil || info == nil || diags.Errors() > 0 {
		return
	}
	c := &checker{prog: prog, info: info, set: set, diags: diags, main: set.File(1),
		sliced: map[syntax.Node]bool{}, passed: map[syntax.Decl]bool{}, visited: map[*syntax.ActionDecl]bool{}}
	for _, d := range prog.Decls {
		if !c.system(d.Span()) {
			c.findQuiet(d)
			c.findSliced(d)
			c.findPassed(d)
		}
	}
	for _, d := range prog.Decls {
		if c.system(d.Span()) {
			continue
		}
		c.unused(d)
		c.shadows(d)
		c.inspect(d)
		c.flow(d)
	}
	for _, d := range prog.Decls {
		if !c.system(d.Span()) {
			c.lonely(d)
		}
	}
	c.noMain()
}

// checker is one run of Check.
type checker struct {
	prog  *syntax.Program
	info  *types.Info
	set   *source.Set
	diags *source.List
	main  *source.File // the file that the program is named by
	quiet []quiet
	top   *names // of the top level, for shadows
	// sliced holds the variables and fields that are assigned to by slices.
	sliced  map[syntax.Node]bool
	passed  map[syntax.Decl]bool // parsers and controls that are arguments
	visited map[*syntax.ActionDecl]bool
}

// quiet is a part of the text in which @noWarn switches off warnings.
type quiet struct {
	at   source.Span
	name string
}

// system says whether a place lies in a file that comes with the product.
func (c *checker) system(at source.Span) bool {
	f := c.set.File(at.From)
	return f == nil || f.System
}

// findQuiet finds the annotations @noWarn (20.3.8).
func (c *checker) findQuiet(d syntax.Decl) {
	note := func(at source.Span, annots []*syntax.Annotation) {
		for _, a := range annots {
			if a.Name == nil || a.Name.Text != "noWarn" {
				continue
			}
			at.From = min(at.From, a.Span().From)
			for _, t := range a.Tokens {
				c.quiet = append(c.quiet, quiet{at, strings.ReplaceAll(strings.Trim(t.Text, `"`), "_", "-")})
			}
			for _, v := range a.Values {
				if s, ok := v.(*syntax.StringLit); ok {
					c.quiet = append(c.quiet, quiet{at, strings.ReplaceAll(s.Value, "_", "-")})
				}
			}
		}
	}
	syntax.Inspect(d, func(n syntax.Node) bool {
		switch n := n.(type) {
		case syntax.Decl:
			note(n.Span(), n.Annots())
		case *syntax.BlockStmt:
			note(n.Span(), n.Annotations)
		case *syntax.KeyElem:
			note(n.Span(), n.Annotations)
		case *syntax.Entry:
			note(n.Span(), n.Annotations)
		case *syntax.ActionRef:
			note(n.Span(), n.Annotations)
		}
		return true
	})
}

// findSliced notes what is assigned to by slices, or could be as an argument.
func (c *checker) findSliced(d syntax.Decl) {
	note := func(e syntax.Expr) {
		s, ok := syntax.Unparen(e).(*syntax.SliceExpr)
		if !ok {
			return
		}
		var o *types.Object
		switch x := syntax.Unparen(s.X).(type) {
		case *syntax.Ident:
			o = c.info.Uses[x]
		case *syntax.MemberExpr:
			o = c.info.Uses[x.Sel]
		}
		if o != nil && o.Decl != nil {
			c.sliced[o.Decl] = true
		}
	}
	syntax.Inspect(d, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssignStmt:
			note(n.L)
		case *syntax.Arg:
			note(n.Value)
		}
		return true
	})
}

// silenced says whether @noWarn names code, or a group of codes: the first words of
// their names, as unused is of unused-table. Other compilers' names say more: what
// begins with a code's name means it, as uninitialized_use does.
func (c *checker) silenced(at source.Span, code source.Code) bool {
	for _, q := range c.quiet {
		if q.at.From <= at.From && at.From < q.at.To &&
			(q.name == string(code) || strings.HasPrefix(string(code), q.name+"-") || strings.HasPrefix(q.name, string(code)+"-")) {
			return true
		}
	}
	return false
}

func (c *checker) warnf(at source.Span, code source.Code, format string, args ...any) {
	if c.system(at) || c.silenced(at, code) {
		return
	}
	c.diags.Warnf(at, code, format, args...)
}
