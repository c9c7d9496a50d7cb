package random

import (
	"fmt"
	"strings"
)

// subControl declares a control that others instantiate or apply directly.
func (g *gen) subControl(i int) {
	f := function{name: fmt.Sprintf("Sub%d", i), direct: g.c.Chance(2)}
	g.vars = nil
	f.params = g.params(1+g.c.N(3), "in", "inout", "out")
	ctor := ""
	if !f.direct {
		ctor = "(bit<8> size, bool flag)"
		g.vars = append(g.vars, variable{"size", bits(8), false}, variable{"flag", boolean, false})
	}
	vars := g.vars
	g.ins = f.params
	g.objects = false
	g.control(f.name, fmt.Sprintf("(inout headers_t hdr, inout meta_t meta, %s)%s", declared(f.params), ctor), func() {
		g.vars = append(append(g.vars, vars...), g.fields...)
	})
	g.subs, g.ins = append(g.subs, f), nil
}

// control declares a control whose parameters are brought into scope by enter.
func (g *gen) control(name, params string, enter func()) {
	g.vars, g.actions, g.tables, g.insts = nil, nil, nil, nil
	g.objects = false
	enter()
	g.headers, g.place = true, inControl
	g.open("control %s%s {", name, params)
	var own []variable
	for range g.c.N(4) {
		t := g.someType()
		n := g.name("v")
		g.line("%s %s = %s;", t, n, g.constant(t))
		own = append(own, variable{n, t, true})
	}
	for _, v := range own {
		g.add(v)
	}
	for _, s := range g.subs {
		for range g.c.N(3) {
			n := g.name("sub")
			args := ""
			if !s.direct {
				args = fmt.Sprintf("%s, %s", g.constant(bits(8)), g.constant(boolean))
			}
			g.line("%s(%s) %s;", s.name, args, n)
			g.insts = append(g.insts, instance{n, s})
		}
		if s.direct {
			g.insts = append(g.insts, instance{s.name, s})
		}
	}
	if g.objects {
		g.line("register<bit<32>>(16) reg;")
		g.line("counter(8, CounterType.packets) cnt;")
		g.line("meter(8, MeterType.bytes) met;")
	}
	if g.psa {
		g.psaObjects()
	}
	for range 1 + g.c.N(3) {
		g.action()
	}
	for range g.c.N(3) {
		g.table()
	}
	g.place = inControl
	g.open("apply {")
	for _, p := range g.ins { // what is out is set first
		if p.dir == "out" {
			g.line("%s = %s;", p.name, g.constant(p.typ))
		}
	}
	g.budget = 8 + g.c.N(20)
	g.statements()
	for range 2 {
		g.apply()
	}
	g.close("}")
	g.close("}")
	g.headers, g.objects = false, false
}

func (g *gen) action() {
	f := function{name: g.name("act")}
	n := len(g.vars)
	for range g.c.N(3) {
		p := param{pick(g.c, []string{"in", "inout", "out"}), g.someScalar(), g.name("p")}
		f.params = append(f.params, p)
		g.add(variable{p.name, p.typ, p.dir != "in"})
	}
	// 14.1: parameters without a direction come last; the control plane gives them.
	for range g.c.N(3) {
		p := param{"", bits(pick(g.c, widths)), g.name("p")}
		f.params = append(f.params, p)
		g.add(variable{p.name, p.typ, false})
	}
	g.open("action %s(%s) {", f.name, declared(f.params))
	for _, p := range f.params {
		if p.dir == "out" {
			g.line("%s = %s;", p.name, g.constant(p.typ))
		}
	}
	g.place = inAction
	g.budget = 5
	tables, actions := g.tables, g.actions
	g.tables = nil
	g.statements()
	g.tables, g.actions = tables, append(actions, f)
	g.vars = g.vars[:n]
	g.place = inControl
	g.close("}")
}

// actionCall calls an action directly.
func (g *gen) actionCall() string {
	for range 3 {
		a := pick(g.c, g.actions)
		if args, ok := g.arguments(a); ok {
			return fmt.Sprintf("%s(%s)", a.name, args)
		}
	}
	return "NoAction()"
}

// apply does what needs objects, tables or actions.
func (g *gen) apply() {
	switch {
	case g.place != inControl && g.place != inAction || g.actions == nil:
		g.assign()
	case g.psa && g.c.Chance(2):
		g.psaExtern()
	case g.objects && g.c.Chance(2):
		g.extern()
	case g.place == inAction:
		g.line("%s;", g.actionCall())
	case len(g.insts) > 0 && g.c.Chance(2):
		s := pick(g.c, g.insts)
		if args, ok := g.arguments(function{params: s.of.params}); ok && !strings.Contains(args, "= ") {
			g.line("%s.apply(hdr, meta, %s);", s.name, args)
		}
	case len(g.tables) > 0 && g.c.Chance(4):
		t := pick(g.c, g.tables)
		g.open("switch (%s.apply().action_run) {", t.name)
		for i, a := range t.actions {
			if i < len(t.actions)-1 && g.c.Chance(4) {
				g.line("%s:", a)
			} else if g.c.Chance(2) {
				g.block("%s: {", a)
			}
		}
		g.block("default: {")
		g.close("}")
	case len(g.tables) > 0 && g.c.Chance(2):
		g.block("if (%s%s.apply().%s) {", pick(g.c, []string{"", "!"}), pick(g.c, g.tables).name, pick(g.c, []string{"hit", "miss"}))
	case len(g.tables) > 0:
		g.line("%s.apply();", pick(g.c, g.tables).name)
	default:
		g.line("%s;", g.actionCall())
	}
}

// extern calls what v1model brings along.
func (g *gen) extern() {
	index := fmt.Sprintf("(%s & 7)", g.expr(bits(32), 1))
	v, ok := g.writable(func(v variable) bool { return v.typ.number() && !v.typ.signed })
	if !ok {
		return
	}
	switch g.c.N(14) {
	case 0:
		g.line("reg.write(%s, %s);", index, g.expr(bits(32), 1))
	case 1:
		if w, ok := g.writable(func(v variable) bool { return v.typ == bits(32) }); ok {
			g.line("reg.read(%s, %s);", w.name, index)
		}
	case 2:
		g.line("cnt.count(%s);", index)
	case 3:
		g.line("met.execute_meter<%s>(%s, %s);", v.typ, index, v.name)
	case 4:
		c := g.constant(v.typ)
		g.line("random(%s, %s, %s);", v.name, c, c)
	case 5, 6:
		g.line("hash(%s, HashAlgorithm.%s, %s, { %s, %s }, %s);", v.name, pick(g.c, []string{"crc16", "crc32", "csum16", "identity", "xor16"}),
			g.constant(v.typ), g.expr(bits(16), 1), g.expr(bits(32), 1), g.constant(bits(16)))
	case 7:
		g.line("digest<inner_t>(1, %s);", g.initial(named("inner_t"), 2))
	case 8:
		g.line("log_msg(\"v = {}\" ++ \" of {}\", { %s, %s });", g.expr(bits(16), 1), g.expr(bits(8), 1))
	case 9:
		x := g.leaf(bits(8))
		g.line("%s(%s == %s);", pick(g.c, []string{"assert", "assume"}), x, x)
	case 10:
		g.line("mark_to_drop(%s);", pick(g.c, []string{"std", "standard_metadata = std"}))
	case 11:
		g.line("truncate(%s);", g.expr(bits(32), 1))
	case 12:
		g.line("clone_preserving_field_list(CloneType.I2E, 5, %d);", 1+g.c.N(2))
	default:
		g.line("log_msg(\"here\");")
	}
}
