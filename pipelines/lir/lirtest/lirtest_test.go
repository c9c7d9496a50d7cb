package lirtest_test

import (
	"strings"
	"testing"

	"up4/pipelines/lir"
	"up4/pipelines/lir/lirtest"
)

// TestRandom: what is made up is valid, and its text says all of it.
func TestRandom(t *testing.T) {
	for seed := range uint64(2000) {
		p := lirtest.Random(seed)
		text := lir.Text(p)
		if errs := lir.Validate(p); errs != nil {
			t.Fatalf("%v\n%s", errs, text)
		}
		q, err := lirtest.Read(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if again := lir.Text(q); again != text {
			t.Fatalf("read\n%s\ngot\n%s", text, again)
		}
	}
}

// TestRead: what cannot be read is said with its line.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"func":                            `line 1: "" where a name should stand`,
		"func f() {\nb:\n  goto c\n}\n":   "no block c",
		"func f() {\nb:\n  x = 1\n":       "line 3: no local x",
		"func f() {\nb:\n  frob\n":        `"frob" where an instruction should stand`,
		"func f() {\nb:\n  return add(1)": "add has 1 arguments",
		"func f() {\nb:\n  return x(1)":   "no operator x",
	} {
		if _, err := lirtest.Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}

// TestRun: one of each operator, by hand.
func TestRun(t *testing.T) {
	for expr, want := range map[string]uint64{
		"add(0xffffffffffffffff, 2)": 1, "sub(1, 2)": 1<<64 - 1, "mul(0x100000000, 0x100000001)": 1 << 32,
		"mulh(0x100000000, 0x300000000)": 3, "div(7, 2)": 3, "div(7, 0)": 0, "rem(7, 4)": 3, "rem(7, 0)": 7,
		"and(12, 10)": 8, "or(12, 10)": 14, "xor(12, 10)": 6, "shl(1, 63)": 1 << 63, "shl(1, 64)": 0, "shr(8, 3)": 1,
		"shr(8, 64)": 0, "sar(0x8000000000000000, 62)": 1<<64 - 2, "sar(0x8000000000000000, 70)": 1<<64 - 1, "sar(8, 70)": 0,
		"word(lt(1, 2))": 1, "word(le(2, 2))": 1, "word(slt(0xffffffffffffffff, 0))": 1, "word(sle(0, 0xffffffffffffffff))": 0,
		"word(not(eq(1, 2)))": 1, "word(ne(1, 1))": 0, "swap16(0x102)": 0x201, "swap32(0x1020304)": 0x4030201,
		"swap64(1)": 1 << 56, "cond(true, 5, 6)": 5, "cond(false, 5, 6)": 6, "off(add(p, 3))": 11,
		"byte[p + 1]": 2, "le16[p + 0]": 0x201, "be16[p + 0]": 0x102, "le32[p + 0]": 0x4030201, "be32[p + 0]": 0x1020304,
		"le64[p + 0]": 0x807060504030201, "be64[p + 0]": 0x102030405060708, "le16[ptr(9) + 0]": 0x302, "sub(add(p, 9), p)": 9,
	} {
		p, err := lirtest.Read("func f(p: ptr) {\nb:\n  return " + expr + "\n}\n")
		if err != nil {
			t.Fatalf("%s: %v", expr, err)
		}
		if errs := lir.Validate(p); errs != nil {
			t.Errorf("%s: %v", expr, errs)
		}
		m := lirtest.Machine{Mem: []byte{8: 1, 2, 3, 4, 5, 6, 7, 8}, Steps: 1}
		if got, err := m.Run(p.Funcs[0], 8); got != want || err != nil {
			t.Errorf("%s: %#x, %v, not %#x", expr, got, err, want)
		}
	}
}
