package topology

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// Code is the stable name of a kind of configuration error.
type Code string

// The codes. Each has an example in the tests.
const (
	Unreadable Code = "unreadable"  // the file cannot be read
	Syntax     Code = "syntax"      // not TOML
	UnknownKey Code = "unknown-key" // a key nobody reads
	MissingKey Code = "missing-key" // a key that has no default
	BadValue   Code = "bad-value"   // a value of the wrong type, or out of range
	Duplicate  Code = "duplicate"   // two vports that cannot be told apart
	Conflict   Code = "conflict"    // values that contradict each other
)

// Error is one thing wrong with a configuration, and where.
type Error struct {
	File   string // as given to Load
	Line   int    // 1-based; 0 if the value came from elsewhere or is missing
	Column int    // 1-based, in bytes
	From   string // the flag or variable it came from, if not from the file
	Key    string // vport[1].peer; empty for syntax errors. Indices are 0-based
	Code   Code
	Msg    string
}

// Error is up4.toml:3:1: node.shards: must be 1 to 255, not 300 [bad-value].
func (e *Error) Error() string {
	var b strings.Builder
	switch {
	case e.From != "":
		b.WriteString(e.From + ": ")
	case e.Line > 0:
		fmt.Fprintf(&b, "%s:%d:%d: ", e.File, e.Line, e.Column)
	default:
		b.WriteString(e.File + ": ")
	}
	if e.Key != "" {
		b.WriteString(e.Key + ": ")
	}
	fmt.Fprintf(&b, "%s [%s]", e.Msg, e.Code)
	return b.String()
}

// Errors is everything that is wrong, in the order of the file. It is never
// empty when returned as an error.
type Errors []*Error

// maxPrinted keeps a file that is no configuration at all from filling the screen.
const maxPrinted = 20

func (l Errors) Error() string {
	var lines []string
	for i, e := range l {
		if i == maxPrinted {
			lines = append(lines, fmt.Sprintf("and %d more", len(l)-i))
			break
		}
		lines = append(lines, e.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single errors to errors.As.
func (l Errors) Unwrap() []error {
	errs := make([]error, len(l))
	for i, e := range l {
		errs[i] = e
	}
	return errs
}

// sort puts errors of the file first, by position; the others keep their order.
func (l Errors) sort() {
	place := func(e *Error) int {
		if e.Line == 0 {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(l, func(a, b *Error) int {
		if d := place(a) - place(b); d != 0 {
			return d
		}
		if d := a.Line - b.Line; d != 0 {
			return d
		}
		return a.Column - b.Column
	})
}

// unreadable says why a file cannot be read; its name stands before that.
func unreadable(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return "cannot be read: " + p.Err.Error()
	}
	return err.Error()
}

// encoding says what is wrong with the characters of a file as a whole. TOML is
// UTF-8 without a mark.
func encoding(text []byte) (msg string, ok bool) {
	switch {
	case bytes.HasPrefix(text, []byte("\xef\xbb\xbf")):
		return "begins with a byte order mark (EF BB BF): save it as UTF-8 without one", false
	case bytes.HasPrefix(text, []byte("\xff\xfe")), bytes.HasPrefix(text, []byte("\xfe\xff")):
		return "is UTF-16: save it as UTF-8", false
	}
	return "", true
}

// misread is how the TOML parser passes on what Go says of a number.
var misread = regexp.MustCompile(`strconv\.[A-Za-z]+: parsing "([^"]*)": (.*)$`)

// syntax is a TOML parser's error in plain words.
func syntax(err error) string {
	msg := strings.TrimPrefix(err.Error(), "toml: ")
	m := misread.FindStringSubmatch(msg)
	switch {
	case m == nil:
		return msg
	case strings.Contains(m[2], "range"):
		return "the number " + m[1] + " is too large"
	}
	return m[1] + " is no number"
}
