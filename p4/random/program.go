package random

import (
	"fmt"
	"strings"
)

// Program makes a whole v1model program: every declaration of the language that
// v1model can use, with well-typed expressions and statements. Loops end, indices
// may lie outside, and what v1model draws by chance has one value to draw.
func Program(c *Choice) string {
	g := &gen{c: c}
	g.line("#include <core.p4>")
	g.line("#include <v1model.p4>")
	g.declareTypes()
	for range c.N(4) {
		g.function()
	}
	g.parsers("inout standard_metadata_t std")
	g.open("control MyVerify(inout headers_t hdr, inout meta_t meta) {")
	g.checksum("verify")
	g.close("}")
	for i := range 1 + c.N(2) {
		g.subControl(i)
	}
	const pipe = "(inout headers_t hdr, inout meta_t meta, inout standard_metadata_t std)"
	g.control("MyIngress", pipe, g.standard)
	g.control("MyEgress", pipe, g.standard)
	g.open("control MyCompute(inout headers_t hdr, inout meta_t meta) {")
	g.checksum("update")
	g.close("}")
	g.open("control MyDeparse(packet_out packet, in headers_t hdr) {")
	g.emits()
	g.close("}")
	if c.Chance(2) {
		g.line("V1Switch(MyParse(), MyVerify(), MyIngress(), MyEgress(), MyCompute(), MyDeparse()) main;")
	} else {
		g.line("V1Switch<headers_t, meta_t>(dep = MyDeparse(), p = MyParse(), vr = MyVerify(), ig = MyIngress(), eg = MyEgress(), ck = MyCompute()) main;")
	}
	return g.b.String()
}

// emits is a deparser's body.
func (g *gen) emits() {
	g.open("apply {")
	if g.c.Chance(2) {
		g.line("packet.emit(hdr);")
	} else {
		g.line("packet.emit(hdr.h0);")
		g.line("packet.emit(hdr.tags);")
		g.line("if (hdr.opt.isValid()) { packet.emit(hdr.opt); } else { packet.emit({ hdr.tags[0], hdr.either.left }); }")
		g.line("packet.emit(hdr.either);")
	}
	g.close("}")
}

// checksum is the body of a checksum control.
func (g *gen) checksum(verb string) {
	g.open("apply {")
	if g.c.Chance(2) {
		g.vars = append([]variable{}, g.fields...)
		payload := pick(g.c, []string{"", "_with_payload"})
		g.line("%s_checksum%s(hdr.h0.isValid(), { %s, 16w1 }, meta.sum, HashAlgorithm.csum16);", verb, payload, g.expr(bits(16), 1))
		g.vars = nil
	}
	g.close("}")
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
	direct bool // a control without constructor parameters
}

type param struct {
	dir  string
	typ  typ
	name string
}

type place uint8

const (
	inFunction place = iota
	inParser
	inAction
	inControl
)

type gen struct {
	c     *Choice
	b     strings.Builder
	depth int
	names int

	composites map[string]*composite
	composed   []string   // the names of those that are no headers
	globals    []variable // constants
	vars       []variable // in scope
	fields     []variable // of headers and metadata, by their path
	funcs      []function
	ins        []param    // of the sub-control being made
	subs       []function // sub-controls, by their parameters after hdr and meta

	place   place
	headers bool // hdr is in scope
	result0 typ  // of the function
	objects bool // the objects of a v1model pipeline are in scope
	psa     bool // those of a PSA pipeline
	insts   []instance
	actions []function
	tables  []table
	inLoop  int
	budget  int // statements left
}

// instance is a sub-control's.
type instance struct {
	name string
	of   function
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

// declareTypes declares types, headers, a union, stacks, and the structs made of
// them.
func (g *gen) declareTypes() {
	g.declareNamed()
	var members []string
	for i := range 1 + g.c.N(3) {
		members = append(members, g.header(fmt.Sprintf("h%d", i)))
	}
	g.line("header tag_t { bit<7> id; bit<1> last; }")
	g.composite("tag_t", "header", field{"id", bits(7)}, field{"last", bits(1)})
	g.line("header opt_t { bit<8> len; varbit<320> data; }")
	g.line("header val_t<T> { T v; }")
	g.composite("val_t<bit<16>>", "header", field{"v", bits(16)})
	g.line("header_union either_t { h0_t left; tag_t right; }")
	g.open("struct headers_t {")
	for _, m := range members {
		g.line("%s_t %s;", m, m)
		g.add(variable{"hdr." + m, named(m + "_t"), true})
	}
	n := 2 + g.c.N(4)
	g.line("tag_t[%d] tags;", n)
	g.add(variable{"hdr.tags[0]", named("tag_t"), true})
	g.add(variable{fmt.Sprintf("hdr.tags[%d]", n-1), named("tag_t"), true})
	g.line("opt_t opt;")
	g.line("either_t either;")
	g.line("either_t[2] eithers;")
	g.line("val_t<bit<16>> val;")
	g.close("}")
	g.add(variable{"hdr.either.left", named("h0_t"), true})
	g.add(variable{"hdr.eithers[1].right", named("tag_t"), true})
	g.add(variable{"hdr.val", named("val_t<bit<16>>"), true})
	g.vars = append(g.vars, variable{"hdr.opt.len", bits(8), true})
	g.open("struct meta_t {")
	g.line("@field_list(1, 2) inner_t inner;")
	g.line("bit<16> sum;")
	g.add(variable{"meta.inner", named("inner_t"), true})
	g.add(variable{"meta.sum", bits(16), true})
	for i := range 1 + g.c.N(5) {
		t := g.someType()
		g.line("%s m%d;", t, i)
		g.add(variable{fmt.Sprintf("meta.m%d", i), t, true})
	}
	g.close("}")
	g.fields, g.vars = g.vars, nil
	g.line("T same<T>(in T x) { return x; }")
	g.line("void swap<T>(inout T a, inout T b) { T old = a; a = b; b = old; }")
}

// header declares a header of whole bytes.
func (g *gen) header(name string) string {
	g.open("header %s_t {", name)
	left := 8 * (1 + g.c.N(16))
	var fs []field
	for i := 0; left > 0; i++ {
		t := bits(min(left, pick(g.c, widths)))
		switch {
		case t.width == 1 && g.c.Chance(2):
			t = boolean
		case t.width == 8 && g.c.Chance(2):
			t = named("Code")
		case t.width == 9 && g.c.Chance(2):
			t = named("port_id_t")
		case t.width > 1 && g.c.Chance(5):
			t.signed = true
		}
		g.line("%s f%d;", t, i)
		fs = append(fs, field{fmt.Sprintf("f%d", i), t})
		left -= size(t)
	}
	g.close("}")
	g.composite(name+"_t", "header", fs...)
	return name
}

// size is how many bits a field has.
func size(t typ) int {
	switch t.name {
	case "bool":
		return 1
	case "Code":
		return 8
	case "port_id_t":
		return 9
	}
	return t.width
}

func (g *gen) standard() {
	g.vars = append(g.vars, g.fields...)
	g.vars = append(g.vars, variable{"std.ingress_port", bits(9), false}, variable{"std.egress_spec", bits(9), true},
		variable{"std.packet_length", bits(32), false}, variable{"std.parser_error", named("error"), false})
	g.objects = true
}

// function declares a function.
func (g *gen) function() {
	f := function{name: g.name("fun"), result: g.someType()}
	kept := g.vars
	g.vars = nil
	f.params = g.params(g.c.N(4), "in", "in", "inout", "out")
	g.place, g.result0 = inFunction, f.result
	g.open("%s %s(%s) {", f.result, f.name, declared(f.params))
	g.zero()
	g.budget = 6
	g.statements()
	g.line("return %s;", g.expr(f.result, 2))
	g.close("}")
	g.vars = kept
	g.funcs = append(g.funcs, f)
}

// params makes parameters and brings them into scope.
func (g *gen) params(n int, dirs ...string) (ps []param) {
	for range n {
		p := param{pick(g.c, dirs), g.someType(), g.name("p")}
		ps = append(ps, p)
		g.add(variable{p.name, p.typ, p.dir == "out" || p.dir == "inout"})
	}
	return ps
}

func declared(ps []param) string {
	var out []string
	for _, p := range ps {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", p.dir, p.typ, p.name)))
	}
	return strings.Join(out, ", ")
}

// zero gives what can be assigned to a value.
func (g *gen) zero() {
	for _, v := range g.vars {
		if v.writable && !strings.ContainsAny(v.name, ".[") {
			g.line("%s = %s;", v.name, g.constant(v.typ))
		}
	}
}
