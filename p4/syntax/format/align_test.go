package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Names, = and comments at the ends of lines stand in columns, in the lines of one
// block that follow each other.
func TestAlign(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"fields",
			"header h_t {\nbit<4> version; // one\nmac_addr_t dst;\nbit<8>[4] stack;//two\n}\n",
			"header h_t {\n    bit<4>     version;  // one\n    mac_addr_t dst;\n    bit<8>[4]  stack;    //two\n}\n"},
		{"an empty line and a comment end a block",
			"struct S {\nbit<8> a; // a\nlong_name b;\n\nbit<8> c;\n// why\nbit<16> dd; // d\n}\n",
			"struct S {\n    bit<8>    a;  // a\n    long_name b;\n\n    bit<8> c;\n    // why\n    bit<16> dd;  // d\n}\n"},
		{"annotations and several in a line",
			"struct S {\n@a bit<8> a;\nbit<16> b; bit<8> c;\nbit<8> d;\nbit<16> e;\n}\n",
			"struct S {\n    @a bit<8> a;\n    bit<16> b;\n    bit<8>  c;\n    bit<8>  d;\n    bit<16> e;\n}\n"},
		{"constants",
			"const bit<8> A=1;\nconst port_type_t LONG = 22; // x\nconst bit<8> BB = (bit<8>)3; // y\nconst S s = {\n1\n};\n",
			"const bit<8>      A    = 1;\nconst port_type_t LONG = 22;         // x\nconst bit<8>      BB   = (bit<8>)3;  // y\nconst S s = {\n    1\n};\n"},
		{"types",
			"typedef bit<9> port_t;\ntypedef bit<48> mac_t;\ntype bit<8> a_t;\n@x\ntype bit<16> b_t;\n",
			"typedef bit<9>  port_t;\ntypedef bit<48> mac_t;\ntype bit<8> a_t;\n@x\ntype bit<16> b_t;\n"},
		{"variables are not aligned",
			"action a() {\nbit<8> x;\nbit<16> y;\n}\n",
			"action a() {\n    bit<8> x;\n    bit<16> y;\n}\n"},
		{"comments by block",
			"action a() { // 0\nxx = 1; // 1\nif (b) { // 2\nyyyyyyyyyyyyyyyyyyyyyyyy = 2; // 3\n} // 4\nz = 3; // 5\n}\n",
			"action a() {  // 0\n    xx = 1;   // 1\n    if (b) {  // 2\n        yyyyyyyyyyyyyyyyyyyyyyyy = 2;  // 3\n    }  // 4\n    z = 3;  // 5\n}\n"},
		{"comments of parameters",
			"void f(in bit<8> a, // 1\nout T b); // 2\n",
			"void f(in bit<8> a,  // 1\n       out T b);     // 2\n"},
		{"comments of an enum",
			"enum E {\nA, // 1\nLONG, // 2\nB // 3\n}\n",
			"enum E {\n    A,     // 1\n    LONG,  // 2\n    B      // 3\n}\n"},
		{"directives end a block",
			"struct S {\nbit<8> a;\n#if A\nbit<16> b;\n#endif\nbit<128> c;\n}\n",
			"struct S {\n    bit<8> a;\n#if A\n    bit<16> b;\n#endif\n    bit<128> c;\n}\n"},
		{"a comment of two lines stays where it is",
			"struct S {\nbit<128> a;\nbit<8> b; /* 1\n2 */ // 3\nbit<16> c; // 4\n}\n",
			"struct S {\n    bit<128> a;\n    bit<8> b; /* 1\n    2 */  // 3\n    bit<16> c;  // 4\n}\n"},
		{"letters are counted, not bytes",
			"a = \"ä\"; // 1\nbcd = \"e\"; // 2\n",
			"a = \"ä\";    // 1\nbcd = \"e\";  // 2\n"},
		{"one long line does not move the others",
			"x = " + strings.Repeat("a", 200) + "; // 1\ny = 1; // 2\n",
			"x = " + strings.Repeat("a", 200) + ";  // 1\ny = 1;  // 2\n"},
	}
	for _, tt := range tests {
		got, err := Format("a.p4", []byte(tt.in))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %v\nhave\n%s\nwant\n%s", tt.name, err, got, tt.want)
			continue
		}
		if again, err := Format("a.p4", got); err != nil || string(again) != tt.want {
			t.Errorf("%s again: %v\n%s", tt.name, err, again)
		}
	}
}

// The programs that ship with up4 are laid out so.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("../../programs/*/*.p4")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := Format(f, text); err != nil || string(out) != string(text) {
			t.Errorf("%s is not formatted (%v)", f, err)
		}
	}
}
