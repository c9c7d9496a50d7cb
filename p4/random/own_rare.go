package random

// rare declares what few programs have: objects in arrays, generic blocks, what
// extern functions make, value sets of structs, annotations of every kind, numbers
// without a width that constructors give.
func (g *gen) rare() {
	g.line("extern Plain make_plain(string name = \"made\");")
	g.line("extern void on<T>(in T data, Plain where);")
	g.line("const bool CHECKED = static_assert(SIZE > 0, \"SIZE is \" ++ \"positive\");")
	g.line("const tuple<bit<8>, bool> FIXED = { 1, true };")
	g.line("const tag_t TAG = { 3, 1 };")
	g.line("const tag_t NO_TAG = (tag_t){#};")
	g.line("const tag_t[2] TAGS = { TAG, { last = 1, ... } };")
	g.line("const bool EQUAL = TAG == NO_TAG || FIXED == { 1, true } && \"a\" ++ \"b\" == \"ab\";")
	g.line("const bit<8> PART = FIXED[0] + (TAG.id ++ TAG.last);")
	g.line("const inner_t NAMED = { b = FIXED[1], a = (bit<8>)Code.Two };")
	g.line("const Level LEVEL = (Level)(int<6>)-3;")
	g.line("const bit<1> ONE = (bit<1>)(5 > 3);")
	g.line("const port_id_t PORT = (port_id_t)(bit<9>)(SIZE + 1);")
	g.line("const int BIG = (1 << 100) / 3 - 7 * SIZE;")
	g.line("@marked[1, \"two\", true, SIZE] @keyed[a = 1, b = \"x\" ++ \"y\", c = SIZE > 3] struct match_t {")
	g.line("    @match(ternary) bit<16> a; @match(exact) bit<8> b; @hidden bool c;")
	g.line("}")
	g.line("typedef struct local_t { bit<8> a; } alias_t;")
	g.line("header_union both_t<T> { val_t<T> narrow; tag_t other; }")
	g.line("bit<32> widths<T>(in T x) { val_t<bit<8>> v = { 1 }; return (bit<32>)(v.minSizeInBits() + v.maxSizeInBytes()) + (bit<32>)headers_t.maxSizeInBits(); }")
	g.line("T least<T>(in T a, in T b, in bool flip = false) { if (flip) { return a; } return b; }")
	g.line("void fill_stack(out tag_t[3] to, in tag_t x) { to = { x, { 1, 1 }, {#} }; to[1].id = to[0].id + 1; }")
	g.line("bit<8> sum(in bit<8> a, in bit<8> b = 4, out bit<8> c) { c = a; return a + b; }")
	g.line("parser Rest<T>(packet_in packet, out T last)(int size) {")
	g.line("    value_set<match_t>(SIZE) matches;")
	g.line("    value_set<Code>(4) codes;")
	g.line("    state start { packet.extract(last); packet.advance(packet.length() * 0 + 8 * size); transition select(16w1, 8w2, true) { matches: next; (1 &&& 3, _, false): accept; } }")
	g.line("    @name(\"second\") state next { transition select(Code.One) { codes: accept; Code.Two: reject; } }")
	g.line("}")
	g.line("parser All(packet_in packet, out headers_t hdr, inout meta_t meta, inout bit<8> last) {")
	g.line("    Rest<tag_t>(%d) rest;", g.c.N(20))
	g.line("    state start { rest.apply(packet, hdr.tags[0]); last = hdr.tags[0].id[6:0] ++ hdr.tags[0].last; transition accept; }")
	g.line("}")
	g.line("control Each<T>(inout T x, in T with, @optional out bool done)(int times, list<bit<8>> steps, string name, Plain p) {")
	g.line("    const int ALL = times * 3 - 1;")
	g.line("    bit<16> n = (bit<16>)(times + 1) << (times / 2) | (bit<16>)p.tick();")
	g.line("    action none() { }")
	g.line("    action put(in T old, bit<4> part) { x = old; done = false; }")
	g.line("    table t {")
	g.line("        key = { n : exact @name(\"n\"); n[7:0] : ternary @name(\"low\"); }")
	g.line("        actions = { put(with); none; }")
	g.line("        const default_action = put(with, 3);")
	g.line("        entries = { (1, 2 &&& 3): put(with, 1) @noise(\"x\"); const (2, _): none(); (3, 3): put(with, 2); }")
	g.line("        support_timeout = true; size = ALL;")
	g.line("    }")
	g.line("    apply {")
	g.line("        for (bit<8> s in steps) { n = n + (bit<16>)s; if (n == 5) { return; } }")
	g.line("        for (bit<8> s in { 1, 2, SIZE }) { n = n ^ 8w1 ++ s; }")
	g.line("        bit<8> counted = 1;")
	g.line("        for (bit<8> j in 1 .. counted) { n += 1; for (;n > 3;) { n >>= 1; if (n == 9) break; } }")
	g.line("        switch (t.apply().action_run) { put: { n = 1; } default: { if (t.apply().miss) { exit; } } }")
	g.line("    }")
	g.line("}")
	g.line("control Gen<A, B>(inout A hdr, inout B meta, in bit<16> x, out bit<8> y) { A old = hdr; apply { y = (bit<8>)x; hdr = old; } }")
	g.rareWorker()
}

// rareWorker declares a control that uses what rare declares.
func (g *gen) rareWorker() {
	g.line("control Rare(inout headers_t hdr, inout meta_t meta, in bit<16> x, out bit<8> y) {")
	g.line("    Plain() many[3];")
	g.line("    Plain(\"one\") single;")
	g.line("    Plain() grid[2][2];")
	g.line("    Each<bit<8>>(SIZE + 1, { 1, 2 }, \"a\", make_plain()) bytes;")
	g.line("    Each<tag_t>(2, {}, \"b\", single) tags;")
	g.line("    Stepper<bit<16>>(4) stepper = { Plain() inside; bit<16> step(in bit<16> old) { bit<16> z = old + (bit<16>)inside.tick(); if (z == 3) { return 1; } this.set(z); return z; }" +
		" void done(inout bit<8> v) { v = inside.tick(); } };")
	g.line("    @hidden action quiet() { y = 1; }")
	g.line("    action both(inout bit<8> a, in bit<8> b, bit<8> c) { a = b + c; if (a == 3) { exit; } a = 1; return; }")
	g.line("    table one { key = { hdr.tags[0].id : exact @name(\"id\"); hdr.h0.isValid() : exact @name(\"ok\"); } actions = { both(y, x[7:0]); @tableonly quiet; @defaultonly NoAction; } default_action = NoAction; }")
	g.line("    apply {")
	g.line("        y = 0;")
	g.line("        tag_t[3] mine;")
	g.line("        fill_stack(mine, TAG);")
	g.line("        tag_t[3] yours = mine;")
	g.line("        local_t l = { 3 };")
	for range 4 + g.c.N(8) {
		g.line("        { %s }", pick(g.c, rareStatements))
	}
	g.line("    }")
	g.line("}")
}

var rareStatements = []string{
	"y = many[1].tick() + many[x[1:0]].tick();",
	"many[x].fill(meta.inner.a); many[(bit<2>)2].fill(hdr.val, 3);",
	"y = y + grid[1][0].tick();",
	"bytes.apply(y, 3); bytes.apply(x = meta.inner.a, with = y, done = meta.inner.b); bytes.apply(y, y, _);",
	"tags.apply(hdr.tags[1], TAG); tags.apply(mine[0], { 1, 0 }, _);",
	"y = least(y, 3); y = least(flip = true, a = y, b = meta.inner.a);",
	"y = sum(1, 2, y); y = sum(a = 3, c = meta.inner.a);",
	"meta.sum = (bit<16>)widths(hdr) + (bit<16>)widths<inner_t>({ 1, true }) + (bit<16>)widths(x);",
	"if (mine == yours && mine[0] == TAG || l == { 3 }) { mine[2] = NO_TAG; }",
	"if (TAGS[1] == hdr.tags[0] && !EQUAL) { hdr.tags[0] = TAGS[0]; }",
	"hdr.tags[x[1:0]] = mine[y[0:0]]; mine[y] = { id = 3, ... };",
	"meta.sum[y +: 4] = 4w3; meta.sum[11:4][3:0] = 4w5; y[x[2:0]+:1] = 1; y[1+:3][2:1] += 1;",
	"mine[0].id[y[1:0]+:2] = 2w1; hdr.tags[y].id[3:2] = 2w2;",
	"one.apply(); if (one.apply().hit && y > 3) { quiet(); } else if (!one.apply().miss) { both(y, 2, (bit<8>)x); }",
	"switch (one.apply().action_run) { both: quiet: { y = 2; } NoAction: { } }",
	"switch (hdr.tags.size) { 1: { y = 1; } 2: 3: default: { y = 2; } }",
	"switch (Code.One) { Code.One: { y = 3; } }",
	"on({ x, true }, single);",
	"y = ((tuple<bit<8>, bit<8>>){ y, 2 })[1];",
	"if (x == 77) exit; else if (x == 78) return; else ;",
	"@atomic { y = y + 1; { bit<8> y1 = y; y = y1; } }",
	"hdr.eithers.push_front(1); hdr.tags.pop_front(2); mine.push_front(1);",
	"error e = error.NoError; if (e != error.Odd) { e = error.Even; }",
	"hdr.either.left = hdr.h0; hdr.either = hdr.eithers[y]; if (hdr.either == hdr.eithers[0]) { hdr.eithers[1] = {#}; }",
	"bit<128> w = (bit<128>)x << 100 | 1 << 127; y = w[107:100] |-| 1; int<128> sw = (int<128>)w >> y; y = sw[127:120];",
	"y = (bit<8>)(int<8>)(-8s3) + (bit<8>)(1 + 2 * SIZE) + (8w5 << (SIZE + 1)) + (bit<8>)(BIG);",
	"any_of(hdr.tags[0]); any_of(mine); any_of({ x, { y, true } });",
	"stepper.set(x);",
	"tag_t[3] z = ...; tag_t[3] z2 = { TAG, ... }; outer_t o = ...; outer_t o2 = { ... }; if (z == z2) { mine = z; }",
	"tuple<bit<16>, bool> tu = { 3, true }; inner_t st = { a = 8w1, b = tu[1] }; tuple<tuple<bit<16>, bool>, inner_t> tt = { tu, st }; y = tt[1].a;",
	"switch (Level.Low) { Level.Low: { y = 1; } Level.High: { y = 2; } } if (y == 8w3 && Code.One == Code.Two) { y = (bit<8>)Code.Two; }",
	"y[3:0] += 3; y <<= 2; meta.sum |-|= 7; meta.inner.a[7:7] = (bit<1>)(x > 5); hdr.tags[0].last = (bit<1>)true;",
	"for (tag_t t in mine) { for (bit<8> i in 0 .. t.id ++ t.last) { if (i > 20) { break; } y += i; } if (t.isValid()) { continue; } y -= 1; }",
	"for (bit<8> i = 0; i < 3; i += 1) { mine[i].setValid(); if (mine[i].id == 3) { return; } }",
}
