package preproc

import (
	"slices"
	"strings"

	"up4/internal/nearest"
	"up4/p4/source"
	"up4/p4/syntax/token"
)

var directives = []string{"include", "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif",
	"error", "warning", "line", "pragma"}

// directive obeys the line behind a # at the start of a line.
func (p *Preproc) directive(u *unit) {
	name := u.scan.Next()
	if name.Kind == token.Newline || name.Kind == token.EOF {
		return // a # alone does nothing
	}
	switch name.Text {
	case "if", "ifdef", "ifndef":
		p.openIf(u, name)
		return
	case "elif", "else", "endif":
		p.nextGroup(u, name)
		return
	}
	if u.skipping() {
		return // the rest of the line is skipped like any other
	}
	switch name.Text {
	case "include":
		p.include(u, name, p.line(u))
	case "define":
		p.define(name, p.line(u))
	case "undef":
		p.undef(name, p.line(u))
	case "error", "warning":
		text, _ := u.scan.RestOfLine()
		text = strings.TrimSpace(text)
		if name.Text == "error" {
			p.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeErrorDirective, At: name.At,
				Msg: "#error " + text, Notes: p.included()})
		} else if !u.file.System {
			p.diags.Warnf(name.At, CodeWarningDirective, "#warning %s", text)
		}
	case "line", "pragma":
		// Places are those of the text as it was read; no pragma of C means a thing.
		u.scan.RestOfLine()
	default:
		u.scan.RestOfLine()
		if name.Kind == token.Int {
			return // # 1 "file", the mark of a preprocessor that ran before
		}
		p.diags.Errorf(name.At, CodeBadDirective, "#%s is no directive%s", name.Text, nearest.Hint(name.Text, directives))
	}
}

// included says how the file that is read came to be, the innermost include first.
func (p *Preproc) included() (notes []source.Note) {
	for i := len(p.units) - 1; i > 0; i-- {
		if u := p.units[i]; u.from.From.Valid() {
			notes = append(notes, source.Note{At: u.from, Msg: "included here"})
		}
	}
	return notes
}

// line is the tokens up to the end of the line.
func (p *Preproc) line(u *unit) []token.Token {
	var ts []token.Token
	for {
		t := u.scan.Next()
		if t.Kind == token.Newline || t.Kind == token.EOF {
			return ts
		}
		if len(ts) == MaxLine {
			p.stop(t.At, CodeDirectiveLong, "a directive has more than %d words and signs", MaxLine)
			return nil
		}
		ts = append(ts, t)
	}
}

// openIf begins a conditional. Within text that is skipped all of it is.
func (p *Preproc) openIf(u *unit, word token.Token) {
	c := cond{at: word.At, word: word.Text}
	switch {
	case u.skipping():
		c.taken = true
	case word.Text == "if":
		c.live = p.condition(word, p.line(u))
	default:
		name, ok := p.macroName(word, p.line(u), true)
		_, defined := p.macros[name.Text]
		c.live = ok && defined == (word.Text == "ifdef")
	}
	c.taken = c.taken || c.live
	u.conds = append(u.conds, c)
}

// nextGroup obeys #elif, #else and #endif.
func (p *Preproc) nextGroup(u *unit, word token.Token) {
	if len(u.conds) == 0 {
		p.diags.Errorf(word.At, CodeUnbalanced, "#%s without an #if before it in this file", word.Text)
		p.line(u)
		return
	}
	c := &u.conds[len(u.conds)-1]
	if word.Text != "endif" && c.orElse {
		p.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeUnbalanced, At: word.At,
			Msg:   "#" + word.Text + " after the #else of the same #" + c.word,
			Notes: []source.Note{{At: c.at, Msg: "the #" + c.word + " is here"}}})
		c.live = false
		p.line(u)
		return
	}
	switch word.Text {
	case "endif":
		p.line(u)
		u.conds = u.conds[:len(u.conds)-1]
	case "else":
		p.line(u)
		c.live, c.taken, c.orElse = !c.taken, true, true
	case "elif":
		// The condition is read only where it decides, so that one may guard another.
		c.live = false
		if rest := p.line(u); !c.taken {
			c.live = p.condition(word, rest)
			c.taken = c.live
		}
	}
}

// macroName is the name that #ifdef, #undef and #define begin with; alone says
// that nothing may follow it.
func (p *Preproc) macroName(word token.Token, rest []token.Token, alone bool) (token.Token, bool) {
	if p.stopped {
		return token.Token{}, false
	}
	if len(rest) == 0 || !isWord(rest[0]) {
		at := word.At
		if len(rest) > 0 {
			at = rest[0].At
		}
		p.diags.Errorf(at, CodeMacroName, "#%s needs the name of a macro", word.Text)
		return token.Token{}, false
	}
	if alone && len(rest) > 1 {
		p.warn(rest[1].At, CodeExtraTokens, "what follows the name is ignored by #%s", word.Text)
	}
	return rest[0], true
}

// warn adds a warning, but not about files of the product.
func (p *Preproc) warn(at source.Span, code source.Code, format string, args ...any) {
	if f := p.set.File(at.From); f == nil || !f.System {
		p.diags.Warnf(at, code, format, args...)
	}
}

func (p *Preproc) undef(word token.Token, rest []token.Token) {
	name, ok := p.macroName(word, rest, true)
	if !ok || !p.mayChange(name) {
		return
	}
	delete(p.macros, name.Text)
}

// mayChange says whether a name may be given or lose a meaning.
func (p *Preproc) mayChange(name token.Token) bool {
	if !slices.Contains([]string{"defined", "__FILE__", "__LINE__", "__VA_ARGS__"}, name.Text) {
		return true
	}
	p.diags.Errorf(name.At, CodeMacroName, "%s has a meaning of its own and cannot be defined or undefined", name.Text)
	return false
}

// isWord says whether t is a name or a keyword: to the preprocessor both are names.
func isWord(t token.Token) bool {
	if t.Text == "" {
		return false
	}
	c := t.Text[0] | 0x20
	return c >= 'a' && c <= 'z' || t.Text[0] == '_'
}
