package ir

import (
	"fmt"
	"strconv"
)

type lexKind uint8

const (
	lexEOF lexKind = iota
	lexWord
	lexQuoted
	lexNumber
	lexString
	lexPunct
)

// lexeme is a token of the text form.
type lexeme struct {
	kind      lexKind
	text      string // a name unquoted, a string's value
	line, col int    // 1-based; col in bytes
	first     bool   // first on its line
}

func (x lexeme) String() string {
	switch x.kind {
	case lexEOF:
		return "the end of the text"
	case lexString:
		return "a string"
	}
	s := x.text
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return strconv.Quote(s)
}

// lexer splits the text form. Comments go from // to the end of the line.
type lexer struct {
	text      []byte
	pos       int
	line      int
	lineStart int
	report    func(line, col int, msg string)
}

func (l *lexer) all() []lexeme {
	l.line = 1
	var out []lexeme
	last := 0
	for {
		x, ok := l.next()
		if !ok {
			continue
		}
		x.first = x.line != last
		last = x.line
		out = append(out, x)
		if x.kind == lexEOF {
			return out
		}
	}
}

func (l *lexer) skipSpace() {
	for l.pos < len(l.text) {
		switch c := l.text[l.pos]; {
		case c == '\n':
			l.pos++
			l.line++
			l.lineStart = l.pos
		case c == ' ' || c == '\t' || c == '\r':
			l.pos++
		case c == '/' && l.pos+1 < len(l.text) && l.text[l.pos+1] == '/':
			for l.pos < len(l.text) && l.text[l.pos] != '\n' {
				l.pos++
			}
		default:
			return
		}
	}
}

// next is the next token; not ok where there is only something to report.
func (l *lexer) next() (lexeme, bool) {
	l.skipSpace()
	x := lexeme{line: l.line, col: l.pos - l.lineStart + 1}
	if l.pos >= len(l.text) {
		return x, true
	}
	start := l.pos
	c := l.text[l.pos]
	digitAt := func(i int) bool { return i < len(l.text) && isDigit(l.text[i]) }
	switch {
	case isLetter(c):
		for l.pos < len(l.text) && (isLetter(l.text[l.pos]) || isDigit(l.text[l.pos])) {
			l.pos++
		}
		x.kind = lexWord
	case isDigit(c) || c == '-' && digitAt(l.pos+1):
		l.pos++
		for digitAt(l.pos) {
			l.pos++
		}
		x.kind = lexNumber
	case c == '`':
		return l.quoted(x, '`', lexQuoted, unquote)
	case c == '"':
		return l.quoted(x, '"', lexString, func(s string) (string, error) { return strconv.Unquote(`"` + s + `"`) })
	default:
		x.kind = lexPunct
		l.pos++
		if (c == '-' || c == '=') && l.pos < len(l.text) && l.text[l.pos] == '>' {
			l.pos++
		} else if !isPunct(c) {
			l.report(x.line, x.col, fmt.Sprintf("unexpected character %q", c))
			return x, false
		}
	}
	x.text = string(l.text[start:l.pos])
	return x, true
}

func isPunct(c byte) bool {
	switch c {
	case '{', '}', '(', ')', '[', ']', '<', '>', ':', ',', '.', '=', '@', '#':
		return true
	}
	return false
}

// quoted reads up to the closing quote, which is on the same line.
func (l *lexer) quoted(x lexeme, quote byte, kind lexKind, value func(string) (string, error)) (lexeme, bool) {
	l.pos++
	start := l.pos
	for l.pos < len(l.text) && l.text[l.pos] != quote && l.text[l.pos] != '\n' {
		if l.text[l.pos] == '\\' {
			l.pos++
		}
		l.pos++
	}
	if l.pos >= len(l.text) || l.text[l.pos] != quote {
		l.pos = min(l.pos, len(l.text))
		l.report(x.line, x.col, fmt.Sprintf("no closing %c on the line", quote))
		return x, false
	}
	s, err := value(string(l.text[start:l.pos]))
	l.pos++
	if err != nil {
		l.report(x.line, x.col, "the quoted text has a wrong escape")
		return x, false
	}
	x.kind, x.text = kind, s
	return x, true
}
