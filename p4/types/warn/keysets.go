package warn

import (
	"strings"

	"up4/p4/syntax"
	"up4/p4/syntax/token"
	"up4/p4/types"
)

// selectExpr warns of cases that nothing comes to, and of what no case is for: the
// parser then rejects with NoMatch (13.6).
func (c *checker) selectExpr(e *syntax.SelectExpr) {
	seen := map[string]bool{}
	all := false
	targets := map[*types.Object]bool{}
	for _, k := range e.Cases {
		text, known := c.keysetText(k.Keyset)
		switch {
		case all:
			c.warnf(k.Span(), CodeUnreachableCase, "no value comes to this case: one before it takes all")
		case c.constants(e.Keys, k.Keyset) == never:
			c.warnf(k.Span(), CodeUnreachableCase, "no value comes to this case: what is selected is always another")
		case known && seen[text]:
			c.warnf(k.Keyset.Span(), CodeDuplicateKeyset, "a case before it has the same keyset")
		}
		c.prefix(k.Keyset)
		seen[text] = seen[text] || known
		all = all || takesAll(k.Keyset) || c.constants(e.Keys, k.Keyset) == always
		if k.Next != nil {
			targets[c.info.Uses[k.Next]] = true
		}
	}
	if len(e.Cases) == 0 {
		return
	}
	if !all && !c.exhausts(e, len(seen)) {
		c.warnf(e.Span(), CodeNoMatch, "there is no default: the parser rejects what none of the cases takes")
	}
	if all && len(targets) == 1 {
		c.warnf(e.Span(), CodeUselessSelect, "the transition does not depend on what is selected: all cases go to the same state")
	}
}

// verdict is whether a case is taken.
type verdict uint8

const (
	maybe verdict = iota
	always
	never
)

// constants compares keys that are constants with a keyset.
func (c *checker) constants(keys []syntax.Expr, set syntax.Expr) verdict {
	list, ok := syntax.Unparen(set).(*syntax.ListExpr)
	if len(keys) != 1 && (!ok || len(list.Elems) != len(keys)) || len(keys) == 0 {
		return maybe
	}
	out := always
	for i, k := range keys {
		x := syntax.Unparen(set)
		if ok && (len(keys) > 1 || len(list.Elems) == 1) {
			x = syntax.Unparen(list.Elems[i])
		}
		if takesAll(x) {
			continue
		}
		key, known := c.keysetText(k)
		text, alsoKnown := c.keysetText(x)
		_, isSet := x.(*syntax.BinaryExpr)
		switch {
		case !known || !alsoKnown || isSet && c.info.Values[x] == nil:
			if out == always {
				out = maybe
			}
		case key != text:
			out = never
		}
	}
	return out
}

// exhausts says whether n different cases are all there are of one bool or short
// bit<> key.
func (c *checker) exhausts(e *syntax.SelectExpr, n int) bool {
	if len(e.Keys) != 1 {
		return true // cases of several keys may well be all: too much to tell
	}
	for _, k := range e.Cases {
		if _, known := c.keysetText(k.Keyset); !known {
			return true
		}
		if b, ok := syntax.Unparen(k.Keyset).(*syntax.BinaryExpr); ok && (b.Op == token.Mask || b.Op == token.Range) {
			return true
		}
	}
	switch t := c.info.Types[e.Keys[0]].(type) {
	case types.Basic:
		return t != types.Bool || n >= 2
	case *types.Bits:
		return t.Width < 16 && n >= 1<<t.Width
	case *types.Enum:
		return t.Repr == nil && n >= len(t.Members)
	}
	return true
}

// takesAll says whether a keyset is default or _, or a list of these.
func takesAll(e syntax.Expr) bool {
	switch e := syntax.Unparen(e).(type) {
	case *syntax.DefaultExpr:
		return true
	case *syntax.ListExpr:
		for _, x := range e.Elems {
			if !takesAll(x) {
				return false
			}
		}
		return len(e.Elems) > 0
	}
	return false
}

// keysetText is a keyset by its values, if they are known: equal texts are equal
// sets.
func (c *checker) keysetText(e syntax.Expr) (string, bool) {
	e = syntax.Unparen(e)
	if v := c.info.Values[e]; v != nil {
		if n, ok := v.(*types.IntValue); ok {
			return n.V.String(), true // 1 and 8w1 are one value of a key
		}
		return v.String(), true
	}
	var parts []string
	add := func(list ...syntax.Expr) bool {
		for _, x := range list {
			t, ok := c.keysetText(x)
			if !ok {
				return false
			}
			parts = append(parts, t)
		}
		return true
	}
	switch e := e.(type) {
	case *syntax.DefaultExpr:
		return "_", true
	case *syntax.ListExpr:
		ok := add(e.Elems...)
		return "(" + strings.Join(parts, ",") + ")", ok
	case *syntax.BinaryExpr:
		if e.Op == token.Mask || e.Op == token.Range {
			ok := add(e.X, e.Y)
			return strings.Join(parts, e.Op.String()), ok
		}
	}
	return "", false
}

// prefix warns of 0x0A000000/8 as a keyset, which is a division (8.6).
func (c *checker) prefix(e syntax.Expr) {
	if l, ok := syntax.Unparen(e).(*syntax.ListExpr); ok {
		for _, x := range l.Elems {
			c.prefix(x)
		}
		return
	}
	if b, ok := syntax.Unparen(e).(*syntax.BinaryExpr); ok && b.Op == token.Div {
		c.warnf(b.Span(), CodePrefixDivision, "/ is a division, not the length of a prefix: write value &&& mask for one")
	}
}
