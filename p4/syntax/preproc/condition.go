package preproc

import (
	"fmt"
	"strconv"
	"strings"

	"up4/p4/source"
	"up4/p4/syntax/token"
)

// condition is the value of the expression behind #if or #elif. One that is wrong
// is false.
func (p *Preproc) condition(word token.Token, rest []token.Token) bool {
	ts, ok := p.replaceDefined(rest)
	if !ok || p.stopped {
		return false
	}
	ts = p.expandAll(ts, word.At)
	c := &condParser{ts: ts, end: word.At}
	if n := len(rest); n > 0 {
		c.end = rest[n-1].At
	}
	v := c.ternary(true)
	if c.err == "" && c.i < len(c.ts) {
		c.fail(fmt.Sprintf("%q should not stand here", c.ts[c.i].Text))
	}
	if c.err != "" {
		p.diags.Errorf(c.at, CodeCondition, "the condition of #%s: %s", word.Text, c.err)
		return false
	}
	return v != 0
}

// replaceDefined puts 1 or 0 for each "defined NAME" and "defined(NAME)".
func (p *Preproc) replaceDefined(in []token.Token) ([]tok, bool) {
	var out []tok
	for i := 0; i < len(in); i++ {
		t := in[i]
		if t.Text != "defined" {
			out = append(out, tok{Token: t})
			continue
		}
		open := i+1 < len(in) && in[i+1].Kind == token.LParen
		if open {
			i++
		}
		i++
		if i >= len(in) || !isWord(in[i]) || open && (i+1 >= len(in) || in[i+1].Kind != token.RParen) {
			p.diags.Errorf(t.At, CodeCondition, "defined needs the name of a macro, in parentheses or not")
			return nil, false
		}
		value := "0"
		if _, ok := p.macros[in[i].Text]; ok {
			value = "1"
		}
		if open {
			i++
		}
		out = append(out, tok{Token: token.Token{Kind: token.Int, Text: value, At: t.At, SpaceBefore: true}})
	}
	return out, true
}

// condParser evaluates a condition (ISO C 6.10.2) in 64 bits, signed. Words that
// are no macros are 0, but for true.
type condParser struct {
	ts    []tok
	i     int
	depth int
	end   source.Span
	at    source.Span
	err   string
}

func (c *condParser) fail(why string) int64 {
	if c.err == "" {
		c.err, c.at = why, c.end
		if c.i < len(c.ts) {
			c.at = c.ts[c.i].At
		}
	}
	c.i = len(c.ts)
	return 0
}

func (c *condParser) kind() token.Kind {
	if c.i < len(c.ts) {
		return c.ts[c.i].Kind
	}
	return token.EOF
}

func (c *condParser) accept(k token.Kind) bool {
	if c.kind() != k {
		return false
	}
	c.i++
	return true
}

// down enters a construct, up to a depth.
func (c *condParser) down() bool {
	c.depth++
	if c.depth > maxCondition {
		c.fail("it is nested too deeply")
		return false
	}
	return true
}

// ternary: binary [ "?" ternary ":" ternary ]. What is not live is only parsed.
func (c *condParser) ternary(live bool) int64 {
	defer func() { c.depth-- }()
	if !c.down() {
		return 0
	}
	v := c.binary(0, live)
	if !c.accept(token.Question) {
		return v
	}
	a := c.ternary(live && v != 0)
	if c.err == "" && !c.accept(token.Colon) {
		return c.fail("a : should stand here")
	}
	b := c.ternary(live && v == 0)
	if v != 0 {
		return a
	}
	return b
}

// levels is the binary operators, from those that bind least.
var levels = [][]token.Kind{
	{token.OrOr}, {token.AndAnd}, {token.Or}, {token.Xor}, {token.And}, {token.Eq, token.Ne},
	{token.Lt, token.Gt, token.Le, token.Ge}, {token.Shl, token.Shr}, {token.Add, token.Sub},
	{token.Mul, token.Div, token.Mod},
}

// operator takes an operator of a level. Shr is two > that touch.
func (c *condParser) operator(level int) (token.Kind, bool) {
	k := c.kind()
	shr := k == token.Gt && c.i+1 < len(c.ts) && c.ts[c.i+1].Kind == token.Gt && !c.ts[c.i+1].SpaceBefore
	if shr {
		k = token.Shr
	}
	for _, o := range levels[level] {
		if o == k {
			c.i++
			if shr {
				c.i++
			}
			return k, true
		}
	}
	return 0, false
}

// binary: a chain of operands of the next level.
func (c *condParser) binary(level int, live bool) int64 {
	if level == len(levels) {
		return c.unary(live)
	}
	v := c.binary(level+1, live)
	for {
		op, ok := c.operator(level)
		if !ok {
			return v
		}
		used := live
		if op == token.OrOr {
			used = live && v == 0
		} else if op == token.AndAnd {
			used = live && v != 0
		}
		start := c.i
		w := c.binary(level+1, used)
		v, ok = apply(op, v, w)
		if !ok && used {
			if c.err == "" {
				c.i = start
			}
			return c.fail("a division by zero, or a shift by a negative number")
		}
	}
}

func apply(op token.Kind, v, w int64) (int64, bool) {
	truth := func(b bool) (int64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch op {
	case token.OrOr:
		return truth(v != 0 || w != 0)
	case token.AndAnd:
		return truth(v != 0 && w != 0)
	case token.Eq:
		return truth(v == w)
	case token.Ne:
		return truth(v != w)
	case token.Lt:
		return truth(v < w)
	case token.Gt:
		return truth(v > w)
	case token.Le:
		return truth(v <= w)
	case token.Ge:
		return truth(v >= w)
	case token.Or:
		return v | w, true
	case token.Xor:
		return v ^ w, true
	case token.And:
		return v & w, true
	case token.Add:
		return v + w, true
	case token.Sub:
		return v - w, true
	case token.Mul:
		return v * w, true
	}
	return applyPartial(op, v, w)
}

// applyPartial is the operators that not every operand has a result for.
func applyPartial(op token.Kind, v, w int64) (int64, bool) {
	switch {
	case op == token.Shl && w >= 0:
		return v << w, true
	case op == token.Shr && w >= 0:
		return v >> w, true
	case op == token.Div && w != 0:
		return v / w, true
	case op == token.Mod && w != 0:
		return v % w, true
	}
	return 0, false
}

// unary: { "+" | "-" | "!" | "~" } ( "(" ternary ")" | number | word )
func (c *condParser) unary(live bool) int64 {
	defer func() { c.depth-- }()
	if !c.down() {
		return 0
	}
	switch k := c.kind(); {
	case c.accept(token.Add):
		return c.unary(live)
	case c.accept(token.Sub):
		return -c.unary(live)
	case c.accept(token.BitNot):
		return ^c.unary(live)
	case c.accept(token.Not):
		v, _ := apply(token.Eq, c.unary(live), 0)
		return v
	case c.accept(token.LParen):
		v := c.ternary(live)
		if c.err == "" && !c.accept(token.RParen) {
			return c.fail("a ) is missing")
		}
		return v
	case k == token.EOF:
		return c.fail("a value is missing")
	}
	t := c.ts[c.i]
	switch {
	case t.Kind == token.Int:
		v, ok := number(t.Text)
		if !ok {
			return c.fail(fmt.Sprintf("%s is no integer of C in 64 bits", t.Text))
		}
		c.i++
		return v
	case isWord(t.Token):
		c.i++
		if t.Kind == token.True {
			return 1
		}
		return 0
	}
	return c.fail(fmt.Sprintf("a value should stand here, not %q", t.Text))
}

// number is the value of an integer of C, or of P4 without a width.
func number(text string) (int64, bool) {
	text = strings.TrimRight(strings.ToLower(text), "ul")
	v, err := strconv.ParseInt(text, 0, 64)
	return v, err == nil
}
