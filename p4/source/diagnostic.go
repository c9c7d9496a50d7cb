package source

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Severity is how bad a diagnostic is.
type Severity uint8

// Severities. Only an Error makes a program rejected.
const (
	Warning Severity = iota
	Error
)

func (s Severity) String() string { return [...]string{"warning", "error"}[s] }

// Code names a kind of diagnostic, for good: users search for it and switch
// warnings off by it. Lower-case words joined by hyphens.
type Code string

// CodeInfo documents a Code. Each package that reports keeps a list of its own.
type CodeInfo struct {
	Code     Code
	Severity Severity
	Clause   string // of the P4-16 specification 1.2.5, such as "7.2.2", or "" if it is ours
	Text     string // one sentence: what is wrong, and what to do
	// Example is a whole program in which a line marked with a comment
	// "// ERROR" (or "// WARNING") draws the diagnostic.
	Example string
}

// Note is a further place that a diagnostic speaks of.
type Note struct {
	At  Span
	Msg string
}

// Diagnostic is one thing said about a program.
type Diagnostic struct {
	Severity Severity
	Code     Code
	At       Span
	Msg      string
	Notes    []Note
}

// List collects diagnostics. The zero value is ready. One goroutine at a time.
type List struct {
	All    []Diagnostic
	errors int
	seen   map[seenKey]bool
}

type seenKey struct {
	at   Pos
	code Code
}

// MaxErrors is how many errors are kept: what follows is noise.
const MaxErrors = 100

// maxSeen is among how many places those with an error already are told apart.
const maxSeen = 1 << 16

// Add keeps d, unless one of its code is at the same place already, or there are
// MaxErrors errors.
func (l *List) Add(d Diagnostic) {
	if d.Severity == Error && l.errors >= MaxErrors && len(l.seen) >= maxSeen {
		l.errors++ // a file that is no text would fill the memory
		return
	}
	key := seenKey{d.At.From, d.Code}
	if l.seen[key] {
		return
	}
	if l.seen == nil {
		l.seen = map[seenKey]bool{}
	}
	l.seen[key] = true
	if d.Severity == Error {
		l.errors++
		if l.errors > MaxErrors {
			return
		}
	}
	l.All = append(l.All, d)
}

// Errorf adds an error.
func (l *List) Errorf(at Span, code Code, format string, args ...any) {
	l.Add(Diagnostic{Severity: Error, Code: code, At: at, Msg: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning.
func (l *List) Warnf(at Span, code Code, format string, args ...any) {
	l.Add(Diagnostic{Severity: Warning, Code: code, At: at, Msg: fmt.Sprintf(format, args...)})
}

// Errors is how many errors were added, those not kept included.
func (l *List) Errors() int { return l.errors }

// Filter puts in the place of each diagnostic what f makes of it, and drops those
// for which f says false.
func (l *List) Filter(f func(Diagnostic) (Diagnostic, bool)) {
	kept := l.All[:0]
	for _, d := range l.All {
		was := d.Severity
		d, ok := f(d)
		if was == Error {
			l.errors--
		}
		if !ok {
			continue
		}
		if d.Severity == Error {
			l.errors++
		}
		kept = append(kept, d)
	}
	l.All = kept
}

// Sort puts the diagnostics in the order of the text, as far as they are in files
// of one reading order.
func (l *List) Sort() {
	slices.SortStableFunc(l.All, func(a, b Diagnostic) int { return int(a.At.From) - int(b.At.From) })
}

// Write prints the diagnostics, each as
//
//	FILE:LINE:COL: error: message [code]
//	    the line
//	      ^~~~
func (l *List) Write(w io.Writer, set *Set) error {
	var b strings.Builder
	for _, d := range l.All {
		if d.At.From.Valid() { // else the message tells which file it is of
			fmt.Fprintf(&b, "%s: ", set.Position(d.At.From))
		}
		fmt.Fprintf(&b, "%s: %s [%s]\n", d.Severity, d.Msg, d.Code)
		set.excerpt(&b, d.At)
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "%s: note: %s\n", set.Position(n.At.From), n.Msg)
			set.excerpt(&b, n.At)
		}
	}
	if l.errors > MaxErrors {
		fmt.Fprintf(&b, "%d more errors\n", l.errors-MaxErrors)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// maxExcerpt is the longest line shown whole, in characters.
const maxExcerpt = 160

// excerpt prints the first line of a span with a caret under it.
func (s *Set) excerpt(b *strings.Builder, at Span) {
	f := s.File(at.From)
	if f == nil {
		return
	}
	// A line may be a whole file: only what can be shown of it is looked at.
	const most = maxExcerpt * utf8.UTFMax // bytes
	off := f.Offset(at.From)
	line, start := f.Line(at.From)
	end := max(off, start+f.lineLen(line))
	start, end = max(start, off-most), min(end, off+most)
	text := []rune(string(f.Text[start:end]))
	before := len([]rune(string(f.Text[start:off])))
	width := 1
	if at.To > at.From {
		width = len([]rune(string(f.Text[off:min(f.Offset(at.To), off+most, len(f.Text))])))
	}
	cut := 0
	if before > maxExcerpt/2 {
		cut = before - maxExcerpt/2
	}
	text = text[min(cut, len(text)):]
	text = text[:min(maxExcerpt, len(text))]
	before -= cut
	width = max(1, min(width, len(text)-before))
	b.WriteString("    ")
	for _, r := range text {
		if r < ' ' && r != '\t' || r == 0x7f {
			r = '?'
		}
		b.WriteRune(r)
	}
	b.WriteString("\n    ")
	for i := range before {
		// Tabs stay tabs, so that the caret stands where the text does.
		if i < len(text) && text[i] == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteString("^" + strings.Repeat("~", width-1) + "\n")
}
