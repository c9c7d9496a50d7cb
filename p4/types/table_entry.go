package types

import (
	"math/bits"

	"up4/p4/syntax"
	"up4/p4/syntax/token"
)

// defaultAction is the action on a miss: one of the list, with all arguments
// (14.2.1.3).
func (c *checker) defaultAction(p *syntax.Property, info *tableInfo) {
	a := actionRef(p.Value)
	if a == nil {
		t := c.value(p.Value)
		if !isInvalid(t) {
			c.errorf(p.Value.Span(), CodeNotAction, "a default action is an action, with its arguments")
		}
		return
	}
	c.info.DefaultActions[p] = a
	c.chosenAction(a, info, "default action")
}

// actionRef reads an expression as an action with arguments, or gives nil.
func actionRef(e syntax.Expr) *syntax.ActionRef {
	a := &syntax.ActionRef{}
	if e != nil {
		a.At = e.Span()
	}
	switch e := e.(type) {
	case *syntax.Ident:
		a.Action = e
	case *syntax.CallExpr:
		id, ok := e.Fun.(*syntax.Ident)
		if !ok || len(e.TypeArgs) > 0 {
			return nil
		}
		a.Action, a.Args, a.HasArgs = id, e.Args, true
	default:
		return nil
	}
	return a
}

// chosenAction checks a default action or an entry's action: it is listed, what the
// list binds is bound the same, the rest is known when compiled.
func (c *checker) chosenAction(a *syntax.ActionRef, info *tableInfo, what string) {
	o := c.action(a)
	if o == nil {
		c.argsOnly(a.Args)
		return
	}
	listed := info.actions[o]
	if listed == nil {
		if len(info.actions) > 0 {
			c.errorf(a.Action.Span(), CodeNotInTable, "%s is not in the list of actions of the table %s%s", o.Name, info.decl.Name.Text, c.hint(o.Name, info.actionRun.Members))
		}
		c.argsOnly(a.Args)
		return
	}
	if what == "entry" && info.isDefaultOnly[o] {
		c.errorf(a.Action.Span(), CodeDefaultOnly, "%s is marked @defaultonly: no entry can have it", o.Name)
		return
	}
	if what != "entry" && syntax.Annotated(listed.Annotations, "tableonly") != nil {
		c.errorf(a.Action.Span(), CodeDefaultOnly, "%s is marked @tableonly: it cannot be the default", o.Name)
		return
	}
	if info.isBroken[o] { // what the list binds is not known
		c.argsOnly(a.Args)
		return
	}
	sig := o.Type.(*Signature)
	args := c.withBound(a, listed, sig)
	bound, ok := c.bindArgs(a.Span(), sig.Name, sig.Params, args, false)
	if !c.argTypes(a.Args) || !ok {
		return
	}
	if !c.chosenArgs(a, listed, sig, bound) {
		return
	}
	c.info.Actions[a] = &Call{Sig: sig, Fun: o, Args: bound}
}

// withBound is the arguments; those bound in the list may be left out where the rest
// are given.
func (c *checker) withBound(a, listed *syntax.ActionRef, sig *Signature) []*syntax.Arg {
	undirected := 0
	for _, p := range sig.Params {
		if p.Dir == syntax.NoDirection {
			undirected++
		}
	}
	if undirected < len(sig.Params) && len(a.Args) == undirected && len(listed.Args) > 0 && !bindsArgs(sig.Params, a.Args) &&
		!(len(a.Args) > 0 && sameText(a.Args[0].Value, listed.Args[0].Value)) {
		return append(append([]*syntax.Arg{}, listed.Args...), a.Args...)
	}
	return a.Args
}

// chosenArgs checks the arguments of a default action or an entry's action.
func (c *checker) chosenArgs(a, listed *syntax.ActionRef, sig *Signature, bound []syntax.Expr) bool {
	given, _ := c.bindQuiet(sig.Params, listed.Args)
	for i, p := range sig.Params {
		e := bound[i]
		if e == nil {
			continue
		}
		if p.Dir != syntax.NoDirection {
			if given[i] != nil && e != given[i] && !sameText(e, given[i]) {
				c.errorf(e.Span(), CodeActionArgs, "the argument %s of %s is not the one that the list of actions binds", p.Name, sig.Name)
				return false
			}
		} else if !c.isKnown(e) {
			c.errorf(e.Span(), CodeNotConstant, "the argument %s of %s must be known when the program is compiled", p.Name, sig.Name)
			return false
		}
		if !c.passArg(sig, p, e) {
			return false
		}
	}
	return true
}

// bindQuiet is bindArgs without messages.
func (c *checker) bindQuiet(ps []*Param, args []*syntax.Arg) ([]syntax.Expr, bool) {
	out := make([]syntax.Expr, len(ps))
	for i, a := range args {
		j := i
		if a.Name != nil {
			j = paramOf(ps, a.Name.Text)
		}
		if j < 0 || j >= len(ps) {
			return out, false
		}
		out[j] = a.Value
	}
	return out, true
}

// entries are a table's initial entries (14.2.1.4).
func (c *checker) entries(p *syntax.Property, info *tableInfo) {
	if len(info.keys) == 0 && len(p.Entries) > 0 {
		c.errorf(info.decl.Name.Span(), CodeEntry, "table %s has no key: it can have no entries", info.decl.Name.Text)
		return
	}
	for _, e := range p.Entries {
		c.entry(p, e, info)
	}
	c.priorities(p, info)
}

func (c *checker) entry(p *syntax.Property, e *syntax.Entry, info *tableInfo) {
	c.annotations(e.Annotations)
	if e.Priority != nil {
		t := c.value(e.Priority)
		v, known := c.info.Values[e.Priority].(*IntValue)
		switch {
		case isInvalid(t):
		case !isNumber(fixed(t)):
			c.errorf(e.Priority.Span(), CodePriority, "a priority is an int, not %s", t)
		case !known && !c.isKnown(e.Priority):
			c.errorf(e.Priority.Span(), CodeNotConstant, "a priority must be known when the program is compiled")
		case p.Const:
			c.errorf(e.Priority.Span(), CodePriority, "entries of const entries have no priorities: the first that matches wins")
		case known && v.V.Sign() < 0:
			c.errorf(e.Priority.Span(), CodePriority, "a priority cannot be negative")
		}
	}
	if c.prefixMistake(e, info) {
		return
	}
	if c.keyset(e.Keyset, info.keys, e.Span()) {
		c.entryKeys(e, info)
	}
	if e.Action != nil {
		c.chosenAction(e.Action, info, "entry")
	}
}

// prefixMistake finds 10.0.0.0/24 and x/24 in an entry, which P4 reads as a division.
func (c *checker) prefixMistake(e *syntax.Entry, info *tableInfo) bool {
	for i, x := range keysetParts(e.Keyset, len(info.keys)) {
		b, ok := syntax.Unparen(x).(*syntax.BinaryExpr)
		if ok && b.Op == token.Div && i < len(info.matches) && info.matches[i] == "lpm" {
			c.errorf(b.Span(), CodePrefix, "/ is a division: write a prefix as value &&& mask, such as 0x0A000000 &&& 0xFF000000 for 10.0.0.0/8")
			return true
		}
	}
	return false
}

// keysetParts are the keysets of the single keys.
func keysetParts(e syntax.Expr, n int) []syntax.Expr {
	if l, ok := e.(*syntax.ListExpr); ok && len(l.Elems) == n {
		return l.Elems
	}
	if n == 1 {
		return []syntax.Expr{e}
	}
	return nil
}

// entryKeys checks that each keyset is one its match kind can take, and known when
// compiled.
func (c *checker) entryKeys(e *syntax.Entry, info *tableInfo) {
	for i, x := range keysetParts(e.Keyset, len(info.keys)) {
		x = syntax.Unparen(x)
		if d, ok := x.(*syntax.DefaultExpr); ok {
			if info.matches[i] == "exact" && !d.Underscore {
				c.errorf(x.Span(), CodeKeyset, "an exact key needs a value, not default")
			}
			continue
		}
		if !c.isKnown(x) {
			c.errorf(x.Span(), CodeNotConstant, "an entry's keys must be known when the program is compiled")
			continue
		}
		b, ok := x.(*syntax.BinaryExpr)
		if !ok || b.Op != token.Mask && b.Op != token.Range {
			continue
		}
		c.keysetKind(b, info.matches[i], info.keys[i])
	}
}

// keysetKind: an exact or optional key takes a value, an lpm key a prefix, a range
// key no mask.
func (c *checker) keysetKind(b *syntax.BinaryExpr, match string, key Type) {
	switch {
	case match == "exact" || match == "optional":
		c.errorf(b.Span(), CodeKeyset, "an %s key takes a single value", match)
	case b.Op == token.Range && (match == "lpm" || match == "ternary"):
		c.errorf(b.Span(), CodeKeyset, "a %s key takes no range: write value &&& mask", match)
	case b.Op == token.Mask && match == "range":
		c.errorf(b.Span(), CodeKeyset, "a range key takes no mask: write low .. high")
	case b.Op == token.Mask && match == "lpm":
		if v, ok := c.info.Values[b.Y].(*IntValue); ok && bitsOf(key) != nil && !isPrefixMask(v, bitsOf(key)) {
			c.errorf(b.Span(), CodeKeyset, "the mask of an lpm key must be ones followed by zeros")
		}
	}
}

// isPrefixMask: ones, then zeros.
func isPrefixMask(v *IntValue, t *Bits) bool {
	m := wrap(v.V, &Bits{Width: t.Width})
	ones := 0
	for _, w := range m.Bits() {
		ones += bits.OnesCount(uint(w))
	}
	if ones == 0 {
		return true
	}
	return m.BitLen() == t.Width && int(m.TrailingZeroBits()) == t.Width-ones
}

// priorities: only entries of tables whose keys can overlap have them. If any has
// one, the first does; the others count on from it (14.2.1.4).
func (c *checker) priorities(p *syntax.Property, info *tableInfo) {
	needs := false
	for _, m := range info.matches {
		needs = needs || m != "exact" && m != "lpm"
	}
	some := false
	for _, e := range p.Entries {
		if e.Priority == nil {
			continue
		}
		if !needs {
			c.errorf(e.Priority.Span(), CodePriority, "entries of a table with exact and lpm keys only have no priorities")
			return
		}
		some = true
	}
	if some && p.Entries[0].Priority == nil && !p.Const {
		c.errorf(p.Entries[0].Span(), CodePriority, "the first entry needs a priority, as others have one")
	}
}
