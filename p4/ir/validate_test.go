package ir

import (
	"strings"
	"testing"
)

// block is a program with one function of the given head and code.
func block(kindAndName, params, rest string) string {
	return head + kindAndName + "(" + params + ") local x {\n" + rest + "}\n"
}

func fun(params, code string) string {
	return block("function f", params, "  var b8: bit<8>\n  var b9: bit<9>\n  var t: bool\n  var s: S\nstart:\n"+code)
}

func parser(code string) string {
	return block("parser p", "pkt: none extern packet_in, s: out S", "  var b8: bit<8>\n  var b32: bit<32>\nstart:\n"+code)
}

func control(code string) string {
	return block("control c", "s: inout S", "  var b8: bit<8>\nstart:\n"+code+"  return\n")
}

const action = `action a(x: in bit<8>, y: none bit<8>) local a {
start:
  return
}
`

// wrapper is an action that wraps one with the local name a.
func wrapper(name, params, of string) string {
	return "action " + name + "(" + params + ") local a owner c wraps " + of + " {\nstart:\n  return\n}\n"
}

func table(lines string) string {
	return control("") + action + "table t {\n  local t\n  owner c\n" + lines + "}\n"
}

// TestValidate: each program has one defect.
func TestValidate(t *testing.T) {
	ret := "  return\n"
	for _, c := range []struct{ name, text, want string }{
		{"error twice", "errors { A, A }", `error "A" stands twice`},
		{"match kind twice", "match_kinds { a, a }", `match kind "a" stands twice`},
		{"width", "newtype T = bit<65537>", "bit<65537>: the width is out of range"},
		{"negative width", "newtype T = bit<-1>", "bit<-1>: the width is out of range"},
		{"int<0>", "newtype T = int<0>", "int<0>: the width is out of range"},
		{"varbit width", "newtype T = varbit<65537>", "varbit<65537>: the width is out of range"},
		{"stack size", "struct T { x: bit<8>[65537] }", "the size is out of range"},
		{"new type of a list", "newtype T = list<bool>", "a new type over list<bool>"},
		{"field twice", "struct T { a: bool a: bool }", `field "a" stands twice`},
		{"tuple's field", "tuple T { 1: bool }", `field 0 of a tuple is named "1"`},
		{"union of bits", "union T { x: bit<8> }", "field x cannot be of type bit<8>"},
		{"header in a header", head + "header T { x: H }", "field x cannot be of type H"},
		{"enum in a header", head + "header T { x: K }", "field x cannot be of type K"},
		{"void field", "struct T { x: void }", "field x cannot be of type void"},
		{"member twice", "enum T { A A }", `member "A" stands twice`},
		{"member's value", "enum T: bit<2> { A = 4 }", "4 is no value of type bit<2>"},

		{"object's argument", "object o: extern e {\n  local o\n  arg x = 9:bit<3>\n}", "9 is no value of type bit<3>"},
		{"object's method", fun("", ret) + "object o: extern e {\n  local o\n  method f\n}\n", "one of its methods is not a listed method"},
		{"a block that is an action", head + action + "main P main {\n  arg a = block a\n}", "an argument is not a listed parser or control"},
		{"set's owner", control("") + "set v: bit<8> {\n  local v\n  owner c\n  match exact\n}", "its owner is not a listed parser"},
		{"set's match kind", parser("  accept\n") + "set v: bit<8> {\n  local v\n  owner p\n  match optional\n}", `no match kind "optional"`},
		{"set's match kinds", parser("  accept\n") + "set v: H {\n  local v\n  owner p\n  match exact\n}", "1 match kinds for 2 fields"},
		{"set's size", parser("  accept\n") + "set v: bit<8> {\n  local v\n  owner p\n  match exact\n  size -1\n}", "its size is negative"},

		{"owner behind", head + "action a() local a owner c {\nstart:\n  return\n}\ncontrol c() local c {\nstart:\n  return\n}", "its owner c is not listed before it"},
		{"owned control", head + "control d() local d {\nstart:\n  return\n}\ncontrol c() local c owner d {\nstart:\n  return\n}", "only an action has an owner"},
		{"wraps a control", control("") + "action b() local c owner c wraps c {\nstart:\n  return\n}", "only an action of a control wraps"},
		{"wraps without an owner", action + "action b(y: none bit<8>) local a wraps a {\nstart:\n  return\n}", "only an action of a control wraps"},
		{"wraps itself", control("") + "action b() local b owner c wraps b {\nstart:\n  return\n}", "only an action of a control wraps"},
		{"wraps a wrapper", control("") + action + wrapper("b", "y: none bit<8>", "a") + wrapper("e", "y: none bit<8>", "b"), "only an action of a control wraps"},
		{"wraps what is behind", control("") + wrapper("b", "y: none bit<8>", "a") + action, "only an action of a control wraps"},
		{"wraps another control's", control("") + "control d() local d {\nstart:\n  return\n}\naction a() local a owner d {\nstart:\n  return\n}\n" + wrapper("b", "", "a"), "only an action of a control wraps"},
		{"wrapper's parameters", control("") + action + wrapper("b", "", "a"), "its parameters are not those of a that the control plane gives"},
		{"wrapper's parameter's type", control("") + action + wrapper("b", "y: none bit<9>", "a"), "its parameters are not those of a"},
		{"wrapper's parameter's name", control("") + action + wrapper("b", "x: none bit<8>", "a"), "its parameters are not those of a"},
		{"name of the owner's", control("") + "action b() local b owner c {\n  var b8: bool\nstart:\n  return\n}", `the name "b8" of a parameter or variable is not unique`},
		{"result of a control", head + "control c() -> bool local c {\nstart:\n  return true\n}", "it cannot give a result of type bool"},
		{"object as a variable", block("function f", "", "  var x: extern e\nstart:\n  return\n"), "only a parameter without direction can be of type e"},
		{"directed object", block("function f", "x: in extern e", "start:\n  return\n"), "only a parameter without direction can be of type e"},
		{"int variable", block("function f", "", "  var x: int\nstart:\n  return\n"), "only a parameter without direction can be of type int"},
		{"int within a variable", "struct T { x: int }\n" + block("function f", "", "  var x: T[2]\nstart:\n  return\n"), "x has an int in it, which has no width"},
		{"int within a parameter", "struct T { x: int[2] }\n" + block("function f", "x: in T", "start:\n  return\n"), "x has an int in it, which has no width"},
		{"int in what is made", "tuple T { 0: int }\n" + fun("", "  t = eq(make<T>(1:int), make<T>(1:int))\n"+ret), "T has an int in it, which has no width"},
		{"no blocks", block("function f", "", ""), "it has no blocks"},
		{"state in a control", block("control c", "", "start: state start\n  return\n"), "begins state start twice, or outside a parser"},
		{"state twice", block("parser p", "", "start: state start\n  accept\nb: state start\n  accept\n"), "begins state start twice"},

		{"annotations of no state", block("parser p", "", "start: @a\n  accept\n"), "block start has annotations, but begins no state"},
		{"annotation of a state", block("parser p", "", "start: state start @a [256:bit<8>]\n  accept\n"), "256 is no value of type bit<8>"},
		{"types of an assignment", fun("", "  b8 = 1:bit<9>\n"+ret), "a bit<9> is assigned to b8, which takes a bit<8>"},
		{"sign", fun("", "  b8 = 1:int<8>\n"+ret), "a int<8> is assigned to b8"},
		{"range of a number", fun("", "  b8 = 256:bit<8>\n"+ret), "256 is no value of type bit<8>"},
		{"range of an int", fun("", "  t = eq(128:int<8>, 1:int<8>)\n"+ret), "128 is no value of type int<8>"},
		{"negative bit", fun("", "  b8 = -1:bit<8>\n"+ret), "-1 is no value of type bit<8>"},
		{"list's elements", fun("", "  s.h = {1:bit<8>}:H\n"+ret), "1 elements are no value of type H"},
		{"list's types", fun("", "  s.h = {1:bit<8>, true}:H\n"+ret), "element 1 of a value of type H is a bool, not a bit<8>"},
		{"{#} of a struct", fun("", "  s = {#}:S\n"+ret), "{#} is no value of type S"},
		{"in parameter", fun("x: in bit<8>", "  x = b8\n"+ret), "parameter x cannot be written to"},
		{"slice", fun("", "  slice(b8, 8, 1) = 1:bit<8>\n"+ret), "bits 8 to 1 of a bit<8>"},
		{"slice turned", fun("", "  b8 = slice(b8, 1, 2)\n"+ret), "bits 1 to 2 of a bit<8>"},
		{"slice's type", fun("", "  slice(b8, 3, 0) = b8\n"+ret), "a bit<8> is assigned to b8, which takes a bit<4>"},
		{"add of widths", fun("", "  b8 = add(b8, b9)\n"+ret), "add of bit<8> and bit<9>"},
		{"add of bools", fun("", "  t = add(t, t)\n"+ret), "add of bool and bool"},
		{"not of bits", fun("", "  b8 = not(b8)\n"+ret), "operator 21 of a bit<8>"},
		{"signed shift", fun("", "  b8 = shl(b8, 1:int<8>)\n"+ret), "shl of bit<8> and int<8>"},
		{"lt of bools", fun("", "  t = lt(t, t)\n"+ret), "lt of bool and bool"},
		{"eq of types", fun("", "  t = eq(b8, t)\n"+ret), "eq of bit<8> and bool"},
		{"mux's condition", fun("", "  b8 = mux(b8, b8, b8)\n"+ret), "b8 is of type bit<8>, not bool"},
		{"mux's types", fun("", "  b8 = mux(t, b8, b9)\n"+ret), "b9 is of type bit<9>, not bit<8>"},
		{"cast of two kinds", fun("", "  b9 = cast<bit<9>>(1:int<8>)\n"+ret), "is no cast from int<8>"},
		{"cast of a bool", fun("", "  b8 = cast<bit<8>>(t)\n"+ret), "is no cast from bool"},
		{"make", fun("", "  s.h = make<H>(b8)\n"+ret), "H cannot be made of 1 elements"},
		{"make's types", fun("", "  s.h = make<H>(b8, b9)\n"+ret), "b9 is of type bit<9>, not bit<8>"},
		{"make a union", fun("", "  s.u = make<U>(s.h)\n"+ret), "U cannot be made of 1 elements"},
		{"validity", fun("", "  t = is_valid(s)\n"+ret), "s is no header"},
		{"index's type", fun("", "  s.s[t] = s.h\n"+ret), "index t is of type bool"},
		{"index's range", fun("", "  s.s[2:bit<8>] = s.h\n"+ret), "index 2 is outside H[2]"},
		{"next outside", fun("", "  s.s.next = s.h\n"+ret), "next or last outside a parser"},
		{"last_index outside", fun("", "  t = eq(last_index(s.s), 1:bit<32>)\n"+ret), "last_index outside a parser"},
		{"next of bits", block("parser p", "", "  var a: bit<8>[2]\nstart:\n  a.next = 1:bit<8>\n  accept\n"), "next or last of bit<8>[2]"},
		{"set_valid", fun("", "  set_valid s\n"+ret), "s is no header"},
		{"push_front", fun("", "  push_front s.h, 1\n"+ret), "s.h is no stack of headers"},
		{"mask of an enum", fun("", "  t = matches(A:K, mask(A:K, B:K))\n"+ret), "K has no masks and ranges"},
		{"prefix in code", fun("", "  t = matches(b8, prefix(b8, 3))\n"+ret), "a prefix of 3 bits of bit<8>"},
		{"set in a function", fun("", "  t = matches(b8, in_set(v))\n"+ret) + "parser p() local p {\nstart:\n  accept\n}\nset v: bit<8> {\n  local v\n  owner p\n  match exact\n}\n", "a value set is not of this parser"},

		{"if's condition", fun("", "  if b8 then start else start\n"), "b8 is of type bit<8>, not bool"},
		{"switch's case", fun("", "  switch b8 {\n    b9 => start\n    default => start\n  }\n"), "b9 is of type bit<9>, not bit<8>"},
		{"exit in a function", fun("", "  exit\n"), "exit in a function"},
		{"accept in a function", fun("", "  accept\n"), "accept or reject outside a parser"},
		{"select in a function", fun("", "  select () {\n  }\n"), "select outside a parser"},
		{"return in a parser", parser("  return\n"), "return in a parser"},
		{"exit in a parser", parser("  exit\n"), "exit in a parser"},
		{"result of nothing", fun("", "  return t\n"), "a value is returned, but there is no result"},
		{"no result", head + "function f() -> bool local f {\nstart:\n  return\n}\n", "no value is returned, but the result is a bool"},
		{"result's type", head + "function f() -> bool local f {\nstart:\n  return 1:bit<8>\n}\n", "1:bit<8> is of type bit<8>, not bool"},
		{"select's sets", parser("  select (b8, b8) {\n    (_) => start\n  }\n"), "a case has 1 sets for 2 keys"},
		{"whole set", parser("  select (b8, b8) {\n    set v => start\n  }\n") + "set v: bit<8> {\n  local v\n  owner p\n  match exact\n}\n", "value set v does not fit 2 keys"},
		{"whole set's types", parser("  select (b8, b32) {\n    set v => start\n  }\n") + "set v: H {\n  local v\n  owner p\n  match exact, exact\n}\n", "field 2 is not of type bit<32>"},

		{"extract outside", fun("", "  extract s, s.h\n"+ret), "an instruction that reads packets outside a parser"},
		{"verify outside", fun("", "  verify t, E:error\n"+ret), "verify outside a parser"},
		{"extract bits", parser("  extract pkt, b8\n  accept\n"), "b8 is no header"},
		{"extract from a value", parser("  extract b8, s.h\n  accept\n"), "the packet is not an object among the parameters"},
		{"extract's size", parser("  extract pkt, s.h, b8\n  accept\n"), "b8 is of type bit<8>, not bit<32>"},
		{"size of a fixed header", parser("  extract pkt, s.h, b32\n  accept\n"), "s.h has 0 varbit fields"},
		{"varbit without a size", "header V { v: varbit<8> }\n" + block("parser p", "pkt: none extern packet_in, v: out V", "start:\n  extract pkt, v\n  accept\n"), "v has 1 varbit fields"},
		{"two varbits", "header V { v: varbit<8> w: varbit<8> }\n" + block("parser p", "pkt: none extern packet_in, v: out V", "start:\n  extract pkt, v, 8:bit<32>\n  accept\n"), "v has 2 varbit fields"},
		{"varbit read ahead", "header V { v: varbit<8> }\n" + block("parser p", "pkt: none extern packet_in, v: out V", "start:\n  lookahead pkt, v\n  accept\n"), "v, which has a varbit, is read ahead"},
		{"advance's size", parser("  advance pkt, b8\n  accept\n"), "b8 is of type bit<8>, not bit<32>"},
		{"length's type", parser("  length pkt, b8\n  accept\n"), "b8 is of type bit<8>, not bit<32>"},
		{"verify's error", parser("  verify true, true\n  accept\n"), "true is of type bool, not error"},
		{"check_next", parser("  check_next s.h\n  accept\n"), "s.h is no stack of headers"},
		{"emit in a parser", parser("  emit pkt, s.h\n  accept\n"), "emit in a parser"},
		{"object as a value", parser("  reset pkt\n  accept\n"), "pkt is an object, not a value"},

		{"number of arguments", fun("", ret) + "function g() local g {\nstart:\n  call f(in 1:bit<8>)\n  return\n}\n", "f takes 0 arguments, not 1"},
		{"direction", fun("x: inout bit<8>", ret) + "function g() local g {\nstart:\n  call f(in 1:bit<8>)\n  return\n}\n", "argument 1 is in bit<8>, the parameter x is inout bit<8>"},
		{"type of an argument", fun("x: in bit<8>", ret) + "function g() local g {\nstart:\n  call f(in 1:bit<9>)\n  return\n}\n", "argument 1 is in bit<9>, the parameter x is in bit<8>"},
		{"arguments overlap", fun("x: inout bit<8>, y: inout H", ret) + "function g(h: inout H) local g {\nstart:\n  call f(inout h.a, inout h)\n  return\n}\n", "the arguments h.a and h overlap"},
		{"argument by index", fun("x: inout H", ret) + "function g(h: inout S) local g {\nstart:\n  call f(inout h.s[h.x])\n  return\n}\n", "h.s[h.x] depends on an index that is not constant"},
		{"header of a union", fun("x: inout H", ret) + "function g(h: inout S) local g {\nstart:\n  call f(inout h.u.h)\n  return\n}\n", "h.u.h is of a union, whose other headers a copy changes"},
		{"field of a union", fun("x: inout bit<8>", ret) + "function g(h: inout S) local g {\nstart:\n  call f(inout h.u.h.a)\n  return\n}\n", "h.u.h.a is of a union, whose other headers a copy changes"},
		{"extern's header of a union", fun("", "  call_extern e<void>(out s.u.h)\n"+ret), "s.u.h is of a union, whose other headers a copy changes"},
		{"result's place", fun("", ret) + "function g() local g {\n  var x: bool\nstart:\n  call f() -> x\n  return\n}\n", "x is of type bool, not void"},
		{"a function calls a control", control("") + "function g(s: inout S) local g {\nstart:\n  call c(inout s)\n  return\n}\n", "a function cannot call the control c"},
		{"a function exits", fun("", ret) + "function g() local g {\nstart:\n  call f() exit start\n  return\n}\n", "function f cannot exit"},
		{"action of another", control("") + "action a() local a owner c {\nstart:\n  return\n}\ncontrol d() local d {\nstart:\n  call a()\n  return\n}\n", "action a is of another control"},
		{"recursion", fun("", "  call g()\n"+ret) + "function g() local g {\nstart:\n  call f()\n  return\n}\n", "function f: it calls itself"},
		{"recursion by a table", table("  action a(in b8)\n") + strings.Replace(action, "action a", "action b", 1) + "table u {\n  local u\n  owner d\n  action e()\n}\n" +
			"control d() local d {\nstart:\n  apply u\n  return\n}\naction e() local e owner d {\nstart:\n  call e()\n  return\n}\n", "action e: it calls itself"},
		{"table of another", table("") + "control d() local d {\nstart:\n  apply t\n  return\n}\n", "table t is of another control"},
		{"hit's type", strings.Replace(table("  action a(in b8)\n"), "  return\n", "  apply t hit b8\n  return\n", 1), "b8 is of type bit<8>, not bool"},
		{"table's owner", parser("  accept\n") + "table t {\n  local t\n  owner p\n}\n", "its owner is not a listed control"},
		{"key's match kind", table("  key b8 match optional name k\n"), `no match kind "optional"`},
		{"bound arguments", table("  action a()\n"), "action a: 0 arguments are bound, there are 1 parameters with a direction"},
		{"bound argument's type", table("  action a(in true)\n"), "argument 1 is in bool, the parameter x is in bit<8>"},
		{"action twice", table("  action a(in b8)\n  action a(in b8)\n"), "action a stands twice"},
		{"action twice, wrapped", table("  action a(in b8)\n  action b()\n") + wrapper("b", "y: none bit<8>", "a"), "action a stands twice"},
		{"default's arguments", table("  action a(in b8)\n  default_action a()\n"), "action a takes 1 arguments, not 0"},
		{"default's types", table("  action a(in b8)\n  default_action a(true)\n"), "action a: argument y is of type bool, not bit<8>"},
		{"entry's keys", table("  key b8 match exact name k\n  action a(in b8)\n  entry () a(1:bit<8>)\n"), "an entry has 0 keys, the table 1"},
		{"entry's type", table("  key b8 match exact name k\n  action a(in b8)\n  entry (true) a(1:bit<8>)\n"), "true is of type bool, not bit<8>"},
		{"exact mask", table("  key b8 match exact name k\n  action a(in b8)\n  entry (mask(1:bit<8>, 1:bit<8>)) a(1:bit<8>)\n"), "the entry's key k cannot be mask(1:bit<8>, 1:bit<8>)"},
		{"lpm mask", table("  key b8 match lpm name k\n  action a(in b8)\n  entry (mask(1:bit<8>, 1:bit<8>)) a(1:bit<8>)\n"), "the entry's key k cannot be mask"},
		{"exact anything", table("  key b8 match exact name k\n  action a(in b8)\n  entry (_) a(1:bit<8>)\n"), "the entry's key k cannot be _"},
		{"ternary range", table("  key b8 match ternary name k\n  action a(in b8)\n  entry (range(1:bit<8>, 1:bit<8>)) a(1:bit<8>)\n"), "the entry's key k cannot be range"},
		{"long prefix", table("  key b8 match lpm name k\n  action a(in b8)\n  entry (prefix(1:bit<8>, 9)) a(1:bit<8>)\n"), "a prefix of 9 bits of bit<8>"},
		{"entry without keys", table("  action a(in b8)\n  entry () a(1:bit<8>)\n"), "it has entries, but no keys"},
		{"priority", table("  key b8 match exact name k\n  action a(in b8)\n  entry priority -1 (1:bit<8>) a(1:bit<8>)\n"), "an entry's priority is -1"},
		{"priority of an exact key", table("  key b8 match exact name k\n  key b8 match lpm name l\n  action a(in b8)\n  entry priority 1 (1:bit<8>, _) a(1:bit<8>)\n"), "an entry has a priority, but the keys are exact or lpm"},
		{"no priority", table("  key b8 match lpm name l\n  key b8 match ternary name k\n  action a(in b8)\n  entry priority 1 (_, _) a(1:bit<8>)\n  entry (_, _) a(1:bit<8>)\n"), "an entry has no priority, but not all keys are exact or lpm"},
		{"property twice", table("  property p = true\n  property p = true\n"), `property "p" stands twice`},
	} {
		t.Run(c.name, func(t *testing.T) {
			errs := Validate(mustRead(t, c.text))
			for _, err := range errs {
				if strings.Contains(err.Error(), c.want) {
					return
				}
			}
			t.Errorf("got %v, want %q in\n%s", errs, c.want, c.text)
		})
	}
}

// TestValidateBuilt: defects that no text can have.
func TestValidateBuilt(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(p *Program)
		want string
	}{
		{"no type", func(p *Program) { p.Types[0] = nil }, "a type is missing"},
		{"type unlisted", func(p *Program) { p.Types = p.Types[1:] }, "is used, but not listed before"},
		{"type twice", func(p *Program) { p.Types = append(p.Types, p.Types[0]) }, "declared twice"},
		{"types turned", func(p *Program) { p.Types[3], p.Types[4] = p.Types[4], p.Types[3] }, "not listed before"},
		{"function twice", func(p *Program) { p.Funcs = append(p.Funcs, p.Funcs[0]) }, "is listed twice"},
		{"object missing", func(p *Program) { p.Objects[0] = nil }, "a object is missing"},
		{"table unlisted", func(p *Program) { p.Tables = nil }, "not listed"},
		{"names", func(p *Program) { p.Funcs[0].Name = p.Funcs[1].Name }, "are named"},
		{"block's end", func(p *Program) { p.Funcs[0].Blocks[0].Term = nil }, "it has no terminator"},
		{"block of another", func(p *Program) { p.Funcs[0].Blocks[0].Term = &Goto{To: p.Funcs[1].Blocks[0]} }, "not of this function"},
		{"block missing", func(p *Program) { p.Funcs[0].Blocks[0] = nil }, "a block is missing"},
		{"instruction missing", func(p *Program) { p.Funcs[0].Blocks[0].Instrs[0] = nil }, "an instruction is missing"},
		{"expression missing", func(p *Program) { p.Funcs[0].Blocks[0].Instrs[0] = &Emit{} }, "an expression is missing"},
		{"place missing", func(p *Program) { p.Funcs[0].Blocks[0].Instrs[0] = &Assign{} }, "a place is missing"},
		{"local of another", func(p *Program) { p.Funcs[0].Blocks[0].Instrs[0] = &Reset{Place: &Place{Root: p.Funcs[1].Params[1]}} }, "is of another function"},
		{"place's type", func(p *Program) {
			f := p.Funcs[0]
			f.Blocks[0].Instrs[0] = &Reset{Place: &Place{Root: f.Params[1], T: Bool}}
		}, "is of type"},
		{"operator", func(p *Program) {
			one := &Const{&IntConst{NewInt(1), Bits(8)}}
			p.Funcs[0].Blocks[0].Instrs[0] = &Verify{Cond: &Binary{numOps, one, one, Bits(8)}}
		}, "unknown operator"},
		{"local twice", func(p *Program) { p.Funcs[0].Params[1] = p.Funcs[0].Params[0] }, "is not unique"},
		{"argument of two kinds", func(p *Program) { p.Objects[0].Args[0].Object = p.Objects[1] }, "more than one thing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := valid(t, wholeText(t))
			c.harm(p)
			for _, err := range Validate(p) {
				if strings.Contains(err.Error(), c.want) {
					return
				}
			}
			t.Errorf("got %v, want %q", Validate(p), c.want)
		})
	}
}
