package stf

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error is what is wrong with a line of a script.
type Error struct {
	Name string
	At   Position
	Msg  string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%s: %s", e.Name, e.At, e.Msg) }

// line is a line that is being read. After the first error all its methods do nothing,
// so that only who goes round in a loop must look.
type line struct {
	text string
	n    int
	at   int // bytes read
	err  *Error
}

func (l *line) pos() Position {
	l.space()
	return Position{l.n, l.at + 1}
}

func (l *line) fail(at Position, format string, args ...any) {
	if l.err == nil {
		l.err = &Error{At: at, Msg: fmt.Sprintf(format, args...)}
	}
}

// want fails with what should stand here and what does.
func (l *line) want(what string) {
	at, rest := l.pos(), l.rest()
	if rest == "" {
		l.fail(at, "%s is missing", what)
		return
	}
	_, n := utf8.DecodeRuneInString(rest)
	for n < len(rest) && n < 20 && isWord(rest[n]) && isWord(rest[n-1]) {
		n++
	}
	l.fail(at, "want %s, not %q", what, rest[:n])
}

// space goes to what is neither space nor comment.
func (l *line) space() {
	for l.at < len(l.text) {
		switch l.text[l.at] {
		case ' ', '\t', '\r', '\v', '\f':
			l.at++
		case '#':
			l.at = len(l.text)
		default:
			return
		}
	}
}

func (l *line) rest() string {
	l.space()
	return l.text[l.at:]
}

func (l *line) done() bool { return l.err != nil || l.rest() == "" }

// end is for the end of a statement.
func (l *line) end() {
	if !l.done() {
		l.want("the end of the line")
	}
}

// is takes a mark if it is there.
func (l *line) is(mark string) bool {
	if l.err != nil || !strings.HasPrefix(l.rest(), mark) {
		return false
	}
	l.at += len(mark)
	return true
}

func (l *line) mark(mark, what string) {
	if !l.is(mark) {
		l.want(what)
	}
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// word takes letters, digits, _ and $. It may be empty.
func (l *line) word() string {
	if l.err != nil {
		return ""
	}
	rest := l.rest()
	n := 0
	for n < len(rest) && isWord(rest[n]) {
		n++
	}
	l.at += n
	return rest[:n]
}

// nameEnd is where the plain name ends that text starts with, 0 if none does.
//
//	name  = [ "." ] part { "." part } .
//	part  = word [ "[" digits [ ":" digits ] "]" ] .   the first not starting with a digit
func nameEnd(text string) int {
	at, end := 0, 0
	if strings.HasPrefix(text, ".") {
		at = 1
	}
	for {
		from := at
		for at < len(text) && isWord(text[at]) {
			at++
		}
		if at == from || end == 0 && isDigit(text[from]) {
			return end
		}
		end = at
		if n := indexEnd(text[at:]); n > 0 {
			at += n
			end = at
		}
		// Two dots are those of a range.
		if at+1 >= len(text) || text[at] != '.' || !isWord(text[at+1]) {
			return end
		}
		at++
	}
}

// indexEnd is the length of the [3] or [7:0] that text starts with, 0 if none does.
func indexEnd(text string) int {
	if text == "" || text[0] != '[' {
		return 0
	}
	close := strings.IndexByte(text, ']')
	if close < 2 {
		return 0
	}
	high, low, slice := strings.Cut(text[1:close], ":")
	for _, s := range []string{high, low} {
		if strings.Trim(s, "0123456789") != "" {
			return 0
		}
	}
	if high == "" || slice && low == "" {
		return 0
	}
	return close + 1
}

// name takes a name, plain or in quotes.
func (l *line) name(what string) string {
	if l.err != nil {
		return ""
	}
	at, rest := l.pos(), l.rest()
	if !strings.HasPrefix(rest, `"`) {
		n := nameEnd(rest)
		if n == 0 {
			l.want(what)
		}
		l.at += n
		return rest[:n]
	}
	name, _, closed := strings.Cut(rest[1:], `"`)
	if !closed {
		l.fail(at, "the closing \" of %s is missing", what)
		return ""
	}
	if name == "" || !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		l.fail(at, "%s in quotes is empty or holds what cannot be printed", what)
		return ""
	}
	l.at += len(name) + 2
	return name
}

// digits takes one number of value, with or without free digits.
func (l *line) digits(what string) Value {
	if l.err != nil {
		return Value{}
	}
	at, rest := l.pos(), l.rest()
	n := 0
	for n < len(rest) && (isWord(rest[n]) || rest[n] == '*') {
		n++
	}
	if n == 0 || !isDigit(rest[0]) && rest[:n] != "*" {
		l.want(what)
		return Value{}
	}
	v, err := parseNumber(rest[:n])
	if err != nil {
		l.fail(at, "%v", err)
	}
	l.at += n
	return v
}

// number takes a number without free digits.
func (l *line) number(what string) *big.Int {
	at := l.pos()
	v := l.digits(what)
	if l.err == nil && v.Form != Number {
		l.fail(at, "%s has no free digits", what)
	}
	if l.err != nil {
		return new(big.Int)
	}
	return v.Number
}

// uint takes a number up to a largest one.
func (l *line) uint(what string, largest uint64) uint64 {
	at := l.pos()
	x := l.number(what)
	if !x.IsUint64() || x.Uint64() > largest {
		l.fail(at, "%s is at most %d", what, largest)
		return 0
	}
	return x.Uint64()
}

func (l *line) uint32(what string) uint32 { return uint32(l.uint(what, math.MaxUint32)) }

// uint32s takes numbers up to the end of the line, at least one.
func (l *line) uint32s(what string) []uint32 {
	var all []uint32
	for len(all) == 0 || !l.done() {
		all = append(all, l.uint32(what))
	}
	return all
}

// value takes a value to match.
//
//	value = digits [ "/" digits | "&&&" digits | ( ".." | "->" ) digits ] .
func (l *line) value(what string) Value {
	at := l.pos()
	v := l.digits(what)
	form := Number
	switch {
	case l.is("/"):
		form = Prefix
		v.Length = int(l.uint("the length of the prefix", maxBits))
	case l.is("&&&"):
		form = Masked
		v.Mask = l.number("the mask")
	case l.is("..") || l.is("->"):
		form = Range
		v.High = l.number("the end of the range")
	}
	if form == Number || l.err != nil {
		return v
	}
	if v.Form != Number {
		l.fail(at, "%s with free digits takes no prefix, mask or range", what)
		return Value{}
	}
	v.Form = form
	if form == Range && v.Number.Cmp(v.High) > 0 {
		l.fail(at, "the range %s ends before it starts", v)
	}
	return v
}
