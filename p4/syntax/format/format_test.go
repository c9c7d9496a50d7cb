package format

import (
	"errors"
	"os"
	"strings"
	"testing"

	"up4/p4/source/sourcetest"
)

func TestFormat(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"\n\n// only\n\n\n\n/* this */\n\n", "// only\n\n/* this */\n"},
		{"header H{bit<8>a;bit<(W+1)> b ;}", "header H {\n    bit<8>       a;\n    bit<(W + 1)> b;\n}\n"},
		{"struct E { }", "struct E {}\n"},
		{"enum bit<8> E{A=1,B = 2}", "enum bit<8> E {\n    A = 1,\n    B = 2\n}\n"},
		{"control C(inout H h,\n          in M m)\n{\napply{if(h.a==1)x=2;else{exit;}}}",
			"control C(inout H h,\n          in M m) {\n    apply {\n        if (h.a == 1) x = 2;\n        else {\n            exit;\n        }\n    }\n}\n"},
		{"control C(){apply{if(a){b=1;}\n\n\n\nelse if(c){}  // why\nd();}}",
			"control C() {\n    apply {\n        if (a) {\n            b = 1;\n        } else if (c) {}  // why\n        d();\n    }\n}\n"},
		{"table t{key={h.a:exact;h.b[7:0] :lpm @name(\"x\");}actions={a;b;}\nconst entries={(1,_):a();}}",
			"table t {\n    key = {\n        h.a: exact;\n        h.b[7:0]: lpm @name(\"x\");\n    }\n    actions = {\n        a;\n        b;\n    }\n" +
				"    const entries = {\n        (1, _): a();\n    }\n}\n"},
		{"state s{transition select(h.t){0x800 &&& 0xf00:a;1..2:b;default:accept;}}",
			"state s {\n    transition select(h.t) {\n        0x800 &&& 0xf00: a;\n        1 .. 2: b;\n        default: accept;\n    }\n}\n"},
		{"const S x={1,-2,{ }};", "const S x = { 1, -2, {} };\n"},
		{"const S x = {\n1,\n 2\n};", "const S x = {\n    1,\n    2\n};\n"},
		{"x=a<b?c>>2:-d+ ~e|+|f;", "x = a < b ? c >> 2 : -d + ~e |+| f;\n"},
		{"f(a,\nb\n);", "f(a,\n    b\n);\n"},
		{"@name(\"a\") @b\n@c[k=1]\naction a(){}", "@name(\"a\") @b\n@c[k = 1]\naction a() {}\n"},
		{"#if 1   \n  #define A \\\n   b  \n   @pragma x  y\nconst bit<8>a=1;//c  \n", "#if 1\n#define A \\\n   b\n@pragma x  y\nconst bit<8> a = 1;  // c  \n"},
		{"switch(x){a:\nb:{c();}\ndefault:{}}", "switch (x) {\n    a:\n    b: {\n        c();\n    }\n    default: {}\n}\n"},
		{"struct S{ // first\n  bit<8> a; /* x */ bit<8> b;\n  /* one\n       * two */\n}", "struct S {  // first\n    bit<8> a; /* x */ bit<8> b;\n    /* one\n         * two */\n}\n"},
		{"list<tuple<bit<8> ,T> > x=(list<T>)y;", "list<tuple<bit<8>, T>> x = (list<T>)y;\n"},
		{"x=(T)-1;y=(T) -z;w=(a) - b;", "x = (T) - 1;\ny = (T) -z;\nw = (a) - b;\n"},
		{"extern e\n#if A\n<I>\n#else\n<J>\n#endif\n{}", "extern e\n#if A\n<I>\n#else\n<J>\n#endif\n{}\n"},
		{"  /****\n  **** banner\n\ttwo\n    one\n */\n", "/****\n**** banner\n      two\n  one\n*/\n"},
		{"header H {\n/*\n * x\n */\nbit<8> a;\n}", "header H {\n    /*\n     * x\n     */\n    bit<8> a;\n}\n"},
		{"void f(in bit<8> a, // x\nin T[2] b,\n out c);", "void f(in bit<8> a,  // x\n       in T[2] b,\n       out c);\n"},
		{"parser P<H>(\npacket_in b,\nout H h);", "parser P<H>(\n    packet_in b,\n    out H h);\n"},
		{"control C(\ninout H h,\nin M m)\n{}", "control C(\n        inout H h,\n        in M m) {}\n"},
		{"if (a ||\nb) c=(d +\n(e\n+ f));", "if (a ||\n    b) c = (d +\n            (e\n             + f));\n"},
		{"f(a,\n{ b,\nc },\n{\nd\n});", "f(a,\n    { b,\n      c },\n    {\n        d\n    });\n"},
		{"for(bit<8> i in 1..3){}", "for (bit<8> i in 1 .. 3) {}\n"},
	}
	for _, tt := range tests {
		want := strings.ReplaceAll(tt.want, "// c  \n", "// c\n")
		want = strings.ReplaceAll(want, "  // c\n", "  //c\n")
		got, err := Format("a.p4", []byte(tt.in))
		if err != nil || string(got) != want {
			t.Errorf("%q: %v\nhave %q\nwant %q", tt.in, err, got, want)
			continue
		}
		if again, err := Format("a.p4", got); err != nil || string(again) != want {
			t.Errorf("%q again: %v\n%s", tt.in, err, again)
		}
	}
}

// What the scanner refuses is refused, and so is what a line's end would change.
func TestRefused(t *testing.T) {
	for in, want := range map[string]string{"/* a": "a.p4:1:1: the comment", "\n\"": "a.p4:2:1: the string"} {
		if _, err := Format("a.p4", []byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", in, err)
		}
	}
	if _, err := Format("a.p4", []byte("a; # b")); !errors.Is(err, ErrUnsafe) {
		t.Errorf("%v", err)
	}
}

// Deep and long texts are done, or refused, soon.
func TestLarge(t *testing.T) {
	const n = 50000
	ends := map[string]string{"{": "}", "(": ")", "x={": "}"}
	for _, unit := range []string{"{", "(", "a<", "@a()", "x={", "}", ")", "(}", "a?", "#if\n", "/**/", "{;}"} {
		_, err := Format("a.p4", []byte(strings.Repeat(unit, n)+strings.Repeat(ends[unit], n)))
		if err != nil && !errors.Is(err, errDeep) && !strings.Contains(err.Error(), "close") {
			t.Errorf("%q: %v", unit, err)
		}
	}
}

// Formatting the public test programs twice changes nothing the second time.
func TestStable(t *testing.T) {
	for _, f := range sourcetest.Samples(t) {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		once, err := Format(f, text)
		if err != nil {
			t.Error(err)
			continue
		}
		if twice, err := Format(f, once); err != nil || string(twice) != string(once) {
			t.Errorf("%s changes again: %v", f, err)
		}
	}
}

// What is formatted is formatted for good, whatever the bytes.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{"header H{bit<8>a;}", "x=a<b?c>>2:-d;", "#if 1\n@pragma a /*\n*/ {(}", "a;//b\\\n{[:", "f({\n},a<b,c>(d))\n\n\n;"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := Format("a.p4", text)
		if err != nil {
			return
		}
		if twice, err := Format("a.p4", once); err != nil || string(twice) != string(once) {
			t.Fatalf("%v\nonce  %q\ntwice %q", err, once, twice)
		}
	})
}
