package random

import (
	"fmt"
	"strings"
)

// Program makes a whole v1model program: every declaration of the language that
// v1model can use, with well-typed expressions and statements. Loops end, indices
// may lie outside.
func Program(c *Choice) string {
	g := &gen{c: c}
	g.line("#include <core.p4>")
	g.line("#include <v1model.p4>")
	g.declareTypes()
	for range c.N(4) {
		g.function()
	}
	g.parser()
	g.open("control MyVerify(inout headers_t hdr, inout meta_t meta) {")
	g.line("apply {}")
	g.close("}")
	if c.Chance(2) {
		g.sub = true
		g.control("Sub", "(inout headers_t hdr, inout meta_t meta, in bit<8> x, out bit<16> y)", func() {
			g.vars = append(g.vars, variable{"x", bits(8), false}, variable{"y", bits(16), true})
		})
	}
	const pipe = "(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std)"
	g.hasSub = g.sub
	g.control("MyIngress", pipe, g.standard)
	g.hasSub = false
	g.control("MyEgress", pipe, g.standard)
	g.open("control MyCompute(inout headers_t hdr, inout meta_t meta) {")
	g.line("apply {}")
	g.close("}")
	g.open("control MyDeparse(packet_out packet, in headers_t hdr) {")
	g.open("apply {")
	g.line("packet.emit(hdr);")
	g.close("}")
	g.close("}")
	g.line("V1Switch(MyParse(), MyVerify(), MyIngress(), MyEgress(), MyCompute(), MyDeparse()) main;")
	return g.b.String()
}

// typ is a type of an expression: bit<width>, int<width>, bool, or a named one.
type typ struct {
	width  int
	signed bool
	name   string // of an enum; "bool"; else empty
}

func bits(w int) typ { return typ{width: w} }

var boolean = typ{name: "bool"}

func (t typ) String() string {
	switch {
	case t.name != "":
		return t.name
	case t.signed:
		return fmt.Sprintf("int<%d>", t.width)
	}
	return fmt.Sprintf("bit<%d>", t.width)
}

// variable is something of a type that can be read, and perhaps assigned to.
type variable struct {
	name     string
	typ      typ
	writable bool
}

type function struct {
	name   string
	params []param
	result typ
}

type param struct {
	dir string
	typ typ
}

type gen struct {
	c      *Choice
	b      strings.Builder
	depth  int
	names  int
	vars   []variable // in scope
	fields []variable // of headers and metadata, by their path
	enums  []string
	funcs  []function
	sub    bool // there is a control Sub

	hasSub  bool // Sub is instantiated in the control being made
	actions []function
	tables  []string
	inLoop  int
	budget  int // statements left
}

func (g *gen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("    ", g.depth))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *gen) open(format string, args ...any) {
	g.line(format, args...)
	g.depth++
}

func (g *gen) close(text string) {
	g.depth--
	g.line("%s", text)
}

func (g *gen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

var widths = []int{1, 3, 4, 7, 8, 9, 12, 16, 24, 31, 32, 33, 48, 63, 64, 65, 128}

// someType is a type of a variable.
func (g *gen) someType() typ {
	switch g.c.N(8) {
	case 0:
		return boolean
	case 1:
		return typ{width: max(2, pick(g.c, widths)), signed: true}
	case 2:
		return typ{name: pick(g.c, g.enums)}
	}
	return bits(pick(g.c, widths))
}

// declareTypes declares enums, headers, a union, a stack, and the structs made of
// them.
func (g *gen) declareTypes() {
	g.line("enum Colour { Red, Green, Blue }")
	g.line("enum bit<8> Code { One = 1, Two = 2, Other = 8w0x%x }", g.c.N(256))
	g.enums = []string{"Colour", "Code"}
	g.line("const bit<16> LIMIT = %d;", g.c.N(65536))
	g.line("typedef bit<32> addr_t;")
	g.line("type bit<9> port_id_t;")
	var members []string
	for i := range 1 + g.c.N(3) {
		members = append(members, g.header(fmt.Sprintf("h%d", i)))
	}
	g.line("header tag_t { bit<7> id; bit<1> last; }")
	g.line("header_union either_t { h0_t left; tag_t right; }")
	g.open("struct headers_t {")
	for _, m := range members {
		g.line("%s_t %s;", m, m)
	}
	g.line("tag_t[%d] tags;", 1+g.c.N(4))
	if g.c.Chance(2) {
		g.line("either_t either;")
		g.fields = append(g.fields, variable{"hdr.either.right.id", bits(7), true})
	}
	g.close("}")
	g.fields = append(g.fields, variable{"hdr.tags[0].id", bits(7), true})
	g.line("struct inner_t { bit<8> a; bool b; }")
	g.open("struct meta_t {")
	g.line("inner_t inner;")
	g.fields = append(g.fields, variable{"meta.inner.a", bits(8), true}, variable{"meta.inner.b", boolean, true})
	for i := range 1 + g.c.N(5) {
		t := g.someType()
		g.line("%s m%d;", t, i)
		g.fields = append(g.fields, variable{fmt.Sprintf("meta.m%d", i), t, true})
	}
	g.close("}")
	g.line("error { Odd, Even }")
}

// header declares a header of whole bytes.
func (g *gen) header(name string) string {
	g.open("header %s_t {", name)
	left := 8 * (1 + g.c.N(16))
	for i := 0; left > 0; i++ {
		w := min(left, pick(g.c, widths))
		g.line("bit<%d> f%d;", w, i)
		g.fields = append(g.fields, variable{fmt.Sprintf("hdr.%s.f%d", name, i), bits(w), true})
		left -= w
	}
	g.close("}")
	return name
}

func (g *gen) standard() {
	g.vars = append(g.vars, g.fields...)
	g.vars = append(g.vars, variable{"std.ingress_port", bits(9), true}, variable{"std.egress_spec", bits(9), true},
		variable{"std.packet_length", bits(32), true})
}

// function declares a function.
func (g *gen) function() {
	f := function{name: g.name("fun"), result: g.someType()}
	var params []string
	kept := g.vars
	g.vars = nil
	for i := range g.c.N(4) {
		p := param{pick(g.c, []string{"in", "in", "inout", "out"}), g.someType()}
		f.params = append(f.params, p)
		params = append(params, fmt.Sprintf("%s %s p%d", p.dir, p.typ, i))
		g.vars = append(g.vars, variable{fmt.Sprintf("p%d", i), p.typ, p.dir != "in"})
	}
	g.open("%s %s(%s) {", f.result, f.name, strings.Join(params, ", "))
	for _, v := range g.vars {
		if v.writable {
			g.line("%s = %s;", v.name, g.constant(v.typ))
		}
	}
	g.budget = 6
	g.statements()
	g.line("return %s;", g.expr(f.result, 2))
	g.close("}")
	g.vars = kept
	g.funcs = append(g.funcs, f)
}

// parser declares the parser.
func (g *gen) parser() {
	g.vars = append([]variable{}, g.fields...)
	g.open("parser MyParse(packet_in packet, out headers_t hdr, inout meta_t meta, inout standard_metadata_t std) {")
	states := []string{"start"}
	for i := range 1 + g.c.N(4) {
		states = append(states, fmt.Sprintf("s%d", i))
	}
	for i, s := range states {
		g.open("state %s {", s)
		g.parse()
		// Only forward, but for the stack, which ends by itself.
		next := append(append([]string{}, states[i+1:]...), "accept")
		g.transition(s, next)
		g.close("}")
	}
	g.close("}")
	g.vars = nil
}

func (g *gen) parse() {
	switch g.c.N(6) {
	case 0:
		g.line("packet.extract(hdr.tags.next);")
	case 1:
		g.line("packet.advance(%s);", g.constant(bits(32)))
	case 2:
		g.line("verify(%s, error.%s);", g.expr(boolean, 2), pick(g.c, []string{"Odd", "Even", "NoMatch"}))
	case 3:
		g.line("meta.inner.a = packet.lookahead<bit<8>>();")
	default:
		g.line("packet.extract(hdr.h0);")
	}
}

func (g *gen) transition(state string, next []string) {
	if g.c.Chance(3) {
		g.line("transition %s;", pick(g.c, next))
		return
	}
	t := bits(pick(g.c, widths))
	two := g.c.Chance(3)
	if two {
		g.open("transition select(%s, %s) {", g.expr(t, 1), g.expr(bits(8), 1))
	} else {
		g.open("transition select(%s) {", g.expr(t, 1))
	}
	for range g.c.N(4) {
		if two {
			g.line("(%s, %s): %s;", g.keyset(t), g.keyset(bits(8)), pick(g.c, next))
		} else {
			g.line("%s: %s;", g.keyset(t), pick(g.c, next))
		}
	}
	if !g.c.Chance(4) {
		g.line("default: %s;", pick(g.c, next))
	}
	g.close("}")
}

// keyset is a set of values of a type.
func (g *gen) keyset(t typ) string {
	switch g.c.N(5) {
	case 0:
		return g.constant(t) + " &&& " + g.constant(t)
	case 1:
		return g.constant(t) + " .. " + g.constant(t)
	case 2:
		return "_"
	}
	return g.constant(t)
}
