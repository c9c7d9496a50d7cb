package random

import (
	"fmt"
	"math/big"
)

// constant is a constant of a type.
func (g *gen) constant(t typ) string {
	switch t.name {
	case "bool":
		return pick(g.c, []string{"true", "false"})
	case "Colour":
		return "Colour." + pick(g.c, []string{"Red", "Green", "Blue"})
	case "Code":
		return "Code." + pick(g.c, []string{"One", "Two", "Other"})
	}
	v := new(big.Int)
	for range (t.width + 7) / 8 {
		v.Lsh(v, 8).Or(v, big.NewInt(int64(g.c.byte())))
	}
	w, kind := t.width, "w"
	if t.signed {
		w, kind = w-1, "s"
	}
	v.And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(w)), big.NewInt(1)))
	if g.c.Chance(2) {
		return fmt.Sprintf("%d%s0x%x", t.width, kind, v)
	}
	return fmt.Sprintf("%d%s%d", t.width, kind, v)
}

// expr is an expression of a type, at most depth operators deep.
func (g *gen) expr(t typ, depth int) string {
	if depth <= 0 || g.c.Chance(4) {
		return g.leaf(t)
	}
	switch {
	case t == boolean:
		return g.boolean(depth - 1)
	case t.name != "":
		return g.leaf(t)
	}
	return g.number(t, depth-1)
}

func (g *gen) leaf(t typ) string {
	var list []string
	for _, v := range g.vars {
		if v.typ == t {
			list = append(list, v.name)
		}
	}
	if len(list) > 0 && !g.c.Chance(4) {
		return pick(g.c, list)
	}
	return g.constant(t)
}

func (g *gen) boolean(depth int) string {
	switch g.c.N(6) {
	case 0:
		return fmt.Sprintf("(%s && %s)", g.expr(boolean, depth), g.expr(boolean, depth))
	case 1:
		return fmt.Sprintf("(%s || %s)", g.expr(boolean, depth), g.expr(boolean, depth))
	case 2:
		return "!" + g.expr(boolean, depth)
	case 3:
		t := g.someType()
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth), pick(g.c, []string{"==", "!="}), g.expr(t, depth))
	case 4:
		if len(g.vars) > 0 && g.actions != nil {
			return "hdr.h0.isValid()"
		}
	}
	t := typ{width: max(2, pick(g.c, widths)), signed: g.c.Chance(3)}
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth), pick(g.c, []string{"<", "<=", ">", ">="}), g.expr(t, depth))
}

func (g *gen) number(t typ, depth int) string {
	switch g.c.N(9) {
	case 0:
		return fmt.Sprintf("%s%s", pick(g.c, []string{"-", "~"}), g.expr(t, depth))
	case 1:
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(boolean, depth), g.expr(t, depth), g.expr(t, depth))
	case 2:
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth), pick(g.c, []string{"<<", ">>"}), g.expr(bits(4), depth))
	case 3:
		from := typ{width: pick(g.c, widths)}
		if t.signed {
			// Sign and width change one at a time (8.11.1).
			return fmt.Sprintf("(%s)(bit<%d>)%s", t, t.width, g.expr(from, depth))
		}
		return fmt.Sprintf("(%s)%s", t, g.expr(from, depth))
	case 4:
		if !t.signed && t.width > 1 {
			left := 1 + g.c.N(t.width-1)
			return fmt.Sprintf("(%s ++ %s)", g.expr(bits(left), depth), g.expr(bits(t.width-left), depth))
		}
	case 5:
		if !t.signed {
			over := g.c.N(20)
			at := g.c.N(over + 1)
			return fmt.Sprintf("(%s)[%d:%d]", g.expr(bits(t.width+over), depth), at+t.width-1, at)
		}
	case 6:
		for _, f := range g.funcs {
			if f.result != t {
				continue
			}
			if args, ok := g.arguments(f); ok {
				return fmt.Sprintf("%s(%s)", f.name, args)
			}
		}
	}
	op := pick(g.c, []string{"+", "-", "*", "&", "|", "^", "|+|", "|-|"})
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth), op, g.expr(t, depth))
}
