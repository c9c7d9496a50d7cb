package ir

import (
	"strings"
	"testing"
)

func runPass(t *testing.T, name string, p *Program) {
	t.Helper()
	for _, pass := range Passes {
		if pass.Name != name {
			continue
		}
		if err := pass.Run(p); err != nil {
			t.Fatal(err)
		}
		for _, err := range Validate(p) {
			t.Errorf("after %s: %v", name, err)
		}
		return
	}
	t.Fatalf("no pass %s", name)
}

// codeOf is the text of function or control f, without its head.
func codeOf(p *Program) string {
	text := Text(p)
	i := strings.Index(text, " local x {\n")
	text = text[i+len(" local x {\n"):]
	return text[:1+strings.Index(text, "\n}\n")]
}

// TestPasses: code before and after one pass.
func TestPasses(t *testing.T) {
	const fn, par, con = "function f(a: in bit<8>, s: inout S) -> bit<8>", "parser p(pkt: none extern packet_in, s: inout S, n: in bit<8>)", "control c(s: inout S)"
	ext := "function g(x: inout bit<8>) -> bit<8> local g {\nstart:\n  return x\n}\n"
	for _, c := range []struct{ pass, head, before, after string }{
		// 8.6: arithmetic of bit<> wraps.
		{"fold", fn, "b:\n  return add(255:bit<8>, 2:bit<8>)\n", "b:\n  return 1:bit<8>\n"},
		{"fold", fn, "b:\n  return sub(0:bit<8>, 1:bit<8>)\n", "b:\n  return 255:bit<8>\n"},
		{"fold", fn, "b:\n  return mul(16:bit<8>, 17:bit<8>)\n", "b:\n  return 16:bit<8>\n"},
		{"fold", fn, "b:\n  return neg(1:bit<8>)\n", "b:\n  return 255:bit<8>\n"},
		{"fold", fn, "b:\n  return bitnot(10:bit<8>)\n", "b:\n  return 245:bit<8>\n"},
		{"fold", fn, "b:\n  return add_sat(255:bit<8>, 2:bit<8>)\n", "b:\n  return 255:bit<8>\n"},
		{"fold", fn, "b:\n  return sub_sat(1:bit<8>, 2:bit<8>)\n", "b:\n  return 0:bit<8>\n"},
		{"fold", fn, "b:\n  return div(7:bit<8>, 2:bit<8>)\n", "b:\n  return 3:bit<8>\n"},
		{"fold", fn, "b:\n  return mod(7:bit<8>, 4:bit<8>)\n", "b:\n  return 3:bit<8>\n"},
		// By zero there is no result: left for who runs it.
		{"fold", fn, "b:\n  return div(7:bit<8>, 0:bit<8>)\n", "b:\n  return div(7:bit<8>, 0:bit<8>)\n"},
		// 8.7: int<> wraps in two's complement, and shifts its sign in.
		{"fold", fn, "b:\n  return cast<bit<8>>(add(127:int<8>, 1:int<8>))\n", "b:\n  return 128:bit<8>\n"},
		{"fold", fn, "b:\n  return cast<bit<8>>(shr(-128:int<8>, 9:bit<8>))\n", "b:\n  return 255:bit<8>\n"},
		{"fold", fn, "b:\n  return cast<bit<8>>(add_sat(127:int<8>, 1:int<8>))\n", "b:\n  return 127:bit<8>\n"},
		{"fold", fn, "b:\n  return cast<bit<8>>(sub_sat(-128:int<8>, 1:int<8>))\n", "b:\n  return 128:bit<8>\n"},
		{"fold", fn, "b:\n  return shl(3:bit<8>, 7:bit<8>)\n", "b:\n  return 128:bit<8>\n"},
		{"fold", fn, "b:\n  return shl(3:bit<8>, 200:bit<8>)\n", "b:\n  return 0:bit<8>\n"},
		{"fold", fn, "b:\n  return concat(5:bit<4>, -1:int<4>)\n", "b:\n  return 95:bit<8>\n"},
		{"fold", fn, "b:\n  return slice(2748:bit<16>, 11, 4)\n", "b:\n  return 171:bit<8>\n"},
		{"fold", fn, "b:\n  return slice(a, 7, 0)\n", "b:\n  return a\n"},
		// 8.11: widths are cut or filled, with the sign for int<>.
		{"fold", fn, "b:\n  return slice(cast<int<16>>(-1:int<8>), 15, 8)\n", "b:\n  return 255:bit<8>\n"},
		{"fold", fn, "b:\n  return cast<bit<8>>(300:bit<16>)\n", "b:\n  return 44:bit<8>\n"},
		{"fold", fn, "b:\n  return mux(lt(-1:int<8>, 1:int<8>), a, 1:bit<8>)\n", "b:\n  return a\n"},
		{"fold", fn, "b:\n  if and(eq(a, 1:bit<8>), false) then b else c\nc:\n  return a\n", "b:\n  goto c\nc:\n  return a\n"},
		{"fold", fn, "b:\n  if or(false, eq(a, 1:bit<8>)) then b else c\nc:\n  return a\n", "b:\n  if eq(a, 1:bit<8>) then b else c\nc:\n  return a\n"},
		{"fold", fn, "b:\n  switch 3:bit<8> {\n    2:bit<8> => b\n    mask(1:bit<8>, 1:bit<8>) => c\n    default => b\n  }\nc:\n  return a\n", "b:\n  goto c\nc:\n  return a\n"},
		{"fold", fn, "b:\n  s.h = make<H>(1:bit<8>, 2:bit<8>)\n  return a\n", "b:\n  s.h = {1:bit<8>, 2:bit<8>}:H\n  return a\n"},
		{"fold", par, "b:\n  select (1:bit<8>, n) {\n    (2:bit<8>, _) => b\n    (1:bit<8>, _) => c\n  }\nc:\n  accept\n", "b:\n  goto c\nc:\n  accept\n"},
		// No case may hold: then the parser fails with NoMatch, which select does.
		{"fold", par, "b:\n  select (1:bit<8>) {\n    (2:bit<8>) => b\n  }\n", "b:\n  select (1:bit<8>) {\n    (2:bit<8>) => b\n  }\n"},

		{"blocks", fn, "b:\n  s.x = a\n  goto c\nc:\n  goto d\nd:\n  s.x = 1:bit<8>\n  return a\ne:\n  return a\n", "b:\n  s.x = a\n  s.x = 1:bit<8>\n  return a\n"},
		{"blocks", fn, "b:\n  if eq(a, 1:bit<8>) then c else d\nc:\n  goto e\nd:\n  goto e\ne:\n  return a\n", "b:\n  return a\n"},
		{"blocks", fn, "b:\n  goto c\nc:\n  if eq(a, 1:bit<8>) then c else d\nd:\n  return a\n", "b:\n  goto c\nc:\n  if eq(a, 1:bit<8>) then c else d\nd:\n  return a\n"},
		{"blocks", fn, "b:\n  goto c\nc:\n  goto d\nd:\n  goto c\n", "b:\n  goto c\nc:\n  goto c\n"},
		{"blocks", par, "b:\n  goto start\nstart: state start\n  goto end\nend:\n  accept\n", "b:\n  goto start\nstart: state start\n  accept\n"},

		{"copies", fn, "  temp t: bit<8>\nb:\n  t = add(a, 1:bit<8>)\n  s.h.a = 1:bit<8>\n  s.x = t\n  return a\n", "  temp t: bit<8>\nb:\n  s.h.a = 1:bit<8>\n  s.x = add(a, 1:bit<8>)\n  return a\n"},
		// What it reads changes between.
		{"copies", fn, "  temp t: bit<8>\nb:\n  t = s.x\n  s.x = 1:bit<8>\n  s.h.a = t\n  return a\n", "  temp t: bit<8>\nb:\n  t = s.x\n  s.x = 1:bit<8>\n  s.h.a = t\n  return a\n"},
		{"copies", fn, "  temp t: bit<8>\nb:\n  t = s.x\n  call g(inout s.h.a)\n  s.h.b = t\n  return a\n", "  temp t: bit<8>\nb:\n  t = s.x\n  call g(inout s.h.a)\n  s.h.b = t\n  return a\n"},
		{"copies", fn, "  temp t: bit<8>\nb:\n  t = s.x\n  call g(inout s.h.a)\n  return a\n", "  temp t: bit<8>\nb:\n  t = s.x\n  call g(inout s.h.a)\n  return a\n"},
		// What an extern runs may see the variable: a method of an object does.
		{"copies", fn, "  temp t: bit<8>\nb:\n  t = s.x\n  call_extern e()\n  return t\n", "  temp t: bit<8>\nb:\n  t = s.x\n  call_extern e()\n  return t\n"},
		// Read twice, or in another block: evaluated where it was.
		{"copies", fn, "  temp t: bit<8>\nb:\n  t = s.x\n  return add(t, t)\n", "  temp t: bit<8>\nb:\n  t = s.x\n  return add(t, t)\n"},
		{"copies", fn, "  temp t: bit<8>\nb:\n  t = s.x\n  goto c\nc:\n  return t\n", "  temp t: bit<8>\nb:\n  t = s.x\n  goto c\nc:\n  return t\n"},
		{"copies", fn, "  var t: bit<8>\nb:\n  t = s.x\n  return t\n", "  var t: bit<8>\nb:\n  t = s.x\n  return t\n"},
		{"copies", fn, "  temp t: bit<8>\nb:\n  call g(inout s.x) -> t\n  s.h.a = t\n  return a\n", "  temp t: bit<8>\nb:\n  call g(inout s.x) -> s.h.a\n  return a\n"},
		// The result would be stored before the argument is copied out.
		{"copies", fn, "  temp t: bit<8>\nb:\n  call g(inout s.x) -> t\n  s.x = t\n  return a\n", "  temp t: bit<8>\nb:\n  call g(inout s.x) -> t\n  s.x = t\n  return a\n"},
		{"copies", par, "  temp t: H\nb:\n  lookahead pkt, t\n  s.h = t\n  accept\n", "  temp t: H\nb:\n  lookahead pkt, s.h\n  accept\n"},
		{"copies", con, "  temp t: bool\nb:\n  t = is_valid(s.h)\n  if t then b else c\nc:\n  return\n", "  temp t: bool\nb:\n  if is_valid(s.h) then b else c\nc:\n  return\n"},

		{"locals", fn, "  var x: bit<8>\n  temp y: bit<8>\n  var z: bit<8>\nb:\n  reset x\n  x = a\n  y = x\n  return a\n", "b:\n  return a\n"},
		{"locals", fn, "  temp y: bit<8>\n  temp o: bit<8>\nb:\n  call g(inout o) -> y\n  return a\n", "  temp o: bit<8>\nb:\n  call g(inout o)\n  return a\n"},
		{"locals", fn, "b:\n  s.x = a\n  return a\n", "b:\n  s.x = a\n  return a\n"},
	} {
		t.Run(c.pass, func(t *testing.T) {
			p := valid(t, head+c.head+" local x {\n"+c.before+"}\n"+ext)
			runPass(t, c.pass, p)
			if got := codeOf(p); got != c.after {
				t.Errorf("before\n%s\nafter\n%s\nwant\n%s", c.before, got, c.after)
			}
		})
	}
}

// TestPassTables: what tables and actions use stays, and is not moved.
func TestPassTables(t *testing.T) {
	const text = head + `control c(s: inout S) local c {
  temp k: bit<8>
  temp v: bit<8>
  var w: bit<8>
b:
  k = s.x
  w = s.x
  v = 1:bit<8>
  apply t
  return
}

action a(x: in bit<8>) local a owner c {
b:
  s.x = w
  return
}

action unused() local unused owner c {
b:
  return
}

table t {
  local t
  owner c
  key k match exact name k
  action a(in s.x)
}
`
	p := valid(t, text)
	for _, pass := range Passes {
		runPass(t, pass.Name, p)
	}
	want := strings.Replace(strings.Replace(text, "  temp v: bit<8>\n", "", 1), "  v = 1:bit<8>\n", "", 1)
	from := strings.Index(want, "action unused")
	want = want[:from] + want[strings.Index(want, "table t"):]
	if got := Text(p); got != Text(mustRead(t, want)) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestPassesOnWhole: the program with every form in it stays valid.
func TestPassesOnWhole(t *testing.T) {
	p := valid(t, wholeText(t))
	for _, pass := range Passes {
		runPass(t, pass.Name, p)
	}
	before := Text(p)
	if err := Simplify(p); err != nil {
		t.Fatal(err)
	}
	if strings.Count(Text(p), "\n") > strings.Count(before, "\n") {
		t.Error("a second run makes it longer")
	}
}
