// Package lirtest is for tests of what works on the low-level form: it reads the text
// that lir.Print writes, runs functions in the plainest way, and makes up programs.
package lirtest

import (
	"fmt"
	"strconv"
	"strings"

	"up4/pipelines/lir"
)

// Read reads the text of a program. Constants get the bits that they need, and
// expressions those that follow from their parts where none are written.
func Read(text string) (p *lir.Program, err error) {
	r := &reader{toks: tokens(text), p: &lir.Program{}}
	defer func() {
		if x := recover(); x != nil {
			failed, ok := x.(failure)
			if !ok {
				panic(x)
			}
			p, err = nil, fmt.Errorf("line %d: %s", failed.line, failed.msg)
		}
	}()
	r.program()
	return r.p, nil
}

type failure struct {
	line int
	msg  string
}

// token is a name or number, a quoted string, or a character.
type token struct {
	text string
	line int
}

func wordByte(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func tokens(text string) (list []token) {
	line := 1
	for i := 0; i < len(text); {
		from := i
		switch c := text[i]; {
		case c == '\n':
			line++
			list = append(list, token{"\n", line - 1})
			i++
			continue
		case c == ' ':
			i++
			continue
		case c == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			i++
		case wordByte(c):
			for i < len(text) && wordByte(text[i]) {
				i++
			}
		default:
			i++
		}
		list = append(list, token{text[from:min(i, len(text))], line})
	}
	return list
}

// reader reads what lir.Text writes.
type reader struct {
	toks []token
	pos  int
	p    *lir.Program

	f      *lir.Func
	locals map[string]*lir.Local
	blocks map[string]*lir.Block
	placed map[string]bool
}

func (r *reader) fail(format string, args ...any) {
	panic(failure{r.at().line, fmt.Sprintf(format, args...)})
}

func (r *reader) at() token {
	if r.pos >= len(r.toks) {
		line := 1
		if len(r.toks) > 0 {
			line = r.toks[len(r.toks)-1].line
		}
		return token{"", line}
	}
	return r.toks[r.pos]
}

func (r *reader) peek() string { return r.at().text }

// after is the token so many behind the next one.
func (r *reader) after(n int) string {
	if r.pos+n >= len(r.toks) {
		return ""
	}
	return r.toks[r.pos+n].text
}

func (r *reader) next() string {
	t := r.peek()
	r.pos++
	return t
}

// is takes a token if it is the next one.
func (r *reader) is(text string) bool {
	if r.peek() == text {
		r.pos++
		return true
	}
	return false
}

func (r *reader) want(texts ...string) {
	for _, t := range texts {
		if !r.is(t) {
			r.fail("%q where %q should stand", r.peek(), t)
		}
	}
}

func (r *reader) lines() {
	for r.is("\n") {
	}
}

func (r *reader) name() string {
	t := r.next()
	if t == "" || !wordByte(t[0]) {
		r.pos--
		r.fail("%q where a name should stand", t)
	}
	return t
}

func (r *reader) number() uint64 {
	n, err := strconv.ParseUint(r.peek(), 0, 64)
	if err != nil {
		r.fail("%q where a number should stand", r.peek())
	}
	r.pos++
	return n
}

func (r *reader) int() int {
	if r.is("-") {
		return -int(r.number())
	}
	return int(r.number())
}

func (r *reader) program() {
	r.lines()
	if r.is("program") {
		r.p.Name = r.name()
		r.lines()
		r.record()
	}
	for r.lines(); r.is("log"); r.lines() {
		r.int()
		text, err := strconv.Unquote(r.next())
		if err != nil {
			r.fail("a message: %v", err)
		}
		l := lir.Log{Text: text}
		for !r.is("\n") {
			t := r.name()
			bits, _ := strconv.Atoi(t[1:])
			l.Values = append(l.Values, lir.LogValue{Bits: bits, Signed: t[0] == 's'})
		}
		r.p.Logs = append(r.p.Logs, l)
	}
	for r.lines(); r.peek() != ""; r.lines() {
		r.function()
	}
}

func (r *reader) record() {
	r.want("record")
	r.p.Record.Bytes = r.int()
	r.want("{", "\n")
	for !r.is("}") {
		s := lir.Slot{Name: r.name()}
		r.want("at")
		s.At = r.int()
		r.want("bytes")
		s.Bytes = r.int()
		r.want("\n")
		r.p.Record.Slots = append(r.p.Record.Slots, s)
	}
}

func (r *reader) typ() lir.Type {
	t := r.name()
	switch {
	case t == "bool":
		return lir.Type{Kind: lir.Bool}
	case t == "ptr":
		return lir.Type{Kind: lir.Ptr}
	case strings.HasPrefix(t, "u"):
		n, err := strconv.Atoi(t[1:])
		if err == nil {
			return word(n)
		}
	}
	r.fail("no type %q", t)
	return lir.Type{}
}

func word(bits int) lir.Type { return lir.Type{Kind: lir.Word, Bits: bits} }

func (r *reader) local() *lir.Local {
	l := &lir.Local{Name: r.name()}
	r.want(":")
	l.T = r.typ()
	r.locals[l.Name] = l
	return l
}

func (r *reader) function() {
	r.want("func")
	r.f = &lir.Func{Name: r.name()}
	r.locals, r.blocks, r.placed = map[string]*lir.Local{}, map[string]*lir.Block{}, map[string]bool{}
	r.p.Funcs = append(r.p.Funcs, r.f)
	r.want("(")
	for !r.is(")") {
		r.f.Params = append(r.f.Params, r.local())
		r.is(",")
	}
	r.want("{", "\n")
	for r.peek() == "var" && r.after(1) != ":" {
		r.next()
		r.f.Locals = append(r.f.Locals, r.local())
		r.want("\n")
	}
	for !r.is("}") {
		r.block()
	}
	for name := range r.blocks {
		if !r.placed[name] {
			r.fail("no block %s", name)
		}
	}
}

// to is the block of a name, which may stand further down.
func (r *reader) to() *lir.Block { return r.blockNamed(r.name()) }

func (r *reader) blockNamed(name string) *lir.Block {
	b := r.blocks[name]
	if b == nil {
		b = &lir.Block{Name: name}
		r.blocks[name] = b
	}
	return b
}

func (r *reader) block() {
	b := r.to()
	r.placed[b.Name] = true
	r.f.Blocks = append(r.f.Blocks, b)
	r.want(":")
	if r.is("state") {
		b.State = r.name()
	}
	b.Loop = r.is("loop")
	r.want("\n")
	for b.Term == nil {
		if b.Term = r.term(); b.Term == nil {
			b.Instrs = append(b.Instrs, r.instr())
		}
		r.want("\n")
	}
}

func (r *reader) term() lir.Term {
	if r.after(1) == "=" {
		return nil
	}
	switch {
	case r.is("goto"):
		return &lir.Goto{To: r.to()}
	case r.is("if"):
		t := &lir.If{Cond: r.expr()}
		r.want("then")
		t.Then = r.to()
		r.want("else")
		t.Else = r.to()
		return t
	case r.is("return"):
		return &lir.Return{Status: r.expr()}
	case r.is("switch"):
		t := &lir.Switch{X: r.expr()}
		r.want("{")
		for !r.is("default") {
			c := lir.Case{Values: []uint64{r.number()}}
			for r.is(",") {
				c.Values = append(c.Values, r.number())
			}
			r.want("=", ">")
			c.To = r.to()
			r.want(";")
			t.Cases = append(t.Cases, c)
		}
		r.want("=", ">")
		t.Default = r.to()
		r.want("}")
		return t
	}
	return nil
}
