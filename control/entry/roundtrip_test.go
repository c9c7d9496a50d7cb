package entry

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"up4/control/api"
	"up4/pipelines"
	"up4/pipelines/table"
)

// genProgram draws a program of one table.
func genProgram(t *rapid.T) *pipelines.Program {
	types := []pipelines.Type{pipelines.Number, pipelines.MAC, pipelines.IPv4, pipelines.IPv6, pipelines.Port}
	width := func(typ pipelines.Type) int {
		switch typ {
		case pipelines.MAC:
			return 48
		case pipelines.IPv4:
			return 32
		case pipelines.IPv6:
			return 128
		case pipelines.Port:
			return 9
		}
		return rapid.IntRange(1, 130).Draw(t, "bits")
	}
	kind := table.Match(rapid.IntRange(0, 2).Draw(t, "kind"))
	tab := pipelines.Table{Name: "t", Size: 10}
	n := rapid.IntRange(1, 4).Draw(t, "keys")
	lpm := rapid.IntRange(0, n-1).Draw(t, "lpm")
	for i := range n {
		typ := rapid.SampledFrom(types).Draw(t, "type")
		k := pipelines.Key{Name: fmt.Sprintf("k.%d", i), Bits: width(typ), Type: typ}
		switch {
		case kind == table.Ternary && i == lpm:
			k.Match = table.Ternary
		case kind == table.Ternary:
			k.Match = table.Match(rapid.IntRange(0, 2).Draw(t, "match"))
		case kind == table.LPM && i == lpm:
			k.Match = table.LPM
		}
		tab.Keys = append(tab.Keys, k)
	}
	act := pipelines.Action{Name: "act"}
	for i := range rapid.IntRange(0, 3).Draw(t, "params") {
		typ := rapid.SampledFrom(types).Draw(t, "type")
		act.Params = append(act.Params, pipelines.Param{Name: fmt.Sprintf("p%d", i), Bits: width(typ), Type: typ})
	}
	tab.Actions = []pipelines.Action{{Name: "none"}, act}
	return &pipelines.Program{Name: "p", Tables: []pipelines.Table{tab}}
}

// genEntry draws an entry by setting bits, with no use of the coder.
func genEntry(t *rapid.T, tab pipelines.Table) table.Entry {
	e := table.Entry{Action: 1, Data: []byte{}}
	ternary := false
	for _, k := range tab.Keys {
		ternary = ternary || k.Match == table.Ternary
	}
	if ternary {
		e.Priority = rapid.Int32Range(1, 1<<31-1).Draw(t, "priority")
		e.Mask = []byte{}
	}
	bits := func(name string, n int) []byte {
		return rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1}), n, n).Draw(t, name)
	}
	pack := func(b []byte) []byte { // right-aligned
		out := make([]byte, (len(b)+7)/8)
		for i, x := range b {
			p := len(out)*8 - len(b) + i
			out[p/8] |= x << (7 - p%8)
		}
		return out
	}
	for _, k := range tab.Keys {
		v := bits("value", k.Bits)
		m := bytes.Repeat([]byte{1}, k.Bits)
		switch {
		case k.Match == table.LPM, k.Match == table.Ternary && rapid.Bool().Draw(t, "prefix"):
			n := rapid.IntRange(0, k.Bits).Draw(t, "length")
			for i := n; i < k.Bits; i++ {
				m[i] = 0
			}
			if !ternary {
				e.PrefixLen = n
			}
		case k.Match == table.Ternary:
			m = bits("mask", k.Bits)
		}
		for i := range v {
			v[i] &= m[i]
		}
		e.Key = append(e.Key, pack(v)...)
		if ternary {
			e.Mask = append(e.Mask, pack(m)...)
		}
	}
	for _, p := range tab.Actions[1].Params {
		e.Data = append(e.Data, pack(bits("param", p.Bits))...)
	}
	return e
}

// TestRoundTrip: what is printed is read as the same entry, as JSON, as words
// by name and by position, and is printed the same again.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := genProgram(t)
		c := New(p)
		e := genEntry(t, p.Tables[0])
		text, err := c.Format(0, e)
		if err != nil {
			t.Fatal(err)
		}
		want := []table.Op{{Kind: table.Insert, Entry: e}}

		// The JSON text, twice: through encoding/json and as a route file.
		js, err := json.Marshal([]api.Entry{text})
		if err != nil {
			t.Fatal(err)
		}
		var back []api.Entry
		if err := json.Unmarshal(js, &back); err != nil {
			t.Fatal(err)
		}
		got, err := c.Op(api.Op{Kind: api.Add, Entry: &back[0]})
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Fatalf("%s: %v\n%s", js, err, d)
		}
		parsed, err := c.File(api.File{Name: "f", Text: string(js)})
		if err != nil {
			t.Fatalf("%s: %v", js, err)
		}
		if d := cmp.Diff(want, parsed.Ops); d != "" {
			t.Fatalf("%s:\n%s", js, d)
		}

		var named, placed []string
		for _, k := range p.Tables[0].Keys {
			named = append(named, k.Name+"="+string(text.Match[k.Name]))
			placed = append(placed, string(text.Match[k.Name]))
		}
		named, placed = append(named, "act"), append(placed, "act")
		for _, q := range p.Tables[0].Actions[1].Params {
			named = append(named, q.Name+"="+string(text.Params[q.Name]))
			placed = append(placed, string(text.Params[q.Name]))
		}
		for _, words := range [][]string{named, placed} {
			if text.Priority != nil {
				words = append(words, "priority="+string(*text.Priority))
			}
			got, err := c.Op(api.Op{Kind: api.Add, Table: "t", Words: words})
			if d := cmp.Diff(want, got); err != nil || d != "" {
				t.Fatalf("%q: %v\n%s", words, err, d)
			}
			again, err := c.Format(0, got[0].Entry)
			if d := cmp.Diff(text, again); err != nil || d != "" {
				t.Fatalf("%q: %v\n%s", words, err, d)
			}
		}
	})
}

// TestFormat: canonical forms written by hand.
func TestFormat(t *testing.T) {
	c := New(testProgram())
	seven := api.Value("7")
	for _, x := range []struct {
		t    int
		e    table.Entry
		want api.Entry
	}{
		{0, table.Entry{Key: unhex("0a000200"), PrefixLen: 24, Data: unhex("01fe 0200000000aa")}, api.Entry{Table: "ipv4_lpm",
			Match: map[string]api.Value{"ipv4.dst": "10.0.2.0/24"}, Action: "forward", Params: map[string]api.Value{"port": "cpu", "dmac": "02:00:00:00:00:aa"}}},
		{2, table.Entry{Key: unhex("0a000000 0050 0000"), Mask: unhex("ff000000 fff0 0000"), Priority: 7, Action: 1, Data: unhex("00000000000000000102")},
			api.Entry{Table: "acl", Match: map[string]api.Value{"ipv4.src": "10.0.0.0/8", "tcp.dport": "80&&&0xfff0", "in": "*"},
				Priority: &seven, Action: "mark", Params: map[string]api.Value{"tag": "0x102"}}},
		{3, table.Entry{Key: unhex("0001 20010db8000000000000000000000000"), PrefixLen: 32}, api.Entry{Table: "v6",
			Match: map[string]api.Value{"meta.vrf": "1", "ipv6.dst": "2001:db8::/32"}, Action: "drop"}},
	} {
		got, err := c.Format(x.t, x.e)
		if d := cmp.Diff(x.want, got); err != nil || d != "" {
			t.Errorf("%v\n%s", err, d)
		}
	}
	def, err := c.FormatDefault(4, 1, unhex("0003 020000000002"))
	want := api.Entry{Table: "nokey", DefaultAction: true, Action: "forward", Params: map[string]api.Value{"port": "3", "dmac": "02:00:00:00:00:02"}}
	if d := cmp.Diff(want, def); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
	for _, e := range []table.Entry{{Key: unhex("0a")}, {Key: unhex("0a000200"), Action: 9}, {Key: unhex("0a000200"), Data: unhex("00")}, {Key: unhex("0a000200"), Mask: unhex("0a000200")}} {
		if got, err := c.Format(0, e); err == nil {
			t.Errorf("%+v printed as %+v", e, got)
		}
	}
}

// TestExamples: the schema's examples are taken by the coder that gave them.
func TestExamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New(genProgram(t))
		tab := c.Schema().Tables[0]
		if _, err := c.Op(api.Op{Kind: api.Add, Table: "t", Words: tab.Example}); err != nil {
			t.Fatalf("%s: %v", strings.Join(tab.Example, " "), err)
		}
	})
}

func TestSchema(t *testing.T) {
	s := New(testProgram()).Schema()
	want := api.Table{Name: "acl", Size: 16, Default: "drop", Priority: true,
		Keys: []api.Key{{Name: "ipv4.src", Match: "ternary", Bits: 32, Type: "ipv4", Example: "10.0.2.0/24"},
			{Name: "tcp.dport", Match: "ternary", Bits: 16, Type: "number", Example: "1"},
			{Name: "in", Match: "ternary", Bits: 9, Type: "port", Example: "1"}},
		Actions: []api.Action{{Name: "drop", Params: []api.Param{}},
			{Name: "mark", Params: []api.Param{{Name: "tag", Bits: 80, Type: "number", Example: "1"}}}},
		Example: []string{"10.0.2.0/24", "1", "1", "mark", "tag=1", "priority=10"}}
	if d := cmp.Diff(want, s.Tables[2]); d != "" {
		t.Error(d)
	}
	if len(s.Tables) != 5 || len(s.Tables[4].Example) != 0 {
		t.Errorf("%+v", s.Tables)
	}
}
