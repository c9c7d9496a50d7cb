package preproc

import (
	"fmt"
	"slices"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax/token"
)

// macro is a definition.
type macro struct {
	name     string
	at       source.Span
	builtin  bool // __FILE__ or __LINE__
	function bool // called with arguments
	params   []string
	variadic bool // the last parameter, __VA_ARGS__, takes all that is left
	body     []token.Token
}

const vaArgs = "__VA_ARGS__"

// define obeys
//
//	#define NAME body
//	#define NAME(a, b, ...) body     (with no space before the parenthesis)
func (p *Preproc) define(word token.Token, rest []token.Token) {
	name, ok := p.macroName(word, rest, false)
	if !ok || !p.mayChange(name) {
		return
	}
	m := &macro{name: name.Text, at: name.At, body: rest[1:]}
	if len(m.body) > 0 && m.body[0].Kind == token.LParen && !m.body[0].SpaceBefore {
		m.function = true
		n, ok := p.params(m, m.body[1:])
		if !ok {
			return
		}
		m.body = m.body[1+n:]
	}
	if !p.checkBody(m) {
		return
	}
	if old := p.macros[m.name]; old != nil && !old.same(m) && p.set.File(old.at.From) != nil {
		p.diags.Add(source.Diagnostic{Severity: source.Warning, Code: CodeRedefined, At: name.At,
			Msg:   m.name + " is defined again, and differently",
			Notes: []source.Note{{At: old.at, Msg: "the definition before is here"}}})
	}
	p.macros[m.name] = m
}

// params reads the parameters of m up to the parenthesis that closes them, and
// says how many tokens they took.
func (p *Preproc) params(m *macro, ts []token.Token) (int, bool) {
	bad := func(i int, why string) (int, bool) {
		at := m.at
		if i < len(ts) {
			at = ts[i].At
		}
		p.diags.Errorf(at, CodeMacroParams, "the parameters of %s: %s", m.name, why)
		return 0, false
	}
	if len(ts) > 0 && ts[0].Kind == token.RParen {
		return 1, true
	}
	for i := 0; ; i += 2 {
		switch {
		case i >= len(ts):
			return bad(i, "a ) is missing")
		case len(m.params) == MaxParams:
			return bad(i, fmt.Sprintf("there are more than %d", MaxParams))
		case ts[i].Kind == token.Ellipsis:
			m.variadic = true
			m.params = append(m.params, vaArgs)
		case !isWord(ts[i]) || ts[i].Text == vaArgs:
			return bad(i, fmt.Sprintf("a name should stand here, not %q", ts[i].Text))
		case slices.Contains(m.params, ts[i].Text):
			return bad(i, fmt.Sprintf("%s stands there twice", ts[i].Text))
		default:
			m.params = append(m.params, ts[i].Text)
		}
		switch {
		case i+1 < len(ts) && ts[i+1].Kind == token.RParen:
			return i + 2, true
		case i+1 >= len(ts):
			return bad(i+1, "a ) is missing")
		case ts[i+1].Kind != token.Comma || m.variadic:
			return bad(i+1, fmt.Sprintf("a ) should stand here, not %q", ts[i+1].Text))
		}
	}
}

// checkBody sees that # and ## have what they work on.
func (p *Preproc) checkBody(m *macro) bool {
	for i, t := range m.body {
		switch {
		case t.Kind == token.HashHash && (i == 0 || i == len(m.body)-1):
			p.diags.Errorf(t.At, CodePaste, "## needs something on both sides")
			return false
		case t.Kind == token.Hash && m.function && (i+1 == len(m.body) || m.param(m.body[i+1]) < 0):
			p.diags.Errorf(t.At, CodeStringize, "# in a macro with parameters must stand before one of them")
			return false
		}
	}
	return true
}

// param is the index of the parameter that t names, or -1.
func (m *macro) param(t token.Token) int {
	if !m.function {
		return -1
	}
	return slices.Index(m.params, t.Text)
}

// same says whether two definitions mean the same, but for the amount of space.
func (m *macro) same(o *macro) bool {
	return m.function == o.function && m.variadic == o.variadic && slices.Equal(m.params, o.params) &&
		slices.EqualFunc(m.body, o.body, func(a, b token.Token) bool { return a.Kind == b.Kind && a.Text == b.Text })
}

// defineText puts definitions of a command line into directives.
func defineText(defines []string) (string, error) {
	var b strings.Builder
	for _, d := range defines {
		name, value, given := strings.Cut(d, "=")
		if !given {
			value = "1"
		}
		if !isWord(token.Token{Text: name}) || strings.ContainsAny(d, "\n\r\x00") {
			return "", fmt.Errorf("define %q: it should be NAME or NAME=VALUE on one line", d)
		}
		// The value begins behind a space, so that NAME=(1) has no parameters.
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	return b.String(), nil
}
