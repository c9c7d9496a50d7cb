package random

import (
	"fmt"
	"strings"
)

// parsers declares the parser, and those that it uses.
func (g *gen) parsers(last string) {
	g.place, g.headers = inParser, true
	kept := g.fields
	g.open("parser Inner(packet_in packet, inout headers_t hdr, out bit<8> kind)(bit<8> first, bool deep) {")
	g.vars = append([]variable{{"first", bits(8), false}, {"deep", boolean, false}, {"kind", bits(8), true}}, kept...)
	g.notMeta()
	g.states("kind = first;")
	g.close("}")
	g.open("parser Direct(packet_in packet, inout meta_t meta) {")
	g.vars = nil
	for _, v := range kept {
		if strings.HasPrefix(v.name, "meta.") {
			g.vars = append(g.vars, v)
		}
	}
	g.open("state start {")
	g.headers = false
	g.budget = 3
	g.statements()
	g.headers = true
	g.line("transition %s;", pick(g.c, []string{"accept", "last", "start2"}))
	g.close("}")
	g.line("state start2 { packet.advance(8); transition last; }")
	g.line("state last { meta.inner.a = meta.inner.a + 1; transition accept; }")
	g.close("}")
	g.open("parser MyParse(packet_in packet, out headers_t hdr, inout meta_t meta, %s) {", last)
	g.line("Inner(%s, %s) inner;", g.constant(bits(8)), g.constant(boolean))
	g.line("Inner(deep = true, first = 3) other;")
	g.line("value_set<bit<16>>(4) ports;")
	g.line("value_set<tuple<bit<8>, bool>>(SIZE) pairs;")
	g.line("bit<8> kind = 0;")
	g.vars = append([]variable{{"kind", bits(8), true}}, kept...)
	g.states("")
	g.close("}")
	g.vars, g.headers = nil, false
}

// notMeta takes what hangs on meta out of scope.
func (g *gen) notMeta() {
	var vars []variable
	for _, v := range g.vars {
		if !strings.HasPrefix(v.name, "meta.") {
			vars = append(vars, v)
		}
	}
	g.vars = vars
}

func (g *gen) states(first string) {
	for range g.c.N(3) {
		t := g.someType()
		n := g.name("v")
		g.line("%s %s = %s;", t, n, g.initial(t, 1))
		g.add(variable{n, t, true})
	}
	states := []string{"start"}
	for i := range 1 + g.c.N(4) {
		states = append(states, fmt.Sprintf("s%d", i))
	}
	for i, s := range states {
		g.open("%sstate %s {", pick(g.c, []string{"", "", fmt.Sprintf("@name(\"n_%s\") ", s)}), s)
		if i == 0 {
			g.line("%s", first)
		}
		n := len(g.vars)
		for range 1 + g.c.N(3) {
			g.parse(first == "")
		}
		// Only forward, but for the stack, which ends by itself.
		next := append(append([]string{}, states[i+1:]...), "accept")
		if g.c.Chance(8) {
			next = append(next, "reject")
		}
		switch {
		case g.c.Chance(6):
			g.line("packet.extract(hdr.tags.next);")
			if g.c.Chance(2) {
				g.open("transition select(hdr.tags.last.last, hdr.tags.lastIndex) {")
				g.line("(0, 0 .. 7): %s;", s)
			} else {
				g.open("transition select(hdr.tags.last.last) {")
				g.line("0: %s;", s)
			}
			g.line("default: %s;", pick(g.c, next))
			g.close("}")
		default:
			g.transition(next, first == "")
		}
		g.vars = g.vars[:n]
		g.close("}")
	}
}

// parse is a statement of a state; outer says that meta and the inner parsers are
// in scope.
func (g *gen) parse(outer bool) {
	switch g.c.N(16) {
	case 0:
		g.line("packet.extract(hdr.tags.next);")
	case 1:
		g.line("packet.advance(%s);", g.expr(bits(32), 1))
	case 2:
		g.line("verify(%s, error.%s);", g.expr(boolean, 2), pick(g.c, []string{"Odd", "Even", "NoMatch"}))
	case 3:
		if v, ok := g.writable(func(v variable) bool { return v.typ == bits(8) }); ok {
			g.line("%s = packet.lookahead<bit<8>>();", v.name)
		}
	case 4:
		n := g.name("v")
		t := named(pick(g.c, []string{"tag_t", "h0_t", "val_t<bit<16>>"}))
		g.line("%s %s = packet.lookahead<%s>();", t, n, t)
		g.add(variable{n, t, true})
	case 5:
		g.line("packet.extract(hdr.opt, (bit<32>)(%s & 63) << 3);", g.expr(bits(8), 1))
	case 6:
		g.line("packet.extract<tag_t>(_);")
	case 7:
		g.line("packet.extract(%s);", pick(g.c, []string{"hdr.either.left", "hdr.either.right", "hdr.eithers.next.right", "hdr.val", "hdr.tags[1]"}))
	case 8:
		if outer {
			g.line("%s.apply(packet, hdr, %s);", pick(g.c, []string{"inner", "other"}), pick(g.c, []string{"kind", "_", "meta.inner.a"}))
		}
	case 9:
		if outer {
			g.line("Direct.apply(packet, meta);")
		}
	case 10, 11:
		g.budget = 3
		g.statement()
	case 12:
		g.line("hdr.tags.%s(%d);", pick(g.c, []string{"push_front", "pop_front"}), 1+g.c.N(3))
	default:
		g.line("packet.extract(hdr.h0);")
	}
}

func (g *gen) transition(next []string, outer bool) {
	if g.c.Chance(3) {
		g.line("transition %s;", pick(g.c, next))
		return
	}
	if outer && g.c.Chance(4) {
		g.open("transition select(%s, %s) {", g.expr(bits(8), 1), g.expr(boolean, 1))
		g.line("pairs: %s;", pick(g.c, next))
		g.line("(%s, true): %s;", g.keyset(bits(8)), pick(g.c, next))
		g.line("_: %s;", pick(g.c, next))
		g.close("}")
		return
	}
	var keys []typ
	var exprs []string
	for range 1 + g.c.N(3) {
		t := bits(pick(g.c, widths))
		if g.c.Chance(3) {
			t = pick(g.c, []typ{boolean, named("Colour"), named("Code"), {width: 8, signed: true}, bits(16)})
		}
		keys, exprs = append(keys, t), append(exprs, g.expr(t, 1))
	}
	g.open("transition select(%s) {", strings.Join(exprs, ", "))
	for range g.c.N(4) {
		g.line("%s: %s;", g.keysets(keys, outer), pick(g.c, next))
	}
	if !g.c.Chance(4) {
		g.line("default: %s;", pick(g.c, next))
	}
	g.close("}")
}

func (g *gen) keysets(keys []typ, outer bool) string {
	if len(keys) == 1 {
		if keys[0] == bits(16) && outer && g.c.Chance(2) {
			return "ports"
		}
		return g.keyset(keys[0])
	}
	if g.c.Chance(6) {
		return "_"
	}
	var sets []string
	for _, t := range keys {
		sets = append(sets, g.keyset(t))
	}
	return "(" + strings.Join(sets, ", ") + ")"
}

// keyset is a set of values of a type.
func (g *gen) keyset(t typ) string {
	n := g.c.N(5)
	switch {
	case n == 0 && t.number() && !t.signed:
		return g.constant(t) + " &&& " + g.constant(t)
	case n == 1 && t.number():
		return g.constant(t) + " .. " + g.constant(t)
	case n == 2:
		return "_"
	}
	return g.constant(t)
}
