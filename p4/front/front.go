// Package front takes a program from its files to what they mean: it reads,
// parses and checks, and keeps what was said on the way. It knows neither
// architectures nor back ends.
package front

import (
	"up4/p4/include"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/syntax/preproc"
	"up4/p4/types"
	"up4/p4/types/warn"
)

// Options is how a program is read.
type Options struct {
	Dirs    []string // where included files are looked for, in order (-I)
	Defines []string // NAME or NAME=VALUE (-D)

	// Externs is a file with functions in P4 that stand for extern functions which the
	// program declares itself, "" for none (docs/language.md).
	Externs string

	// Read and List read a file and the names in a folder; nil reads this machine's.
	Read func(path string) ([]byte, error)
	List func(dir string) []string
}

// Unit is a program and what is known of it.
type Unit struct {
	Set   *source.Set
	Diags *source.List
	Prog  *syntax.Program // nil if the file could not be read
	Info  *types.Info     // nil if the program was not checked
}

// OK says whether no error was found.
func (u *Unit) OK() bool { return u.Diags.Errors() == 0 }

// Parse reads a program and what it includes.
func Parse(path string, opt Options) *Unit {
	u, pre := parse(path, opt)
	noteMacros(u.Diags, pre)
	return u
}

func parse(path string, opt Options) (*Unit, *preproc.Preproc) {
	u := &Unit{Set: &source.Set{}, Diags: &source.List{}}
	pre := preproc.New(u.Set, u.Diags, preproc.Options{
		Dirs: opt.Dirs, Defines: opt.Defines, Read: opt.Read, List: opt.List,
		System: include.Lookup, SystemNames: include.Names(),
	})
	err := error(nil)
	if opt.Externs != "" {
		err = pre.OpenBehind(opt.Externs)
	}
	if err == nil {
		err = pre.Open(path)
	}
	if err != nil {
		u.Diags.Errorf(source.Span{}, FileCode, "%v", err)
		return u, pre
	}
	u.Prog = syntax.Parse(pre, u.Set, u.Diags)
	withoutInclude(u.Diags)
	if opt.Externs != "" {
		u.model(opt.Externs)
	}
	return u, pre
}

// noteMacros says of what stands in text that came out of a macro where that is
// defined: the place of its use alone does not show the text.
func noteMacros(l *source.List, pre *preproc.Preproc) {
	l.Filter(func(d source.Diagnostic) (source.Diagnostic, bool) {
		if name, at, ok := pre.Macro(d.At.From); ok && len(d.Notes) == 0 {
			d.Notes = []source.Note{{At: at, Msg: "from the macro " + name + ", defined here"}}
		}
		return d, true
	})
}

// withoutInclude drops the syntax errors behind an include that was not found: they
// may come of the macros and types that it was to bring.
func withoutInclude(l *source.List) {
	lacks := false
	l.Filter(func(d source.Diagnostic) (source.Diagnostic, bool) {
		lacks = lacks || d.Code == preproc.CodeIncludeMissing || d.Code == preproc.CodeIncludeRead
		return d, !lacks || d.Code != syntax.CodeSyntax
	})
}

// Check reads a program and finds out what it means. Of a program with syntax
// errors only what stands before the first of them is checked: what follows may be
// its consequence.
func Check(path string, opt Options) *Unit {
	u, pre := parse(path, opt)
	if u.Prog == nil {
		return u
	}
	defer func() { noteMacros(u.Diags, pre) }()
	config := types.Config{Elsewhere: func(name string) []string { return declaredIn(u.Prog, u.Set, name) }}
	if u.OK() {
		u.Info = config.Check(u.Prog, u.Set, u.Diags)
		if u.OK() {
			warn.Check(u.Prog, u.Info, u.Set, u.Diags)
		}
		return u
	}
	end := firstError(u.Diags)
	var more source.List
	config.Check(u.Prog, u.Set, &more)
	cut := declaredAround(u.Prog, end)
	for _, d := range more.All {
		if d.At.From < end && !(cut[d.At.From] && missing[d.Code]) {
			u.Diags.Add(d)
		}
	}
	return u
}

// missing is the codes that speak of what a declaration lacks.
var missing = map[source.Code]bool{
	types.CodeMissingReturn: true, types.CodeNoStart: true, types.CodeTableProperty: true, types.CodeAbstract: true,
}

// declaredAround is where the names of the declarations stand that hold a place: a
// syntax error there may have cut off what they seem to lack.
func declaredAround(prog *syntax.Program, at source.Pos) map[source.Pos]bool {
	names := map[source.Pos]bool{}
	syntax.Inspect(prog, func(n syntax.Node) bool {
		if d, ok := n.(syntax.Decl); ok && d.Declared() != nil && d.Span().From <= at && at <= d.Span().To {
			names[d.Declared().Span().From] = true
		}
		return true
	})
	return names
}

// firstError is where the first error stands.
func firstError(l *source.List) source.Pos {
	first := source.Pos(source.MaxBytes)
	for _, d := range l.All {
		if d.Severity == source.Error {
			first = min(first, d.At.From)
		}
	}
	return first
}
