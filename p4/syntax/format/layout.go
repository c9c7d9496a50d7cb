package format

import (
	"bytes"
	"errors"
	"strings"

	"up4/p4/syntax/token"
)

const indent = 4

// Limits: indents make a deep text very large.
const (
	maxDepth  = 200
	maxOutput = 256 << 20 // bytes
	maxColumn = 60        // that lines are aligned with
)

var errDeep = errors.New("brackets are nested too deeply")

// layout writes parts out.
type layout struct {
	parts []part
	out   bytes.Buffer
	next  int    // the index of the part being written
	at    []int  // where in out each part begins
	rows  []row  // the lines of out
	level int    // the indent of the line being written
	open  []open // brackets, the innermost last
	fresh bool   // a statement begins here
	tern  []int  // open ?, by depth of brackets
	apart bool   // a directive stands before
}

// open is a bracket that is not closed yet.
type open struct {
	block bool
	align bool // lines within begin where the first word behind it does
	role  role
	kind  token.Kind
	index int // of its part
	level int // the indent of the line it stands in
	inner int // of a line within
}

// inner is the indent of a statement, or of what is within a bracket.
func (l *layout) inner() int {
	if len(l.open) == 0 {
		return 0
	}
	return l.open[len(l.open)-1].inner
}

func (l *layout) inBlock() bool { return len(l.open) == 0 || l.open[len(l.open)-1].block }

// run is the whole text.
func (l *layout) run() ([]byte, error) {
	l.fresh = true
	for i := range l.parts {
		p := &l.parts[i]
		l.next = i
		if len(l.open) > maxDepth || l.out.Len() > maxOutput {
			return nil, errDeep
		}
		if i > 0 {
			l.between(&l.parts[i-1], p)
		} else {
			l.begins(p, true)
			l.write(p, true)
		}
		l.after(p)
	}
	if l.out.Len() > 0 {
		l.out.WriteByte('\n')
	}
	out := l.aligned()
	if len(out) > maxOutput {
		return nil, errDeep
	}
	return out, nil
}

// between writes p with the space or the end of line before it.
func (l *layout) between(prev, p *part) {
	broken := l.mustBreak(prev, p) || p.breaks > 0 && l.mayBreak(prev, p)
	if broken {
		l.out.WriteByte('\n')
		opened := prev.Kind == token.LBrace && prev.role != openValue
		blank := p.breaks > 1 && !opened && p.Kind != token.RBrace
		if blank {
			l.out.WriteByte('\n')
		}
		l.begins(p, blank)
	} else if l.space(prev, p) {
		l.out.WriteByte(' ')
		if p.Kind == token.Comment && strings.HasPrefix(p.Text, "//") {
			l.out.WriteByte(' ')
		}
	}
	if n := len(l.open) - 1; n >= 0 && l.open[n].align && opening(prev) && !broken && !strings.HasPrefix(p.Text, "//") {
		// A long line is not measured at each of its brackets.
		if tail := l.out.Bytes()[max(0, l.out.Len()-4*maxColumn):]; l.out.Len() == len(tail) || bytes.IndexByte(tail, '\n') >= 0 {
			if c := l.column(); c <= maxColumn {
				l.open[n].inner = c
			}
		}
	}
	l.apart = prev.line
	l.write(p, broken)
}

// mustBreak says whether a line ends between two parts, whatever the author did.
func (l *layout) mustBreak(prev, p *part) bool {
	switch {
	case prev.line || p.line, prev.Kind == token.Comment && strings.HasPrefix(prev.Text, "//"):
		return true
	case p.Kind == token.Comment && p.breaks == 0:
		return false // it belongs to what is before it
	case prev.Kind == token.Comment && p.breaks == 0 && !(p.Kind == token.RBrace && l.inBlock()):
		return false // and what is behind it to it
	}
	return l.ends(prev, p)
}

// ends says whether the grammar ends a line between two tokens.
func (l *layout) ends(prev, p *part) bool {
	block := prev.Kind == token.LBrace && prev.role != openValue
	switch {
	case block && p.Kind == token.RBrace:
		return false
	case block, p.Kind == token.RBrace && l.inBlock():
		return true
	case prev.Kind == token.Semicolon && l.inBlock():
		return p.Kind != token.Comment || p.breaks > 0
	case prev.Kind == token.RBrace && l.fresh:
		switch p.Kind {
		case token.Else, token.Semicolon, token.Comma, token.RParen:
			return false
		}
		return true
	case prev.Kind == token.Comma && len(l.open) > 0 && l.open[len(l.open)-1].role == openList:
		return true
	}
	return false
}

// mayBreak says whether an author's end of line is kept.
func (l *layout) mayBreak(prev, p *part) bool {
	switch {
	case p.Kind == token.Comment:
		return true
	case prev.Kind == token.Comment:
		return true
	case p.Kind == token.LBrace && p.role != openValue:
		return false
	case p.Kind == token.Semicolon, p.Kind == token.Comma, prev.Kind == token.At:
		return false
	case prev.Kind == token.RBrace && p.Kind == token.Else, prev.Kind == token.LBrace && p.Kind == token.RBrace:
		return false
	case prev.role == openAngle, p.role == closeAngle, prev.Kind == token.Dot, prev.role == unary:
		return false
	case prev.Kind == token.Else && p.Kind == token.If:
		return false
	}
	return true
}

// write writes a part; broken says that it begins a line.
func (l *layout) write(p *part, broken bool) {
	if broken {
		l.level = l.lineLevel(p)
		if !(p.line && p.Kind == token.Hash) {
			l.out.WriteString(strings.Repeat(" ", l.level))
		}
	}
	l.at = append(l.at, l.out.Len())
	text := p.text
	if p.Kind == token.Comment && strings.Contains(text, "\n") {
		text = l.moved(text, p.column)
	}
	l.out.WriteString(text)
}

// lineLevel is the indent of a line that begins with p.
func (l *layout) lineLevel(p *part) int {
	switch p.Kind {
	case token.RBrace, token.RParen, token.RBracket:
		if p.match >= 0 && len(l.open) > 0 {
			return l.open[len(l.open)-1].level
		}
	}
	// Behind a directive there is often another form of the whole statement.
	if !l.fresh && l.inBlock() && !l.apart && !(p.Kind == token.LBrace && p.role != openValue) {
		return l.inner() + indent // a statement goes on
	}
	return l.inner()
}

// moved is a comment that began in a column, with its lines where they were from
// there.
func (l *layout) moved(text string, column int) string {
	lines := strings.Split(text, "\n")
	by := l.column() - column
	for i, s := range lines[1:] {
		if t := strings.TrimLeft(s, " \t"); t != "" {
			lines[i+1] = strings.Repeat(" ", max(0, columns(s[:len(s)-len(t)])+by)) + t
		}
	}
	return strings.Join(lines, "\n")
}

// column is where in its line the next part is written.
func (l *layout) column() int {
	out := l.out.Bytes()
	return columns(string(out[bytes.LastIndexByte(out, '\n')+1:]))
}

// columns is how wide a text is in a line, from its begin, with tabs to every
// eighth column.
func columns(text string) int {
	n := 0
	for _, r := range text {
		if r == '\t' {
			n += 7 - n%8
		}
		n++
	}
	return n
}

// after notes what p opens, closes and ends.
func (l *layout) after(p *part) {
	if p.Kind == token.Comment || p.line {
		return
	}
	switch p.Kind {
	case token.LParen, token.LBracket, token.LBrace:
		if p.match < 0 && p.Kind != token.LBrace {
			l.fresh = false
			return
		}
		block := p.Kind == token.LBrace && p.role != openValue
		level := l.level
		if block && l.inBlock() {
			level = l.inner() // whatever line its head ends in
		}
		inner := level + indent
		if l.head(p) {
			inner += indent // apart from the block that follows
		}
		l.open = append(l.open, open{block, l.aligns(p), p.role, p.Kind, l.next, level, inner})
		l.fresh = block
		return
	case token.RParen, token.RBracket, token.RBrace:
		l.close(p)
		return
	case token.Semicolon:
		l.fresh = l.inBlock()
	case token.Comma:
		l.fresh = len(l.open) > 0 && l.open[len(l.open)-1].role == openList
	case token.Question:
		l.tern = append(l.tern, len(l.open))
	case token.Colon:
		if n := len(l.tern); n > 0 && l.tern[n-1] == len(l.open) {
			l.tern = l.tern[:n-1]
		} else if len(l.open) > 0 && l.open[len(l.open)-1].role == openSwitch {
			l.fresh = true // a label
			return
		}
		l.fresh = false
	default:
		l.fresh = l.fresh && (p.Kind == token.At || p.role == annotationEnd)
	}
	if l.fresh {
		l.tern = l.tern[:0]
	}
}

// head says whether a block follows the bracket that p opens.
func (l *layout) head(p *part) bool {
	if p.Kind != token.LParen {
		return false
	}
	for _, q := range l.parts[p.match+1:] {
		if q.Kind != token.Comment {
			return q.Kind == token.LBrace && q.role != openValue
		}
	}
	return false
}

func (l *layout) close(p *part) {
	block := true
	if p.match >= 0 && len(l.open) > 0 {
		block = l.open[len(l.open)-1].block
		l.open = l.open[:len(l.open)-1]
	} else {
		block = false
	}
	for n := len(l.tern); n > 0 && l.tern[n-1] > len(l.open); n-- {
		l.tern = l.tern[:n-1]
	}
	l.fresh = block && l.inBlock() || p.role == annotationEnd && l.statement(p)
}

// statement says whether the annotation that p ends begins its statement.
func (l *layout) statement(p *part) bool {
	for i, n := p.match-1, 0; i >= 0 && n < maxDepth; i, n = i-1, n+1 {
		switch q := l.parts[i]; {
		case q.Kind == token.Comment || q.line:
		case q.Kind == token.At:
			if i == 0 {
				return true
			}
			b := l.parts[i-1]
			if b.role == annotationEnd && b.match >= 0 {
				i = b.match
				continue
			}
			return b.Kind == token.Comment || b.line || b.Kind == token.Semicolon || b.Kind == token.LBrace || b.Kind == token.RBrace ||
				b.role == annotationEnd || b.Kind == token.Comma && l.inBlock()
		case i < p.match-1:
			return false
		}
	}
	return true
}
