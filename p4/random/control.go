package random

import (
	"fmt"
	"strings"
)

// control declares a control whose parameters are brought into scope by enter.
func (g *gen) control(name, params string, enter func()) {
	g.vars, g.actions, g.tables = nil, nil, nil
	enter()
	if name == "Sub" {
		g.vars = append(g.vars, g.fields...)
	}
	g.open("control %s%s {", name, params)
	for range g.c.N(4) {
		t := g.someType()
		n := g.name("v")
		g.line("%s %s = %s;", t, n, g.constant(t))
		g.vars = append(g.vars, variable{n, t, true})
	}
	if g.hasSub {
		g.line("Sub() sub;")
	}
	g.line("register<bit<32>>(16) reg;")
	g.line("counter(8, CounterType.packets) cnt;")
	for range 1 + g.c.N(3) {
		g.action()
	}
	for range g.c.N(3) {
		g.table()
	}
	g.open("apply {")
	if name == "Sub" {
		g.line("y = 0;")
	}
	g.budget = 5 + g.c.N(20)
	g.statements()
	g.close("}")
	g.close("}")
}

func (g *gen) action() {
	f := function{name: g.name("act")}
	var params []string
	n := len(g.vars)
	for i := range g.c.N(3) {
		p := param{"", bits(pick(g.c, widths))}
		f.params = append(f.params, p)
		params = append(params, fmt.Sprintf("%s p%d", p.typ, i))
		g.vars = append(g.vars, variable{fmt.Sprintf("p%d", i), p.typ, false})
	}
	g.open("action %s(%s) {", f.name, strings.Join(params, ", "))
	g.budget = 4
	tables, actions := g.tables, g.actions
	g.tables, g.actions = nil, nil
	g.statements()
	g.tables, g.actions = tables, append(actions, f)
	g.vars = g.vars[:n]
	g.close("}")
}

func (g *gen) table() {
	t := g.name("tab")
	g.open("table %s {", t)
	var keys []typ
	var kinds []string
	g.open("key = {")
	lpm := false
	for range g.c.N(4) {
		v := pick(g.c, g.vars)
		if v.typ.name != "" || v.typ.signed {
			continue
		}
		kind := pick(g.c, []string{"exact", "ternary", "lpm", "range", "optional"})
		if kind == "lpm" && lpm {
			kind = "exact"
		}
		lpm = lpm || kind == "lpm"
		g.line("%s: %s @name(\"k%d\");", v.name, kind, len(keys))
		keys, kinds = append(keys, v.typ), append(kinds, kind)
	}
	g.close("}")
	g.open("actions = {")
	for _, a := range g.actions {
		g.line("%s;", a.name)
	}
	g.line("NoAction;")
	g.close("}")
	g.line("default_action = %s;", g.actionCall())
	if len(keys) > 0 && g.c.Chance(2) {
		g.entries(keys, kinds)
	}
	if g.c.Chance(2) {
		g.line("size = %d;", 1+g.c.N(1000))
	}
	g.close("}")
	g.tables = append(g.tables, t)
}

func (g *gen) actionCall() string {
	a := pick(g.c, g.actions)
	var args []string
	for _, p := range a.params {
		args = append(args, g.constant(p.typ))
	}
	return fmt.Sprintf("%s(%s)", a.name, strings.Join(args, ", "))
}

func (g *gen) entries(keys []typ, kinds []string) {
	g.open("const entries = {")
	for range 1 + g.c.N(3) {
		var sets []string
		for i, t := range keys {
			s := g.constant(t)
			switch kinds[i] {
			case "ternary", "optional":
				if g.c.Chance(2) {
					s = "_"
				}
			case "range":
				s = "0 .. " + s
			case "lpm":
				s = "_"
			}
			sets = append(sets, s)
		}
		set := strings.Join(sets, ", ")
		if len(sets) > 1 {
			set = "(" + set + ")"
		}
		g.line("%s: %s;", set, g.actionCall())
	}
	g.close("}")
}

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
	switch g.c.N(14) {
	case 0:
		g.block("if (%s) {", g.expr(boolean, 2))
	case 1:
		g.open("if (%s) {", g.expr(boolean, 2))
		g.statements()
		g.depth--
		g.block("} else {")
	case 2:
		t := g.someType()
		value := g.expr(t, 3)
		n := g.name("v")
		g.line("%s %s = %s;", t, n, value)
		g.vars = append(g.vars, variable{n, t, true})
	case 3:
		g.call()
	case 4:
		g.loop()
	case 5:
		g.switching()
	case 6:
		g.apply()
	default:
		g.assign()
	}
}

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

func (g *gen) assign() {
	v, ok := g.writable(nil)
	if !ok {
		g.line(";")
		return
	}
	number := v.typ.name == ""
	switch {
	case number && !v.typ.signed && v.typ.width > 2 && g.c.Chance(5):
		hi := g.c.N(v.typ.width)
		lo := g.c.N(hi + 1)
		g.line("%s[%d:%d] = %s;", v.name, hi, lo, g.expr(bits(hi-lo+1), 2))
	case number && g.c.Chance(4):
		g.line("%s %s %s;", v.name, pick(g.c, []string{"+=", "-=", "*=", "&=", "|=", "^=", "|+|=", "|-|="}), g.expr(v.typ, 2))
	default:
		g.line("%s = %s;", v.name, g.expr(v.typ, 3))
	}
}

// call calls a function for what it does to its arguments.
func (g *gen) call() {
	if len(g.funcs) == 0 {
		g.assign()
		return
	}
	f := pick(g.c, g.funcs)
	args, ok := g.arguments(f)
	if !ok {
		g.assign()
		return
	}
	g.line("%s(%s);", f.name, args)
}

// arguments is arguments for f; false if there is no variable for an out one.
func (g *gen) arguments(f function) (string, bool) {
	var args []string
	for _, p := range f.params {
		if p.dir == "in" {
			args = append(args, g.expr(p.typ, 2))
			continue
		}
		v, ok := g.writable(func(v variable) bool { return v.typ == p.typ })
		if !ok {
			return "", false
		}
		args = append(args, v.name)
	}
	return strings.Join(args, ", "), true
}

func (g *gen) loop() {
	if g.inLoop > 1 {
		g.assign()
		return
	}
	g.inLoop++
	i := g.name("i")
	if g.c.Chance(2) {
		g.open("for (bit<8> %s = 0; %s < %d; %s = %s + 1) {", i, i, 1+g.c.N(5), i, i)
	} else {
		g.open("for (bit<8> %s in %d .. %d) {", i, g.c.N(4), g.c.N(8))
	}
	n := len(g.vars)
	g.vars = append(g.vars, variable{i, bits(8), false})
	g.statements()
	if g.c.Chance(3) {
		g.line("if (%s) { %s; }", g.expr(boolean, 1), pick(g.c, []string{"break", "continue"}))
	}
	g.vars = g.vars[:n]
	g.close("}")
	g.inLoop--
}

func (g *gen) switching() {
	t := bits(pick(g.c, widths[2:]))
	g.open("switch (%s) {", g.expr(t, 2))
	for i := range 1 + g.c.N(3) {
		if g.c.Chance(4) {
			g.line("%d:", 2*i+1)
		}
		g.block("%d: {", 2*i)
	}
	g.block("default: {")
	g.close("}")
}

// apply does what only the body of a control may do.
func (g *gen) apply() {
	switch {
	case g.actions == nil: // in an action or a function
		g.assign()
	case g.hasSub && g.c.Chance(3):
		if v, ok := g.writable(func(v variable) bool { return v.typ == bits(16) }); ok {
			g.line("sub.apply(hdr, meta, %s, %s);", g.expr(bits(8), 2), v.name)
		}
	case g.c.Chance(4):
		g.line("reg.write(%s, %s);", g.expr(bits(32), 1), g.expr(bits(32), 1))
	case g.c.Chance(4):
		g.line("cnt.count(%s);", g.expr(bits(32), 1))
	case g.c.Chance(4):
		g.line("%s;", pick(g.c, []string{"hdr.h0.setValid()", "hdr.h0.setInvalid()", "hdr.tags.push_front(1)", "hdr.tags.pop_front(1)"}))
	case len(g.tables) > 0 && g.c.Chance(3):
		g.open("switch (%s.apply().action_run) {", pick(g.c, g.tables))
		g.block("%s: {", pick(g.c, g.actions).name)
		g.block("default: {")
		g.close("}")
	case len(g.tables) > 0 && g.c.Chance(2):
		g.block("if (%s.apply().%s) {", pick(g.c, g.tables), pick(g.c, []string{"hit", "miss"}))
	case len(g.tables) > 0:
		g.line("%s.apply();", pick(g.c, g.tables))
	case g.c.Chance(4):
		g.line("if (%s) { %s; }", g.expr(boolean, 1), pick(g.c, []string{"exit", "return"}))
	default:
		g.line("%s;", g.actionCall())
	}
}
