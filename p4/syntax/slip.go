package syntax

import (
	"fmt"

	"up4/internal/nearest"
	"up4/p4/source"
	"up4/p4/syntax/token"
)

// keywords begin a declaration or a statement, and a name stands behind them.
var keywords = []string{
	"control", "parser", "header", "header_union", "struct", "enum", "typedef", "extern", "package",
	"const", "action", "table", "state", "transition", "return",
}

// slip says which keyword was probably meant by one of the two words before the
// next token or by that itself, or nothing.
func (p *parser) slip() string {
	if p.diags.Errors() >= source.MaxErrors {
		return ""
	}
	for _, t := range []token.Token{p.before, p.last, p.tok} {
		// One that is declared is meant.
		if t.Kind != token.Ident || p.scope.known(t.Text) {
			continue
		}
		if k, ok := nearest.Name(t.Text, keywords); ok && k != t.Text {
			return fmt.Sprintf("; did you mean %q rather than %q?", k, clip(t.Text))
		}
	}
	return ""
}

// behindLast is a note on a missing semicolon, which is seen only at the next line.
func (p *parser) behindLast(want string) []source.Note {
	if want != quoted(token.Semicolon) || !p.tok.LineStart || p.taken == 0 {
		return nil
	}
	return []source.Note{{At: p.end(), Msg: `the ";" is missing here`}}
}

func (p *parser) syntaxError(notes []source.Note, format string, args ...any) {
	p.diags.Add(source.Diagnostic{Severity: source.Error, Code: CodeSyntax, At: p.tok.At,
		Msg: fmt.Sprintf(format, args...), Notes: notes})
}
