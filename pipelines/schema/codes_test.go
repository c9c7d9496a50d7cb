package schema_test

import (
	"testing"

	"up4/p4/source"
	"up4/p4/source/sourcetest"
	"up4/pipelines/schema"
)

func TestCodes(t *testing.T) {
	sourcetest.Codes(t, schema.Codes, func(t *testing.T, example string) (*source.Set, *source.List) {
		p, set := lowered(t, "example.p4", []byte(example))
		var diags source.List
		if s := schema.Of(p, schema.Origin{Name: "example"}, &diags); (s == nil) != (diags.Errors() > 0) {
			t.Errorf("%d errors, but the description is %v", diags.Errors(), s)
		}
		return set, &diags
	})
}

// What is refused besides the examples of codes: the first error, and its line.
func TestRefused(t *testing.T) {
	const head = `match_kind { exact, lpm, ternary, range, optional, selector } error { NoError } action NoAction() {}
control C(); package V1Switch(C c); package PSA_Switch(C c); parser P(); package ubpf(P p);
enum CounterType { packets, bytes }
extern direct_counter { direct_counter(CounterType type); }
`
	const table = "actions = { NoAction; } } apply { t.apply(); } }\nV1Switch(c()) main;\n"
	for _, c := range []struct {
		what, text string
		code       source.Code
		line       int // behind the head
	}{
		{"a key without bits", "control c() { bit<0> x = 0; table t { key = {\nx : exact; }" + table, schema.CodeKey, 2},
		{"a range of signed numbers", "control c() { int<8> x = 0; table t { key = {\nx : range; }" + table, schema.CodeKey, 2},
		{"a key longer than any", "control c() { bit<8193> x = 0; table t { key = {\nx : exact; }" + table, schema.CodeKey, 2},
		{"a table that is too large", "control c() {\ntable t { size = 1073741824;" + table, schema.CodeSize, 2},
		{"a counter of two tables", "control c() { direct_counter(CounterType.packets) d; bit<8> x = 0;\ntable u { key = { x : exact; } counters = d; actions = { NoAction; } }\n" +
			"table t { key = { x : exact; } counters = d; actions = { NoAction; } } apply { t.apply(); u.apply(); } }\nV1Switch(c()) main;\n", schema.CodeShared, 3},
		{"a table with two counters", "control c() { direct_counter(CounterType.packets) d; direct_counter(CounterType.bytes) e; bit<8> x = 0;\n" +
			"table t { key = { x : exact; } counters = { d, e };" + table, schema.CodeShared, 2},
		{"a value set with two prefixes", "struct v { @match(lpm) bit<8> a; @match(lpm) bit<8> b; }\nparser Q(in v x);\npackage Two(Q q);\nparser q(in v x) {\nvalue_set<v>(4) s; state start { transition select(x.a, x.b) { s : accept; default : reject; } } }\nTwo(q()) main;\n", schema.CodeKey, 5},
		{"parameters longer than any", "control c() { action a(\nbit<16385> x) {} table t { actions = { a; NoAction; } } apply { t.apply(); } }\nV1Switch(c()) main;\n", schema.CodeAction, 2},
	} {
		p, set := lowered(t, "p.p4", []byte(head+c.text))
		var diags source.List
		s := schema.Of(p, schema.Origin{Name: "p", Arch: "v1model"}, &diags)
		if s != nil || len(diags.All) == 0 {
			t.Errorf("%s: not refused", c.what)
			continue
		}
		if d := diags.All[0]; d.Code != c.code || set.Position(d.At.From).Line != 4+c.line {
			t.Errorf("%s: %s in line %d: %s", c.what, d.Code, set.Position(d.At.From).Line-4, d.Msg)
		}
	}
}

// An architecture that is not known is told from one that is misspelt.
func TestArchitecture(t *testing.T) {
	p, _ := lowered(t, "p.p4", []byte("error { NoError } match_kind { exact }\ncontrol C(); package Mine(C c); control c() { apply {} } Mine(c()) main;\n"))
	var diags source.List
	if s := schema.Of(p, schema.Origin{Arch: "v1modle"}, &diags); s != nil || len(diags.All) != 1 {
		t.Fatalf("%v", diags.All)
	}
	if want := `there is no architecture "v1modle"; did you mean "v1model"?`; diags.All[0].Msg != want {
		t.Errorf("%q, want %q", diags.All[0].Msg, want)
	}
	if s := schema.Of(p, schema.Origin{Arch: "ubpf"}, &diags); s == nil || s.Program.Arch != "ubpf" || s.Sessions != -1 {
		t.Errorf("%+v", s)
	}
	p, _ = lowered(t, "p.p4", []byte("const bit<8> a = 1;\n"))
	var none source.List
	if s := schema.Of(p, schema.Origin{}, &none); s != nil || len(none.All) != 1 || none.All[0].Code != schema.CodeArchitecture {
		t.Errorf("without main: %v", none.All)
	}
}
