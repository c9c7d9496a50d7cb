package random

import (
	"fmt"
	"strings"
)

func (g *gen) statements() {
	n := len(g.vars)
	for range 1 + g.c.N(4) {
		if g.budget <= 0 {
			break
		}
		g.budget--
		g.statement()
	}
	g.vars = g.vars[:n]
}

func (g *gen) block(format string, args ...any) {
	g.open(format, args...)
	g.statements()
	g.close("}")
}

func (g *gen) statement() {
	switch g.c.N(18) {
	case 0:
		g.block("if (%s) {", g.expr(boolean, 2))
	case 1:
		g.open("if (%s) {", g.expr(boolean, 2))
		g.statements()
		g.depth--
		g.block("} else {")
	case 2, 3:
		g.variable()
	case 4, 5:
		g.call()
	case 6:
		g.loop()
	case 7:
		g.switching()
	case 8, 9, 10:
		g.apply()
	case 11:
		g.leave()
	case 12:
		g.stack()
	default:
		g.assign()
	}
}

// variable declares a variable or a constant of a block.
func (g *gen) variable() {
	t := g.someType()
	if g.headers && g.c.Chance(4) {
		t = named(pick(g.c, []string{"h0_t", "tag_t", "val_t<bit<16>>"}))
	}
	n := g.name("v")
	switch {
	case g.place != inParser && g.c.Chance(6) && g.scalar(t):
		g.line("const %s %s = %s;", t, n, g.constant(t))
		g.vars = append(g.vars, variable{n, t, false})
		return
	case g.c.Chance(12):
		g.line("%s %s;", t, n)
		g.line("%s = %s;", n, g.expr(t, 2))
	default:
		g.line("%s %s = %s;", t, n, g.initial(t, 3))
	}
	g.add(variable{n, t, true})
}

// leave ends something early.
func (g *gen) leave() {
	text := ""
	switch g.place {
	case inFunction:
		text = "return " + g.expr(g.result0, 1)
	case inParser: // 12.5: neither return nor exit
		g.assign()
		return
	default:
		text = pick(g.c, []string{"exit", "return"})
	}
	g.line("if (%s) { %s; }", g.expr(boolean, 1), text)
}

// stack does something to the header stack or a union.
func (g *gen) stack() {
	if !g.headers {
		g.assign()
		return
	}
	i := g.index(2)
	switch g.c.N(9) {
	case 0:
		g.line("hdr.tags[%s].id = %s;", i, g.expr(bits(7), 1))
	case 1:
		g.line("hdr.tags[%s] = %s;", i, g.composedOf(named("tag_t"), g.constant))
	case 2:
		g.line("hdr.tags[%s].%s();", i, pick(g.c, []string{"setValid", "setInvalid"}))
	case 3:
		g.line("hdr.tags.%s(%d);", pick(g.c, []string{"push_front", "pop_front"}), 1+g.c.N(3))
	case 4:
		g.line("hdr.either.%s = %s;", "right", g.initialHeader("tag_t"))
	case 5:
		g.line("hdr.eithers[%s].left.%s();", i, pick(g.c, []string{"setValid", "setInvalid"}))
	case 6:
		g.line("hdr.opt.setInvalid();")
	case 7:
		g.line("if (hdr.tags[%s].id < hdr.tags[0].id || hdr.tags == hdr.tags) { hdr.val.v = (bit<16>)hdr.tags[%s].id; }", i, i)
	default:
		g.line("hdr.h0 = %s;", g.initialHeader("h0_t"))
	}
}

func (g *gen) initialHeader(name string) string { return g.initial(named(name), 2) }

// writable is a variable that can be assigned to.
func (g *gen) writable(ok func(variable) bool) (variable, bool) {
	var list []variable
	for _, v := range g.vars {
		if v.writable && (ok == nil || ok(v)) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return variable{}, false
	}
	return pick(g.c, list), true
}

var assignments = []string{"+=", "-=", "*=", "&=", "|=", "^=", "|+|=", "|-|="}

func (g *gen) assign() {
	v, ok := g.writable(nil)
	if !ok {
		g.line(";")
		return
	}
	number := v.typ.number()
	switch {
	case number && v.typ.width > 2 && g.c.Chance(5):
		hi := g.c.N(v.typ.width)
		lo := g.c.N(hi + 1)
		if g.c.Chance(2) {
			g.line("%s[%d+:%d] = %s;", v.name, lo, hi-lo+1, g.expr(bits(hi-lo+1), 2))
			return
		}
		g.line("%s[%d:%d] = %s;", v.name, hi, lo, g.expr(bits(hi-lo+1), 2))
	case number && g.c.Chance(8):
		g.line("%s %s %s;", v.name, pick(g.c, []string{"<<=", ">>="}), g.expr(bits(8), 1))
	case number && g.c.Chance(4):
		g.line("%s %s %s;", v.name, pick(g.c, assignments), g.expr(v.typ, 2))
	default:
		// 8.26: ... alone initializes; it is not assigned.
		value := g.initial(v.typ, 3)
		if value == "..." {
			value = g.constant(v.typ)
		}
		g.line("%s = %s;", v.name, value)
	}
}

// call calls a function for what it does to its arguments.
func (g *gen) call() {
	if v, ok := g.writable(nil); ok && g.c.Chance(4) {
		w, _ := g.writable(func(w variable) bool { return w.typ == v.typ })
		g.line("swap(%s, %s);", v.name, w.name)
		return
	}
	if len(g.funcs) > 0 {
		f := pick(g.c, g.funcs)
		if args, ok := g.arguments(f); ok {
			g.line("%s(%s);", f.name, args)
			return
		}
	}
	g.assign()
}

// arguments is arguments for f, at times by name; false if there is no variable for
// an inout one.
func (g *gen) arguments(f function) (string, bool) {
	var args []string
	byName := g.c.Chance(3)
	for _, p := range f.params {
		a, ok := g.argument(p)
		if !ok {
			return "", false
		}
		if byName {
			a = fmt.Sprintf("%s = %s", p.name, a)
		}
		args = append(args, a)
	}
	if n := len(args); byName && n > 1 {
		args[0], args[n-1] = args[n-1], args[0]
	}
	return strings.Join(args, ", "), true
}

func (g *gen) argument(p param) (string, bool) {
	if p.dir == "in" || p.dir == "" {
		return g.expr(p.typ, 2), true
	}
	if p.dir == "out" && g.c.Chance(4) {
		return "_", true // 6.8: what is dropped
	}
	if p.typ.number() && !p.typ.signed && g.c.Chance(3) {
		v, ok := g.writable(func(v variable) bool { return v.typ.number() && v.typ.width >= p.typ.width })
		if ok {
			lo := g.c.N(v.typ.width - p.typ.width + 1)
			return fmt.Sprintf("%s[%d:%d]", v.name, lo+p.typ.width-1, lo), true
		}
	}
	v, ok := g.writable(func(v variable) bool { return v.typ == p.typ })
	return v.name, ok
}

func (g *gen) loop() {
	if g.inLoop > 1 || g.place == inParser { // 13.4: no loop in a state
		g.assign()
		return
	}
	g.inLoop++
	i := g.name("i")
	n := len(g.vars)
	v := variable{i, bits(8), false}
	switch g.c.N(6) {
	case 0, 1:
		g.open("for (bit<8> %s = 0; %s < %d; %s = %s + 1) {", i, i, 1+g.c.N(5), i, i)
	case 2:
		g.open("for (bit<8> %s = 7, bit<4> %s_b = 0; %s > %d; %s -= 2, %s_b += 1) {", i, i, i, 1+g.c.N(5), i, i)
	case 3:
		g.open("for (bit<8> %s in (list<bit<8>>){ %s, %s, 3 }) {", i, g.constant(bits(8)), g.constant(bits(8)))
		v.writable = true
	case 4:
		if g.headers {
			v.typ = named("tag_t")
			g.open("for (tag_t %s in hdr.tags) {", i)
			break
		}
		fallthrough
	default:
		v.typ = pick(g.c, []typ{bits(8), {width: 8, signed: true}})
		g.open("for (%s %s in %d .. %d) {", v.typ, i, g.c.N(4), g.c.N(8))
	}
	g.add(v)
	g.statements()
	if g.c.Chance(3) {
		g.line("if (%s) { %s; }", g.expr(boolean, 1), pick(g.c, []string{"break", "continue"}))
	}
	g.budget++
	g.statements()
	g.vars = g.vars[:n]
	g.close("}")
	g.inLoop--
}

func (g *gen) switching() {
	if g.place == inParser { // 13.4: no switch in a state
		g.assign()
		return
	}
	var labels []string
	t := bits(pick(g.c, widths[2:]))
	switch g.c.N(5) {
	case 0:
		t, labels = named("Colour"), []string{"Colour.Red", "Colour.Green", "Colour.Blue"}
	case 1:
		t, labels = named("Code"), []string{"Code.One", "Code.Two", "Code.Other"}
	case 2:
		t, labels = named("error"), []string{"error.Odd", "error.Even", "error.NoMatch"}
	case 3:
		t, labels = typ{width: 9, signed: true}, []string{"-5", "9s7", "0"}
	default:
		labels = []string{"0", fmt.Sprintf("%dw1", t.width), "1 + 1", "5"}
	}
	g.open("switch (%s) {", g.expr(t, 2))
	for _, l := range labels[:1+g.c.N(len(labels))] {
		if g.c.Chance(4) {
			g.line("%s:", l) // 12.7: falls through
			continue
		}
		g.block("%s: {", l)
	}
	g.block("default: {")
	g.close("}")
}

// index is a number that is not known when compiled, and so may lie outside, or one
// below n.
func (g *gen) index(n int) string {
	v, ok := g.writable(func(v variable) bool { return v.typ.number() && !v.typ.signed && v.typ.width <= 32 })
	if !ok || g.c.Chance(3) {
		return fmt.Sprint(g.c.N(n))
	}
	if g.c.Chance(3) && v.typ.width > 1 {
		return fmt.Sprintf("(%s & 1)", v.name)
	}
	return v.name
}
