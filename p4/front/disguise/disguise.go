// Package disguise renames a program's names and lays it out anew, for tests: nothing
// may depend on how a program is spelled.
package disguise

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"up4/p4/include"
	"up4/p4/source"
	"up4/p4/syntax/scan"
	"up4/p4/syntax/token"
)

// Disguise renames every name of a program but the language's and the architectures',
// and changes all of its white space. It is the work of a Read hook, once for each file
// of a program.
type Disguise struct {
	rand *rand.Rand
	// lines is, for each line of a file now, the line it had.
	lines map[string][]int
}

// kept is the names that mean something to the language or an architecture.
var kept = func() map[string]bool {
	names := map[string]bool{}
	for _, w := range strings.Fields(`main start accept reject isValid setValid setInvalid push_front pop_front next last
		lastIndex nextIndex size hit miss action_run minSizeInBits minSizeInBytes maxSizeInBits maxSizeInBytes
		default_action implementation counters meters support_timeout largest_priority_wins priority_delta
		include define undef if ifdef ifndef elif else endif defined error warning line pragma
		NoAction packet_in packet_out extract emit`) {
		names[w] = true
	}
	for _, name := range include.Names() {
		text, _ := include.Lookup(name)
		var set source.Set
		file, err := set.Add(name, text)
		if err != nil {
			panic(err)
		}
		for s := scan.New(file, nil, 0); ; {
			t := s.Next()
			if t.Kind == token.EOF {
				break
			}
			if t.Kind == token.Ident {
				names[t.Text] = true
			}
		}
	}
	return names
}()

// New makes a Disguise whose white space comes of seed.
func New(seed uint64) *Disguise {
	return &Disguise{rand: rand.New(rand.NewPCG(seed, 2)), lines: map[string][]int{}}
}

// Rename is the new name of a name, the same in every program.
func Rename(name string) string {
	if kept[name] || strings.HasPrefix(name, "__") {
		return name
	}
	h := fnv.New64a()
	h.Write([]byte(name))
	return fmt.Sprintf("n%x_", h.Sum64())
}

// Text is a file's text, disguised.
func (d *Disguise) Text(path string, text []byte) []byte {
	var set source.Set
	file, err := set.Add(path, text)
	if err != nil {
		return text
	}
	w := &writer{d: d, line: 1, lines: []int{0}}
	s := scan.New(file, nil, scan.Newlines)
	var prev token.Token
	for {
		t := s.Next()
		if t.Kind == token.EOF {
			break
		}
		line, _ := file.Line(t.At.From)
		if t.Kind == token.Hash && t.LineStart {
			w.newline(line)
			w.put("#", line)
			prev = w.directive(s, file, line)
			continue
		}
		if t.Kind != token.Newline {
			w.token(prev, t, line)
			prev = t
		}
	}
	w.newline(0)
	d.lines[path] = w.lines
	return []byte(w.b.String())
}

// Old is the line that a line of a file had before: the same in a file that is not
// disguised, as those of the architectures are not.
func (d *Disguise) Old(path string, line int) int {
	lines, disguised := d.lines[path]
	switch {
	case !disguised:
		return line
	case line < len(lines):
		return lines[line]
	}
	return 0
}

// writer lays tokens out.
type writer struct {
	d     *Disguise
	b     strings.Builder
	line  int
	lines []int // old lines by new line
	named bool  // the last tokens were @name (
}

func (w *writer) put(text string, old int) {
	for len(w.lines) <= w.line {
		w.lines = append(w.lines, old)
	}
	w.b.WriteString(text)
	n := strings.Count(text, "\n")
	w.line += n
}

func (w *writer) newline(old int) { w.put("\n", old) }

func (w *writer) token(prev, t token.Token, line int) {
	switch {
	case prev.Kind == token.Gt && (t.Kind == token.Gt || t.Kind == token.Ge) && !t.SpaceBefore:
	case t.Kind == token.PragmaEnd:
		w.newline(line)
		return
	case w.inPragma(prev):
		w.put(" ", line)
	default:
		// A line has tokens of one old line only, so that errors can be traced.
		if len(w.lines) > w.line && w.lines[w.line] != line || w.d.rand.IntN(4) == 0 {
			w.newline(line)
		}
		w.put([]string{" ", "\t", "   ", " /* n */ "}[w.d.rand.IntN(4)], line)
	}
	w.put(w.spell(prev, t), line)
}

// inPragma says whether the line of a @pragma is being written.
func (w *writer) inPragma(prev token.Token) bool {
	s := w.b.String()
	i := strings.LastIndexByte(s, '\n')
	return prev.Kind != token.PragmaEnd && strings.Contains(s[i+1:], "@pragma")
}

func (w *writer) spell(prev, t token.Token) string {
	annotation := prev.Kind == token.At || prev.Kind == token.Pragma
	switch {
	case t.Kind == token.Ident && !annotation:
		w.named = false
		return Rename(t.Text)
	case t.Kind == token.Ident:
		w.named = t.Text == "name"
	case t.Kind == token.String && w.named:
		return renamePath(t.Text)
	}
	return t.Text
}

// renamePath renames the parts of a control-plane name.
func renamePath(quoted string) string {
	parts := strings.Split(strings.Trim(quoted, `"`), ".")
	for i, p := range parts {
		if token.Lookup(p) == token.Ident && p != "" {
			parts[i] = Rename(p)
		}
	}
	return `"` + strings.Join(parts, ".") + `"`
}

// directive writes the rest of a directive, on one line.
func (w *writer) directive(s *scan.Scanner, file *source.File, line int) token.Token {
	word := s.Next()
	w.put(word.Text, line)
	verbatim := word.Text == "include" || word.Text == "error" || word.Text == "warning" || word.Kind == token.Int
	if verbatim && word.Kind != token.Newline {
		text, _ := s.RestOfLine()
		w.put(text, line)
	}
	for {
		t := s.Next()
		if t.Kind == token.Newline || t.Kind == token.EOF {
			w.newline(line)
			return token.Token{}
		}
		if t.SpaceBefore {
			w.put(" ", line)
		}
		text := t.Text
		if t.Kind == token.Ident {
			text = Rename(text)
		}
		w.put(text, line)
	}
}
