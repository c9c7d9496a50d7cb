package preproc

import (
	"strings"

	"up4/p4/source"
	"up4/p4/syntax/token"
)

// bytesPerToken is how much text that a macro makes counts like a token.
const bytesPerToken = 8

// substitute is the body of m with its arguments put in (ISO C 6.10.5): beside #
// and ## as they are written, elsewhere fully expanded.
func (p *Preproc) substitute(m *macro, args [][]tok, use tok) []tok {
	expanded := make([][]tok, len(args))
	done := make([]bool, len(args))
	var out []tok
	after := false // an argument stands before the token
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		kind := func(j int) token.Kind {
			if j >= 0 && j < len(m.body) {
				return m.body[j].Kind
			}
			return token.Invalid
		}
		n := m.param(t)
		switch {
		case p.work+len(out) > MaxExpansion:
			return out // reported by who called
		case t.Kind == token.Hash && m.function:
			i++
			text := stringize(args[m.param(m.body[i])])
			p.work += len(text) / bytesPerToken
			out = append(out, tok{Token: token.Token{Kind: token.String, Text: text, SpaceBefore: t.SpaceBefore}})
		case t.Kind == token.HashHash:
			out = append(out, tok{Token: t, paste: true})
		case t.Kind == token.Comma && kind(i+1) == token.HashHash && m.variadic && i+2 < len(m.body) && m.body[i+2].Text == vaArgs:
			// A comma before ## __VA_ARGS__ goes away where there are none, as GNU C has it.
			last := args[len(args)-1]
			if len(last) > 0 {
				out = append(append(out, tok{Token: t}), p.expandAll(last, use.At)...)
			}
			i += 2
		case n >= 0 && (kind(i-1) == token.HashHash || kind(i+1) == token.HashHash):
			if len(args[n]) == 0 {
				out = append(out, tok{}) // a place marker
				break
			}
			out = appendArgument(out, args[n], t)
		case n >= 0:
			if !done[n] {
				done[n], expanded[n] = true, p.expandAll(args[n], use.At)
			}
			out = appendArgument(out, expanded[n], t)
			after = true
			continue
		default:
			t.SpaceBefore = t.SpaceBefore || after
			out = append(out, tok{Token: t})
		}
		after = false
	}
	return p.paste(out, use.At)
}

// appendArgument adds an argument with the space that its parameter had.
func appendArgument(out, arg []tok, param token.Token) []tok {
	from := len(out)
	out = append(out, arg...)
	if len(out) > from {
		out[from].SpaceBefore = param.SpaceBefore
	}
	return out
}

// paste joins what stands beside each ## of a body, and takes place markers out.
func (p *Preproc) paste(in []tok, at source.Span) []tok {
	out := in[:0]
	for i := 0; i < len(in); i++ {
		if !in[i].paste || len(out) == 0 || i+1 >= len(in) {
			out = append(out, in[i])
			continue
		}
		i++
		left := out[len(out)-1]
		text := left.Text + in[i].Text
		if text == "" {
			continue
		}
		if p.work += len(text) / bytesPerToken; p.work > MaxExpansion {
			return nil // reported by who called
		}
		ts := retoken(text)
		if len(ts) != 1 || ts[0].Kind == token.Invalid || ts[0].Text != text {
			p.diags.Errorf(at, CodePaste, "## makes %q of %q and %q, which is no token", text, left.Text, in[i].Text)
			out = append(out, in[i])
			continue
		}
		ts[0].SpaceBefore = left.SpaceBefore
		out[len(out)-1] = tok{Token: ts[0], hide: left.hide.intersect(in[i].hide)}
	}
	kept := out[:0]
	for _, t := range out {
		if t.Text != "" || t.Kind == token.PragmaEnd {
			kept = append(kept, t)
		}
	}
	return kept
}

// stringize is an argument as a string: as it is written, with one space where
// there was any.
func stringize(arg []tok) string {
	var b strings.Builder
	for i, t := range arg {
		if i > 0 && t.SpaceBefore {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return quote(b.String())
}

// hide is a set of names of macros, never changed once made. Nil is the empty set.
type hide struct {
	name string
	rest *hide
	n    int
}

func (h *hide) depth() int {
	if h == nil {
		return 0
	}
	return h.n
}

func (h *hide) has(name string) bool {
	for ; h != nil; h = h.rest {
		if h.name == name {
			return true
		}
	}
	return false
}

func (h *hide) add(name string) *hide {
	if h.has(name) {
		return h
	}
	return &hide{name, h, h.depth() + 1}
}

func (h *hide) union(o *hide) *hide {
	if h == nil || h == o {
		return o
	}
	for ; o != nil; o = o.rest {
		h = h.add(o.name)
	}
	return h
}

func (h *hide) intersect(o *hide) *hide {
	if h == o {
		return h
	}
	var both *hide
	for ; h != nil; h = h.rest {
		if o.has(h.name) {
			both = both.add(h.name)
		}
	}
	return both
}
