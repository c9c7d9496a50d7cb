package ir

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
)

// Limits of what Read reads.
const (
	maxText   = 256 << 20 // bytes
	maxDepth  = 5000      // expressions, types, constants, packages within each other
	maxErrors = 50        // reported
	maxDigits = 1 << 15   // of a number
)

// Read reads the text form that Print writes. The error holds up to 50 messages,
// each NAME:LINE:COLUMN: what is wrong. What it reads fits together by name, and is
// otherwise as it was written: see Validate.
func Read(text []byte, name string) (*Program, error) {
	r := &reader{name: name, prog: &Program{}}
	if len(text) > maxText {
		return nil, fmt.Errorf("%s: the text has more than %d bytes", name, maxText)
	}
	l := &lexer{text: text, report: r.report}
	r.toks = l.all()
	r.maps()
	r.program()
	r.finish()
	if len(r.errs) > 0 {
		if r.more > 0 {
			r.errs = append(r.errs, fmt.Errorf("%s: %d more errors", name, r.more))
		}
		return nil, errors.Join(r.errs...)
	}
	return r.prog, nil
}

// reader reads tokens. What is used before it is declared stands in one of the
// maps, empty, until it is.
type reader struct {
	name  string
	toks  []lexeme
	pos   int
	depth int
	errs  []error
	more  int
	prog  *Program

	types   map[string]Type
	objects refs[Object]
	sets    refs[ValueSet]
	funcs   refs[Func]
	tables  refs[Table]
	later   []func() // what needs all declarations
	fn      *Func    // whose code is read, or in whose scope
	locals  map[*Func]map[string]*Local
	blocks  refs[Block]
}

// refs is things by name: where first used, and which are declared.
type refs[T any] struct {
	all      map[string]*T
	used     map[string]lexeme
	order    []string
	declared map[string]bool
}

func newRefs[T any]() refs[T] {
	return refs[T]{map[string]*T{}, map[string]lexeme{}, nil, map[string]bool{}}
}

func (m *refs[T]) get(x lexeme) *T {
	if v, ok := m.all[x.text]; ok {
		return v
	}
	v := new(T)
	m.all[x.text], m.used[x.text] = v, x
	m.order = append(m.order, x.text)
	return v
}

func (r *reader) maps() {
	r.types = map[string]Type{}
	r.objects, r.sets, r.funcs, r.tables = newRefs[Object](), newRefs[ValueSet](), newRefs[Func](), newRefs[Table]()
	r.blocks = newRefs[Block]()
	r.locals = map[*Func]map[string]*Local{}
}

// declare is the thing of that name, for its declaration.
func declare[T any](r *reader, m *refs[T], x lexeme, what string) *T {
	v := m.get(x)
	if m.declared[x.text] {
		r.failAt(x, "%s %s is declared twice", what, x)
	}
	m.declared[x.text] = true
	return v
}

// undeclared reports what was used only.
func undeclared[T any](r *reader, m *refs[T], what string) {
	for _, n := range m.order {
		if x := m.used[n]; !m.declared[n] {
			r.report(x.line, x.col, fmt.Sprintf("no %s %s", what, x))
		}
	}
}

func (r *reader) finish() {
	undeclared(r, &r.objects, "object")
	undeclared(r, &r.sets, "value set")
	undeclared(r, &r.funcs, "parser, control, action or function")
	undeclared(r, &r.tables, "table")
	for _, f := range r.later {
		r.try(f, func() {})
	}
}

func (r *reader) report(line, col int, msg string) {
	if len(r.errs) >= maxErrors {
		r.more++
		return
	}
	r.errs = append(r.errs, fmt.Errorf("%s:%d:%d: %s", r.name, line, col, msg))
}

// bail is what fail throws; try catches it, so it never leaves Read.
type bail struct{}

func (r *reader) failAt(x lexeme, format string, args ...any) {
	r.report(x.line, x.col, fmt.Sprintf(format, args...))
	panic(bail{})
}

func (r *reader) fail(format string, args ...any) { r.failAt(r.peek(), format, args...) }

// try runs f; where it fails, resync finds where to go on.
func (r *reader) try(f func(), resync func()) {
	depth := r.depth
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(bail); !ok {
				panic(e)
			}
			r.depth = depth
			resync()
		}
	}()
	f()
}

// enter bounds recursion; call the result when done.
func (r *reader) enter() func() {
	if r.depth++; r.depth > maxDepth {
		r.fail("nested more than %d deep", maxDepth)
	}
	return func() { r.depth-- }
}

func (r *reader) peek() lexeme { return r.toks[r.pos] }

func (r *reader) peekAt(n int) lexeme { return r.toks[min(r.pos+n, len(r.toks)-1)] }

func (r *reader) take() lexeme {
	x := r.peek()
	if x.kind != lexEOF {
		r.pos++
	}
	return x
}

// is says whether the next token is that word or punctuation.
func (r *reader) is(text string) bool { return r.peek().is(text) }

func (x lexeme) is(text string) bool {
	return x.text == text && (x.kind == lexWord || x.kind == lexPunct)
}

// got takes the next token if it is that word or punctuation.
func (r *reader) got(text string) bool {
	if r.is(text) {
		r.pos++
		return true
	}
	return false
}

func (r *reader) want(text string) {
	if !r.got(text) {
		r.fail("%q is expected, not %s", text, r.peek())
	}
}

// ident takes a name: a word that has no other meaning, or a quoted one.
func (r *reader) ident() lexeme {
	x := r.peek()
	if x.kind == lexQuoted || x.kind == lexWord && !words[x.text] {
		return r.take()
	}
	if x.kind == lexWord {
		r.fail("%s is a word of the text form: as a name it stands between backquotes", x)
	}
	r.fail("a name is expected, not %s", x)
	return x
}

func (r *reader) string() string {
	if r.peek().kind != lexString {
		r.fail("a string is expected, not %s", r.peek())
	}
	return r.take().text
}

// big takes a number.
func (r *reader) big() Int {
	x := r.peek()
	if x.kind != lexNumber {
		r.fail("a number is expected, not %s", x)
	}
	if len(x.text) > maxDigits {
		r.fail("a number of more than %d digits", maxDigits)
	}
	v, ok := new(big.Int).SetString(x.text, 10)
	if !ok {
		r.fail("%s is no number", x)
	}
	r.pos++
	return v
}

// int takes a number that an int holds.
func (r *reader) int() int {
	x := r.peek()
	if x.kind != lexNumber {
		r.fail("a number is expected, not %s", x)
	}
	n, err := strconv.Atoi(x.text)
	if err != nil || n > 1<<31-1 || n < -1<<31 {
		r.fail("%s is too large here", x)
	}
	r.pos++
	return n
}

// list reads items, separated by commas, up to close, which it takes.
func (r *reader) list(closing string, item func()) {
	if r.got(closing) {
		return
	}
	for {
		item()
		if r.got(closing) {
			return
		}
		if !r.got(",") {
			r.fail("\",\" or %q is expected, not %s", closing, r.peek())
		}
	}
}

// names reads names up to a closing brace.
func (r *reader) names(closing string) []string {
	var out []string
	r.list(closing, func() { out = append(out, r.ident().text) })
	return out
}
