package front

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"up4/p4/source"
)

// Input that is meant to exhaust the compiler ends in an error, soon.
func TestHostile(t *testing.T) {
	n := 100000
	many := func(s string) string { return strings.Repeat(s, n) }
	apply := "control c(inout bit<8> x) { apply { "
	doubled := func(first, next string) string {
		var b strings.Builder
		b.WriteString(first)
		name := "S"
		for i := range 60 {
			old := name
			name += string(rune('a' + i%26))
			b.WriteString(strings.NewReplacer("NEW", name, "OLD", old).Replace(next))
		}
		return b.String()
	}
	for name, tt := range map[string]struct {
		text string
		want source.Code
	}{
		"binary":          {strings.Repeat("\x80\xff\x00\x01", 1<<20), "not-utf8"},
		"NUL":             {strings.Repeat("\x00", 4<<20), "nul-character"},
		"parentheses":     {strings.Repeat("(", 8<<20), "syntax"},
		"nested":          {"const bit<8> a = " + many("("), "too-nested"},
		"blocks":          {"control c() { apply " + many("{"), "too-nested"},
		"conditions":      {apply + many("if (x == 1) "), "too-nested"},
		"else":            {apply + many("if (x == 1) {} else "), "too-nested"},
		"loops":           {apply + many("for (bit<8> i in 1..2) "), "too-nested"},
		"switches":        {apply + many("switch (x) { 1: { "), "too-nested"},
		"objects":         {"extern E { E(); }\n" + many("E() a = { "), "too-nested"},
		"stacks":          {"header H {}\nstruct S { H" + many("[1]") + " a; }", "too-nested"},
		"type arguments":  {"const " + many("a<"), "too-nested"},
		"annotations":     {"@a(" + many("("), "syntax"},
		"selections":      {"const int a = b" + many(".c") + ";", "too-nested"},
		"keysets":         {"parser p() { state start { transition select(1w1) { " + many("("), "too-nested"},
		"#if":             {many("#if 1\n"), "unterminated-if"},
		"words":           {strings.Repeat(";", 3<<20), "program-too-large"},
		"joined":          {doubled("const bit<8> S = 1;\n", "const bit<(OLD.minSizeInBits() * 2)> NEW = OLD ++ OLD;\n"), "width"},
		"squared":         {doubled("const int S = 3;\n", "const int NEW = OLD * OLD;\n"), "arithmetic"},
		"shifted":         {"const int a = 1 << 100000000000000000000;", "shift"},
		"wide":            {"const bit<99999999999999999999> a = 1;", "width"},
		"wide literal":    {"const int a = 99999999999w1;", "bad-integer"},
		"long literal":    {"const int a = " + many("9") + ";", "bad-integer"},
		"large stack":     {"header H {}\nstruct S { H[99999999999] h; }", "size"},
		"nested structs":  {doubled("struct S { bit<8> a; }\n", "struct NEW { OLD a; OLD b; }\n"), "type-too-large"},
		"nested tuples":   {doubled("typedef tuple<bit> S;\n", "typedef tuple<OLD, OLD> NEW;\n"), "type-too-large"},
		"doubling macros": {doubled("#define S x x\n", "#define NEW OLD OLD\n") + "Sabcdefghijklmnopqrstuvwxyzabcdef", "macro-expansion"},
		"macro arguments": {"#define f(x) x x\n" + strings.Repeat("f(", 100) + "y" + strings.Repeat(")", 100), "macro-expansion"},
		"included":        {"#include \"hostile.p4\"\n", "include-depth"},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			u := Check("hostile.p4", Options{Read: files(map[string]string{"hostile.p4": tt.text})})
			took := time.Since(start)
			found := false
			for _, d := range u.Diags.All {
				found = found || d.Code == tt.want
			}
			if !found || u.OK() {
				t.Errorf("%.200v, want %s", u.Diags.All, tt.want)
			}
			if took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// What is no file that can be read is an error, and no wait without end.
func TestHostileFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	main := filepath.Join(dir, "main.p4")
	text := "#include \"pipe\"\n#include \"/dev/zero\"\n#include \".\"\n"
	if err := os.WriteFile(main, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if u := Check(main, Options{}); u.Diags.Errors() != 3 {
		t.Errorf("%v", u.Diags.All)
	}
	for _, path := range []string{pipe, dir, "/dev/zero", filepath.Join(dir, "none"), ""} {
		if u := Check(path, Options{}); u.OK() || u.Diags.All[0].Code != FileCode {
			t.Errorf("%s: %v", path, u.Diags.All)
		}
	}
	// What was written to a pipe is read to its end. The reader here keeps it alive.
	keep, err := os.OpenFile(pipe, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	if err := os.WriteFile(pipe, []byte("const bit<8> a = 1;\n"), 0); err != nil {
		t.Fatal(err)
	}
	if u := Check(pipe, Options{}); !u.OK() || len(u.Prog.Decls) != 1 {
		t.Errorf("%v", u.Diags.All)
	}
}
