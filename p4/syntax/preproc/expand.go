package preproc

import (
	"strconv"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax/scan"
	"up4/p4/syntax/token"
)

// tok is a token on its way through expansion.
type tok struct {
	token.Token
	hide  *hide
	paste bool // the ## of a body, not one that an argument brought
}

// stream is what is still to be looked through: tokens put back, then what more gives.
type stream struct {
	pending []tok // the next one last
	more    func() tok
	apart   bool // the next token of more follows an expansion
}

func (s *stream) next() tok {
	n := len(s.pending)
	if n == 0 {
		t := s.more()
		t.SpaceBefore = t.SpaceBefore || s.apart
		s.apart = false
		return t
	}
	t := s.pending[n-1]
	s.pending = s.pending[:n-1]
	return t
}

func (s *stream) push(ts ...tok) {
	for i := len(ts) - 1; i >= 0; i-- {
		s.pending = append(s.pending, ts[i])
	}
}

// expand is the next token of s that is no macro. The algorithm is Prosser's, of
// the C committee's paper X3J11/86-196: each token carries the names that it may
// not be expanded by, so that what came out of a macro never enters it again.
func (p *Preproc) expand(s *stream) tok {
	for {
		if p.stopped {
			return tok{Token: p.eof()}
		}
		t := s.next()
		m := p.macros[t.Text]
		if m == nil || !isWord(t.Token) || t.hide.has(m.name) {
			return t
		}
		if !p.use(s, t, m) {
			return t
		}
	}
}

// use replaces the macro m, whose name t was just read. It says false where t is
// no use of m: a macro with parameters, and no parenthesis behind it.
func (p *Preproc) use(s *stream, t tok, m *macro) bool {
	var out []tok
	hide := t.hide
	switch {
	case m.builtin:
		out = []tok{{Token: p.builtin(m.name, t.At)}}
	case !m.function:
		out = p.substitute(m, nil, t)
	default:
		closed := p.closed
		open := s.next()
		if open.Kind != token.LParen || p.closed != closed {
			s.push(open)
			return false
		}
		args, end, ok := p.arguments(s, t, m)
		if !ok {
			return true
		}
		hide = hide.intersect(end.hide)
		out = p.substitute(m, args, t)
	}
	if p.uses[t.At.From] == nil && !m.builtin {
		p.uses[t.At.From] = m
	}
	p.work += len(out) + 1
	if p.work > MaxExpansion {
		p.stop(t.At, CodeExpansion, "macros make more than %d tokens of this program", MaxExpansion)
		return true
	}
	hide = hide.add(m.name)
	if hide.depth() > MaxMacroDepth {
		p.stop(t.At, CodeMacroDepth, "more than %d macros within each other", MaxMacroDepth)
		return true
	}
	p.finish(s, out, t, hide)
	return true
}

// finish puts what a macro became back to be looked through again.
func (p *Preproc) finish(s *stream, out []tok, t tok, names *hide) {
	seen := map[*hide]*hide{} // arguments share few sets
	for i := range out {
		h, ok := seen[out[i].hide]
		if !ok {
			h = out[i].hide.union(names)
			seen[out[i].hide] = h
		}
		out[i].hide = h
		out[i].At = t.At
		out[i].LineStart = false
	}
	// Neighbours from different places are no one operator.
	if len(out) > 0 {
		out[0].SpaceBefore, out[0].LineStart = true, t.LineStart
	}
	if n := len(s.pending); n > 0 {
		s.pending[n-1].SpaceBefore = true
	} else {
		s.apart = true
	}
	s.push(out...)
}

func (p *Preproc) builtin(name string, at source.Span) token.Token {
	pos := p.set.Position(at.From)
	if name == "__LINE__" {
		return token.Token{Kind: token.Int, Text: strconv.Itoa(pos.Line)}
	}
	return token.Token{Kind: token.String, Text: quote(pos.File)}
}

// arguments reads the arguments of m behind its parenthesis, and the token that
// closes them.
func (p *Preproc) arguments(s *stream, name tok, m *macro) (args [][]tok, end tok, ok bool) {
	closed, depth, taken, arg := p.closed, 0, 0, []tok{}
	for {
		t := s.next()
		if t.Kind == token.EOF || p.closed != closed {
			p.diags.Errorf(name.At, CodeMacroCall, "the arguments of %s have no ) before the end of the file", m.name)
			s.push(t)
			return nil, t, false
		}
		switch {
		case t.Kind == token.LParen:
			depth++
		case t.Kind == token.RParen && depth > 0:
			depth--
		case t.Kind == token.RParen:
			return p.countArguments(append(args, arg), t, name, m)
		case t.Kind == token.Comma && depth == 0 && !(m.variadic && len(args) == len(m.params)-1):
			args = append(args, arg)
			arg = []tok{}
			continue
		}
		if taken++; taken > MaxLine {
			p.stop(name.At, CodeExpansion, "the arguments of %s have more than %d words and signs", m.name, MaxLine)
			return nil, tok{Token: p.eof()}, false
		}
		arg = append(arg, t)
	}
}

func (p *Preproc) countArguments(args [][]tok, end, name tok, m *macro) ([][]tok, tok, bool) {
	got, want := len(args), len(m.params)
	if want == 0 && got == 1 && len(args[0]) == 0 {
		return nil, end, true
	}
	if m.variadic && got == want-1 {
		args, got = append(args, []tok{}), want
	}
	if got != want {
		p.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeMacroCall, At: name.At,
			Msg:   "the macro " + m.name + " has " + strconv.Itoa(want) + " parameters, and is given " + strconv.Itoa(got),
			Notes: []source.Note{{At: m.at, Msg: "it is defined here"}}})
		return nil, end, false
	}
	return args, end, true
}

// expandAll is the tokens ts with every macro among them expanded, as an argument
// or the condition of an #if is.
func (p *Preproc) expandAll(ts []tok, at source.Span) []tok {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > MaxMacroDepth {
		p.stop(at, CodeMacroDepth, "more than %d calls of macros within each other's arguments", MaxMacroDepth)
		return nil
	}
	s := stream{more: func() tok { return tok{Token: token.Token{Kind: token.EOF, At: at}} }}
	s.push(ts...)
	p.work += len(ts)
	var out []tok
	for {
		t := p.expand(&s)
		if t.Kind == token.EOF {
			return out
		}
		out = append(out, t)
	}
}

// quote is text as a string of P4.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// retoken is the tokens of a text that a macro made.
func retoken(text string) []token.Token {
	s := scan.New(&source.File{Text: []byte(text)}, nil, 0)
	var ts []token.Token
	for {
		t := s.Next()
		if t.Kind == token.EOF {
			return ts
		}
		ts = append(ts, t)
	}
}
