package lir_test

import (
	"testing"

	"up4/pipelines/lir"
	"up4/pipelines/lir/lirtest"
)

// read reads a program that is to be valid.
func read(t *testing.T, text string) *lir.Program {
	t.Helper()
	p, err := lirtest.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range lir.Validate(p) {
		t.Error(err)
	}
	return p
}

// whole has every form in it.
const whole = `program whole
record 80 {
  meta.a at 0 bytes 8
  hdr.h.home at 8 bytes 22
}
log 0 "a \"message\" of {} and {}" u9 s32

func main(desc: ptr, rec: ptr) {
  var key: u48
  var entry: ptr
  var hit: bool
  var n: u64
begin:
  key = shr(be64[desc + 6], 16)
  entry = lookup table 1 by word key bytes 6
  entry = lookup silent table 2 by exact add(rec, 8) bytes 12
  hit = ne(le32[entry + 4], 0)
  n = call hash 3 (rec, 20)
  call count 0 (n, 1, le16[desc + 10])
  copy add(rec, 8) from desc bytes and(n, 15)
  clear rec bytes 8
  be16[rec + -2] = swap16(and(n, 65535))
  byte[rec + 0] = word(hit)
  if and(hit, not(lt(desc, rec))) then go else no
go: state parse_h loop
  n = cond(hit, sub(add(rec, 8), rec):u32, 0x10001)
  le64[ptr(off(rec)) + 0] = sar(shl(n, 3), 3)
  switch and(n, 3) { 1, 2 => go; 3 => no; default => end }
no:
  goto end
end:
  return mulh(n, div(rem(xor(or(n, 1), 2), 3), 4))
}

func other() {
begin:
  return 1
}
`

func TestText(t *testing.T) {
	p := read(t, whole)
	if got := lir.Text(p); got != whole {
		t.Errorf("got\n%s", got)
	}
}

// TestBits: how many bits a word has, by what it is made of.
func TestBits(t *testing.T) {
	for expr, want := range map[string]int{
		"0": 1, "255": 8, "le32[p + 0]": 32, "w": 9, "add(w, 1)": 10, "add(w, le64[p + 0])": 64, "sub(w, w)": 64,
		"mul(w, 255)": 17, "mul(le64[p + 0], 2)": 64, "mulh(le64[p + 0], 255)": 8, "mulh(w, w)": 1, "div(w, 2)": 9,
		"rem(le32[p + 0], 10)": 4, "rem(le32[p + 0], w)": 32, "rem(le32[p + 0], 0)": 32, "and(w, le64[p + 0])": 9, "or(w, 0xffff)": 16,
		"xor(w, 1)": 9, "shl(w, 5)": 14, "shl(w, 60)": 64, "shl(1, w)": 64, "shr(w, 5)": 4, "shr(w, 9)": 1, "shr(w, 70)": 1, "shr(w, w)": 9,
		"sar(w, 3)": 6, "sar(w, w)": 9, "sar(le64[p + 0], 60)": 64, "swap32(w)": 32, "word(true)": 1, "off(p)": 32,
		"cond(true, w, 0xffff)": 16, "sub(p, p):u32": 32, "sub(p, p)": 64, "add(w, 1):u9": 9,
	} {
		p := read(t, "func f(p: ptr, w: u9) {\nb:\n  return "+expr+"\n}\n")
		if got := lir.Bits(p.Funcs[0].Blocks[0].Term.(*lir.Return).Status); got != want {
			t.Errorf("%s: %d bits, not %d", expr, got, want)
		}
	}
}
