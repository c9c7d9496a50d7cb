package random

import (
	"fmt"
	"strings"
)

type table struct {
	name    string
	actions []string
}

// key is a key of a table that is being made.
type key struct {
	typ  typ
	kind string
}

// listed is an action of a table: with the arguments of its parameters that have a
// direction, which the list gives, and those without, which an entry gives.
type listed struct {
	function
	args []string
	data []typ
}

func (l listed) ref() string {
	if len(l.args) == 0 {
		return l.name
	}
	return fmt.Sprintf("%s(%s)", l.name, strings.Join(l.args, ", "))
}

// call is the action with its data: constants, as of an entry.
func (g *gen) listedCall(l listed) string {
	args := append([]string{}, l.args...)
	for _, t := range l.data {
		args = append(args, g.constant(t))
	}
	return fmt.Sprintf("%s(%s)", l.name, strings.Join(args, ", "))
}

func (g *gen) table() {
	t := table{name: g.name("tab")}
	impl, direct := "", ""
	if g.objects {
		switch g.c.N(8) {
		case 0:
			impl = fmt.Sprintf("action_profile(%d)", 1+g.c.N(20))
		case 1:
			impl = "action_selector(HashAlgorithm.crc16, 16, 14)"
		case 2:
			direct = "counters"
			g.line("direct_counter(CounterType.packets_and_bytes) %s_d;", t.name)
		case 3:
			direct = "meters"
			g.line("direct_meter<bit<8>>(MeterType.packets) %s_d;", t.name)
		}
	}
	keys, defs := g.keys(strings.HasPrefix(impl, "action_selector"))
	list := g.list()
	if direct == "meters" {
		if v, ok := g.writable(func(v variable) bool { return v.typ == bits(8) }); ok {
			g.line("action %s_read() { %s_d.read(%s); }", t.name, t.name, v.name)
			list = append(list, listed{function: function{name: t.name + "_read"}})
		}
	}
	g.open("%stable %s {", pick(g.c, []string{"", "", "@name(\"." + t.name + "\") "}), t.name)
	g.line("key = {%s }", defs)
	g.open("actions = {")
	for _, l := range list {
		g.line("%s;", l.ref())
		t.actions = append(t.actions, l.name)
	}
	g.line("%sNoAction;", pick(g.c, []string{"", "@defaultonly "}))
	g.close("}")
	if impl == "" {
		if g.c.Chance(4) {
			g.line("const default_action = NoAction();")
		} else {
			g.line("default_action = %s;", g.listedCall(pick(g.c, list)))
		}
		if len(keys) > 0 && g.c.Chance(2) {
			g.entries(keys, list)
		}
	} else {
		g.line("implementation = %s;", impl)
	}
	if direct != "" {
		g.line("%s = %s_d;", direct, t.name)
	}
	if g.c.Chance(2) {
		g.line("size = %d * SIZE;", 1+g.c.N(1000))
	}
	g.close("}")
	g.tables = append(g.tables, t)
}

// list is the actions of a table, each with its arguments.
func (g *gen) list() (out []listed) {
	for _, a := range g.actions {
		l := listed{function: a}
		ok := true
		for _, p := range a.params {
			if p.dir == "" {
				l.data = append(l.data, p.typ)
				continue
			}
			arg, found := g.argument(p)
			ok = ok && found
			l.args = append(l.args, arg)
		}
		if ok {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		g.line("action %s() {}", g.name("nothing"))
		out = append(out, listed{function: function{name: fmt.Sprintf("nothing%d", g.names)}})
	}
	return out
}

// keys makes a table's keys, and their text.
func (g *gen) keys(selector bool) (keys []key, text string) {
	lpm := false
	for range g.c.N(4) {
		t := bits(pick(g.c, widths))
		kind := pick(g.c, []string{"exact", "ternary", "lpm", "range", "optional"})
		if g.c.Chance(3) {
			t, kind = named(pick(g.c, []string{"bool", "Code", "port_id_t", "Colour"})), pick(g.c, []string{"exact", "optional"})
			if t.name == "Colour" {
				kind = "exact"
			}
		}
		if kind == "lpm" && lpm {
			kind = "exact"
		}
		lpm = lpm || kind == "lpm"
		text += fmt.Sprintf(" %s: %s @name(\"k%d\");", g.expr(t, 1), kind, len(keys))
		keys = append(keys, key{t, kind})
	}
	if selector {
		text += fmt.Sprintf(" %s: selector @name(\"s\");", g.expr(bits(16), 0))
	}
	return keys, text
}

// entries makes a table's entries. Priorities have a meaning only where the keys do
// not decide by themselves (14.2.1.4).
func (g *gen) entries(keys []key, list []listed) {
	priorities, lpm := false, false
	for _, k := range keys {
		priorities = priorities || k.kind == "ternary" || k.kind == "range" || k.kind == "optional"
		lpm = lpm || k.kind == "lpm"
	}
	priorities = priorities && g.c.Chance(2)
	if priorities {
		if g.c.Chance(2) {
			g.line("largest_priority_wins = %s;", g.constant(boolean))
		}
		g.line("priority_delta = %d;", 1+g.c.N(10))
	}
	fixed := !priorities && g.c.Chance(2)
	g.open("%sentries = {", map[bool]string{true: "const "}[fixed])
	for i := range g.entryCount(keys) {
		var sets []string
		for j, k := range keys {
			if j == 0 && distinct(k) {
				sets = append(sets, fmt.Sprintf("%dw%d", k.typ.width, i))
				continue
			}
			sets = append(sets, g.entrySet(k))
		}
		set := strings.Join(sets, ", ")
		if len(sets) > 1 {
			set = "(" + set + ")"
		}
		prefix := ""
		if !fixed && g.c.Chance(4) {
			prefix = "const "
		}
		if priorities && (i == 0 || g.c.Chance(2)) {
			prefix += fmt.Sprintf("priority = %d: ", 100+30*i+g.c.N(20))
		}
		g.line("%s%s: %s;", prefix, set, g.listedCall(pick(g.c, list)))
	}
	g.close("}")
}

// entryCount is how many entries a table has: one where the next might have the same
// key, which only keys with priorities may have (14.2.1.4).
func (g *gen) entryCount(keys []key) int {
	several := distinct(keys[0])
	for _, k := range keys {
		several = several || k.kind == "ternary" || k.kind == "range" || k.kind == "optional"
	}
	if !several {
		return 1
	}
	return 1 + g.c.N(3)
}

// distinct says whether a key can have another value in each entry.
func distinct(k key) bool { return k.kind == "exact" && k.typ.number() && k.typ.width > 2 }

// entrySet is what an entry matches of a key.
func (g *gen) entrySet(k key) string {
	s := g.constant(k.typ)
	switch k.kind {
	case "optional":
		if g.c.Chance(2) {
			return "_"
		}
	case "ternary":
		switch g.c.N(3) {
		case 0:
			return "_"
		case 1:
			return fmt.Sprintf("%s &&& %s", s, g.constant(k.typ))
		}
	case "range":
		switch g.c.N(3) {
		case 0:
			return "0 .. " + s
		case 1:
			return "_"
		}
	case "lpm":
		w := k.typ.width
		n := g.c.N(w + 1)
		return fmt.Sprintf("0 &&& %dw0b%s%s", w, strings.Repeat("1", n), strings.Repeat("0", w-n))
	}
	return s
}
