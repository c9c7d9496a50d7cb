package syntax

import (
	"unicode/utf8"

	"up4/p4/source"
	"up4/p4/syntax/token"
)

// Source gives the tokens of a program. After the last it gives EOF, for ever.
type Source interface {
	Next() token.Token
}

// Limits of what is read, so that a program cannot exhaust the stack.
const (
	maxNesting = 500  // levels of expressions, types, statements and declarations
	maxChain   = 2000 // operators or selections in a row: a + b + c …
	maxTokens  = 2 << 20
)

type parser struct {
	src   Source
	set   *source.Set
	diags *source.List

	tok    token.Token   // the next token
	ahead  []token.Token // those after it that were looked at
	last   token.Token   // the one before
	before token.Token   // the one before that
	taken  int           // how many were taken: tells whether a rule made progress
	count  int           // how many were read
	cut    bool          // the program was cut off, which has been told

	scope    *scope
	depth    int
	open     int  // braces of expressions that are open
	unclosed int  // of those, how many an error left open
	noGt     bool // > closes a type's width rather than compares
	inParser bool // within a parser, where fewer statements are allowed
}

// bailout unwinds to the nearest declaration or statement, whose function skips to
// where reading can go on. The error was reported.
type bailout struct{}

// Parse reads a program and reports what is wrong with its syntax. The tree is
// whole save for Bad nodes where something could not be read.
func Parse(src Source, set *source.Set, diags *source.List) *Program {
	p := &parser{src: src, set: set, diags: diags, scope: newScope(nil)}
	p.tok = p.read()
	from := p.tok.At.From
	prog := &Program{}
	for p.tok.Kind != token.EOF {
		if d := p.recoverDecl(p.topDecl, p.skipToTop); d != nil {
			prog.Decls = append(prog.Decls, d)
		}
	}
	prog.At = p.since(from)
	return prog
}

// ---- Tokens ----

// next takes the token that is next.
func (p *parser) next() token.Token {
	p.before, p.last = p.last, p.tok
	p.taken++
	if len(p.ahead) > 0 {
		p.tok = p.ahead[0]
		p.ahead = p.ahead[1:]
	} else {
		p.tok = p.read()
	}
	return p.last
}

// read is the next token of the source, of which there is an end.
func (p *parser) read() token.Token {
	t := p.src.Next()
	if p.count++; p.count > maxTokens && t.Kind != token.EOF {
		p.diags.Errorf(t.At, CodeTooLarge, "the program has more than %d words and signs", maxTokens)
		t.Kind, p.cut = token.EOF, true
		p.src = ended{t}
	}
	return t
}

// peek is the nth token after the next; peek(0) is the next.
func (p *parser) peek(n int) token.Token {
	if n == 0 {
		return p.tok
	}
	for len(p.ahead) < n {
		p.ahead = append(p.ahead, p.read())
	}
	return p.ahead[n-1]
}

func (p *parser) at(k token.Kind) bool { return p.tok.Kind == k }

// accept takes the next token if it is of a kind.
func (p *parser) accept(k token.Kind) bool {
	if p.tok.Kind != k {
		return false
	}
	p.next()
	return true
}

// expect takes the next token, which must be of a kind.
func (p *parser) expect(k token.Kind) token.Token {
	if p.tok.Kind != k {
		p.unexpected(quoted(k))
	}
	return p.next()
}

// since is the text from a place up to the last token taken. An include within a
// declaration can make it begin and end in two files: then only the place is kept.
func (p *parser) since(from source.Pos) source.Span {
	to := p.last.At.To
	if to < from || p.set.File(from) != p.set.File(to) {
		to = from
	}
	return source.Span{From: from, To: to}
}

func (p *parser) node(from source.Pos) node { return node{p.since(from)} }

// enter counts a level of nesting; leave ends it.
func (p *parser) enter() {
	p.depth++
	if p.depth > maxNesting {
		p.diags.Errorf(p.tok.At, CodeTooNested, "more than %d levels of nesting", maxNesting)
		panic(bailout{})
	}
}

func (p *parser) leave() { p.depth-- }

// chain bounds how many operators follow each other.
func (p *parser) chain(n int) {
	if n > maxChain {
		p.diags.Errorf(p.tok.At, CodeTooNested, "more than %d operators in a row", maxChain)
		panic(bailout{})
	}
}

// ---- Errors ----

func quoted(k token.Kind) string {
	switch k {
	case token.EOF, token.Ident, token.Int, token.String, token.PragmaEnd, token.Newline:
		return k.String()
	}
	return `"` + k.String() + `"`
}

// unexpected reports the next token and unwinds.
func (p *parser) unexpected(want string) {
	p.report(want)
	panic(bailout{})
}

// report says that the next token is not what is wanted.
func (p *parser) report(want string) {
	t := p.tok
	want += p.slip()
	notes := p.behindLast(want)
	switch {
	case t.Kind == token.Invalid:
		// What is no text at all the scanner has told.
		if r, _ := utf8.DecodeRuneInString(t.Text); r != utf8.RuneError && r != 0 && r != '"' {
			p.diags.Errorf(t.At, CodeStray, "the character %q has no meaning here: expected %s", t.Text, want)
		}
	case t.Kind == token.EOF && p.cut:
	case t.Kind == token.EOF:
		// What is missing is missed behind the last token, not behind blank lines.
		p.diags.Errorf(p.end(), CodeSyntax, "the file ends where %s is expected", want)
	case t.Kind == token.Ident || t.Kind == token.Int:
		p.syntaxError(notes, "unexpected %s %q: expected %s", t.Kind, clip(t.Text), want)
	case t.Kind == token.String:
		p.syntaxError(notes, "unexpected string: expected %s", want)
	default:
		p.syntaxError(notes, "unexpected %s: expected %s", quoted(t.Kind), want)
	}
}

// end is the place behind the last token.
func (p *parser) end() source.Span {
	if p.taken == 0 {
		return p.tok.At
	}
	return source.Span{From: p.last.At.To, To: p.last.At.To}
}

// clip shortens a token for a message.
func clip(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}

// state is what a failed rule leaves behind and its recovery puts back.
type state struct {
	scope          *scope
	depth, open    int
	noGt, inParser bool
	taken          int
}

func (p *parser) save() state {
	return state{p.scope, p.depth, p.open, p.noGt, p.inParser, p.taken}
}

// attempt reads something; after an error it skips to where reading can go on, and
// ok is false.
func attempt[T any](p *parser, read func() T, skip func()) (v T, ok bool) {
	s := p.save()
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case bailout:
			p.unclosed = p.open - s.open
			p.scope, p.depth, p.open, p.noGt, p.inParser = s.scope, s.depth, s.open, s.noGt, s.inParser
			p.skipOn(s, skip)
			p.unclosed = 0
			v, ok = *new(T), false
		default:
			panic(r)
		}
	}()
	return read(), true
}

// recoverDecl reads a declaration, which is bad after an error.
func (p *parser) recoverDecl(read func() Decl, skip func()) Decl {
	from := p.tok.At.From
	if d, ok := attempt(p, read, skip); ok {
		return d
	}
	return &BadDecl{declared{node: p.node(from)}}
}

// recoverStmt reads a statement, which is bad after an error.
func (p *parser) recoverStmt(read func() Stmt) Stmt {
	from := p.tok.At.From
	if s, ok := attempt(p, read, p.skipToStmt); ok {
		return s
	}
	return &BadStmt{p.node(from)}
}

// skipOn skips, and at least one token if none was taken since s. When enough
// errors were told the rest is not read.
func (p *parser) skipOn(s state, skip func()) {
	if p.diags.Errors() > source.MaxErrors {
		p.ahead = nil
		p.tok = token.Token{Kind: token.EOF, At: source.Span{From: p.tok.At.To, To: p.tok.At.To}}
		p.src = ended{p.tok}
		return
	}
	skip()
	// A closing brace ends what is around, which goes on from there.
	if p.taken == s.taken && !p.at(token.EOF) && !p.at(token.RBrace) {
		p.next()
	}
}

type ended struct{ eof token.Token }

func (e ended) Next() token.Token { return e.eof }

// skipToTop goes to where a declaration of the top level may begin: behind a ; or
// a closing brace, or before a keyword that only begins one.
func (p *parser) skipToTop() {
	for first := true; ; first = false {
		switch p.tok.Kind {
		case token.EOF:
			return
		case token.Semicolon, token.RBrace:
			p.next()
			return
		case token.LBrace:
			p.skipBraces()
			if p.tok.LineStart {
				return
			}
			continue
		case token.Control, token.Parser, token.Header, token.HeaderUnion, token.Struct, token.Enum,
			token.Typedef, token.Extern, token.Package, token.Const, token.Action:
			if !first && p.tok.LineStart {
				return
			}
		}
		p.next()
	}
}

// skipToStmt goes to where a statement or a local declaration may begin: behind a ;
// or a block, or before the brace that closes what is around.
func (p *parser) skipToStmt() {
	for {
		if p.at(token.RBrace) && p.unclosed > 0 {
			p.unclosed--
			p.next()
			continue
		}
		switch p.tok.Kind {
		case token.EOF, token.RBrace:
			return
		case token.Semicolon:
			p.next()
			return
		case token.LBrace:
			p.skipBraces()
			if p.at(token.Semicolon) {
				p.next()
			}
			if !p.at(token.Else) && !p.at(token.Colon) {
				return
			}
		case token.Control, token.Parser, token.Header, token.HeaderUnion, token.Struct, token.Enum,
			token.Typedef, token.Extern, token.Package:
			if p.tok.LineStart {
				return // a brace is missing before
			}
			p.next()
		default:
			p.next()
		}
	}
}

// skipBraces passes over a {, all up to its } and that.
func (p *parser) skipBraces() {
	for depth := 0; !p.at(token.EOF); {
		switch p.next().Kind {
		case token.LBrace:
			depth++
		case token.RBrace:
			if depth--; depth == 0 {
				return
			}
		}
	}
}
