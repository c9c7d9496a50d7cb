package warn

import (
	"fmt"
	"sort"

	"up4/internal/nearest"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/types"
)

// noMain warns of a program that is meant to run, as far as its text tells, and has
// no main: nothing of it would. A file of types, constants and functions is a
// library, and is meant to have none.
func (c *checker) noMain() {
	if c.info.Main != nil || c.main == nil || c.main.System {
		return
	}
	meant := false
	var last syntax.Decl
	instances := map[string]source.Span{}
	for _, d := range c.prog.Decls {
		switch d := d.(type) {
		case *syntax.PackageDecl:
			meant = true
		case *syntax.ParserDecl:
			meant = meant || !d.IsType
		case *syntax.ControlDecl:
			meant = meant || !d.IsType
		case *syntax.Instantiation:
			if b, ok := c.info.TypeExprs[d.Type].(*types.Block); ok && b.Kind == types.Package && d.Name != nil {
				instances[d.Name.Text] = d.Name.Span()
			}
		}
		if c.set.File(d.Span().From) == c.main && d.Declared() != nil {
			last = d
		}
	}
	if !meant {
		return
	}
	at := source.Span{From: c.main.Pos(0), To: c.main.Pos(0)}
	if last != nil {
		at = last.Declared().Span()
	}
	names := make([]string, 0, len(instances))
	for n := range instances {
		names = append(names, n)
	}
	sort.Strings(names)
	hint := ": nothing of it would run; declare one, as in \"P(…) main;\" for a package P"
	if n, ok := nearest.Name("main", names); ok {
		at, hint = instances[n], fmt.Sprintf("; did you mean to name %s \"main\"?", n)
	} else if len(names) > 0 {
		at, hint = instances[names[0]], fmt.Sprintf(": the package that runs is the one named main, and this is %s", names[0])
	}
	c.warnf(at, CodeNoMain, "the program has no instance of a package named main%s", hint)
}
