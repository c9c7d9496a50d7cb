// Package lower makes the intermediate form of a program that was checked: it
// evaluates the package named main (clause 17.1), makes every instance once with its
// arguments put in, and turns statements and expressions into blocks of instructions.
//
// It knows the language and the IR, and neither architectures nor back ends.
package lower

import (
	"fmt"

	"up4/p4/ir"
	"up4/p4/source"
	"up4/p4/syntax"
	"up4/p4/types"
)

// What instances of instances of … may grow to. The last of them may exceed maxCode.
const (
	maxInstances = 20_000
	maxCode      = 4_000_000 // instructions and blocks
)

// Lower makes the IR of a program that Check found no error in. What it cannot
// lower goes to diags; then, and for a program without main, the result has no Main.
// With a Main it is valid.
func Lower(prog *syntax.Program, info *types.Info, set *source.Set, diags *source.List) *ir.Program {
	l := &lowerer{
		info: info, set: set, diags: diags, tree: prog,
		prog:  &ir.Program{Errors: info.Errors, MatchKinds: info.MatchKinds},
		env:   &env{m: map[*types.Object]thing{}},
		types: map[string]ir.Type{}, typeNames: names{}, objectNames: names{}, funcNames: names{}, tableNames: names{}, setNames: names{},
		funcs: map[string]*ir.Func{}, users: map[*ir.Object]int{}, seen: map[string]bool{},
	}
	if info.Main == nil {
		return l.prog
	}
	before := diags.Errors()
	l.top = l.scratch("")
	main := l.pkg(info.Instances[info.Main], l.top, "main", info.Main.Annots(), info.Main.Span())
	if diags.Errors() == before {
		l.prog.Main = main
		validated(l.prog, info.Main.Span(), diags)
	}
	return l.prog
}

// validated takes main away from a program that is not valid, which is an error of
// lowering itself.
func validated(p *ir.Program, at source.Span, diags *source.List) {
	errs := ir.Validate(p)
	if len(errs) == 0 {
		return
	}
	diags.Errorf(at, CodeInternal, "the compiler made invalid code of this program, which is an error of its own: %v", errs[0])
	p.Main = nil
}

type lowerer struct {
	info  *types.Info
	set   *source.Set
	diags *source.List
	tree  *syntax.Program
	prog  *ir.Program
	env   *env  // of the top level
	top   *code // evaluates there

	types     map[string]ir.Type
	typeNames names
	funcs     map[string]*ir.Func // functions and top-level actions, by what they are made of
	users     map[*ir.Object]int  // tables that an object stands in the properties of

	objectNames, funcNames, tableNames, setNames names
	seen                                         map[string]bool // names for the control plane, with their kinds
	instances                                    int
	size                                         int // of all code so far
}

func (l *lowerer) errorf(at source.Span, code source.Code, format string, args ...any) {
	l.diags.Errorf(at, code, format, args...)
}

// thing is what a name stands for: one field is set.
type thing struct {
	value  ir.Value
	local  *ir.Local
	object *ir.Object
	fn     *ir.Func // a parser's or control's instance, or an action
	table  *table
	set    *ir.ValueSet
	pkg    *ir.Package
	list   []thing // an array of instances
}

// env is what names stand for in an instance, and around it.
type env struct {
	outer *env
	m     map[*types.Object]thing
}

func (e *env) lookup(o *types.Object) (thing, bool) {
	for ; e != nil; e = e.outer {
		if t, ok := e.m[o]; ok {
			return t, true
		}
	}
	return thing{}, false
}

func (e *env) within() *env { return &env{e, map[*types.Object]thing{}} }

// named is a unique name for what the control plane sees. That it was taken is a
// warning (18.3.3), but not for what is @hidden.
func (l *lowerer) named(n names, kind, name string, as []*syntax.Annotation, at source.Span) string {
	got := n.unique(name)
	for _, a := range as {
		if a.Name != nil && a.Name.Text == "hidden" {
			return got
		}
	}
	key := kind + " " + name
	if l.seen[key] {
		l.diags.Warnf(at, CodeName, "two instances of this %s have the name %s for the control plane: one becomes %s; @name tells them apart", kind, name, got)
	}
	l.seen[key] = true
	return got
}

// names makes names unique.
type names map[string]bool

func (n names) unique(name string) string {
	got := name
	for i := 2; n[got]; i++ {
		got = fmt.Sprintf("%s_%d", name, i)
	}
	n[got] = true
	return got
}
