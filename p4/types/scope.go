package types

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"up4/internal/nearest"
	"up4/p4/source"
	"up4/p4/syntax"
)

// scope is the names declared in one block (6.9). Inner scopes hide outer ones.
type scope struct {
	parent *scope
	names  map[string]*Object
}

func (c *checker) push() { c.scope = &scope{c.scope, map[string]*Object{}} }
func (c *checker) pop()  { c.scope = c.scope.parent }

// lookup finds a name from the inside out, or from the top level if dot is set.
func (c *checker) lookup(name string, dot bool) *Object {
	s := c.scope
	if dot {
		s = c.top
	}
	var open *Object
	for ; s != nil; s = s.parent {
		o := s.names[name]
		if o == nil {
			continue
		}
		// A function's name is not declared yet within it (6.9).
		if !c.open[o] || o.Kind != ActionObj && o.Kind != FuncObj {
			return o
		}
		if len(o.Overloads) > 0 {
			return o
		}
		if open == nil {
			open = o
		}
	}
	return open
}

// visible is every name that can be seen, for hints.
func (c *checker) visible(dot bool, keep func(*Object) bool) []string {
	seen := map[string]bool{}
	s := c.scope
	if dot {
		s = c.top
	}
	for ; s != nil; s = s.parent {
		for n, o := range s.names {
			if keep == nil || keep(o) {
				seen[n] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// unknown reports a name that is not declared, or only later. What is the kind of
// thing it should name, "" where that may be anything.
func (c *checker) unknown(at source.Span, what, name string, dot bool, keep func(*Object) bool) {
	if decl := c.later[name]; decl != nil && c.scope != nil {
		c.errorf(at, CodeUnknownName, "%s is declared only later: move its declaration before this use", name)
		return
	}
	if member := c.qualified(name); what == "" && member != "" {
		c.errorf(at, CodeUnknownName, "there is no %s here%s", name, member)
		return
	}
	place := " here"
	if what != "" {
		what, place = what+" ", ""
	}
	c.errorf(at, CodeUnknownName, "there is no %s%s%s%s", what, name, place, c.remedy(name, func() []string { return c.visible(dot, keep) }))
}

// remedy says what to do about a name that is not declared: which file to include,
// or which name was meant.
func (c *checker) remedy(name string, candidates func() []string) string {
	if c.diags.Errors() >= source.MaxErrors { // what is not shown needs no search
		return ""
	}
	hint := nearest.Hint(name, candidates())
	if c.config.Elsewhere == nil {
		return hint
	}
	switch files := c.config.Elsewhere(name); {
	case len(files) == 1:
		return fmt.Sprintf("; it is declared in <%s>: include it", files[0])
	case len(files) > 1:
		return fmt.Sprintf("; it is declared in <%s>: include one of them", strings.Join(files, ">, <"))
	}
	return hint
}

// declare adds a name to the innermost scope. Two functions may share a name if
// they can be told apart by their arguments (6.9, 8.20).
func (c *checker) declare(o *Object) {
	o.At = spanOf(o)
	c.info.Defs[o.Decl] = o
	if o.Name == "" {
		return
	}
	old := c.scope.names[o.Name]
	if old == nil {
		c.scope.names[o.Name] = o
		return
	}
	if old.Kind == FuncObj && o.Kind == FuncObj {
		c.overload(old, o)
		return
	}
	if first, ok := old.Decl.(syntax.Decl); ok && old.Kind == TypeName && constructible(old.Decl) && constructible(o.Decl) {
		if c.overloads[first] == nil {
			c.overloads[first] = []*Object{old}
		}
		if len(c.overloads[first]) <= maxOverloads {
			c.overloads[first] = append(c.overloads[first], o)
			return
		}
	}
	c.duplicate(o.At, o.Name, old.At)
}

// constructible is true for what is told apart by its constructor's parameters.
func constructible(n syntax.Node) bool {
	switch d := n.(type) {
	case *syntax.ParserDecl:
		return !d.IsType
	case *syntax.ControlDecl:
		return !d.IsType
	case *syntax.PackageDecl:
		return true
	}
	return false
}

// checkOverload reports a block that no instantiation could tell from another.
func (c *checker) checkOverload(o *Object) {
	b, ok := o.Type.(*Block)
	old := c.scope.names[o.Name]
	if !ok || old == nil || old == o {
		return
	}
	first, ok := old.Decl.(syntax.Decl)
	if !ok {
		return
	}
	for _, f := range c.overloads[first] {
		if f == o {
			return
		}
		other, ok := f.Type.(*Block)
		if ok && alike(&Signature{Params: other.constructor()}, &Signature{Params: b.constructor()}) {
			c.duplicate(o.At, o.Name, f.At)
			return
		}
	}
}

// maxOverloads is how many further functions or blocks may have one name.
const maxOverloads = 256

// overload adds a further function of a name.
func (c *checker) overload(old, o *Object) {
	sig, _ := o.Type.(*Signature)
	if len(old.Overloads) >= maxOverloads {
		c.errorf(o.At, CodeDuplicateName, "there are more than %d functions %s", maxOverloads, o.Name)
		return
	}
	for _, f := range append([]*Object{old}, old.Overloads...) {
		if s, ok := f.Type.(*Signature); ok && sig != nil && alike(s, sig) {
			c.duplicate(o.At, o.Name, f.At)
			return
		}
	}
	old.Overloads = append(old.Overloads, o)
}

// alike says whether no call could tell two functions apart: the same number of
// parameters of the same names (6.9).
func alike(a, b *Signature) bool {
	if len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		if a.Params[i].Name != b.Params[i].Name {
			return false
		}
	}
	return true
}

func (c *checker) duplicate(at source.Span, name string, first source.Span) {
	c.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeDuplicateName, At: at,
		Msg:   name + " is declared already",
		Notes: []source.Note{{At: first, Msg: "the first declaration of " + name}}})
}

// spanOf is where an object's name stands.
func spanOf(o *Object) source.Span {
	if o.At.From.Valid() {
		return o.At
	}
	if d, ok := o.Decl.(syntax.Decl); ok && d.Declared() != nil {
		return d.Declared().Span()
	}
	if o.Decl != nil {
		return o.Decl.Span()
	}
	return source.Span{}
}

// distinct reports names that occur twice in one list.
func (c *checker) distinct(names []*syntax.Name) {
	seen := map[string]source.Span{}
	for _, n := range names {
		if n == nil {
			continue
		}
		if at, ok := seen[n.Text]; ok {
			c.duplicate(n.Span(), n.Text, at)
			continue
		}
		seen[n.Text] = n.Span()
	}
}
