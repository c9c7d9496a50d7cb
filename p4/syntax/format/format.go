// Package format lays the text of P4 out in one way: four spaces a level, a
// statement a line. It works on the tokens of one file, before any preprocessing,
// and so on fragments and on programs that do not parse, if their brackets pair.
// It knows next to nothing of the grammar, and never changes, adds or loses a token
// or a comment.
package format

import (
	"errors"
	"fmt"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax/scan"
	"up4/p4/syntax/token"
)

// ErrUnsafe is wrapped where the layout would change the program: nothing is
// given then.
var ErrUnsafe = errors.New("cannot be laid out without changing its meaning")

// maxParts is how many words, signs and comments a text can have.
const maxParts = 2 << 20

var errTooLong = fmt.Errorf("there are more than %d words and signs", maxParts)

// part is a token, a comment, or a line that stays as it is.
type part struct {
	token.Token
	row    int    // the line it stands in
	column int    // of a comment of many lines, in its first
	breaks int    // ends of lines before it
	line   bool   // a directive or @pragma: it has its line for itself
	role   role   // of a bracket or sign
	match  int    // the index of the other bracket, or -1
	text   string // as it is written out
}

// Format is the text laid out. name is for errors: those of the scanner, a bracket
// without its other half, and ErrUnsafe.
func Format(name string, text []byte) ([]byte, error) {
	in, err := cut(name, text)
	if err != nil {
		return nil, err
	}
	l := layout{parts: in}
	out, err := l.run()
	if err != nil {
		return nil, fmt.Errorf("format %s: %w", name, err)
	}
	again, err := cut(name, out)
	if err != nil || !same(in, again) {
		return nil, fmt.Errorf("format %s: %w", name, ErrUnsafe)
	}
	return out, nil
}

// cut is the parts of a text.
func cut(name string, text []byte) ([]part, error) {
	var set source.Set
	var diags source.List
	file, err := set.Add(name, text)
	if err != nil {
		return nil, err
	}
	s := scan.New(file, &diags, scan.Comments|scan.Newlines)
	slice := func(from, to source.Pos) string { return string(file.Text[file.Offset(from):file.Offset(to)]) }
	var parts []part
	end := file.Pos(0) // of the part before
	add := func(t token.Token, to source.Pos, line bool) {
		t.Text = trimLines(slice(t.At.From, to))
		gap := slice(end, t.At.From)
		row, start := file.Line(t.At.From)
		column := 0
		if t.Kind == token.Comment && strings.Contains(slice(t.At.From, to), "\n") {
			column = columns(slice(file.Pos(start), t.At.From))
		}
		parts = append(parts, part{Token: t, row: row, column: column, breaks: strings.Count(gap, "\n") - strings.Count(gap, "\\\n") - strings.Count(gap, "\\\r\n"), line: line, match: -1, text: t.Text})
		end = to
	}
	for t := s.Next(); t.Kind != token.EOF && diags.Errors() == 0; t = s.Next() {
		if len(parts) == maxParts {
			return nil, fmt.Errorf("format %s: %w", name, errTooLong)
		}
		switch {
		case t.Kind == token.Newline || t.Kind == token.PragmaEnd:
		case t.Kind == token.Hash && t.LineStart:
			s.Mute(true) // an #error line is no P4
			u := s.Next()
			for u.Kind != token.Newline && u.Kind != token.EOF {
				u = s.Next()
			}
			s.Mute(false)
			add(t, u.At.From, true)
		case t.Kind == token.Pragma:
			u := s.Next()
			for u.Kind != token.PragmaEnd && u.Kind != token.EOF && !(u.Kind == token.Comment && strings.Contains(u.Text, "\n")) {
				u = s.Next()
			}
			add(t, u.At.From, true)
			if u.Kind == token.Comment {
				add(u, u.At.To, false)
			}
		default:
			add(t, t.At.To, false)
		}
	}
	if diags.Errors() > 0 {
		d := diags.All[0]
		return nil, fmt.Errorf("format %s: %s", set.Position(d.At.From), d.Msg)
	}
	if i, what := unbalanced(parts); i >= 0 {
		return nil, fmt.Errorf("format %s: %s", set.Position(parts[i].At.From), what)
	}
	classify(parts)
	return parts, nil
}

// trimLines takes white space from the ends of lines that are in no string.
func trimLines(text string) string {
	if strings.HasPrefix(text, `"`) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r\f\v")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// same says whether two texts have the same tokens, the same comments in the same
// places among them, and > that touch where they did.
func same(a, b []part) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x.Kind != y.Kind || x.line != y.line || bare(x) != bare(y) {
			return false
		}
		shift := i > 0 && x.Kind == token.Gt && a[i-1].Kind == token.Gt && x.role != closeAngle
		if shift && x.SpaceBefore != y.SpaceBefore {
			return false
		}
	}
	return true
}

// bare is the text of a part, for comments without the indents within.
func bare(p part) string {
	if p.Kind != token.Comment {
		return p.Text
	}
	lines := strings.Split(p.Text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
