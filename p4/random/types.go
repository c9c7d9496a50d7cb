package random

import (
	"fmt"
	"strings"
)

// composite is a type with parts.
type composite struct {
	kind   string // struct, header or tuple
	fields []field
}

type field struct {
	name string
	typ  typ
}

func named(name string) typ { return typ{name: name} }

// scalar says whether a type has no parts.
func (g *gen) scalar(t typ) bool { return g.composites[t.name] == nil }

// number says whether a type is bit<W> or int<W>.
func (t typ) number() bool { return t.name == "" }

// add brings a variable into scope, and its parts.
func (g *gen) add(v variable) {
	g.vars = append(g.vars, v)
	c := g.composites[v.typ.name]
	if c == nil {
		return
	}
	for i, f := range c.fields {
		if c.kind == "tuple" {
			// 8.12: the elements of a tuple are no left-values.
			g.add(variable{fmt.Sprintf("%s[%d]", v.name, i), f.typ, false})
			continue
		}
		g.add(variable{v.name + "." + f.name, f.typ, v.writable})
	}
}

// declareNamed declares the types and constants that every program has.
func (g *gen) declareNamed() {
	g.line("enum Colour { Red, Green, Blue }")
	g.line("enum bit<8> Code { One = 1, Two = 2, Other = 8w0x%x }", 3+g.c.N(253))
	g.line("enum int<6> Level { Low = -6s3, High = 5 }")
	g.line("error { Odd, Even }")
	g.line("typedef bit<32> addr_t;")
	g.line("type bit<9> port_id_t;")
	g.line("type addr_t host_t;")
	g.names16()
	g.composites = map[string]*composite{}
	g.composite("inner_t", "struct", field{"a", bits(8)}, field{"b", boolean})
	g.line("struct inner_t { bit<8> a; bool b; }")
	g.line("struct pair_t<T, U> { T first; U second; }")
	for range 1 + g.c.N(2) {
		a, b := g.someScalar(), g.someScalar()
		g.composite(fmt.Sprintf("pair_t<%s, %s>", a, b), "struct", field{"first", a}, field{"second", b})
	}
	for range 1 + g.c.N(2) {
		fs := []field{{"", g.someScalar()}, {"", g.someScalar()}}
		if g.c.Chance(2) {
			fs = append(fs, field{"", named("inner_t")})
		}
		var names []string
		for _, f := range fs {
			names = append(names, f.typ.String())
		}
		g.composite("tuple<"+strings.Join(names, ", ")+">", "tuple", fs...)
	}
	g.open("struct outer_t {")
	fs := []field{{"in0", named("inner_t")}, {"t0", named(g.composed[len(g.composed)-1])}, {"e0", named("error")}}
	for i := range g.c.N(4) {
		fs = append(fs, field{fmt.Sprintf("x%d", i), g.someScalar()})
	}
	for _, f := range fs {
		g.line("%s %s;", f.typ, f.name)
	}
	g.close("}")
	g.composite("outer_t", "struct", fs...)
	g.constants()
}

// names16 declares numbers without a width, and what is computed of them.
func (g *gen) names16() {
	g.line("const int SIZE = %d;", 1+g.c.N(9))
	g.line("const bit<16> LIMIT = %d;", g.c.N(65536))
	g.line("const bit<16> MIXED = (bit<16>)((SIZE * %d + 7) / 2 %% 100);", g.c.N(50))
	g.line("const int<8> LESS = (int<8>)(-SIZE >> 1) - 8s1;")
	g.line("const bool MANY = SIZE > %d && !(SIZE == 2) || SIZE - 3 <= 1;", g.c.N(9))
	g.line("const bit<8> SLICED = LIMIT[%d:%d];", 11, 4)
	g.line("const bit<32> CHOSEN = MANY ? 32w%d : (bit<32>)LIMIT;", g.c.N(256))
	g.globals = []variable{{"LIMIT", bits(16), false}, {"MIXED", bits(16), false}, {"LESS", typ{width: 8, signed: true}, false},
		{"MANY", boolean, false}, {"SLICED", bits(8), false}, {"CHOSEN", bits(32), false}}
}

// constants declares constants of composed types.
func (g *gen) constants() {
	vars := g.vars
	g.vars = nil
	for i, name := range g.composed {
		if g.c.Chance(2) {
			t := named(name)
			n := fmt.Sprintf("FIXED%d", i)
			g.line("const %s %s = %s;", t, n, g.constant(t))
			g.add(variable{n, t, false})
		}
	}
	g.globals = append(g.globals, g.vars...)
	g.vars = vars
}

func (g *gen) composite(name, kind string, fs ...field) {
	g.composites[name] = &composite{kind, fs}
	if kind != "header" {
		g.composed = append(g.composed, name)
	}
}

// someScalar is a type without parts.
func (g *gen) someScalar() typ {
	switch g.c.N(9) {
	case 0:
		return boolean
	case 1, 2:
		return typ{width: max(2, pick(g.c, widths)), signed: true}
	case 3:
		return named(pick(g.c, []string{"Colour", "Code", "Level", "error", "port_id_t", "host_t"}))
	}
	return bits(pick(g.c, widths))
}

// someType is a type of a variable.
func (g *gen) someType() typ {
	if len(g.composed) > 0 && g.c.Chance(10) {
		return named(pick(g.c, g.composed))
	}
	return g.someScalar()
}

// composedOf is an expression of a type with parts, which part makes.
func (g *gen) composedOf(t typ, part func(typ) string) string {
	c := g.composites[t.name]
	if c.kind == "header" && g.c.Chance(4) {
		return fmt.Sprintf("(%s){#}", t)
	}
	return fmt.Sprintf("(%s)%s", t, g.braces(c, part))
}

// braces is the parts of a composed value, with or without their names.
func (g *gen) braces(c *composite, part func(typ) string) string {
	byName := c.kind != "tuple" && g.c.Chance(2)
	// 8.26: ... stands for the rest; not every type has a default value.
	n := len(c.fields)
	if g.c.Chance(5) {
		n = g.c.N(n)
	}
	var parts []string
	for _, f := range c.fields[:n] {
		p := ""
		if byName {
			p = f.name + " = "
		}
		if inner := g.composites[f.typ.name]; inner != nil && g.c.Chance(2) {
			p += g.braces(inner, part)
		} else {
			p += part(f.typ)
		}
		parts = append(parts, p)
	}
	if n < len(c.fields) {
		parts = append(parts, "...")
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// initial is an initial value of a declared variable, which needs no type.
func (g *gen) initial(t typ, depth int) string {
	c := g.composites[t.name]
	switch {
	case c == nil && g.c.Chance(12):
		return "..."
	case c == nil || g.c.Chance(2):
		return g.expr(t, depth)
	case c.kind == "header" && g.c.Chance(4):
		return "{#}"
	}
	return g.braces(c, func(t typ) string { return g.expr(t, depth-1) })
}
