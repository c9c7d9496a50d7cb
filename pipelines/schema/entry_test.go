package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"up4/pipelines/schema"
	"up4/pipelines/table"
)

// small is a program of one table over the locals a (12 bits), b (8) and e (an error).
func small(keys, entries string) string {
	return `match_kind { exact, lpm, ternary, range, optional, selector }
error { NoError, Bad, Worse }
action NoAction() {}
control C();
package V1Switch(C c);
control c() {
    bit<12> a = 1; bit<8> b = 2; error e = error.Bad; int<4> s = -1;
    action set(bit<4> x, bool y, int<12> z) {}
    table t {
        key = { ` + keys + ` }
        actions = { NoAction; set; }
        entries = { ` + entries + ` }
        size = 2;
    }
    apply { t.apply(); }
}
V1Switch(c()) main;
`
}

func TestEntries(t *testing.T) {
	for _, c := range []struct {
		what, keys, entries string
		want                []table.Entry
		size                int
	}{
		{"arguments, each in whole bytes", "a : exact;", "0xabc : set(5, true, -2);",
			[]table.Entry{{Key: []byte{0xa, 0xbc}, Action: 1, Data: []byte{5, 1, 0xf, 0xfe}}}, 2},
		{"more entries than the size", "b : exact;", "1 : NoAction(); 2 : NoAction(); 3 : NoAction();",
			[]table.Entry{{Key: []byte{1}}, {Key: []byte{2}}, {Key: []byte{3}}}, 3},
		{"members and signed numbers", "e : exact; s : exact;", "(error.Worse, -2) : NoAction();",
			[]table.Entry{{Key: []byte{0, 0, 0, 2, 0xe}}}, 2},
		{"prefixes: none, of a mask, all; bits below them do not count", "a : lpm; b : exact;",
			"(_, 1) : NoAction(); (0xabc &&& 0xf00, 2) : NoAction(); (0xabc, 3) : NoAction(); (0xaff &&& 0xf00, 2) : NoAction();",
			[]table.Entry{{Key: []byte{0, 0, 1}}, {Key: []byte{0xa, 0, 2}, PrefixLen: 4}, {Key: []byte{0xa, 0xbc, 3}, PrefixLen: 12}}, 3},
		{"masks; the largest priority is that of the first", "a : ternary; b : exact;",
			"(0xabc &&& 0x0ff, 1) : NoAction(); (_, 2) : NoAction(); (0xfff, 3) : NoAction();",
			[]table.Entry{
				{Key: []byte{0, 0xbc, 1}, Mask: []byte{0, 0xff, 0xff}, Priority: 3},
				{Key: []byte{0, 0, 2}, Mask: []byte{0, 0, 0xff}, Priority: 2},
				{Key: []byte{0xf, 0xff, 3}, Mask: []byte{0xf, 0xff, 0xff}, Priority: 1},
			}, 3},
		{"one value, two prefixes", "a : lpm;", "0xa00 &&& 0xf00 : NoAction(); 0xa00 &&& 0xff0 : NoAction();",
			[]table.Entry{{Key: []byte{0xa, 0}, PrefixLen: 4}, {Key: []byte{0xa, 0}, PrefixLen: 8}}, 2},
		{"a key that chooses members is left out", "b : selector; a : exact;", "(_, 5) : NoAction(); (7, 6) : NoAction();",
			[]table.Entry{{Key: []byte{0, 5}}, {Key: []byte{0, 6}}}, 2},
		{"ranges: two ends, one value, all", "a : range;", "3 .. 0x456 : NoAction(); 7 : NoAction(); _ : NoAction();",
			[]table.Entry{
				{Key: []byte{0, 3}, Mask: []byte{4, 0x56}, Priority: 3},
				{Key: []byte{0, 7}, Mask: []byte{0, 7}, Priority: 2},
				{Key: []byte{0, 0}, Mask: []byte{0xf, 0xff}, Priority: 1},
			}, 3},
		{"a range that is empty", "a : range;", "7 .. 3 : NoAction(); 3 .. 3 : NoAction();",
			[]table.Entry{{Key: []byte{0, 3}, Mask: []byte{0, 3}, Priority: 1}}, 2},
		{"optional ones, and prefixes as masks beside them", "b : optional; a : lpm;", "(9, 0xabc &&& 0xff0) : NoAction(); (_, _) : NoAction();",
			[]table.Entry{
				{Key: []byte{9, 0xa, 0xb0}, Mask: []byte{0xff, 0xf, 0xf0}, Priority: 2},
				{Key: []byte{0, 0, 0}, Mask: []byte{0, 0, 0}, Priority: 1},
			}, 2},
	} {
		p, set := lowered(t, "p.p4", []byte(small(c.keys, c.entries)))
		s := of(t, p, set, schema.Origin{Name: "p"})
		if d := cmp.Diff(c.want, s.Program.Tables[0].Entries); d != "" {
			t.Errorf("%s: -want +got\n%s", c.what, d)
		}
		if got := s.Program.Tables[0].Size; got != c.size {
			t.Errorf("%s: size %d, want %d", c.what, got, c.size)
		}
	}
}
