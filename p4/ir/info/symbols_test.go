package info

import (
	"testing"

	config "github.com/p4lang/p4runtime/go/p4/config/v1"

	"up4/p4/ir"
	"up4/p4/source"
)

const (
	action = config.P4Ids_ACTION
	table  = config.P4Ids_TABLE
)

func withSymbols(names []symbol, ids map[string]string) (*builder, *source.List) {
	var diags source.List
	b := &builder{diags: &diags, symbols: newSymbols()}
	for _, s := range names {
		var list []ir.Annotation
		if id, ok := ids[s.name]; ok {
			list = []ir.Annotation{{Name: "id", Body: id}}
		}
		b.add(s.kind, s.name, list, source.Span{From: 1 + source.Pos(len(s.name))})
	}
	b.symbols.finish()
	return b, &diags
}

// The ids that published P4Info files have for these names.
func TestPublishedIDs(t *testing.T) {
	b, _ := withSymbols([]symbol{{action, "NoAction"}, {table, "ingress.t"}, {config.P4Ids_REGISTER, "MyIC.reg"}}, nil)
	for s, want := range map[symbol]uint32{
		{action, "NoAction"}:                21257015,
		{table, "ingress.t"}:                34728461,
		{config.P4Ids_REGISTER, "MyIC.reg"}: 369588800,
	} {
		if got := b.id(s.kind, s.name); got != want {
			t.Errorf("id of %s: %d, want %d", s.name, got, want)
		}
	}
}

// A name whose id is taken gets the next one that is free.
func TestCollision(t *testing.T) {
	// NoAction's hash is 21257015 - 1<<24 = 4479799.
	b, _ := withSymbols([]symbol{{action, "NoAction"}, {action, "a"}}, map[string]string{"a": "4479799"})
	if got := b.id(action, "NoAction"); got != 21257016 {
		t.Errorf("id of NoAction: %d, want 21257016", got)
	}
}

func TestChosenIDs(t *testing.T) {
	for _, c := range []struct {
		id   string
		want uint32 // 0: refused
	}{
		{"1", 0x02000001},
		{"0xFFFFFF", 0x02ffffff},
		{"0x02000001", 0x02000001},
		{"32w7", 0x02000007},
		{"0x01000001", 0},  // an action's
		{"0x102000001", 0}, // more than 32 bits
		{"x", 0},
		{"", 0},
		{"1 , 2", 0},
	} {
		b, diags := withSymbols([]symbol{{table, "t"}}, map[string]string{"t": c.id})
		if got := b.id(table, "t"); c.want != 0 && (got != c.want || diags.Errors() != 0) {
			t.Errorf("@id(%s): id %#x, want %#x; %v", c.id, got, c.want, diags.All)
		}
		if c.want == 0 && diags.Errors() != 1 {
			t.Errorf("@id(%s): no error", c.id)
		}
	}
	_, diags := withSymbols([]symbol{{table, "t"}, {table, "second"}}, map[string]string{"t": "1", "second": "1"})
	if diags.Errors() != 1 {
		t.Error("one id was given twice")
	}
}

func TestAlias(t *testing.T) {
	for _, c := range []struct {
		name  string
		all   []string
		alias string
	}{
		{"a.b.c", []string{"a.b.c"}, "c"},
		{"a.b.c", []string{"a.b.c", "d.b.c"}, "a.b.c"},
		{"a.b.c", []string{"a.b.c", "d.c"}, "b.c"},
		{"d.c", []string{"a.b.c", "d.c"}, "d.c"},
		{"c", []string{"a.c", "c"}, "c"},
		{"a.c", []string{"a.c", "c"}, "a.c"},
		{"a.bc", []string{"a.bc", "c"}, "bc"},
	} {
		var names []symbol
		for i, n := range c.all {
			// Kinds do not matter: an alias is unique among all.
			names = append(names, symbol{[]kind{action, table}[i%2], n})
		}
		b, _ := withSymbols(names, nil)
		if got := b.symbols.alias(c.name); got != c.alias {
			t.Errorf("alias of %s among %v: %s, want %s", c.name, c.all, got, c.alias)
		}
	}
	// One name of two kinds is one name.
	b, _ := withSymbols([]symbol{{action, "a.x"}, {table, "a.x"}}, nil)
	if got := b.symbols.alias("a.x"); got != "x" {
		t.Errorf("alias %s, want x", got)
	}
}

// Ids do not depend on the order in which names are met, even where hashes
// collide: equal names of two kinds do not, as the kind is in the id.
func TestOrder(t *testing.T) {
	one, _ := withSymbols([]symbol{{action, "a"}, {action, "b"}, {table, "a"}}, nil)
	two, _ := withSymbols([]symbol{{table, "a"}, {action, "b"}, {action, "a"}}, nil)
	for s, id := range one.symbols.ids {
		if two.symbols.ids[s] != id {
			t.Errorf("id of %s: %d and %d", s.name, id, two.symbols.ids[s])
		}
	}
	if one.id(action, "a")&0xffffff != one.id(table, "a")&0xffffff {
		t.Error("the hash depends on the kind")
	}
}

func TestLiterals(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "10": 10, "0x1F": 31, "0b101": 5, "0o17": 15, "8w255": 255, "4s7": 7, "1_000": 1000, "010": 10, "0d9": 9} {
		if got, ok := intOf(text); !ok || got != want {
			t.Errorf("%s: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "1 2", "0x", "w5", "99999999999999999999", `"1"`} {
		if got, ok := intOf(text); ok {
			t.Errorf("%s: %d, want none", text, got)
		}
	}
	for text, want := range map[string]string{`"a"`: "a", `""`: "", `"a" "b"`: "ab", `"\"q\" \\ \n"`: "\"q\" \\ \n"} {
		if got, ok := stringOf(text); !ok || got != want {
			t.Errorf("%s: %q %v, want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "a", `"a`, `"a" b`, `"a\`} {
		if got, ok := stringOf(text); ok {
			t.Errorf("%s: %q, want none", text, got)
		}
	}
	if got := parts(`"a , b" , f ( c , d ) , bit < 3 >`); len(got) != 3 || got[0] != `"a , b"` || got[1] != "f ( c , d )" || got[2] != "bit < 3 >" {
		t.Errorf("parts: %q", got)
	}
}
