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
	case "Level":
		return "Level." + pick(g.c, []string{"Low", "High"})
	case "error":
		return "error." + pick(g.c, []string{"Odd", "Even", "NoMatch", "NoError"})
	case "port_id_t":
		return "(port_id_t)" + g.constant(bits(9))
	case "host_t":
		return "(host_t)" + g.constant(bits(32))
	}
	if g.composites[t.name] != nil {
		return g.composedOf(t, g.constant)
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
	switch g.c.N(6) {
	case 0, 1:
		return fmt.Sprintf("%d%s0x%x", t.width, kind, v)
	case 2:
		return fmt.Sprintf("%d%s0b%b", t.width, kind, v)
	case 3:
		return fmt.Sprintf("(%s)%d", t, v)
	}
	return fmt.Sprintf("%d%s%d", t.width, kind, v)
}

// expr is an expression of a type, at most depth operators deep.
func (g *gen) expr(t typ, depth int) string {
	switch {
	case depth <= 0 || g.c.Chance(4):
		return g.leaf(t)
	case g.c.Chance(10):
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(boolean, depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
	case g.c.Chance(6):
		if call, ok := g.result(t); ok {
			return call
		}
	}
	switch {
	case t == boolean:
		return g.boolean(depth - 1)
	case t.number():
		return g.operation(t, depth-1)
	case !g.scalar(t):
		return g.composedOf(t, func(t typ) string { return g.expr(t, depth-1) })
	}
	return g.converted(t, depth-1)
}

// converted is an expression of an enum or a type of its own, most often one cast.
func (g *gen) converted(t typ, depth int) string {
	from := typ{}
	switch t.name {
	case "Code":
		from = bits(8)
	case "Level":
		from = typ{width: 6, signed: true}
	case "port_id_t":
		from = bits(9)
	case "host_t":
		from = bits(32)
	default:
		return g.leaf(t)
	}
	return fmt.Sprintf("(%s)%s", t, g.expr(from, depth))
}

func (g *gen) leaf(t typ) string {
	var list []string
	for _, vars := range [][]variable{g.vars, g.globals} {
		for _, v := range vars {
			if v.typ == t {
				list = append(list, v.name)
			}
		}
	}
	if len(list) > 0 && !g.c.Chance(4) {
		return pick(g.c, list)
	}
	return g.constant(t)
}

// result is a call of a function that gives a value of a type.
func (g *gen) result(t typ) (string, bool) {
	if g.c.Chance(3) {
		return fmt.Sprintf("same%s(%s)", pick(g.c, []string{"", "<" + t.String() + ">"}), g.typed(t)), true
	}
	for _, f := range g.funcs {
		if f.result != t {
			continue
		}
		if args, ok := g.arguments(f); ok {
			return fmt.Sprintf("%s(%s)", f.name, args), true
		}
	}
	return "", false
}

// typed is an expression whose type follows from itself.
func (g *gen) typed(t typ) string { return g.expr(t, 1) }

func (g *gen) boolean(depth int) string {
	switch g.c.N(9) {
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
		if g.headers {
			return pick(g.c, []string{"hdr.h0.isValid()", "hdr.tags[0].isValid()", "hdr.either.isValid()", "hdr.either.left.isValid()"})
		}
	case 5:
		return fmt.Sprintf("(bool)%s", g.expr(bits(1), depth))
	case 6:
		// 8.9.3: an int takes the type of the other side.
		w := max(8, pick(g.c, widths))
		return fmt.Sprintf("(%s %s %d)", g.expr(bits(w), depth), pick(g.c, []string{"<", "==", "!=", ">"}), g.c.N(256))
	}
	t := typ{width: max(2, pick(g.c, widths)), signed: g.c.Chance(3)}
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth), pick(g.c, []string{"<", "<=", ">", ">="}), g.expr(t, depth))
}

var arithmetic = []string{"+", "-", "*", "&", "|", "^", "|+|", "|-|"}

func (g *gen) operation(t typ, depth int) string {
	switch g.c.N(12) {
	case 0:
		return fmt.Sprintf("%s(%s)", pick(g.c, []string{"-", "~", "+"}), g.expr(t, depth))
	case 1:
		return g.shift(t, depth)
	case 2:
		return g.cast(t, depth)
	case 3:
		if t.width > 1 {
			left := 1 + g.c.N(t.width-1)
			x := typ{width: left, signed: t.signed}
			if x.signed && left < 2 {
				break
			}
			return fmt.Sprintf("(%s ++ %s)", g.expr(x, depth), g.expr(bits(t.width-left), depth))
		}
	case 4, 5:
		if !t.signed {
			return g.slice(t, depth)
		}
	case 6:
		if t.width > 8 {
			return fmt.Sprintf("(%s %s %d)", g.expr(t, depth), pick(g.c, arithmetic), g.c.N(128))
		}
	case 7:
		if t.width > 8 {
			return fmt.Sprintf("(%d %s %s)", g.c.N(128), pick(g.c, arithmetic), g.expr(t, depth))
		}
	case 8:
		if t == bits(8) {
			return fmt.Sprintf("(%s %s %s)", g.leaf(named("Code")), pick(g.c, arithmetic), g.expr(t, depth))
		}
	}
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth), pick(g.c, arithmetic), g.expr(t, depth))
}

func (g *gen) shift(t typ, depth int) string {
	op := pick(g.c, []string{"<<", ">>"})
	if g.c.Chance(3) {
		return fmt.Sprintf("(%s %s %d)", g.expr(t, depth), op, g.c.N(t.width+2))
	}
	return fmt.Sprintf("(%s %s %s)", g.expr(t, depth), op, g.expr(bits(pick(g.c, widths)), depth))
}

func (g *gen) cast(t typ, depth int) string {
	if t.signed && g.c.Chance(2) {
		// Sign and width change one at a time (8.11.1).
		return fmt.Sprintf("(%s)(bit<%d>)%s", t, t.width, g.expr(bits(pick(g.c, widths)), depth))
	}
	from := typ{width: max(2, pick(g.c, widths)), signed: t.signed}
	switch {
	case t == bits(1) && g.c.Chance(2):
		from = boolean
	case t == bits(8) && g.c.Chance(3):
		from = named("Code")
	case t == bits(9) && g.c.Chance(3):
		from = named("port_id_t")
	case t == bits(32) && g.c.Chance(3):
		from = named("host_t")
	case g.c.Chance(4) && t.width > 1:
		from = typ{width: t.width, signed: !t.signed}
	}
	return fmt.Sprintf("(%s)%s", t, g.expr(from, depth))
}

func (g *gen) slice(t typ, depth int) string {
	over := g.c.N(20)
	at := g.c.N(over + 1)
	of := bits(t.width + over)
	if g.c.Chance(3) && of.width > 1 {
		of.signed = true
	}
	if g.c.Chance(3) {
		return fmt.Sprintf("(%s)[%s+:%d]", g.expr(of, depth), g.index(over+1), t.width)
	}
	return fmt.Sprintf("(%s)[%d:%d]", g.expr(of, depth), at+t.width-1, at)
}
