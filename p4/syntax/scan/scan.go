// Package scan cuts the text of a file into tokens (P4-16 specification 1.2.5,
// clause 6.4). It knows nothing of macros or of the grammar: whether an integer's
// digits fit is the parser's to say.
package scan

import (
	"bytes"
	"unicode/utf8"

	"up4/p4/source"
	"up4/p4/syntax/token"
)

// Mode says what else is wanted than the tokens of the language.
type Mode uint8

// Modes, which may be combined.
const (
	// Comments keeps comments, as tokens. They do not count for LineStart: what
	// follows a comment at the start of a line is the first of the line as well.
	Comments Mode = 1 << iota
	// Newlines gives a Newline at the end of each line that is not continued by a
	// backslash, and of the last line even if it has none.
	Newlines
)

// Scanner reads one file. It reports to its list and never panics.
type Scanner struct {
	file  *source.File
	text  []byte
	diags *source.List
	mode  Mode
	muted bool

	off       int
	lineStart bool // no token since the line's start
	space     bool // white space since the last token
	inPragma  bool
	lineUsed  bool // a token since the last Newline
}

// New makes a scanner at the start of a file. diags may be nil.
func New(file *source.File, diags *source.List, mode Mode) *Scanner {
	s := &Scanner{file: file, text: file.Text, diags: diags, mode: mode, lineStart: true, space: true}
	if bytes.HasPrefix(s.text, []byte("\xef\xbb\xbf")) {
		s.off = 3 // a byte order mark says only that the rest is UTF-8
	}
	return s
}

// Mute turns reports off, for text that the preprocessor leaves out. Strings then
// end with their line at the latest, since such text need not be P4.
func (s *Scanner) Mute(on bool) { s.muted = on }

// RestOfLine takes the rest of the line as it is written, up to the Newline, which
// stays to be read. Lines continued by a backslash are joined.
func (s *Scanner) RestOfLine() (string, source.Span) {
	from := s.off
	var b []byte
	for s.off < len(s.text) && s.text[s.off] != '\n' {
		if n := s.continuation(); n > 0 {
			s.off += n
			continue
		}
		b = append(b, s.text[s.off])
		s.off++
	}
	return string(bytes.TrimSuffix(b, []byte("\r"))), s.span(from)
}

// Next is the next token; at the end it is EOF, for ever.
func (s *Scanner) Next() token.Token {
	if t, ok := s.skip(); ok {
		return t
	}
	from := s.off
	if from >= len(s.text) {
		return s.end()
	}
	kind := s.cut()
	if kind == token.Pragma {
		s.inPragma = true
	}
	t := s.make(kind, from)
	s.lineStart, s.space, s.lineUsed = false, false, true
	return t
}

func (s *Scanner) make(kind token.Kind, from int) token.Token {
	return token.Token{
		Kind: kind, Text: string(s.text[from:s.off]), At: s.span(from),
		SpaceBefore: s.space || s.lineStart, LineStart: s.lineStart,
	}
}

func (s *Scanner) span(from int) source.Span {
	return source.Span{From: s.file.Pos(from), To: s.file.Pos(s.off)}
}

// end is what stands at the end of the file: what is still open, then EOF.
func (s *Scanner) end() token.Token {
	from := s.off
	if s.inPragma {
		s.inPragma = false
		return s.make(token.PragmaEnd, from)
	}
	if s.mode&Newlines != 0 && s.lineUsed {
		t := s.make(token.Newline, from)
		s.newline()
		return t
	}
	return s.make(token.EOF, from)
}

func (s *Scanner) newline() { s.lineStart, s.space, s.lineUsed = true, true, false }

// skip passes over white space and comments. It gives a token if it meets one that
// is made of them.
func (s *Scanner) skip() (token.Token, bool) {
	for s.off < len(s.text) {
		from := s.off
		switch c := s.text[s.off]; {
		case c == '\n':
			// The end of a @pragma comes before the end of its line.
			if s.inPragma {
				s.inPragma = false
				return s.make(token.PragmaEnd, from), true
			}
			s.off++
			if s.mode&Newlines != 0 {
				t := s.make(token.Newline, from)
				s.newline()
				return t, true
			}
			s.newline()
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.off++
			s.space = true
		case c == '\\' && s.continuation() > 0:
			s.off += s.continuation()
		case c == '/' && s.at(1) == '/':
			s.lineComment()
			if t, ok := s.comment(from); ok {
				return t, true
			}
		case c == '/' && s.at(1) == '*':
			lines := s.blockComment()
			if t, ok := s.comment(from); ok {
				s.inPragma = s.inPragma && !lines
				return t, true
			}
			// A comment of several lines ends a @pragma.
			if s.inPragma && lines {
				s.inPragma = false
				return s.make(token.PragmaEnd, s.off), true
			}
		default:
			return token.Token{}, false
		}
	}
	return token.Token{}, false
}

// comment is the token of a comment that has just been passed, if they are kept.
func (s *Scanner) comment(from int) (token.Token, bool) {
	var t token.Token
	keep := s.mode&Comments != 0
	if keep {
		t = s.make(token.Comment, from)
	}
	s.space = true
	return t, keep
}

// at is the byte n behind the present one, or 0.
func (s *Scanner) at(n int) byte {
	if s.off+n < len(s.text) {
		return s.text[s.off+n]
	}
	return 0
}

// continuation is the length of a backslash and the end of the line behind it, or 0.
func (s *Scanner) continuation() int {
	switch {
	case s.at(0) != '\\':
		return 0
	case s.at(1) == '\n':
		return 2
	case s.at(1) == '\r' && s.at(2) == '\n':
		return 3
	}
	return 0
}

// lineComment passes over a // comment, up to the end of the line.
func (s *Scanner) lineComment() {
	for s.off < len(s.text) && s.text[s.off] != '\n' {
		s.off += max(1, s.continuation())
	}
}

// blockComment passes over a /* comment and says whether it has several lines.
func (s *Scanner) blockComment() bool {
	n := bytes.Index(s.text[s.off+2:], []byte("*/"))
	if n < 0 {
		from := s.off
		s.off = len(s.text)
		s.errorf(source.Span{From: s.file.Pos(from), To: s.file.Pos(from + 2)}, CodeUnterminatedComment,
			"the comment that begins here has no */")
		return bytes.IndexByte(s.text[from:], '\n') >= 0
	}
	end := s.off + 2 + n + 2
	lines := bytes.IndexByte(s.text[s.off:end], '\n') >= 0
	s.off = end
	return lines
}

func (s *Scanner) errorf(at source.Span, code source.Code, format string, args ...any) {
	if s.diags != nil && !s.muted {
		s.diags.Errorf(at, code, format, args...)
	}
}

// cut passes over one token and says what it is. There is a byte to read.
func (s *Scanner) cut() token.Kind {
	switch c := s.text[s.off]; {
	case letter(c):
		from := s.off
		s.word()
		return token.Lookup(string(s.text[from:s.off]))
	case digit(c):
		// Everything that can belong to an integer, so that 8w2_0x or 09 is one
		// token that the parser can say something of.
		s.word()
		return token.Int
	case c == '"':
		return s.str()
	case c == '@' && s.pragma():
		s.off += len("@pragma")
		return token.Pragma
	}
	if kind, n := operator(s.text[s.off:]); n > 0 {
		s.off += n
		return kind
	}
	return s.stray()
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

func (s *Scanner) word() {
	for letter(s.at(0)) || digit(s.at(0)) {
		s.off++
	}
}

func (s *Scanner) pragma() bool {
	const word = "@pragma"
	next := s.at(len(word))
	return bytes.HasPrefix(s.text[s.off:], []byte(word)) && !letter(next) && !digit(next)
}

// str passes over a string (clause 6.4.3.4): from a quote to the first quote with
// an even number of backslashes before it. Any bytes may stand in it, ends of lines
// too.
func (s *Scanner) str() token.Kind {
	from, lineEnd := s.off, -1
	for s.off++; s.off < len(s.text); s.off++ {
		c := s.text[s.off]
		if c == '\\' && s.at(1) != '\n' {
			s.off++
			continue
		}
		if c == '"' {
			s.off++
			return token.String
		}
		if c == '\n' && lineEnd < 0 {
			lineEnd = s.off
			if s.muted {
				break
			}
		}
	}
	// Reading goes on with the next line, where the rest of the program is.
	s.off = len(s.text)
	if lineEnd >= 0 {
		s.off = lineEnd
	}
	s.errorf(source.Span{From: s.file.Pos(from), To: s.file.Pos(from + 1)}, CodeUnterminatedString,
		"the string that begins here has no closing quote")
	if s.muted {
		return token.String
	}
	return token.Invalid // what is missing behind it is not said
}

// stray passes over a character that no token begins with.
func (s *Scanner) stray() token.Kind {
	from := s.off
	r, n := utf8.DecodeRune(s.text[s.off:])
	s.off += n
	switch {
	case r == utf8.RuneError && n <= 1:
		s.errorf(s.span(from), CodeNotUTF8, "the byte 0x%02x is not UTF-8", s.text[from])
	case r == 0:
		s.errorf(s.span(from), CodeNul, "a NUL byte stands in the program")
	}
	return token.Invalid
}
