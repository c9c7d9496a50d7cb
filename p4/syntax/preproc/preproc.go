// Package preproc is the preprocessor of P4-16 (specification 1.2.5, clause 6.2):
// includes, macros and conditionals as the C standard has them (ISO C, clause
// 6.10), done on tokens. It knows nothing of the grammar, and reads files only
// through its Options.
package preproc

import (
	"up4/p4/source"
	"up4/p4/syntax/scan"
	"up4/p4/syntax/token"
)

// Limits. What exceeds one is an error, after which the program ends.
const (
	MaxIncludeDepth = 100
	MaxText         = 64 << 20 // bytes of all files, each counted as often as it is included
	MaxExpansion    = 4 << 20  // tokens that come out of macros
	MaxMacroDepth   = 200      // macros within macros, or calls within arguments
	MaxLine         = 1 << 16  // tokens of a directive
	MaxParams       = 256      // of a macro
	maxCondition    = 200      // parentheses and operators within each other in an #if

	// perFile is what an empty file costs of MaxText.
	perFile = 1 << 10
)

// Options says where text comes from.
type Options struct {
	Dirs    []string // where included files are looked for, in order
	Defines []string // NAME or NAME=VALUE, as for -D

	// Read reads a file. An error that wraps fs.ErrNotExist makes the search for
	// an included file go on. Nil is files of this machine, up to textfile.Program.
	Read func(path string) ([]byte, error)
	// List is the names in a folder, for hints. Nil is folders of this machine.
	List func(dir string) []string
	// System is the text of an included file that comes with the product, tried
	// last. SystemNames is the names it knows.
	System      func(name string) ([]byte, bool)
	SystemNames []string
}

// Preproc gives the tokens of a program. It never panics on bad input, and
// reports to its list. One goroutine at a time.
type Preproc struct {
	set    *source.Set
	diags  *source.List
	opt    Options
	files  map[string]*source.File
	macros map[string]*macro
	uses   map[source.Pos]*macro // the outermost macro used at each place

	units   []*unit // the files being read, the innermost last
	closed  int     // how many units have ended
	main    stream
	text    int // bytes read, towards MaxText
	work    int // tokens made, towards MaxExpansion
	depth   int // of expansions of arguments
	stopped bool
	last    source.Span // of the last token of a file
}

// unit is one reading of a file.
type unit struct {
	file  *source.File
	dir   string // of what it includes in quotes; "" for a file of the product
	scan  *scan.Scanner
	conds []cond
	from  source.Span // what includes it
}

// cond is an open #if, #ifdef or #ifndef.
type cond struct {
	at     source.Span
	word   string
	live   bool // this group is read
	taken  bool // a group was read already, or none may be
	orElse bool // #else was met
}

func (u *unit) skipping() bool { return len(u.conds) > 0 && !u.conds[len(u.conds)-1].live }

// New makes a preprocessor. Open gives it its program.
func New(set *source.Set, diags *source.List, opt Options) *Preproc {
	p := &Preproc{set: set, diags: diags, opt: opt, files: map[string]*source.File{}, macros: map[string]*macro{}, uses: map[source.Pos]*macro{}}
	if p.opt.Read == nil {
		p.opt.Read = ReadFile
	}
	if p.opt.List == nil {
		p.opt.List = listDir
	}
	for _, name := range []string{"__FILE__", "__LINE__"} {
		p.macros[name] = &macro{name: name, builtin: true}
	}
	p.main.more = p.raw
	return p
}

// Open begins the program at path. It fails where the file cannot be read, or a
// definition of the options is none.
func (p *Preproc) Open(path string) error {
	text, err := p.opt.Read(path)
	if err != nil {
		return p.unread(path, err)
	}
	return p.OpenText(path, text)
}

// OpenBehind has the text of a file follow that of the program, which is opened next.
func (p *Preproc) OpenBehind(path string) error {
	text, err := p.opt.Read(path)
	if err != nil {
		return p.unread(path, err)
	}
	file, err := p.set.Add(path, text)
	if err != nil {
		return err
	}
	p.files[clean(path)] = file
	p.enter(file, dirOf(path), source.Span{})
	return nil
}

// OpenText begins the program with a text that has been read. The text is kept.
func (p *Preproc) OpenText(path string, text []byte) error {
	defines, err := defineText(p.opt.Defines)
	if err != nil {
		return err
	}
	file, err := p.set.Add(path, text)
	if err != nil {
		return err
	}
	p.files[clean(path)] = file
	p.enter(file, dirOf(path), source.Span{})
	if defines != "" {
		file, err := p.set.Add("<command line>", []byte(defines))
		if err != nil {
			return err
		}
		p.enter(file, "", source.Span{})
	}
	return nil
}

// Next is the next token of the program; at the end it is EOF, for ever.
func (p *Preproc) Next() token.Token { return p.expand(&p.main).Token }

// Macro is the name of the macro that was used at a place, and where it is defined:
// tokens that come out of a macro have the place of its use.
func (p *Preproc) Macro(at source.Pos) (name string, defined source.Span, ok bool) {
	m := p.uses[at]
	if m == nil {
		return "", source.Span{}, false
	}
	return m.name, m.at, true
}

// enter begins to read a file.
func (p *Preproc) enter(file *source.File, dir string, from source.Span) {
	p.text += len(file.Text) + perFile
	p.units = append(p.units, &unit{file: file, dir: dir, scan: scan.New(file, p.diags, scan.Newlines), from: from})
}

// leave ends the innermost file.
func (p *Preproc) leave() {
	u := p.units[len(p.units)-1]
	for _, c := range u.conds {
		p.diags.Errorf(c.at, CodeUnterminatedIf, "the #%s that begins here has no #endif", c.word)
	}
	p.units = p.units[:len(p.units)-1]
	p.closed++
}

// raw is the next token of the files, directives obeyed and left out.
func (p *Preproc) raw() tok {
	for len(p.units) > 0 && !p.stopped {
		u := p.units[len(p.units)-1]
		t := u.scan.Next()
		p.last = t.At
		switch {
		case t.Kind == token.EOF:
			p.leave()
		case t.Kind == token.Hash && t.LineStart:
			p.directive(u)
			u.scan.Mute(u.skipping())
		case t.Kind == token.Newline || u.skipping():
		default:
			return tok{Token: t}
		}
	}
	return tok{Token: p.eof()}
}

func (p *Preproc) eof() token.Token {
	return token.Token{Kind: token.EOF, At: p.last, SpaceBefore: true, LineStart: true}
}

// stop reports an error that ends the program.
func (p *Preproc) stop(at source.Span, code source.Code, format string, args ...any) {
	if !p.stopped {
		p.diags.Errorf(at, code, format, args...)
	}
	p.stopped = true
}
