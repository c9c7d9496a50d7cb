package front

import (
	"slices"
	"strings"
	"sync"

	"up4/p4/include"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/preproc"
)

// library is the bundled files that declare each name at their top level, match
// kinds included. A file that another one includes declares its names itself.
var library = sync.OnceValue(func() map[string][]string {
	names := map[string][]string{}
	for _, file := range include.Names() {
		if strings.Contains(file, "/") {
			continue // another edition of one without a folder
		}
		text, ok := include.Lookup(file)
		if !ok {
			continue
		}
		var set source.Set
		var diags source.List
		pre := preproc.New(&set, &diags, preproc.Options{System: include.Lookup})
		if pre.OpenText(file, text) != nil {
			continue
		}
		for _, n := range declaredNames(syntax.Parse(pre, &set, &diags), &set, set.File(1)) {
			if !slices.Contains(names[n], file) {
				names[n] = append(names[n], file)
			}
		}
	}
	return names
})

// declaredNames is what one file of a program declares at the top level.
func declaredNames(prog *syntax.Program, set *source.Set, file *source.File) (names []string) {
	for _, d := range prog.Decls {
		if set.File(d.Span().From) != file {
			continue
		}
		if m, ok := d.(*syntax.MatchKindDecl); ok {
			for _, n := range m.Members {
				names = append(names, n.Text)
			}
		}
		if n := d.Declared(); n != nil {
			names = append(names, n.Text)
		}
	}
	return names
}

// declaredIn is the bundled files that declare a name and that a program could
// include. To a program that has an architecture no other one is proposed.
func declaredIn(prog *syntax.Program, set *source.Set, name string) []string {
	files := library()[name]
	if len(files) == 0 {
		return nil
	}
	for _, d := range prog.Decls {
		if f := set.File(d.Span().From); f != nil && f.System && f.Name != "<core.p4>" {
			if slices.Contains(files, "core.p4") {
				return []string{"core.p4"}
			}
			return nil
		}
	}
	return files
}
