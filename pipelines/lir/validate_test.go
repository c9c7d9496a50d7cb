package lir_test

import (
	"strings"
	"testing"

	"up4/pipelines/lir"
	"up4/pipelines/lir/lirtest"
)

// TestValidate: each program has one defect.
func TestValidate(t *testing.T) {
	body := func(code string) string {
		return "func f(p: ptr, a: u64) {\n  var w: u9\n  var t: bool\n  var q: ptr\nb:\n" + code + "\n  return 0\n}\n"
	}
	ret := func(expr string) string {
		return "func f(p: ptr, a: u64) {\n  var t: bool\nb:\n  return " + expr + "\n}\n"
	}
	for _, c := range []struct{ name, text, want string }{
		{"slot outside", "program p\nrecord 8 {\n  s at 4 bytes 8\n}\n", "record: slot s at 4 of 8 bytes is not within 8 bytes"},
		{"slots' order", "program p\nrecord 16 {\n  s at 8 bytes 8\n  t at 0 bytes 8\n}\n", "slot t at 0 stands behind one at 8"},
		{"log", "log 0 \"{}\" u0\n", "log 0: a value of 0 bits"},
		{"function twice", ret("0") + ret("0"), "two functions are named f"},
		{"local twice", "func f(p: ptr) {\n  var p: u1\nb:\n  return 0\n}\n", "two locals are named p"},
		{"width", "func f() {\n  var p: u65\nb:\n  return 0\n}\n", "local p has 65 bits"},
		{"no blocks", "func f() {\n}\n", "it has no blocks"},

		{"set too wide", body("  w = le16[p + 0]"), "function f, block b, instruction 0: le16[p + 0] of 16 bits is more than local w has"},
		{"set's kind", body("  w = p"), "p is a pointer, not a word"},
		{"set's kind", body("  t = w"), "w is a word, not a bool"},
		{"store to a word", body("  le16[a + 0] = 1"), "a is a word, not a pointer"},
		{"store of a bool", body("  le16[p + 0] = t"), "t is a bool, not a word"},
		{"copy", body("  copy p from a bytes 1"), "a is a word, not a pointer"},
		{"copy's bytes", body("  copy p from p bytes p"), "p is a pointer, not a word"},
		{"clear", body("  clear a bytes 1"), "a is a word, not a pointer"},
		{"clear's bytes", body("  clear p bytes -1"), "-1 bytes are cleared"},
		{"entry", body("  w = lookup table 0 by word a bytes 8"), "the entry's local w is no pointer"},
		{"key", body("  q = lookup table 0 by word p bytes 8"), "p is a pointer, not a word"},
		{"packed key", body("  q = lookup table 0 by exact a bytes 8"), "a is a word, not a pointer"},
		{"prefix", body("  q = lookup table 0 by prefix a bytes 8"), "a key of 64 bits to search prefixes for"},
		{"table", body("  q = lookup table -1 by word a bytes 8"), "table -1"},
		{"call's arguments", body("  call count 0 (a)"), "count has 3 arguments and 0 results, not 1 and 0"},
		{"call's results", body("  call now 0 ()"), "now has 0 arguments and 1 results, not 0 and 0"},
		{"call's kinds", body("  call write_wide 0 (p, p)"), "p is a pointer, not a word"},
		{"result's width", body("  w = call now 0 ()"), "local w of type u9 cannot hold what now gives"},
		{"result's kind", body("  w = call take_head 0 ()"), "local w of type u9 cannot hold what take_head gives"},
		{"hash", body("  a = call hash 99 (p, 1)"), "hash of 99"},
		{"log", body("  call log 0 (p, 1)"), "log of 0"},

		{"swap", ret("swap16(a)"), "the bytes of a, of 64 bits, are swapped as those of 16"},
		{"swap's width", ret("swap8(1)"), "the bytes of 1, of 1 bits, are swapped as those of 8"},
		{"not", ret("word(not(a))"), "a is a word, not a bool"},
		{"off", ret("off(a)"), "a is a word, not a pointer"},
		{"ptr", ret("byte[ptr(p) + 0]"), "p is a pointer, not a word"},
		{"mixed", ret("add(a, t)"), "add of a word and a bool"},
		{"pointers", ret("off(add(p, p))"), "add of a pointer and a pointer"},
		{"pointers", ret("off(and(p, p))"), "and of a pointer and a pointer"},
		{"order of bools", ret("word(lt(t, t))"), "lt of a bool and a bool"},
		{"signed pointers", ret("word(slt(p, p))"), "slt of a pointer and a pointer"},
		{"condition", ret("cond(a, 1, 2)"), "a is a word, not a bool"},
		{"choice", ret("cond(t, 1, p)"), "p is a pointer, not a word"},
		{"width of an expression", ret("add(a, 1):u0"), "add gives no word of 0 bits"},
		{"status", ret("p"), "function f, end of block b: p is a pointer, not a word"},

		{"if", "func f(a: u1) {\nb:\n  if a then b else c\nc:\n  return 0\n}\n", "a is a word, not a bool"},
		{"switch", "func f(a: u1) {\nb:\n  switch a { 1 => c; 1 => c; default => c }\nc:\n  return 0\n}\n", "the value 1 stands twice"},
		{"loop", "func f() {\nb:\n  goto c\nc:\n  goto b\n}\n", "the way round from block c to b leads through no block that is marked as a loop"},
	} {
		p, err := lirtest.Read(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		errs := lir.Validate(p)
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.name, errs, c.want)
		}
	}
}

// What text cannot have.
func TestValidateBuilt(t *testing.T) {
	pointer := lir.Type{Kind: lir.Ptr}
	p, q := &lir.Local{Name: "p", T: pointer}, &lir.Local{Name: "q", T: pointer}
	use := &lir.Use{Local: p}
	end := &lir.Return{Status: lirtest.Num(0)}
	away := &lir.Block{Name: "away", Term: end}
	two := []*lir.Block{{Name: "b", Term: end}, {Name: "b", Term: end}}
	if errs := lir.Validate(&lir.Program{Funcs: []*lir.Func{{Name: "f", Blocks: two}, nil}}); len(errs) != 2 {
		t.Errorf("two blocks of one name, and a missing function: %v", errs)
	}
	for _, c := range []struct {
		instr lir.Instr
		term  lir.Term
		want  string
	}{
		{nil, end, "it is missing"},
		{&lir.Set{X: use}, end, "the local to set is missing"},
		{&lir.Set{Dst: p}, end, "an expression is missing"},
		{&lir.Set{Dst: q, X: use}, end, "local q is not of this function"},
		{&lir.Set{Dst: p, X: &lir.Use{Local: q}}, end, "a local that is not of this function is read"},
		{&lir.Set{Dst: p, X: &lir.Const{V: 1, T: pointer}}, end, "1 is no constant of kind 2"},
		{&lir.Store{Ptr: use, Bytes: 3, X: lirtest.Num(1)}, end, "an access to 3 bytes"},
		{&lir.Store{Ptr: use, Bytes: 1, Big: true, X: lirtest.Num(1)}, end, "one byte has no order"},
		{&lir.Store{Ptr: use, Bytes: 8, X: &lir.Const{V: 4, T: lir.Type{Bits: 2}}}, end, "4 is no constant of kind 0 and 2 bits"},
		{&lir.Lookup{Find: lir.FindRange + 1, Entry: p, Key: use}, end, "no way of searching"},
		{&lir.Call{Service: lir.NumServices}, end, "no service"},
		{&lir.Copy{Dst: use, Src: use, N: &lir.Binary{Op: lir.Not, X: lirtest.Num(1), Y: lirtest.Num(1)}}, end, "not of a word and a word"},
		{&lir.Copy{Dst: use, Src: use, N: &lir.Unary{Op: lir.Add, X: lirtest.Num(1)}}, end, "add is no operator of one value"},
		{&lir.Clear{Dst: use}, nil, "end of block b: it is missing"},
		{&lir.Clear{Dst: use}, &lir.Goto{}, "a block to go to is missing"},
		{&lir.Clear{Dst: use}, &lir.Goto{To: away}, "block away is not in this function"},
		{&lir.Clear{Dst: use}, &lir.Switch{X: lirtest.Num(1), Cases: []lir.Case{{To: nil}}}, "a case has no value"},
	} {
		b := &lir.Block{Name: "b", Instrs: []lir.Instr{c.instr}, Term: c.term}
		prog := &lir.Program{Funcs: []*lir.Func{{Name: "f", Params: []*lir.Local{p}, Blocks: []*lir.Block{b}}}}
		errs := lir.Validate(prog)
		if len(errs) == 0 || !strings.Contains(errs[0].Error(), c.want) {
			t.Errorf("%v, not %q", errs, c.want)
		}
	}
}
