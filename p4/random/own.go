package random

import "fmt"

// Own makes a program of an architecture of its own, with what v1model cannot show:
// extern objects with every kind of parameter and with abstract methods, generic
// blocks, arrays of objects, lists, strings and optional arguments.
func Own(c *Choice) string {
	g := &gen{c: c}
	g.line("#include <core.p4>")
	g.line("match_kind { range, optional, selector }")
	g.architecture()
	g.declareTypes()
	for range 1 + c.N(3) {
		g.function()
	}
	g.line("struct rule_t<T> { T value; bit<4> why; }")
	g.line("const list<rule_t<bit<8>>> RULES = { { 1, 1 }, { value = 2, why = SIZE - SIZE }, { 3 * SIZE, ... } };")
	g.line("const list<tuple<bit<8>, bool>> PAIRS = (list<tuple<bit<8>, bool>>){ { 1, true }, { 2, false } };")
	g.line("const tuple<int, string> MIX = { 5, \"five\" };")
	g.line("struct none_t {}")
	g.line("const bit<8> BYTES = (bit<8>)h0_t.minSizeInBytes();")
	g.line("Keeper<bit<16>>(size = 4, what = { 1, 2, 3 }) shared;")
	g.parsers("inout bit<8> last")
	g.subControl(0)
	g.generic()
	g.worker("Work", true)
	g.worker("Other", false)
	g.rare()
	g.open("control Out(packet_out packet, in headers_t hdr) {")
	g.emits()
	g.close("}")
	switch c.N(4) {
	case 0:
		g.line("Arch(MyParse(), Work(5, shared), Out(), RULES) main;")
	case 1:
		g.line("Arch<_, meta_t, _>(p = MyParse(), w = Work(n = 1, k = shared), d = Out(), rules = { { 8w7, 7w7 } }, w2 = Other(7, shared)) main;")
	case 2:
		g.line("Arch(p = All(), w = Rare(), d = Out(), rules = (list<bool>){ true }, w2 = Gen()) main;")
	default:
		g.line("Arch(MyParse(), Work(SIZE, Keeper<bit<16>>(3, (list<bit<8>>){})), Out(), (list<bit<8>>){}, Other(%d, shared)) main;", c.N(9))
	}
	return g.b.String()
}

// architecture declares externs, block types and a package.
func (g *gen) architecture() {
	g.line("@pure extern T first<T>(in T a, @optional in bit<8> b, in bool c = true);")
	g.line("extern void sort<T>(inout T a, inout T b);")
	g.line("extern bit<32> count_all();")
	g.line("extern void note(string text, @optional in bit<8> level);")
	g.line("extern void note(string text, in bool what, out bit<8> got);")
	g.line("extern void any_of<D>(in D data, bit<16> how = 3);")
	g.open("extern Keeper<T> {")
	g.line("Keeper(bit<32> size, list<bit<8>> what);")
	g.line("Keeper(bit<32> size);")
	g.line("T get(in bit<32> at);")
	g.line("void set(in bit<32> at, in T value);")
	g.line("void set(in T value);")
	g.line("void both<U>(inout T a, out U b, @optional in U c);")
	g.line("@optional abstract T step(in T old);")
	g.line("@optional abstract void done(inout bit<8> x);")
	g.close("}")
	g.open("extern Stepper<T> {")
	g.line("Stepper(bit<32> size);")
	g.line("void set(in T value);")
	g.line("@synchronous(set) abstract T step(in T old);")
	g.line("@optional abstract void done(inout bit<8> x, @optional in bool quick);")
	g.close("}")
	g.open("extern Plain {")
	g.line("Plain(@optional string name);")
	g.line("bit<8> tick();")
	g.line("void fill<T>(out T x, in bit<8> n = 2);")
	g.close("}")
	g.line("parser P<H, M>(packet_in packet, out H hdr, inout M meta, inout bit<8> last);")
	g.line("control W<H, M>(inout H hdr, inout M meta, in bit<16> x, out bit<8> y);")
	g.line("control D<H>(packet_out packet, in H hdr);")
	g.line("package Arch<H, M, R>(P<H, M> p, W<H, M> w, D<H> d, list<R> rules, @optional W<H, M> w2);")
}

// generic declares functions with type parameters and what calls them.
func (g *gen) generic() {
	g.line("U choose<T, U>(in T a, in U b, in U c, inout T d) { T e = a; if (SIZE == 3) { return b; } d = e; d = a; return c; }")
	g.line("val_t<T> wrap<T>(in T x) { return (val_t<T>){ v = x }; }")
	g.line("pair_t<T, T> twice<T>(in T x) { pair_t<T, T> p = { x, ... }; p.second = x; return p; }")
	g.line("void early(out bit<8> a, inout bit<8> b) { a = 1; if (b > 3) { a = 2; return; } b = a; }")
}

// worker declares a control that has objects.
func (g *gen) worker(name string, abstract bool) {
	g.open("control %s(inout headers_t hdr, inout meta_t meta, in bit<16> x, out bit<8> y)(bit<8> n, Keeper<bit<16>> k) {", name)
	g.vars = append([]variable{{"x", bits(16), false}, {"y", bits(8), true}, {"n", bits(8), false}}, g.fields...)
	g.place, g.headers, g.objects = inControl, true, false
	g.actions, g.tables, g.insts = nil, nil, nil
	g.line("bit<8> low = n + 1;")
	g.add(variable{"low", bits(8), true})
	if abstract {
		g.open("Stepper<bit<16>>(16) own = {")
		g.line("bit<16> step(in bit<16> old) { return old + LIMIT + k.get(1); }")
		if g.c.Chance(2) {
			g.line("void done(inout bit<8> x) { x = x + 1; this.set((bit<16>)x); }")
		}
		g.close("};")
	} else {
		g.line("Plain() own;")
	}
	g.line("Plain(\"named\") plain;")
	g.line("Sub0(%s) sub0;", g.sub0Args())
	for range 1 + g.c.N(2) {
		g.action()
	}
	for range 1 + g.c.N(3) {
		g.table()
	}
	g.place = inControl
	g.open("apply {")
	g.line("y = 0;")
	g.budget = 8
	g.statements()
	for range 4 + g.c.N(8) {
		g.special(abstract)
	}
	g.close("}")
	g.close("}")
	g.headers = false
}

func (g *gen) sub0Args() string {
	if g.subs[0].direct {
		return ""
	}
	return fmt.Sprintf("%s, %s", g.constant(bits(8)), g.constant(boolean))
}

// special is a statement that needs what Own declares.
func (g *gen) special(abstract bool) {
	x, t := g.expr(bits(16), 1), g.someType()
	b := g.expr(bits(8), 1)
	v, ok := g.writable(func(v variable) bool { return v.typ == t })
	if !ok {
		t = bits(8)
		v = variable{"low", t, true}
	}
	e := g.expr(t, 1)
	switch g.c.N(18) {
	case 0:
		g.line("%s = first(%s);", v.name, e)
	case 1:
		g.line("%s = first(%s, %s, %s);", v.name, e, b, g.expr(boolean, 1))
	case 2:
		g.line("%s = first<%s>(c = %s, a = %s);", v.name, t, g.expr(boolean, 1), e)
	case 3:
		g.line("sort(%s, %s);", v.name, v.name)
	case 4:
		g.line("note(\"a\" ++ \"b\"%s);", pick(g.c, []string{"", ", " + b, ", " + g.expr(boolean, 1) + ", low", ", true, _"}))
	case 5:
		g.line("any_of({ %s, %s }%s);", e, b, pick(g.c, []string{"", ", 4", ", how = 5"}[:2]))
	case 6:
		g.line("k.set(%s%s);", pick(g.c, []string{"", "(bit<32>)" + b + ", "}), x)
	case 7:
		g.line("meta.sum = k.get(%d) + %s;", g.c.N(9), x)
	case 8:
		g.line("k.both(meta.sum, %s%s);", v.name, pick(g.c, []string{"", ", " + e}))
	case 9:
		g.line("plain.fill(%s%s);", v.name, pick(g.c, []string{"", ", " + b}))
	case 10:
		g.line("low = plain.tick() + (bit<8>)count_all();")
	case 11:
		g.line("%s = choose(%s, %s, %s, low);", v.name, b, e, g.constant(t))
	case 12:
		g.line("hdr.val = wrap(%s);", x)
	case 13:
		g.line("if (twice(%s) == twice<%s>(%s)) { early(low, y); }", e, t, g.constant(t))
	case 14:
		g.line("early(%s, y);", pick(g.c, []string{"_", "low", "meta.inner.a", "meta.sum[9:2]"}))
	case 15:
		g.line("for (tuple<bit<8>, bool> i in PAIRS) { if (i[1]) { low = low + i[0]; } else { %s; } }", pick(g.c, []string{"break", "continue"}))
	case 16:
		g.line("for (bit<8> i in %s .. %s) { for (bit<8> j in i .. 9) { if (j == %s) { break; } low = low + j; } if (low > 200) { continue; } y = y + 1; }",
			b, g.constant(bits(8)), b)
	default:
		if abstract {
			g.line("own.set(%s);", x)
		} else {
			g.line("low = own.tick();")
		}
	}
}
