package types

import (
	"up4/p4/source"
	"up4/p4/syntax"
)

// checker is one run of Check.
type checker struct {
	info  *Info
	set   *source.Set
	diags *source.List
	top   *scope
	scope *scope
	in    context
	// later holds what the top level declares but has not yet been reached.
	later map[string]syntax.Decl
	// open holds the declarations whose text is being checked: using them is a
	// recursion.
	open map[*Object]bool
	// known holds expressions known when the program is instantiated, but not their
	// values: constructor parameters, instances (18.1).
	known map[syntax.Expr]bool
	// lvalues holds expressions that can be assigned to (6.7).
	lvalues         map[syntax.Expr]bool
	tables          map[*Object]*tableInfo
	actionRuns      map[*Enum]*Object // the table of each action_run's type
	made            map[string]Type   // generic types with arguments
	ids             map[any]int       // for keys of made
	sizes           map[Type]int      // see size
	names, topNames map[string]span
	errors, kinds   map[string]*Object
	overloads       map[syntax.Decl][]*Object // blocks of one name, by the first one's declaration
	inside          map[syntax.Decl]bool      // functions whose bodies are being checked
	unevaluated     int                       // within what a size is asked of
	hasErrors       bool
	toldErrors      bool // that there are none
	config          Config
}

// Config is what is known around a program. The zero value is nothing.
type Config struct {
	// Elsewhere is the names of the files that a program could include to declare a
	// name, or nil. It is asked of names that are not declared.
	Elsewhere func(name string) []string
}

// place is the kind of code that is being checked.
type place uint8

const (
	atTop place = iota
	inParser
	inControl
	inAction
	inFunction
	inMethod // an abstract method's implementation
)

func (p place) String() string {
	return [...]string{"at the top level", "in a parser", "in a control", "in an action", "in a function", "in a method"}[p]
}

// context is where the checker stands.
type context struct {
	place  place
	body   bool // among statements that run, not declarations
	result Type // of the function
	name   string
	loops  int
	this   *Extern
	table  *Object // whose declaration is being checked
}

// within runs f in another context and comes back.
func (c *checker) within(in context, f func()) {
	old := c.in
	c.in = in
	f()
	c.in = old
}

// Check finds out what prog means. Whatever is wrong goes to diags; the Info is
// whole where there were no errors.
func Check(prog *syntax.Program, set *source.Set, diags *source.List) *Info {
	return Config{}.Check(prog, set, diags)
}

// Check is as the function of its name, with what is known around the program.
func (config Config) Check(prog *syntax.Program, set *source.Set, diags *source.List) *Info {
	c := &checker{
		config: config,
		info: &Info{
			Types: map[syntax.Expr]Type{}, Implicit: map[syntax.Expr]Type{}, Values: map[syntax.Expr]Value{},
			TypeExprs: map[syntax.Type]Type{}, Uses: map[syntax.Node]*Object{}, Defs: map[syntax.Node]*Object{},
			Calls: map[*syntax.CallExpr]*Call{}, Instances: map[*syntax.Instantiation]*Call{},
			Tables: map[*syntax.TableDecl]*Table{}, Actions: map[*syntax.ActionRef]*Call{}, DefaultActions: map[*syntax.Property]*syntax.ActionRef{},
		},
		set: set, diags: diags,
		later: map[string]syntax.Decl{}, open: map[*Object]bool{}, known: map[syntax.Expr]bool{},
		lvalues: map[syntax.Expr]bool{}, tables: map[*Object]*tableInfo{}, actionRuns: map[*Enum]*Object{},
		made: map[string]Type{}, ids: map[any]int{}, sizes: map[Type]int{}, names: map[string]span{}, topNames: map[string]span{},
		errors: map[string]*Object{}, kinds: map[string]*Object{}, overloads: map[syntax.Decl][]*Object{}, inside: map[syntax.Decl]bool{},
	}
	c.push()
	c.top = c.scope
	for _, d := range prog.Decls {
		if n := d.Declared(); n != nil {
			c.later[n.Text] = d
		}
	}
	for _, d := range prog.Decls {
		if n := d.Declared(); n != nil && c.later[n.Text] == d {
			delete(c.later, n.Text)
		}
		c.decl(d)
	}
	c.checkNoAction()
	c.checkMain()
	return c.info
}

func (c *checker) errorf(at source.Span, code source.Code, format string, args ...any) {
	c.diags.Errorf(at, code, format, args...)
}

// use notes what a name stands for.
func (c *checker) use(n syntax.Node, o *Object) {
	o.Used = true
	c.info.Uses[n] = o
}

type span = source.Span
