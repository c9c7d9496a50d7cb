package format

import (
	"fmt"
	"slices"
	"strings"

	"up4/p4/syntax/token"
)

// closers is the bracket that each closing one ends.
var closers = map[token.Kind]token.Kind{token.RParen: token.LParen, token.RBracket: token.LBracket, token.RBrace: token.LBrace}

// balance looks for a bracket without its other half.
type balance struct {
	parts []part
	open  []int // the brackets that are not closed, the innermost last
	conds []cond
	// unsure: the directives decide which brackets there are.
	unsure bool
	odd    int // conditions of one branch that open or close more than they should
}

// cond is an #if that has no #endif yet.
type cond struct {
	before []int // what was open at the #if
	first  []int // and at the end of the first branch
	split  bool  // there is a second
	odd    bool  // the brackets of an #if within do not pair
}

// unbalanced is the first bracket that has no other half, and what is wrong with
// it; -1 if there is none, or if it depends on macros and conditions.
func unbalanced(parts []part) (at int, what string) {
	b := balance{parts: parts}
	at = -1
	for i := range parts {
		p := &parts[i]
		if p.line {
			if p.Kind == token.Hash {
				b.directive(p.Text)
			}
			continue
		}
		switch p.Kind {
		case token.LParen, token.LBracket, token.LBrace:
			if b.open = append(b.open, i); len(b.open) > maxDepth {
				return -1, "" // the layout refuses it
			}
		case token.RParen, token.RBracket, token.RBrace:
			n := len(b.open) - 1
			if n >= 0 && parts[b.open[n]].Kind == closers[p.Kind] {
				b.open = b.open[:n]
				continue
			}
			if at < 0 {
				at, what = i, b.wrong(p.Text)
			}
		}
	}
	if at < 0 && len(b.open) > 0 {
		at = b.open[len(b.open)-1]
		what = fmt.Sprintf("this %s is never closed", parts[at].Text)
	}
	if b.unsure || b.odd > 1 {
		return -1, ""
	}
	return at, what
}

// wrong says what is wrong with a closing bracket.
func (b *balance) wrong(text string) string {
	if len(b.open) == 0 {
		return fmt.Sprintf("this %s closes nothing", text)
	}
	p := b.parts[b.open[len(b.open)-1]]
	return fmt.Sprintf("this %s does not close the %s of line %d", text, p.Text, p.row)
}

// directive follows the first branch of every condition. If another leaves other
// brackets open, or several conditions do that have no #else, as pairs with
// opposite conditions, then nobody can say.
func (b *balance) directive(text string) {
	word, rest, _ := strings.Cut(strings.TrimLeft(text[1:], " \t"), " ")
	word = strings.TrimSpace(word)
	n := len(b.conds) - 1
	switch {
	case word == "define" && strings.ContainsAny(rest, "{}[]"):
		b.unsure = true
	case word == "if" || word == "ifdef" || word == "ifndef":
		b.conds = append(b.conds, cond{before: slices.Clone(b.open)})
	case n < 0:
	case strings.HasPrefix(word, "el"):
		b.branch(&b.conds[n])
		b.conds[n].split = true
		b.open = slices.Clone(b.conds[n].before)
	case word == "endif":
		c := &b.conds[n]
		b.branch(c)
		if c.split {
			b.open = c.first
		}
		odd := !c.split && !slices.Equal(b.open, c.before)
		if odd && !c.odd {
			b.odd++
		}
		if n > 0 {
			b.conds[n-1].odd = b.conds[n-1].odd || odd || c.odd
		}
		b.conds = b.conds[:n]
	}
}

// branch ends one branch of a condition.
func (b *balance) branch(c *cond) {
	if !c.split {
		c.first = slices.Clone(b.open)
		return
	}
	alike := func(i, j int) bool { return i == j || b.parts[i].Kind == b.parts[j].Kind }
	if !slices.EqualFunc(b.open, c.first, alike) {
		b.unsure = true
	}
}
